import { RappelError } from '../../shared/errors.js';
import { createWordPieces, type WordPieces } from './word-pieces.js';

/** One vector per token, in 4 bits a number: the whole model. */
export interface StaticModel {
  readonly dimensions: number;
  /** How many tokens it knows; each id is below it. */
  readonly tokens: number;
  readonly words: WordPieces;
  /** Adds `factor` times a token's vector to `sum`. */
  add(sum: Float32Array, token: number, factor: number): void;
}

const MAGIC = 'RAPPELV1';
const HEADER = 24;

/** Reads the file that `training/model_file.py` writes; its form is described there. Throws `model` where it is not one. */
export function readStaticModel(bytes: Uint8Array): StaticModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER || latin(bytes.subarray(0, 8)) !== MAGIC) throw notAModel('it starts otherwise');
  const dimensions = view.getUint32(8, true);
  const tokens = view.getUint32(12, true);
  const wordBytes = view.getUint32(16, true);
  const largest = view.getFloat32(20, true);
  const scalesAt = HEADER + wordBytes;
  const codesAt = scalesAt + 2 * tokens;
  const width = dimensions / 2;
  if (bytes.length !== codesAt + tokens * width) throw notAModel('its length is wrong');

  const vocabulary = readVocabulary(bytes.subarray(HEADER, scalesAt), tokens);
  const scales = new Float32Array(tokens);
  for (let i = 0; i < tokens; i++) scales[i] = (view.getUint16(scalesAt + 2 * i, true) / 65_535) * largest;
  const codes = bytes.subarray(codesAt);
  return {
    dimensions,
    tokens,
    words: createWordPieces(vocabulary),
    add(sum, token, factor) {
      const scale = scales[token]! * factor;
      const offset = 8 * scale;
      const start = token * width;
      for (let i = 0, j = 0; i < width; i++, j += 2) {
        const pair = codes[start + i]!;
        sum[j]! += (pair & 15) * scale - offset;
        sum[j + 1]! += (pair >> 4) * scale - offset;
      }
    },
  };
}

/** Sorted tokens, each as what it shares with the one before and what follows. */
function readVocabulary(bytes: Uint8Array, tokens: number): Map<string, number> {
  const vocabulary = new Map<string, number>();
  // One letter a byte until a token is whole: slicing strings is several times faster than slicing bytes.
  const letters = latin(bytes);
  let at = 0;
  let last = '';
  for (let id = 0; id < tokens; id++) {
    const start = at + 2;
    last = last.slice(0, bytes[at]) + letters.slice(start, start + bytes[at + 1]!);
    vocabulary.set(/[^\x00-\x7f]/.test(last) ? Buffer.from(last, 'latin1').toString() : last, id);
    at = start + bytes[at + 1]!;
  }
  if (at !== bytes.length || vocabulary.size !== tokens) throw notAModel('its words are damaged');
  return vocabulary;
}

function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

function notAModel(why: string): RappelError {
  return new RappelError('model', `the embedded model's file can't be used: ${why}`, {
    hint: 'Install Rappel again.',
  });
}
