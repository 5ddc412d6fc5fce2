/** Lower case, without accents, ligatures taken apart: `Œuvré` and `oeuvre` are the same word. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  const plain = lower
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(/[œæßøłđ]/g, (letter) => LIGATURES[letter]!);
  return ASCII.test(plain) ? plain : plain.normalize('NFC');
}

const ASCII = /^[\u0000-\u007f]*$/;
// Marks that people leave out. The vowel signs of Thai or Hindi and the voicing marks of Japanese are not among them.
const ACCENTS = /[\u0300-\u036f\u0591-\u05bd\u064b-\u065f\u0670]+/g;
const LIGATURES: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };

/** Folded without a change of length, so that positions stay those of the text. */
export function foldEvenly(text: string): string {
  const plain = text.replaceAll(/[^\0-\x7f]/g, (letter) => EVEN.get(letter) ?? evenly(letter));
  const lower = plain.toLowerCase();
  return lower.length === text.length ? lower : plain;
}

/** What letters fold to, for texts that consist of such letters. */
const EVEN = new Map([['’', "'"]]);

function evenly(letter: string): string {
  const folded = fold(letter);
  EVEN.set(letter, folded.length === 1 ? folded : letter);
  return EVEN.get(letter)!;
}
