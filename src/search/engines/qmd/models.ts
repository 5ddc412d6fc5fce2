import { homedir } from 'node:os';
import { join } from 'node:path';
import { namesIn, readStartOrNull } from '../../../shared/read-or-null.js';
import { modelsFolder } from '../../cache-folder.js';
import { KNOWN_MODELS } from '../../models/local/known-models.js';
import type { ModelFile, ModelRole } from './protocol.js';

export interface KnownModel {
  role: ModelRole;
  /** `hf:user/repository/file`, or a path that the user has set. */
  name: string;
  /** About how much is downloaded. */
  megabytes: number;
  does: string;
}

/** QMD's own choice, which its own variables change. */
export function modelsOf(env: NodeJS.ProcessEnv): KnownModel[] {
  return [
    {
      role: 'embed',
      name: env.QMD_EMBED_MODEL || KNOWN_MODELS.embeddings.file,
      megabytes: KNOWN_MODELS.embeddings.megabytes,
      does: 'finds the same meaning in other words',
    },
    {
      role: 'rerank',
      name: env.QMD_RERANK_MODEL || KNOWN_MODELS.rerank.file,
      megabytes: KNOWN_MODELS.rerank.megabytes,
      does: 'reads the best files and orders them',
    },
    {
      role: 'generate',
      name:
        env.QMD_GENERATE_MODEL ||
        'hf:tobil/qmd-query-expansion-1.7B-gguf/qmd-query-expansion-1.7B-q4_k_m.gguf',
      megabytes: 1_110,
      does: 'words a question in other ways',
    },
  ];
}

/** Which of them lie on the disk: where Rappel put them, or where QMD itself did. */
export function findModels(env: NodeJS.ProcessEnv): Record<ModelRole, ModelFile> {
  const files = modelsOf(env).map(({ role, name }) => [role, { name, path: placeOf(name, env) }] as const);
  return Object.fromEntries(files) as Record<ModelRole, ModelFile>;
}

export function fileNameOf(model: string): string {
  return model.split('/').pop()!;
}

function placeOf(name: string, env: NodeJS.ProcessEnv): string | null {
  if (!name.startsWith('hf:')) return isGguf(name) ? name : null;
  const own = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'qmd', 'models');
  for (const folder of [modelsFolder(env), own]) {
    // QMD puts the owner before the name.
    const file = namesIn(folder).find((candidate) => candidate.endsWith(fileNameOf(name)));
    if (file !== undefined && isGguf(join(folder, file))) return join(folder, file);
  }
  return null;
}

/** A partial download, or the error page of a proxy, is not a model. */
function isGguf(path: string): boolean {
  return readStartOrNull(path, 4)?.toString('latin1') === 'GGUF';
}
