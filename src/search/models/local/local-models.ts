import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { RappelError } from '../../../shared/errors.js';
import { readStartOrNull } from '../../../shared/read-or-null.js';
import type { Embedder } from '../embedder.js';
import { createTextExpander, type Expander } from '../expander.js';
import type { Reranker } from '../reranker.js';
import type { ModelProcess } from './model-process.js';
import { prefixesOf } from './prefixes.js';
import type { ModelWork } from './work.js';

/** A model file on this machine, in GGUF. */
export interface LocalModel {
  path: string;
}

/** Vectors by a local model. How long they are is known from `checkLocalModel`. */
export function createLocalEmbedder(
  { path, dimensions }: LocalModel & { dimensions: number },
  process: ModelProcess,
): Embedder {
  const name = basename(path);
  const prefixes = prefixesOf(name);
  return {
    name,
    version: versionOf(path),
    dimensions,
    async embed(texts, { kind, signal }) {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += BATCH) {
        const batch = texts.slice(at, at + BATCH).map((text) => prefixes[kind] + text.slice(0, LONGEST));
        const made = await ask(process, { kind: 'embed', path, texts: batch }, signal);
        if (!Array.isArray(made) || made.length !== batch.length) throw wrong(name, 'it gave no vectors');
        for (const vector of made as unknown[]) {
          if (!(vector instanceof Float32Array) || vector.length !== dimensions) {
            throw wrong(name, `its vectors don't have ${dimensions} dimensions`);
          }
          vectors.push(vector);
        }
      }
      return vectors;
    },
  };
}

export function createLocalReranker({ path }: LocalModel, process: ModelProcess): Reranker {
  const name = basename(path);
  return {
    name,
    async rerank(question, passages, { signal }) {
      if (passages.length === 0) return [];
      const texts = passages.map((passage) => passage.slice(0, LONGEST));
      const scores = await ask(process, { kind: 'rerank', path, question, texts }, signal);
      if (!Array.isArray(scores) || scores.length !== texts.length || !scores.every(Number.isFinite)) {
        throw wrong(name, 'it gave no score for each passage');
      }
      return scores as number[];
    },
  };
}

export function createLocalExpander({ path }: LocalModel, process: ModelProcess): Expander {
  const name = basename(path);
  return createTextExpander(name, async (prompt, { signal }) => {
    const text = await ask(process, { kind: 'complete', path, prompt, mostTokens: 300 }, signal);
    if (typeof text !== 'string') throw wrong(name, 'it gave no text');
    return text;
  });
}

/** Loads a model for what it is meant to do and tries it once; for embeddings, how long its vectors are. */
export async function checkLocalModel(
  role: ModelRole,
  path: string,
  process: ModelProcess,
  signal?: AbortSignal,
): Promise<{ dimensions: number | null }> {
  if (role === 'embeddings') {
    const [vector] = (await ask(process, { kind: 'embed', path, texts: ['essai'] }, signal)) as unknown[];
    if (!(vector instanceof Float32Array)) throw wrong(basename(path), 'it gave no vectors');
    return { dimensions: vector.length };
  }
  if (role === 'rerank') await createLocalReranker({ path }, process).rerank('essai', ['un essai'], {});
  else await ask(process, { kind: 'complete', path, prompt: 'Bonjour', mostTokens: 1 }, signal);
  return { dimensions: null };
}

export const MODEL_ROLES = ['embeddings', 'rerank', 'expansion'] as const;
export type ModelRole = (typeof MODEL_ROLES)[number];

const BATCH = 16;
const LONGEST = 6_000;
/** Loading a large model from a slow disk takes its time; every stage of a search has its own, shorter limit. */
const TIME_LIMIT = 120_000;

/** Another model under the same name makes other vectors. The beginning tells models apart; reading all takes too long. */
function versionOf(path: string): string {
  const start = readStartOrNull(path, 1 << 16);
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  // Its first use reports the error.
  if (start === null || size === undefined) return 'missing';
  return createHash('sha256').update(`${size} `).update(start).digest('hex').slice(0, 12);
}

function ask(process: ModelProcess, work: ModelWork, signal: AbortSignal | undefined): Promise<unknown> {
  return process.request(work, { signal, timeout: TIME_LIMIT });
}

function wrong(name: string, reason: string): RappelError {
  return new RappelError('model', `${name}: ${reason}`, {
    hint: 'Choose another model with: rappel models use',
  });
}
