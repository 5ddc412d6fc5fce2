import { RappelError } from '../../../shared/errors.js';
import { type Words, words } from '../../../words/message.js';
import type { Kernel, WordKernel } from './kernel.js';
import { createWordPieces, type WordPieces } from './word-pieces.js';

/** One vector per token, in 4 bits a number: the whole model, in the memory of its kernel. */
export interface StaticModel {
  readonly dimensions: number;
  /** Of its file, in bytes. */
  readonly length: number;
  /** How many tokens it knows; each id is below it. */
  readonly tokens: number;
  readonly words: WordPieces;
  readonly kernel: WordKernel;
  /** From here on the kernel's memory is scratch space; its content is not kept between two calls. */
  readonly free: number;
  /** A counter for each token; all zero between two calls. */
  readonly counts: Uint16Array;
  /** Where the codes of a token's vector lie. */
  codesOf(token: number): number;
  /** What a number of a token's vector is worth: a code from -8 to 7 times this, in 32 bits. */
  scaleOf(token: number): number;
  /** Where the scales lie (u16 each), and what the largest is worth. */
  readonly scales: { at: number; largest: number };
}

/** Separates the windows of a passage; no token has this number. */
export const BREAK = 65_535;
/** Occurrences beyond this number are not counted. */
export const MOST_COUNTED = 65_535;

const MAGIC = 'RAPPELV1';
/** The kernel takes so many numbers at a time. */
const STEP = 32;

/**
 * Reads the file that `training/model_file.py` writes; its form is described there. It fills the first `length` bytes of the
 * kernel's memory. Throws `model` where it is not one. `words` is what `storedWords` made of the same model.
 */
export function modelInMemory(
  kernel: WordKernel,
  length: number,
  vocabulary: Uint8Array | null = null,
): StaticModel {
  const { dimensions, tokens, scalesAt, largest } = headerOf(kernel.views.u8.subarray(0, length));
  const codesAt = scalesAt + 2 * tokens;
  const width = dimensions / 2;
  if (length !== codesAt + tokens * width) throw notAModel(words`its length is wrong`);
  if (dimensions % STEP !== 0 || tokens > MOST_TOKENS) throw notAModel(words`its size is not supported`);
  // Computed where they are used: a question needs a few hundred of them, and a command asks only one.
  const scaleAt = (token: number) =>
    kernel.views.u8[scalesAt + 2 * token]! + 256 * kernel.views.u8[scalesAt + 2 * token + 1]!;
  const free = endOfWords(kernel, scalesAt, tokens, length, madeFor(kernel, vocabulary));
  return {
    dimensions,
    length,
    tokens,
    words: createWordPieces(kernel, free),
    kernel,
    free,
    counts: new Uint16Array(tokens),
    codesOf: (token) => codesAt + token * width,
    scaleOf: (token) => Math.fround((scaleAt(token) / 65_535) * largest),
    scales: { at: scalesAt, largest },
  };
}

/** The words of a model that fills the first `length` bytes of the kernel's memory, as `modelInMemory` takes them: behind its header. */
export function storedWords(kernel: WordKernel, length: number): Uint8Array {
  const header = kernel.views.u8.slice(0, HEADER);
  return Buffer.concat([header, madeOf(kernel, headerOf(header).tokens, length)]);
}

/** Null where they are those of another model. */
function madeFor(kernel: WordKernel, words: Uint8Array | null): Uint8Array | null {
  if (words === null || Buffer.compare(words.subarray(0, HEADER), kernel.views.u8.subarray(0, HEADER)) !== 0)
    return null;
  return words.subarray(HEADER);
}

/** Its words alone, of the first bytes of the file, which fill the start of the kernel's memory: `bytesOfWords` says how many. */
export function wordsInMemory(kernel: WordKernel, length: number): WordPieces {
  const { tokens, scalesAt } = headerOf(kernel.views.u8.subarray(0, length));
  return createWordPieces(kernel, endOfWords(kernel, scalesAt, tokens, length));
}

export function bytesOfWords(header: Uint8Array): number {
  return headerOf(header).scalesAt;
}

export const HEADER = 24;

function headerOf(bytes: Uint8Array) {
  const magic = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(8, bytes.length)).toString('latin1');
  if (bytes.length < HEADER || magic !== MAGIC) throw notAModel(words`it starts otherwise`);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return {
    dimensions: view.getUint32(8, true),
    tokens: view.getUint32(12, true),
    scalesAt: HEADER + view.getUint32(16, true),
    largest: view.getFloat32(20, true),
  };
}

/** Has the kernel read the words of a model, which end at `end`; what it makes of them ends where the free memory begins. */
function endOfWords(
  kernel: WordKernel,
  end: number,
  tokens: number,
  length: number,
  made: Uint8Array | null = null,
): number {
  const free = readVocabulary(kernel, HEADER, end, tokens, length, made);
  if (free === null) throw notAModel(words`its words are damaged`);
  return free;
}

function notAModel(why: Words): RappelError {
  return new RappelError('model', 'model.embedded_unusable', { reason: why });
}

/** How many tokens a vocabulary may have: 16 bits a token, one number for a mark and one for nothing. */
const MOST_TOKENS = 65_534;

/**
 * Reads the vocabulary that lies from `at` to `end` in the memory of a kernel: sorted tokens, each as what it shares with the one before
 * and what follows. Puts them behind `free` as letters in one row and a table of hashes over them, so that a piece of a word is found
 * without cutting it out. Returns where the free memory begins now; null where the bytes are damaged. `made` is what `madeOf` gave for
 * the same vocabulary: then it is not read again.
 */
export function readVocabulary(
  kernel: Kernel,
  at: number,
  end: number,
  tokens: number,
  free: number,
  made: Uint8Array | null = null,
): number | null {
  const { last, kinds, starts, table, letters, mask } = placesOf(tokens, free);
  const bytes = made === null ? kernel.measureWords(at, end, tokens) : 0;
  if (bytes < 0) return null;
  const room = made === null ? letters + 4 * bytes : starts + made.length;
  kernel.reserve(room);
  kernel.views.u8.fill(0, last, made === null ? room : starts);
  if (made !== null) kernel.views.u8.set(made, starts);
  kernel.readWords(at, made === null ? tokens : 0, last, starts + 4, letters, table, mask, kinds);
  return 16 * Math.ceil(endOf(kernel, tokens, free) / 16);
}

/** What `readVocabulary` made, to be given to it the next time: it takes most of the time of a short command's model. */
function madeOf(kernel: Kernel, tokens: number, free: number): Uint8Array {
  return kernel.views.u8.slice(placesOf(tokens, free).starts, endOf(kernel, tokens, free));
}

function placesOf(tokens: number, free: number) {
  const size = 2 ** Math.ceil(Math.log2(2 * (tokens + 1)));
  const last = 4 * Math.ceil(free / 4);
  const kinds = last + MOST_BYTES;
  const starts = kinds + LETTERS;
  const table = starts + 4 * (tokens + 1);
  return { last, kinds, starts, table, letters: table + 2 * size, mask: size - 1 };
}

function endOf(kernel: Kernel, tokens: number, free: number): number {
  const { starts, letters } = placesOf(tokens, free);
  return letters + 2 * kernel.views.u32[(starts >> 2) + tokens]!;
}

/** Of a token, 255 of them shared with the one before; a damaged one may seem a few longer. */
const MOST_BYTES = 520;
/** Of 16 bits. */
const LETTERS = 65_536;
