import { readFile } from 'node:fs/promises';
import { RappelError } from '../../shared/errors.js';
import type { Embedder } from './embedder.js';
import { readStaticModel, type StaticModel } from './static-model.js';

export interface StaticEmbedder extends Embedder {
  /** The model itself, for reading closely (`close-reading.ts`); read from disk once, when first needed. */
  model(): Promise<StaticModel>;
}

const MODEL = { name: 'rappel-static', version: '1', dimensions: 192 };
const MODEL_FILE = new URL('../../../models/bilingual-static.bin', import.meta.url);

/**
 * The embedder that comes with Rappel: French and English, no download, no native code. A text is the sum of its
 * tokens' vectors. Texts without a known word get a vector of zeros.
 */
export function createStaticEmbedder(file: URL | string = MODEL_FILE): StaticEmbedder {
  let loading: Promise<StaticModel> | null = null;

  return {
    ...MODEL,
    model,
    async embed(texts, { signal }) {
      const loaded = await model();
      return texts.map((text) => {
        signal?.throwIfAborted();
        return vectorOf(loaded, loaded.words.encode(text));
      });
    },
  };

  function model(): Promise<StaticModel> {
    // A failed read is tried again the next time.
    loading ??= load(file).catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }
}

/** The unit vector of a list of tokens; a token counts by the root of how often it stands there. */
export function vectorOf(model: StaticModel, tokens: ArrayLike<number>): Float32Array {
  const sum = new Float32Array(model.dimensions);
  // Sorted, so that equal tokens stand together and equal bags of words have equal vectors.
  const sorted = Uint16Array.from(tokens).sort();
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1;
    while (end < sorted.length && sorted[end] === sorted[start]) end++;
    model.add(sum, sorted[start]!, Math.sqrt(end - start));
    start = end;
  }
  return toUnit(sum);
}

/** Makes the vector's length 1, in place; zeros stay zeros. */
export function toUnit(vector: Float32Array): Float32Array {
  let square = 0;
  for (let i = 0; i < vector.length; i++) square += vector[i]! * vector[i]!;
  if (square === 0) return vector;
  const factor = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i]! *= factor;
  return vector;
}

async function load(file: URL | string): Promise<StaticModel> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new RappelError('model', "the embedded model's file can't be read", {
      hint: 'Install Rappel again.',
      cause,
    });
  });
  const model = readStaticModel(bytes);
  if (model.dimensions !== MODEL.dimensions) {
    throw new RappelError('model', `the embedded model has ${model.dimensions} dimensions`, {
      hint: `This version of Rappel needs ${MODEL.dimensions}. Install it again.`,
    });
  }
  return model;
}
