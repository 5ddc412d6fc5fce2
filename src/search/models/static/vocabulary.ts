import type { Kernel } from './kernel.js';

/** How many tokens a vocabulary may have: 16 bits a token, one number for a mark and one for nothing. */
export const MOST_TOKENS = 65_534;

/**
 * Reads the vocabulary that lies from `at` to `end` in the memory of a kernel: sorted tokens, each as what it shares with the one before
 * and what follows. Puts them behind `free` as letters in one row and a table of hashes over them, so that a piece of a word is found
 * without cutting it out. Returns where the free memory begins now; null where the bytes are damaged.
 */
export function readVocabulary(
  kernel: Kernel,
  at: number,
  end: number,
  tokens: number,
  free: number,
): number | null {
  const bytes = kernel.measureWords(at, end, tokens);
  if (bytes < 0) return null;
  const size = 2 ** Math.ceil(Math.log2(2 * (tokens + 1)));
  const last = 4 * Math.ceil(free / 4);
  const kinds = last + MOST_BYTES;
  const starts = kinds + LETTERS;
  const table = starts + 4 * (tokens + 1);
  const letters = table + 2 * size;
  const room = letters + 4 * bytes;
  kernel.reserve(room);
  kernel.views.u8.fill(0, last, room);
  kernel.readWords(at, tokens, last, starts + 4, letters, table, size - 1, kinds);
  const used = letters + 2 * kernel.views.u32[(starts >> 2) + tokens]!;
  return 16 * Math.ceil(used / 16);
}

/** Of a token, 255 of them shared with the one before; a damaged one may seem a few longer. */
const MOST_BYTES = 520;
/** Of 16 bits. */
const LETTERS = 65_536;
