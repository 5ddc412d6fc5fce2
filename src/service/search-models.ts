import { createEndpointEmbedder } from '../search/embed/endpoint-embedder.js';
import type { Endpoint } from '../search/endpoint.js';
import { createEndpointExpander } from '../search/expand/endpoint-expander.js';
import type { LocalEngineDeps } from '../search/local-engine.js';
import { createEndpointReranker } from '../search/rerank/endpoint-reranker.js';
import { RappelError } from '../shared/errors.js';

/**
 * What `deep` uses beside what comes with Rappel, from the environment: `RAPPEL_EMBEDDINGS_URL`, `RAPPEL_RERANK_URL`,
 * `RAPPEL_EXPANSION_URL`, each with `_MODEL` and, if needed, `_KEY`; embeddings also with `_DIMENSIONS`.
 */
export function searchModels(
  env: NodeJS.ProcessEnv,
): Pick<LocalEngineDeps, 'embedder' | 'expander' | 'reranker'> {
  const embeddings = endpointOf('EMBEDDINGS', env);
  const rerank = endpointOf('RERANK', env);
  const expansion = endpointOf('EXPANSION', env);
  return {
    ...(embeddings && { embedder: createEndpointEmbedder({ ...embeddings, dimensions: dimensionsOf(env) }) }),
    ...(rerank && { reranker: createEndpointReranker(rerank) }),
    ...(expansion && { expander: createEndpointExpander(expansion) }),
  };
}

function endpointOf(name: string, env: NodeJS.ProcessEnv): Endpoint | null {
  const url = env[`RAPPEL_${name}_URL`];
  if (!url) return null;
  if (!URL.canParse(url)) throw wrong(`RAPPEL_${name}_URL`, url, 'an address like http://localhost:11434/v1');
  const model = env[`RAPPEL_${name}_MODEL`];
  if (!model) throw wrong(`RAPPEL_${name}_MODEL`, '', 'the name of a model');
  const apiKey = env[`RAPPEL_${name}_KEY`];
  return { url, model, ...(apiKey && { apiKey }) };
}

function dimensionsOf(env: NodeJS.ProcessEnv): number {
  const given = env.RAPPEL_EMBEDDINGS_DIMENSIONS ?? '';
  if (/^[1-9]\d{0,4}$/.test(given)) return Number(given);
  throw wrong('RAPPEL_EMBEDDINGS_DIMENSIONS', given, "the length of the model's vectors");
}

function wrong(name: string, given: string, expected: string): RappelError {
  return new RappelError('invalid_input', `${name}: got "${given}", expected ${expected}`);
}
