import { newStemmer, type Stemmer } from 'snowball-stemmers';
import { fold } from '../../shared/fold.js';

/** The stem of a word in French, without accents; the same for a word that was written without them. */
export function frenchStem(raw: string): string {
  stemmers ??= loadStemmers();
  return fold(stemmers.french.stem(withAccents(raw.toLowerCase().normalize('NFC'))));
}

export function englishStem(folded: string): string {
  stemmers ??= loadStemmers();
  return stemmers.english.stem(folded);
}

let stemmers: { french: Stemmer; english: Stemmer } | null = null;

/** Made with the first word: most commands never stem one. */
function loadStemmers() {
  return { french: newStemmer('french'), english: newStemmer('english') };
}

/** French rules need the accents of an ending. These endings are never written without: they can be put back. */
function withAccents(word: string): string {
  return ENDING.test(word)
    ? word.replace(ENDING, (ending) => ending.replace('e', ending[0] === 'i' ? 'è' : 'é'))
    : word;
}

const ENDING = /(?:ees?|iere(?:s|ment)?)$/;

/**
 * What may have been meant by a word without accents, where its ending alone does not tell: `publie` is `publié` too. A
 * question is widened by these; the index stays as it is.
 */
export function accentedSpellings(plain: string): string[] {
  const ending = OPEN_ENDING.exec(plain)?.[0];
  if (ending === undefined) return [];
  const start = plain.slice(0, -ending.length);
  return OPEN_ENDINGS[ending]!.split(' ').map((accented) => start + accented);
}

const OPEN_ENDINGS: Record<string, string> = {
  e: 'é',
  es: 'és ès',
  ite: 'ité',
  ites: 'ités',
  erent: 'èrent',
  era: 'éra',
  eras: 'éras',
  erait: 'érait',
  eraient: 'éraient',
};
const OPEN_ENDING = /(?:ites?|es?|era(?:s|it|ient)?|erent)$/;
