import { RappelError } from '../../shared/errors.js';
import { createKernel, type Kernel } from './kernel.js';
import { MOST_TOKENS, readVocabulary } from './vocabulary.js';
import { createWordPieces, type WordPieces } from './word-pieces.js';

/** One vector per token, in 4 bits a number: the whole model, in the memory of its kernel. */
export interface StaticModel {
  readonly dimensions: number;
  /** How many tokens it knows; each id is below it. */
  readonly tokens: number;
  readonly words: WordPieces;
  readonly kernel: Kernel;
  /** From here on the kernel's memory is free for whoever computes; nothing stays there between two calls. */
  readonly free: number;
  /** One for each token, for whoever counts them; zeros between two calls. */
  readonly counts: Uint16Array;
  /** Where the codes of a token's vector lie. */
  codesOf(token: number): number;
  /** What a number of the vector is worth: a code from -8 to 7 times this. */
  scaleOf(token: number): number;
}

/** Stands between the windows of a passage; no token has this number. */
export const BREAK = 65_535;
/** A token that stands there more often counts no more. */
export const MOST_COUNTED = 65_535;

const MAGIC = 'RAPPELV1';
const HEADER = 24;
/** The kernel takes so many numbers at a time. */
const STEP = 32;

/** Reads the file that `training/model_file.py` writes; its form is described there. Throws `model` where it is not one. */
export function readStaticModel(bytes: Uint8Array, kernel = createKernel()): StaticModel {
  kernel.reserve(bytes.length);
  kernel.views.u8.set(bytes);
  return modelInMemory(kernel, bytes.length);
}

/** The same of a file that was read into the memory of the kernel, at its start. */
export function modelInMemory(kernel: Kernel, length: number): StaticModel {
  const { u8 } = kernel.views;
  const view = new DataView(u8.buffer, 0, length);
  const magic = Buffer.from(u8.buffer, 0, Math.min(8, length)).toString('latin1');
  if (length < HEADER || magic !== MAGIC) throw notAModel('it starts otherwise');
  const dimensions = view.getUint32(8, true);
  const tokens = view.getUint32(12, true);
  const wordBytes = view.getUint32(16, true);
  const largest = view.getFloat32(20, true);
  const scalesAt = HEADER + wordBytes;
  const codesAt = scalesAt + 2 * tokens;
  const width = dimensions / 2;
  if (length !== codesAt + tokens * width) throw notAModel('its length is wrong');
  if (dimensions % STEP !== 0 || tokens > MOST_TOKENS) throw notAModel('its size is not supported');
  const vocabulary = readVocabulary(u8.subarray(HEADER, scalesAt), tokens);
  if (vocabulary === null) throw notAModel('its words are damaged');
  return {
    dimensions,
    tokens,
    words: createWordPieces(vocabulary),
    kernel,
    free: Math.ceil(length / 16) * 16,
    counts: new Uint16Array(tokens),
    codesOf: (token) => codesAt + token * width,
    scaleOf(token) {
      const at = scalesAt + 2 * token;
      const bytes = kernel.views.u8;
      return ((bytes[at]! + 256 * bytes[at + 1]!) / 65_535) * largest;
    },
  };
}

function notAModel(why: string): RappelError {
  return new RappelError('model', `the embedded model's file can't be used: ${why}`, {
    hint: 'Install Rappel again.',
  });
}
