import type { Reader } from '../index/reader.js';
import { isLoneCharacter } from '../text/unspaced.js';
import { keyFor } from '../text/words.js';
import type { Query } from './parse-query.js';

/** `猫` alone means every pair of characters that begins with it: the index holds pairs. */
export function widenLoneCharacters(query: Query, reader: Reader): Query {
  if (!query.terms.some(({ label }) => isLoneCharacter(label))) return query;
  const terms = query.terms.map((term) => {
    if (!isLoneCharacter(term.label)) return term;
    const pairs = reader.wordsLike(term.label, MOST_PAIRS).map(({ term: pair }) => keyFor(pair));
    return { ...term, form: 0, keys: [...term.keys, ...pairs.filter(({ text }) => text !== term.label)] };
  });
  return { ...query, terms };
}

/** More kinds of pairs begin with no character that says anything. */
const MOST_PAIRS = 1_000;
