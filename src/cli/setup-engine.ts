import { join } from 'node:path';
import { modelsFolder } from '../search/cache-folder.js';
import { findQmd } from '../search/engines/qmd/find-qmd.js';
import { fileNameOf, findModels, type KnownModel, modelsOf } from '../search/engines/qmd/models.js';
import { download } from '../search/models/local/download.js';
import { addressOf } from '../search/models/local/known-models.js';
import { engineSetting } from '../service/engine/engine-setting.js';
import { type Config, configFile, ENGINES, readConfig, saveConfig } from '../service/settings/config-file.js';
import { RappelError } from '../shared/errors.js';
import type { Say } from '../words/say.js';
import { type Invocation, type Terminal, UsageError } from './command.js';
import { confirm } from './confirm.js';
import { showBar } from './progress.js';

/** Chooses the search engine. Checks that it can be used; for QMD, offers its models. */
export async function setupEngine(name: string, invocation: Invocation): Promise<void> {
  const { terminal } = invocation;
  const { say } = terminal;
  const engine = ENGINES.find((known) => known === name);
  if (engine === undefined) throw new UsageError(`got "${name}", expected one of ${ENGINES.join(', ')}`);
  const file = configFile(process.env);
  if (engine === 'own') {
    keep({});
    invocation.report({ engine }, () =>
      terminal.out(say`Search engine: Rappel's own index. Saved in ${file}.`),
    );
    return;
  }
  const { env } = engineSetting({ ...process.env, RAPPEL_ENGINE: engine });
  const found = findQmd(env);
  if ('problem' in found)
    throw new RappelError('not_found', found.problem, { hint: `Next: ${found.command}` });
  // Asked before anything is saved: whoever ends the question has changed nothing.
  const models = await offeredModels(env, invocation);
  keep({ engine, qmd: found.package, ...(env.RAPPEL_QMD_NODE && { qmd_node: env.RAPPEL_QMD_NODE }) });
  if (models.wanted) for (const model of models.missing) await fetch(model, env, terminal);
  const missing = models.wanted ? 0 : models.missing.length;
  invocation.report({ engine, version: found.version, missing_models: missing }, () => {
    terminal.out(say`Search engine: QMD ${found.version} on Node.js ${found.nodeVersion}. Saved in ${file}.`);
    terminal.out(modelsText(models, say));
    terminal.out(say`Next: ${'rappel index'}`);
  });
}

/** With the places, as they were found: a service that starts later has another environment. */
function keep(chosen: Pick<NonNullable<Config['search']>, 'engine' | 'qmd' | 'qmd_node'>): void {
  const { engine: _, qmd: __, qmd_node: ___, ...others } = readConfig(process.env).search ?? {};
  saveConfig({ search: { ...others, ...chosen } }, process.env);
}

interface Offer {
  missing: KnownModel[];
  wanted: boolean;
}

async function offeredModels(env: NodeJS.ProcessEnv, invocation: Invocation): Promise<Offer> {
  const { terminal } = invocation;
  const { say } = terminal;
  const files = findModels(env);
  const missing = modelsOf(env).filter(({ role }) => files[role].path === null);
  if (missing.length === 0) return { missing, wanted: false };
  terminal.err(
    missing.length === 1
      ? say`Deep search can use one more model:`
      : say`Deep search can use ${missing.length} more models:`,
  );
  for (const { name, megabytes, does } of missing)
    terminal.err(`  ${say`${fileNameOf(name)}, about ${megabytes} MB: ${say(does)}`}`);
  return { missing, wanted: await isWanted(missing, env, invocation) };
}

function modelsText({ missing, wanted }: Offer, say: Say): string {
  if (missing.length === 0) return say`QMD has all its models: deep search uses them.`;
  return wanted
    ? say`QMD has all its models. Without a graphics card, deep search is slow.`
    : say`Deep search works without them, on words alone. To download them later: rappel setup qmd`;
}

async function isWanted(
  missing: KnownModel[],
  env: NodeJS.ProcessEnv,
  invocation: Invocation,
): Promise<boolean> {
  if (invocation.flag('no-models')) return false;
  const hosts = new Set(missing.flatMap(({ name }) => hostOf(name, env) ?? []));
  // A file of the user's own that is not there can't be downloaded.
  if (hosts.size === 0) return false;
  if (invocation.flag('yes')) return true;
  if (invocation.flag('json')) return false;
  const { terminal } = invocation;
  const question = terminal.say`Download them from ${[...hosts].join(', ')} to ${modelsFolder(env)}?`;
  return (await confirm(question, terminal)) === true;
}

function hostOf(model: string, env: NodeJS.ProcessEnv): string | null {
  const address = addressOf(model, env);
  return address === null ? null : new URL(address).host;
}

async function fetch({ name }: KnownModel, env: NodeJS.ProcessEnv, terminal: Terminal): Promise<void> {
  const url = addressOf(name, env);
  if (url === null) throw new RappelError('not_found', `${name}: no such model file`);
  const file = fileNameOf(name);
  const bar = showBar(terminal.say`${file} (MB)`, terminal);
  const megabytes = (bytes: number) => Math.round(bytes / 1024 / 1024);
  await download({
    url,
    to: join(modelsFolder(env), file),
    onProgress: (done, total) => total !== null && bar(megabytes(done), megabytes(total)),
  });
  terminal.err(terminal.say`Downloaded ${file}.`);
}
