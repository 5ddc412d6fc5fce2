import { grown } from '../../../shared/grown.js';

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

/** Sorted tokens, each as what it shares with the one before and what follows. Null where the bytes are damaged. */
export function readVocabulary(bytes: Uint8Array, tokens: number): Vocabulary | null {
  const starts = new Uint32Array(tokens + 1);
  let letters = new Uint16Array(8 * tokens);
  const last = Buffer.alloc(2 * 255);
  let at = 0;
  let end = 0;
  for (let id = 0; id < tokens; id++) {
    const shared = bytes[at]!;
    const own = bytes[at + 1]!;
    if (at + 2 + own > bytes.length) return null;
    let plain = true;
    for (let i = 0; i < own; i++) last[shared + i] = bytes[at + 2 + i]!;
    at += 2 + own;
    const length = shared + own;
    letters = grown(letters, end + length);
    for (let i = 0; i < length; i++) {
      letters[end + i] = last[i]!;
      plain &&= last[i]! < 128;
    }
    if (plain) end += length;
    else for (const unit of last.toString('utf8', 0, length).split('')) letters[end++] = unit.charCodeAt(0);
    starts[id + 1] = end;
  }
  if (at !== bytes.length) return null;
  return createVocabulary(letters.slice(0, end), starts);
}

/** From a list of tokens. */
export function vocabularyOf(tokens: readonly string[]): Vocabulary {
  const starts = new Uint32Array(tokens.length + 1);
  tokens.forEach((token, id) => {
    starts[id + 1] = starts[id]! + token.length;
  });
  const letters = Uint16Array.from(tokens.join(''), (unit) => unit.charCodeAt(0));
  return createVocabulary(letters, starts);
}

function createVocabulary(all: Uint16Array, starts: Uint32Array): Vocabulary {
  const size = 2 ** Math.ceil(Math.log2(2 * starts.length));
  const table = new Uint16Array(size);
  for (let id = 0; id + 1 < starts.length; id++) {
    let hash = START_OF_WORD;
    for (let i = starts[id]!; i < starts[id + 1]!; i++) hash = hashOn(hash, all[i]!);
    let slot = slotOf(hash, size);
    while (table[slot] !== 0) slot = (slot + 1) & (size - 1);
    table[slot] = id + 1;
  }
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
