import { listSearchEndpoints, saveSearchEndpoint } from '../../service/engine/search-endpoints.js';
import {
  ENDPOINT_ROLES,
  type EndpointRole,
  type SearchEndpoint,
} from '../../service/settings/config-file.js';
import { configFile } from '../../service/settings/config-path.js';
import { addressProblem, showAddress } from '../../shared/address.js';
import type { Say } from '../../words/say.js';
import { type Command, type Invocation, UsageError } from '../command.js';

export const modelsCommand: Command = {
  summary: 'Show or choose the endpoints of deep search, for embeddings and for re-ranking.',
  usage: '[use embeddings|rerank ADDRESS|none]',
  arguments: { least: 0, most: 3 },
  completes: ['use', ...ENDPOINT_ROLES],
  options: { model: { value: 'NAME', summary: 'the name of the model at that address' } },
  examples: [
    'rappel models',
    'rappel models use embeddings http://localhost:11434/v1 --model nomic-embed-text',
    'rappel models use rerank http://localhost:8080/rerank --model bge-reranker-v2-m3',
    'rappel models use embeddings none',
  ],
  async run(invocation) {
    const [verb, role, url] = invocation.arguments;
    const { terminal } = invocation;
    const { say } = terminal;
    if (verb === undefined) return list(invocation);
    if (verb !== 'use') throw new UsageError('usage.got', { given: verb, expected: 'use' });
    if (!isRole(role))
      throw new UsageError('usage.got', { given: role ?? '', expected: ENDPOINT_ROLES.join(', ') });
    if (!url) throw new UsageError('usage.no_endpoint');
    const endpoint = await saveSearchEndpoint(
      role,
      url === 'none' ? null : given(url, invocation),
      process.env,
    );
    invocation.report({ role, endpoint }, () =>
      terminal.out(
        endpoint === null
          ? say`${role}: ${say(WITHOUT[role])}.`
          : say`${role}: ${show(endpoint, say)}; saved in ${configFile(process.env)}.`,
      ),
    );
  },
};

const WITHOUT: Record<EndpointRole, string> = {
  embeddings: 'the model that comes with Rappel',
  rerank: 'none',
};

function isRole(role: string | undefined): role is EndpointRole {
  return ENDPOINT_ROLES.some((known) => known === role);
}

function given(url: string, invocation: Invocation): { url: string; model: string } {
  const problem = addressProblem(url);
  if (problem !== null)
    throw new UsageError('usage.got', { given: showAddress(url), expected: { words: problem } });
  const model = invocation.text('model');
  if (model === undefined) throw new UsageError('usage.no_model');
  return { url, model };
}

function show({ url, model }: SearchEndpoint, say: Say): string {
  return say`${model} at ${showAddress(url)}`;
}

function list(invocation: Invocation): void {
  const { say } = invocation.terminal;
  const endpoints = listSearchEndpoints(process.env);
  const lines = endpoints.map(
    ({ role, endpoint }) =>
      `${role.padEnd(11)} ${endpoint === null ? say(WITHOUT[role]) : show(endpoint, say)}`,
  );
  invocation.report({ endpoints }, () => invocation.terminal.out(lines.join('\n')));
}
