import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { modelsFolder } from '../../search/cache-folder.js';
import { endpointDimensions } from '../../search/models/endpoint/endpoint-embedder.js';
import { addressOf, KNOWN_MODELS } from '../../search/models/local/known-models.js';
import { checkLocalModel, MODEL_ROLES, type ModelRole } from '../../search/models/local/local-models.js';
import { findRuntime } from '../../search/models/local/runtime.js';
import { RappelError } from '../../shared/errors.js';
import { expandHome, readConfig, type SearchModel, saveConfig } from '../settings/config-file.js';
import { openModelProcess } from './search-models.js';

/** A model file that can be had for a stage of `deep`. */
export interface SuggestedModel {
  role: ModelRole;
  name: string;
  url: string;
  megabytes: number;
}

/**
 * What `deep` uses for each of its stages, files that could be used instead, and the runtime of models on this machine, if
 * there is one.
 */
export function listSearchModels(env: NodeJS.ProcessEnv): {
  models: { role: ModelRole; model: SearchModel | null; missing: boolean }[];
  suggested: SuggestedModel[];
  runtime: string | null;
} {
  const { search } = readConfig(env);
  const models = MODEL_ROLES.map((role) => {
    const model = search?.[role] ?? null;
    const missing = model !== null && 'path' in model && !existsSync(expandHome(model.path));
    return { role, model, missing };
  });
  const suggested = (['embeddings', 'rerank'] as const).map((role) => {
    const { name, file, megabytes } = KNOWN_MODELS[role];
    return { role, name, url: addressOf(file, env)!, megabytes };
  });
  return { models, suggested, runtime: findRuntime(env) };
}

/** Null takes the choice back. */
export function saveSearchModel(role: ModelRole, model: SearchModel | null, env: NodeJS.ProcessEnv): void {
  const { [role]: _, ...others } = readConfig(env).search ?? {};
  saveConfig({ search: model === null ? others : { ...others, [role]: model } }, env);
}

/** A model behind an address. Asks an embedder once for the length of its vectors. */
export async function endpointModel(
  role: ModelRole,
  endpoint: { url: string; model: string },
  env: NodeJS.ProcessEnv,
): Promise<SearchModel> {
  if (role !== 'embeddings') return endpoint;
  const apiKey = env.RAPPEL_EMBEDDINGS_KEY;
  return { ...endpoint, dimensions: await endpointDimensions({ ...endpoint, ...(apiKey && { apiKey }) }) };
}

/** A model file on this machine. One that can't be loaded is found out now, not at the first search. */
export async function fileModel(role: ModelRole, path: string): Promise<SearchModel> {
  if (!existsSync(path)) throw new RappelError('not_found', `${path}: no such file`);
  const process = openModelProcess();
  try {
    const { dimensions } = await checkLocalModel(role, path, process);
    return { path, ...(dimensions !== null && { dimensions }) };
  } finally {
    process.stop();
  }
}

/** Where a downloaded model is kept. */
export function downloadedFile(url: string, env: NodeJS.ProcessEnv): string {
  return join(modelsFolder(env), basename(new URL(url).pathname) || 'model.gguf');
}
