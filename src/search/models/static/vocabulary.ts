import type { Kernel } from './kernel.js';

/**
 * The tokens of a model as letters in one array and a table of hashes over them: a tenth of the memory of a map of
 * strings, and a piece of a word is found without cutting it out.
 */
export interface Vocabulary {
  /** The id of the token that is `letters[start..end)`, inside a word or at its start; -1 if there is none. */
  find(hash: number, letters: Uint16Array, start: number, end: number, inside: boolean): number;
}

/** How many tokens a vocabulary may have: 16 bits a token, one number for a mark and one for nothing. */
export const MOST_TOKENS = 65_534;

/** The prefix of a piece inside a word. */
const INSIDE = '##';

/**
 * Reads the vocabulary that lies from `at` to `end` in the memory of a kernel: sorted tokens, each as what it shares with the one before
 * and what follows. The memory from `free` on is used meanwhile. Null where the bytes are damaged.
 */
export function readVocabulary(
  kernel: Kernel,
  at: number,
  end: number,
  tokens: number,
  free: number,
): Vocabulary | null {
  const bytes = kernel.measureWords(at, end, tokens);
  if (bytes < 0) return null;
  const size = 2 ** Math.ceil(Math.log2(2 * (tokens + 1)));
  const last = 4 * Math.ceil(free / 4);
  const ends = last + MOST_BYTES;
  const table = ends + 4 * tokens;
  const letters = table + 2 * size;
  const room = letters + 4 * bytes;
  kernel.reserve(room);
  kernel.views.u8.fill(0, last, room);
  kernel.readWords(at, tokens, last, ends, letters, table, size - 1);
  const { u16, u32 } = kernel.views;
  const starts = new Uint32Array(tokens + 1);
  starts.set(u32.subarray(ends >> 2, table >> 2), 1);
  return createVocabulary(
    u16.slice(letters >> 1, (letters >> 1) + starts[tokens]!),
    starts,
    u16.slice(table >> 1, letters >> 1),
  );
}

/** Of a token, 255 of them shared with the one before; a damaged one may seem a few longer. */
const MOST_BYTES = 520;

function createVocabulary(all: Uint16Array, starts: Uint32Array, table: Uint16Array): Vocabulary {
  const size = table.length;
  return {
    find(hash, letters, start, end, inside) {
      const skipped = inside ? INSIDE.length : 0;
      const length = end - start + skipped;
      for (let slot = slotOf(hash, size); table[slot] !== 0; slot = (slot + 1) & (size - 1)) {
        const id = table[slot]! - 1;
        const from = starts[id]!;
        if (starts[id + 1]! - from !== length) continue;
        if (inside && (all[from] !== HASH_SIGN || all[from + 1] !== HASH_SIGN)) continue;
        let i = start;
        while (i < end && all[from + skipped + i - start] === letters[i]) i++;
        if (i === end) return id;
      }
      return -1;
    },
  };
}

const HASH_SIGN = INSIDE.charCodeAt(0);

/** The hash of nothing yet, at the start of a word and inside one. */
export const START_OF_WORD = 0x811c9dc5 | 0;
export const START_OF_PIECE = hashOn(hashOn(START_OF_WORD, HASH_SIGN), HASH_SIGN);

/** The hash of what was hashed before and one more letter. */
export function hashOn(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193);
}

function slotOf(hash: number, size: number): number {
  return (hash ^ (hash >>> 15)) & (size - 1);
}
