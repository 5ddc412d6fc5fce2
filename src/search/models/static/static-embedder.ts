import { readFileSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { RappelError } from '../../../shared/errors.js';
import type { Embedder } from '../embedder.js';
import { createKernel } from './kernel.js';
import {
  BREAK,
  bytesOfWords,
  HEADER,
  MOST_COUNTED,
  modelInMemory,
  type StaticModel,
  storedWords,
  wordsInMemory,
} from './static-model.js';
import type { WordPieces } from './word-pieces.js';

export interface StaticEmbedder extends Embedder {
  /** The model itself, for reading closely (`close-reading.ts`); read from disk when it is needed and not in memory. */
  model(): Promise<StaticModel>;
}

/** The embedder that comes with Rappel keeps tokens too, so that candidates can be read closely. */
export function isStatic(embedder: Embedder): embedder is StaticEmbedder {
  return 'model' in embedder;
}

export const BUILT_IN_MODEL = { name: 'rappel-static', version: '1', dimensions: 192 };
const MODEL_FILE = new URL('../../../../models/bilingual-static.bin', import.meta.url);
const WORDS_FILE = new URL('./bilingual-static.words', import.meta.url);

/**
 * The embedder that comes with Rappel: French and English, no download, no native code. A text is the sum of its
 * tokens' vectors. Texts without a known word get a vector of zeros.
 */
export function createStaticEmbedder(file: URL | string = MODEL_FILE): StaticEmbedder {
  return {
    ...BUILT_IN_MODEL,
    model: () => modelOf(file),
    async embed(texts, { signal } = {}) {
      const loaded = await modelOf(file);
      return texts.map((text) => {
        signal?.throwIfAborted();
        return vectorOf(loaded, loaded.words.encode(text));
      });
    },
  };
}

/**
 * One for all vaults of a process: it takes 8 MB, and no call leaves anything in it. Held for as long as someone uses it, and until the garbage
 * after that is collected: a service that catches up needs it for a part of its files at most.
 */
const models = new Map<string, Promise<StaticModel> | WeakRef<StaticModel>>();

async function modelOf(file: URL | string): Promise<StaticModel> {
  const key = String(file);
  const known = models.get(key);
  if (known instanceof Promise) return known;
  const held = known?.deref();
  if (held !== undefined) return held;
  const loading = load(file);
  models.set(key, loading);
  try {
    const model = await loading;
    models.set(key, new WeakRef(model));
    return model;
  } catch (error) {
    // A failed read is tried again the next time.
    models.delete(key);
    throw error;
  }
}

/** The unit vector of a list of tokens. */
export function vectorOf(model: StaticModel, tokens: Uint16Array): Float32Array {
  addUp(model, tokens);
  const start = model.free >> 2;
  return toUnit(model.kernel.views.f32.slice(start, start + model.dimensions));
}

/** The same in 8 bits a number: what is stored. */
export function storedVectorOf(model: StaticModel, tokens: Uint16Array): Uint8Array {
  addUp(model, tokens);
  const { kernel, dimensions, free } = model;
  kernel.quantise(free, dimensions, free);
  return kernel.views.u8.slice(free, free + dimensions);
}

/** Writes the sum of the tokens' vectors to `free`, each weighted by the square root of its count; breaks are ignored. */
function addUp(
  { kernel, dimensions, free, counts, scaleOf, codesOf }: StaticModel,
  tokens: Uint16Array,
): void {
  const list = free + 4 * dimensions;
  kernel.reserve(list + 8 * (tokens.length + 1));
  const { u32, f32 } = kernel.views;
  const start = list >> 2;
  let end = start;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token === BREAK) continue;
    const before = counts[token]!;
    if (before === 0) {
      u32[end] = token;
      end += 2;
    }
    if (before < MOST_COUNTED) counts[token] = before + 1;
  }
  for (let at = start; at < end; at += 2) {
    const token = u32[at]!;
    u32[at] = codesOf(token);
    f32[at + 1] = scaleOf(token) * Math.sqrt(counts[token]!);
    counts[token] = 0;
  }
  kernel.gather(list, (end - start) >> 1, dimensions, free);
}

/** Makes the vector's length 1, in place; zeros stay zeros. */
function toUnit(vector: Float32Array): Float32Array {
  let square = 0;
  for (let i = 0; i < vector.length; i++) square += vector[i]! * vector[i]!;
  if (square === 0) return vector;
  const factor = 1 / Math.sqrt(square);
  for (let i = 0; i < vector.length; i++) vector[i]! *= factor;
  return vector;
}

async function load(file: URL | string): Promise<StaticModel> {
  const kernel = createKernel();
  const length = await reading(file, async (handle) => {
    const { size } = await handle.stat();
    // Straight to where it stays: the file is in memory once.
    kernel.reserve(size);
    return fill(kernel.views.u8.subarray(0, size), handle);
  });
  const model = modelInMemory(kernel, length, file === MODEL_FILE ? builtWords() : null);
  if (model.dimensions !== BUILT_IN_MODEL.dimensions) {
    throw new RappelError('model', 'model.embedded_dimensions', {
      dimensions: model.dimensions,
      expected: BUILT_IN_MODEL.dimensions,
    });
  }
  return model;
}

/** The words of the embedded model as the build has stored them; null where the program was not built. */
function builtWords(): Uint8Array | null {
  try {
    return readFileSync(WORDS_FILE);
  } catch {
    return null;
  }
}

/** What the build stores for `builtWords`. */
export async function wordsToStore(): Promise<Uint8Array> {
  const model = await load(MODEL_FILE);
  return storedWords(model.kernel, model.length);
}

/** Cuts texts into the tokens of the embedder that comes with Rappel, without the memory that its vectors take. */
export async function loadWords(): Promise<WordPieces> {
  return reading(MODEL_FILE, async (handle) => {
    const header = new Uint8Array(HEADER);
    await fill(header, handle);
    const kernel = createKernel();
    const length = bytesOfWords(header);
    kernel.reserve(length);
    await fill(kernel.views.u8.subarray(0, length), handle);
    return wordsInMemory(kernel, length);
  });
}

async function reading<Result>(
  file: URL | string,
  read: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  let handle: FileHandle | null = null;
  try {
    handle = await open(file);
    return await read(handle);
  } catch (cause) {
    if (cause instanceof RappelError) throw cause;
    throw new RappelError('model', 'model.embedded_unreadable', { cause });
  } finally {
    await handle?.close();
  }
}

/** Fills the bytes from the start of the file; returns how many there were. */
async function fill(bytes: Uint8Array, handle: FileHandle): Promise<number> {
  let at = 0;
  while (at < bytes.length) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, at);
    if (bytesRead === 0) break;
    at += bytesRead;
  }
  return at;
}
