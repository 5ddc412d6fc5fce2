import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { download, sizeOf } from '../../search/models/local/download.js';
import { MODEL_ROLES, type ModelRole } from '../../search/models/local/local-models.js';
import { RUNTIME } from '../../search/models/local/runtime.js';
import {
  downloadedFile,
  endpointModel,
  fileModel,
  listSearchModels,
  saveSearchModel,
} from '../../service/engine/choose-search-model.js';
import { configFile, expandHome, type SearchModel } from '../../service/settings/config-file.js';
import { addressProblem, showAddress } from '../../shared/address.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, UsageError } from '../command.js';
import { confirm } from '../confirm.js';
import { showBar } from '../progress.js';

const MEGABYTE = 1024 * 1024;

export const models: Command = {
  summary: 'Show or choose the models of deep search: an endpoint, or a file on this machine.',
  usage: '[use embeddings|rerank|expansion PATH|URL|none]',
  arguments: { least: 0, most: 3 },
  completes: ['use', ...MODEL_ROLES],
  options: {
    model: { value: 'NAME', summary: 'the name of the model, if the URL is an endpoint' },
    sha256: { value: 'HEX', summary: 'the expected checksum of the downloaded file' },
    yes: { value: true, summary: 'download without asking' },
  },
  examples: [
    'rappel models',
    'rappel models use embeddings ~/models/embeddinggemma-300m.gguf',
    'rappel models use rerank https://example.org/reranker.gguf',
    'rappel models use embeddings http://localhost:11434/v1 --model nomic-embed-text',
    'rappel models use embeddings none',
  ],
  async run(invocation) {
    const [verb, role, source] = invocation.arguments;
    const { say } = invocation.terminal;
    if (verb === undefined) return list(invocation);
    if (verb !== 'use') throw new UsageError(`got "${verb}", expected use`);
    if (!isRole(role)) throw new UsageError(`got "${role ?? ''}", expected ${MODEL_ROLES.join(', ')}`);
    if (!source) throw new UsageError('no model given: name the path of a file, a URL, or none');
    if (source === 'none') {
      saveSearchModel(role, null, process.env);
      invocation.report({ role, model: null }, () =>
        invocation.terminal.out(say`${role}: ${say(BUILT_IN[role])}.`),
      );
      return;
    }
    const chosen = await choose(role, source, invocation);
    if (chosen === null) return;
    saveSearchModel(role, chosen, process.env);
    invocation.report({ role, model: chosen }, () =>
      invocation.terminal.out(say`${role}: ${show(chosen, say)}; saved in ${configFile(process.env)}.`),
    );
  },
};

const BUILT_IN: Record<ModelRole, string> = {
  embeddings: 'the model that comes with Rappel',
  rerank: 'none',
  expansion: 'none, or the small model of `rappel setup`',
};

function isRole(role: string | undefined): role is ModelRole {
  return MODEL_ROLES.some((known) => known === role);
}

function show(model: SearchModel, say: Say): string {
  return 'path' in model ? model.path : say`${model.model} at ${showAddress(model.url)}`;
}

function list(invocation: Invocation): void {
  const { say } = invocation.terminal;
  const { models, suggested, runtime } = listSearchModels(process.env);
  const lines = models.map(({ role, model, missing }) => {
    const name = model === null ? say(BUILT_IN[role]) : show(model, say);
    return `${role.padEnd(11)} ${name}${missing ? ` (${say`file missing`})` : ''}`;
  });
  const machine =
    runtime === null
      ? say`For models on this machine, install the runtime: npm install -g ${RUNTIME}`
      : say`Models on this machine run with ${runtime}`;
  const free = suggested.filter(({ role }) => models.some((used) => used.role === role && !used.model));
  const offers = free.flatMap(({ role, name, url, megabytes }) => [
    '',
    say`${name}, ${megabytes} MB:`,
    `  rappel models use ${role} ${url}`,
  ]);
  invocation.report({ models, suggested, runtime }, () =>
    invocation.terminal.out([...lines, ...offers, '', machine].join('\n')),
  );
}

/** Null if the person does not want the download. */
async function choose(role: ModelRole, source: string, invocation: Invocation): Promise<SearchModel | null> {
  const model = invocation.text('model');
  if (!/^https?:\/\//.test(source)) return fileModel(role, resolve(expandHome(source)));
  const problem = addressProblem(source);
  if (problem !== null) throw new UsageError(`got "${showAddress(source)}", expected ${problem}`);
  if (model === undefined) return fetched(role, source, invocation);
  return endpointModel(role, { url: source, model }, process.env);
}

async function fetched(role: ModelRole, url: string, invocation: Invocation): Promise<SearchModel | null> {
  const { terminal } = invocation;
  const to = downloadedFile(url, process.env);
  const sha256 = invocation.text('sha256');
  if (existsSync(to) && sha256 === undefined) return fileModel(role, to);
  const size = await sizeOf(url);
  const { say } = terminal;
  const megabytes = size === null ? say`of unknown size` : say`${Math.ceil(size / MEGABYTE)} MB`;
  terminal.err(say`${basename(to)}, ${megabytes}, from ${new URL(url).host} to ${to}`);
  if (!invocation.flag('yes')) {
    const wanted = await confirm(say`Download it?`, terminal);
    if (wanted === null) throw new UsageError('not a terminal: add --yes to download it');
    if (!wanted) {
      terminal.out(say`Nothing was downloaded. Deep search works without it.`);
      return null;
    }
  }
  const bar = showBar(say`Downloading (KB)`, terminal);
  await download({
    url,
    to,
    ...(sha256 !== undefined && { sha256 }),
    onProgress: (done, total) => total !== null && bar(Math.round(done / 1024), Math.round(total / 1024)),
  });
  return fileModel(role, to);
}
