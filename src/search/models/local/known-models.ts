import type { ModelRole } from './local-models.js';

export interface KnownModel {
  name: string;
  /** `hf:user/repository/file`. */
  file: string;
  /** About how much is downloaded. */
  megabytes: number;
}

/** Model files that are known to do what a stage of deep search needs. Rappel offers them, and downloads none by itself. */
export const KNOWN_MODELS = {
  embeddings: {
    name: 'EmbeddingGemma 300M',
    file: 'hf:ggml-org/embeddinggemma-300M-GGUF/embeddinggemma-300M-Q8_0.gguf',
    megabytes: 330,
  },
  rerank: {
    name: 'Qwen3 Reranker 0.6B',
    file: 'hf:ggml-org/Qwen3-Reranker-0.6B-Q8_0-GGUF/qwen3-reranker-0.6b-q8_0.gguf',
    megabytes: 640,
  },
} satisfies Partial<Record<ModelRole, KnownModel>>;

/** The download address of a model; `HF_ENDPOINT` names a mirror. Null for the user's own file. */
export function addressOf(model: string, env: NodeJS.ProcessEnv): string | null {
  if (!model.startsWith('hf:')) return null;
  const [user, repository, ...file] = model.slice('hf:'.length).split('/');
  const base = (env.HF_ENDPOINT || 'https://huggingface.co').replace(/\/+$/, '');
  return `${base}/${user}/${repository}/resolve/main/${file.join('/')}`;
}
