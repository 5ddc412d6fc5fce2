import { isOfRun } from '../../text/word-scanner.js';

/** Words of more characters are dropped. */
const MAX_WORD = 40;
const WORD = /[\p{L}\p{N}]+/gu;
const SPELT: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** A run of letters as the model's words are written: compatibility forms, lower case, no accents, a few spelt out. */
export function foldRun(run: string): string {
  return run
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]+/g, '')
    .replace(/[œæßøłđı]/g, (letter) => SPELT[letter]!);
}

/** The words of a run: folding may take it apart. */
export function foldedWords(run: string): string[] {
  return (foldRun(run).match(WORD) ?? []).filter(
    (word) => word.length <= MAX_WORD || (word.length <= 2 * MAX_WORD && [...word].length <= MAX_WORD),
  );
}

const SIGN = 1;
const SPACE = 2;
const LINE_END = 3;
const SENTENCE_END = 4;
const LETTER = 5;
/** Of two letters that are one character. */
const PAIR = 6;

/**
 * What a letter is for `kernel.wat`, which asks once for each; for the first of two that are one character, every time with the second. A
 * letter that is folded to one of `a` to `z` or `0` to `9`, whatever its neighbours are, is that.
 */
export function kindOfLetter(letter: number, second: number): number {
  if (second >= 0) {
    const point = String.fromCharCode(letter, second).codePointAt(0)!;
    return isOfRun(point) ? PAIR : SIGN;
  }
  if (letter >= 0xd800 && letter < 0xdc00) return PAIR;
  const character = String.fromCharCode(letter);
  if (isOfRun(letter)) {
    const folded = foldRun(character);
    return /^[a-z0-9]$/.test(folded) ? folded.charCodeAt(0) : LETTER;
  }
  if (letter === 0x0a) return LINE_END;
  if (/\s/.test(character)) return SPACE;
  return '.!?…'.includes(character) ? SENTENCE_END : SIGN;
}
