import { fileURLToPath } from 'node:url';
import type { LocalEngineDeps } from '../../search/engines/own/local-engine.js';
import type { Endpoint } from '../../search/models/endpoint/endpoint.js';
import { createEndpointEmbedder } from '../../search/models/endpoint/endpoint-embedder.js';
import { createEndpointExpander } from '../../search/models/endpoint/endpoint-expander.js';
import { createEndpointReranker } from '../../search/models/endpoint/endpoint-reranker.js';
import {
  createLocalEmbedder,
  createLocalExpander,
  createLocalReranker,
  type LocalModel,
  type ModelRole,
} from '../../search/models/local/local-models.js';
import { createModelProcess, type ModelProcess } from '../../search/models/local/model-process.js';
import { addressProblem, showAddress } from '../../shared/address.js';
import { RappelError } from '../../shared/errors.js';
import { type Config, expandHome, readConfig, type SearchModel } from '../settings/config-file.js';

export interface SearchModels extends Pick<LocalEngineDeps, 'embedder' | 'expander' | 'reranker'> {
  /** Ends the process of local models, if there is one. */
  stop(): void;
}

/**
 * What `deep` uses instead of the embedded model, from the environment (`RAPPEL_EMBEDDINGS_URL` with `_MODEL`,
 * `_DIMENSIONS` and `_KEY`, or `RAPPEL_EMBEDDINGS_PATH` with `_DIMENSIONS`; likewise `RAPPEL_RERANK_…` and
 * `RAPPEL_EXPANSION_…`), else from the config file.
 */
export function searchModels(env: NodeJS.ProcessEnv): SearchModels {
  const config = readConfig(env);
  const embeddings = chosen('embeddings', env, config);
  const rerank = chosen('rerank', env, config);
  const expansion = chosen('expansion', env, config);
  let process: ModelProcess | null = null;
  const local = () => {
    process ??= openModelProcess();
    return process;
  };
  return {
    ...(embeddings && {
      embedder:
        'path' in embeddings
          ? createLocalEmbedder({ ...embeddings, dimensions: dimensionsOf(embeddings) }, local())
          : createEndpointEmbedder({ ...embeddings, dimensions: dimensionsOf(embeddings) }),
    }),
    ...(rerank && {
      reranker: 'path' in rerank ? createLocalReranker(rerank, local()) : createEndpointReranker(rerank),
    }),
    ...(expansion && {
      expander:
        'path' in expansion ? createLocalExpander(expansion, local()) : createEndpointExpander(expansion),
    }),
    stop: () => process?.stop(),
  };
}

/** The process in which local models run. */
export function openModelProcess(): ModelProcess {
  return createModelProcess({
    module: fileURLToPath(new URL('../../search/models/local/host.js', import.meta.url)),
  });
}

type Chosen = (Endpoint | LocalModel) & { dimensions?: number | undefined };

function chosen(role: ModelRole, env: NodeJS.ProcessEnv, config: Config): Chosen | null {
  const name = `RAPPEL_${role.toUpperCase()}`;
  const model = fromEnvironment(name, env) ?? config.search?.[role];
  if (model === undefined) return null;
  if ('path' in model) return { ...model, path: expandHome(model.path) };
  const apiKey = env[`${name}_KEY`];
  return { ...model, ...(apiKey && { apiKey }) };
}

function fromEnvironment(name: string, env: NodeJS.ProcessEnv): SearchModel | undefined {
  const url = env[`${name}_URL`];
  const path = env[`${name}_PATH`];
  if (!url && !path) return undefined;
  const dimensions = env[`${name}_DIMENSIONS`];
  if (dimensions !== undefined && !/^[1-9]\d{0,4}$/.test(dimensions))
    throw wrong(`${name}_DIMENSIONS`, dimensions, LENGTH);
  const length = dimensions === undefined ? {} : { dimensions: Number(dimensions) };
  if (!url) return { path: path!, ...length };
  const problem = addressProblem(url);
  if (problem !== null) throw wrong(`${name}_URL`, showAddress(url), problem);
  const model = env[`${name}_MODEL`];
  if (!model) throw wrong(`${name}_MODEL`, '', 'the name of a model');
  return { url, model, ...length };
}

function dimensionsOf({ dimensions }: Chosen): number {
  if (dimensions !== undefined) return dimensions;
  throw wrong('RAPPEL_EMBEDDINGS_DIMENSIONS', '', LENGTH);
}

const LENGTH = "the length of the model's vectors";

function wrong(name: string, given: string, expected: string): RappelError {
  return new RappelError('invalid_input', `${name}: got "${given}", expected ${expected}`);
}
