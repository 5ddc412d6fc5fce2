/** Lower case, without accents, ligatures taken apart: `Œuvré` and `oeuvre` are the same word. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(MARKS, '')
    .replace(/[œæßøłđ]/g, (letter) => LIGATURES[letter]!);
}

const ASCII = /^[\u0000-\u007f]*$/;
const MARKS = /\p{M}+/gu;
const LIGATURES: Record<string, string> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd' };
