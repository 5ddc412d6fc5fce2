/**
 * Calls `found` for every run of letters, marks and digits in a part of a text: where it starts, where it ends, and the
 * hash of what it spells (that of `hashOfRun`), and whether a script without spaces is in it. A loop instead of a
 * pattern: this sees every letter of the vault. It is fastest on a text that was joined; a line that was cut out of
 * another text is looked up there letter by letter.
 */
export function eachRun(
  text: string,
  found: (from: number, to: number, hash: number, holdsUnspaced: boolean) => void,
  start = 0,
  end = text.length,
): void {
  let from = -1;
  let hash = SEED;
  let most = LETTER;
  for (let i = start; i < end; i++) {
    const code = text.charCodeAt(i);
    let kind = kinds[code]! || classify(code);
    const isPair = kind === HALF;
    if (isPair) kind = kindOf(text.codePointAt(i)!);
    if (kind !== OTHER) {
      if (from < 0) from = i;
      if (kind > most) most = kind;
      hash = Math.imul(hash ^ code, PRIME);
      if (isPair) hash = Math.imul(hash ^ text.charCodeAt(++i), PRIME);
    } else if (from >= 0) {
      found(from, i, hash, most === UNSPACED);
      from = -1;
      hash = SEED;
      most = LETTER;
    }
  }
  if (from >= 0) found(from, end, hash, most === UNSPACED);
}

/** Whether a run may hold a character: a letter, a mark or a digit. */
export function isOfRun(point: number): boolean {
  return kindOf(point) !== OTHER;
}

/** Whether a character is of a script that has no spaces, or that attaches small words to others (Korean). */
export function isUnspaced(character: string): boolean {
  return kindOf(character.codePointAt(0)!) === UNSPACED;
}

/** FNV-1a, which can be computed while reading. */
export function hashOfRun(text: string): number {
  let hash = SEED;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash;
}

const SEED = 0x811c9dc5 | 0;
const PRIME = 0x01000193;

const OTHER = 1;
const LETTER = 2;
const UNSPACED = 3;
/** The first half of a character beyond the first 65,536: what it is shows with the second. */
const HALF = 4;
// A pure function's memory, by code unit; 0 for what was not asked yet.
const kinds = new Uint8Array(65_536);
function classify(code: number): number {
  const isHalf = code >= 0xd800 && code < 0xdc00;
  const kind = isHalf ? HALF : kindOf(code);
  kinds[code] = kind;
  return kind;
}

/** Without the patterns for what texts in Latin script are made of: making these takes as long as reading a page. */
function kindOf(point: number): number {
  if (point < 0x250) return isLatin(point) ? LETTER : OTHER;
  if (point >= 0x2000 && point < 0x2070) return OTHER;
  const character = String.fromCodePoint(point);
  if (!/^[\p{L}\p{M}\p{N}]$/u.test(character)) return OTHER;
  return isOfUnspacedScript(character) ? UNSPACED : LETTER;
}

/** Letters and digits below U+0250: all from `À` on, but the signs for times and divided. */
function isLatin(code: number): boolean {
  if (code >= 0xc0) return code !== 0xd7 && code !== 0xf7;
  if (code >= 0x80) return 'ª²³µ¹º¼½¾'.includes(String.fromCharCode(code));
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** By extension: the long vowel mark of Katakana belongs to no script alone. */
function isOfUnspacedScript(character: string): boolean {
  return /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]$/u.test(
    character,
  );
}
