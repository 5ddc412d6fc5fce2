import type { LocalEngineDeps } from '../../search/engines/own/local-engine.js';
import type { Endpoint } from '../../search/models/endpoint/endpoint.js';
import {
  createEndpointEmbedder,
  endpointDimensions,
} from '../../search/models/endpoint/endpoint-embedder.js';
import { createEndpointReranker } from '../../search/models/endpoint/endpoint-reranker.js';
import { addressProblem, showAddress } from '../../shared/address.js';
import { RappelError } from '../../shared/errors.js';
import {
  ENDPOINT_ROLES,
  type EndpointRole,
  readConfig,
  type SearchEndpoint,
  saveConfig,
} from '../settings/config-file.js';

/**
 * The endpoints that `deep` uses, from the environment (`RAPPEL_EMBEDDINGS_URL` with `_MODEL`, `_DIMENSIONS` and `_KEY`;
 * likewise `RAPPEL_RERANK_…`), else from the config file. Without one for embeddings the embedded model makes the vectors.
 */
export function searchEndpoints(env: NodeJS.ProcessEnv): Pick<LocalEngineDeps, 'embedder' | 'reranker'> {
  const embeddings = chosen('embeddings', env);
  const rerank = chosen('rerank', env);
  return {
    ...(embeddings && {
      embedder: createEndpointEmbedder({
        ...withKey('embeddings', embeddings, env),
        dimensions: dimensionsOf(embeddings),
      }),
    }),
    ...(rerank && { reranker: createEndpointReranker(withKey('rerank', rerank, env)) }),
  };
}

/** The endpoints in the config file; null where none is set. */
export function listSearchEndpoints(
  env: NodeJS.ProcessEnv,
): { role: EndpointRole; endpoint: SearchEndpoint | null }[] {
  const { search } = readConfig(env);
  return ENDPOINT_ROLES.map((role) => ({ role, endpoint: search?.[role] ?? null }));
}

/** Tries an endpoint once, then keeps it in the config file. Null takes the choice back. */
export async function saveSearchEndpoint(
  role: EndpointRole,
  endpoint: { url: string; model: string } | null,
  env: NodeJS.ProcessEnv,
): Promise<SearchEndpoint | null> {
  const tried = endpoint && (await tryEndpoint(role, endpoint, env));
  const { [role]: _, ...others } = readConfig(env).search ?? {};
  saveConfig({ search: tried === null ? others : { ...others, [role]: tried } }, env);
  return tried;
}

async function tryEndpoint(
  role: EndpointRole,
  { url, model }: { url: string; model: string },
  env: NodeJS.ProcessEnv,
): Promise<SearchEndpoint> {
  const endpoint = withKey(role, { url, model }, env);
  if (role === 'embeddings') return { url, model, dimensions: await endpointDimensions(endpoint) };
  await createEndpointReranker(endpoint).rerank('essai', ['un essai'], {});
  return { url, model };
}

function chosen(role: EndpointRole, env: NodeJS.ProcessEnv): SearchEndpoint | undefined {
  return fromEnvironment(variableOf(role), env) ?? readConfig(env).search?.[role];
}

function variableOf(role: EndpointRole): string {
  return `RAPPEL_${role.toUpperCase()}`;
}

/** Keys are read only from the environment. */
function withKey(role: EndpointRole, { url, model }: SearchEndpoint, env: NodeJS.ProcessEnv): Endpoint {
  const apiKey = env[`${variableOf(role)}_KEY`];
  return { url, model, ...(apiKey && { apiKey }) };
}

function fromEnvironment(name: string, env: NodeJS.ProcessEnv): SearchEndpoint | undefined {
  const url = env[`${name}_URL`];
  if (!url) return undefined;
  const dimensions = env[`${name}_DIMENSIONS`];
  if (dimensions !== undefined && !/^[1-9]\d{0,4}$/.test(dimensions))
    throw wrong(`${name}_DIMENSIONS`, dimensions, LENGTH);
  const problem = addressProblem(url);
  if (problem !== null) throw wrong(`${name}_URL`, showAddress(url), problem);
  const model = env[`${name}_MODEL`];
  if (!model) throw wrong(`${name}_MODEL`, '', 'the name of a model');
  return { url, model, ...(dimensions !== undefined && { dimensions: Number(dimensions) }) };
}

function dimensionsOf({ dimensions }: SearchEndpoint): number {
  if (dimensions !== undefined) return dimensions;
  throw wrong('RAPPEL_EMBEDDINGS_DIMENSIONS', '', LENGTH);
}

const LENGTH = "the length of the model's vectors";

function wrong(name: string, given: string, expected: string): RappelError {
  return new RappelError('invalid_input', 'input.expected', { parameter: name, given, expected });
}
