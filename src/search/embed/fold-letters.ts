/**
 * Letter by letter what `fold` does with a text: the same for every text but for a Greek capital that is written
 * differently at the end of a word.
 */
export interface LetterFolder {
  /** What one unit of a text becomes: a letter or digit, or one of the marks below. */
  unit(code: number): number;
  /** What a character becomes that `unit` says is several, a space for what separates words; null where it depends. */
  several(codePoint: number): string | null;
}

/** Ends a word. */
export const SEPARATES = 1;
/** Leaves no trace: an accent. */
export const VANISHES = 2;
/** More than one unit, or half of a character. */
export const SEVERAL = 3;
/** Depends on what stands around it: see `foldSigma`. */
export const DEPENDS = 4;

export function createLetterFolder(): LetterFolder {
  // 0 is what nobody has asked for yet.
  const units = new Uint16Array(65_536);
  let strings = new Map<number, string | null>();

  return {
    unit(code) {
      const known = units[code]!;
      if (known !== 0) return known;
      const folded = foldUnit(code);
      units[code] = folded;
      return folded;
    },
    several(codePoint) {
      let known = strings.get(codePoint);
      if (known === undefined) {
        if (strings.size >= MOST_KNOWN) strings = new Map();
        const text = String.fromCodePoint(codePoint);
        known = depends(text) ? null : fold(text).replace(/[^\p{L}\p{N}]/gu, ' ');
        strings.set(codePoint, known);
      }
      return known;
    },
  };
}

/** A text as the model's words are written: compatibility forms, lower case, no accents, a few letters spelt out. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/[œæßøłđı]/g, (letter) => SPELT[letter]!);
}

const SPELT: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };
const MOST_KNOWN = 10_000;

function foldUnit(code: number): number {
  const letter = String.fromCharCode(code);
  if (code >= 0xd800 && code < 0xe000) return SEVERAL;
  if (depends(letter)) return DEPENDS;
  const folded = fold(letter);
  if (folded === '') return VANISHES;
  if (folded.length > 1) return SEVERAL;
  return /[\p{L}\p{N}]/u.test(folded) ? folded.charCodeAt(0) : SEPARATES;
}

/** The one letter that depends: a sigma has another small form at the end of a word. */
export function foldSigma(text: string, at: number): string {
  LAST_OF_WORD.lastIndex = at;
  return LAST_OF_WORD.test(text) ? 'ς' : 'σ';
}

const LAST_OF_WORD = /(?<=\p{Cased}\p{Case_Ignorable}*).(?!\p{Case_Ignorable}*\p{Cased})/suy;

function depends(letter: string): boolean {
  return letter.normalize('NFKD').includes('Σ');
}
