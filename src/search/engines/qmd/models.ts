import { homedir } from 'node:os';
import { join } from 'node:path';
import { namesIn, readStartOrNull } from '../../../shared/read-or-null.js';
import type { ModelFile, ModelRole } from './protocol.js';

export interface KnownModel {
  role: ModelRole;
  /** `hf:user/repository/file`, or a path that the user has set. */
  name: string;
  /** About how large it is. */
  megabytes: number;
  does: string;
}

/** QMD's own choice, which its own variables change. */
export function modelsOf(env: NodeJS.ProcessEnv): KnownModel[] {
  return [
    {
      role: 'embed',
      name: env.QMD_EMBED_MODEL || 'hf:ggml-org/embeddinggemma-300M-GGUF/embeddinggemma-300M-Q8_0.gguf',
      megabytes: 330,
      does: 'finds the same meaning in other words',
    },
    {
      role: 'rerank',
      name: env.QMD_RERANK_MODEL || 'hf:ggml-org/Qwen3-Reranker-0.6B-Q8_0-GGUF/qwen3-reranker-0.6b-q8_0.gguf',
      megabytes: 640,
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

/** The command of QMD's own that downloads them. */
export const PULL = 'qmd pull';

/** Which of them lie on the disk, where QMD puts them. */
export function findModels(env: NodeJS.ProcessEnv): Record<ModelRole, ModelFile> {
  const files = modelsOf(env).map(({ role, name }) => [role, { name, path: placeOf(name, env) }] as const);
  return Object.fromEntries(files) as Record<ModelRole, ModelFile>;
}

export function fileNameOf(model: string): string {
  return model.split('/').pop()!;
}

function placeOf(name: string, env: NodeJS.ProcessEnv): string | null {
  if (!name.startsWith('hf:')) return isGguf(name) ? name : null;
  const folder = join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'qmd', 'models');
  // QMD puts the owner before the name.
  const file = namesIn(folder).find((candidate) => candidate.endsWith(fileNameOf(name)));
  return file !== undefined && isGguf(join(folder, file)) ? join(folder, file) : null;
}

/** A partial download, or the error page of a proxy, is not a model. */
function isGguf(path: string): boolean {
  return readStartOrNull(path, 4)?.toString('latin1') === 'GGUF';
}
