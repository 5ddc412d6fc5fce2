/**
 * Calls `found` for every run of letters, marks and digits in a part of a text: where it starts, where it ends, and the
 * hash of what it spells (that of `hashOfRun`). A loop instead of a pattern: this sees every letter of the vault. It is
 * fastest on a text that was joined; a line that was cut out of another text is looked up there letter by letter.
 */
export function eachRun(
  text: string,
  found: (from: number, to: number, hash: number) => void,
  start = 0,
  end = text.length,
): void {
  let from = -1;
  let hash = SEED;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    const kind = kinds[code]! || classify(code);
    if (kind === LETTER || (kind === HALF && isLetterPair(text, i))) {
      if (from < 0) from = i;
      hash = Math.imul(hash ^ code, PRIME);
      if (kind === HALF) hash = Math.imul(hash ^ text.charCodeAt(++i), PRIME);
    } else if (from >= 0) {
      found(from, i, hash);
      from = -1;
      hash = SEED;
    }
  }
  if (from >= 0) found(from, end, hash);
}

/** FNV-1a, which can be computed while reading. */
export function hashOfRun(text: string): number {
  let hash = SEED;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash;
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

const LETTER = 1;
const OTHER = 2;
/** The first half of a character beyond the first 65,536: what it is shows with the second. */
const HALF = 3;
// A pure function's memory, by code unit; 0 for what was not asked yet.
const kinds = new Uint8Array(65_536);
const PART_OF_WORD = /^[\p{L}\p{M}\p{N}]$/u;

function classify(code: number): number {
  const isHalf = code >= 0xd800 && code < 0xdc00;
  const kind = isHalf ? HALF : PART_OF_WORD.test(String.fromCharCode(code)) ? LETTER : OTHER;
  kinds[code] = kind;
  return kind;
}

function isLetterPair(text: string, at: number): boolean {
  const point = text.codePointAt(at)!;
  return point > 0xffff && PART_OF_WORD.test(String.fromCodePoint(point));
}
