import type { Kernel } from './kernel.js';

/** How many tokens a vocabulary may have: 16 bits a token, one number for a mark and one for nothing. */
export const MOST_TOKENS = 65_534;

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
export function madeOf(kernel: Kernel, tokens: number, free: number): Uint8Array {
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
