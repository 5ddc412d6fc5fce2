import { once } from '../../shared/once.js';

export type QuestionPattern = Pick<RegExp, 'test' | 'exec'>;

/**
 * A pattern for questions: `source` gets what a class of letters holds, and a class of digits. Most questions are written in Latin letters, and for
 * these both are short lists: V8 takes a tenth of a millisecond to compile them, and nearly one for classes of Unicode. Both say the same of
 * such a text.
 */
export function questionPattern(
  source: (letters: string, digits: string) => string,
  flags = 'u',
): QuestionPattern {
  const latin = once(() => new RegExp(source(LATIN_LETTERS, LATIN_DIGITS), flags));
  const any = once(() => new RegExp(source('\\p{L}', '\\p{N}'), flags));
  const patternFor = (text: string) => (isLatin(text) ? latin() : any());
  return { test: (text) => patternFor(text).test(text), exec: (text) => patternFor(text).exec(text) };
}

/** All that are below U+0100. */
const LATIN_LETTERS = 'A-Za-zªµºÀ-ÖØ-öø-ÿ';
const LATIN_DIGITS = '0-9²³¹¼-¾';

function isLatin(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0xff) return false;
  return true;
}
