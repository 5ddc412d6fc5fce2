import type { Stage } from '../engine.js';
import type { Filter } from '../index/filters.js';
import type { Reader } from '../index/reader.js';
import { CANDIDATES } from '../ranking/parameters.js';
import { isSmallWord } from '../text/stop-words.js';
import { keysOf } from '../text/words.js';
import type { Query } from './parse-query.js';
import { containsPhrase } from './phrase.js';

/**
 * Words in quotes must be there. But if no chunk holds them and the question has other words too, it is searched as
 * plain words: a title is often quoted a little wrong. Quotes alone are taken to the letter.
 */
export function resolveQuotes(query: Query, reader: Reader, filter: Filter | null): Query {
  const { quoted, terms, exact } = query;
  if (quoted.length === 0) return query;
  const inQuotes = new Set(quoted.flat().map(({ folded }) => folded));
  if (terms.every(({ label }) => isSmallWord(label) || inQuotes.has(label))) return query;
  const isHeld = reader
    .candidates(chunksWithQuotes(query, reader, filter))
    .some(({ words }) => quoted.every((phrase) => containsPhrase(words, phrase)));
  if (isHeld) return query;
  return { ...query, text: query.text.replaceAll(SIGNS, ' '), quoted: [], exact: [...exact, ...quoted] };
}

/** The stage of words, which says where quotes were dropped. */
export function wordsStage(asked: Query, resolved: Query): Stage {
  const reason = resolved === asked ? null : 'no chunk contains the quoted words: searched as plain words';
  return { name: 'bm25', ran: true, reason };
}

const SIGNS = /["«»“”]/gu;

/** Chunks with every word of every phrase; whether the words follow each other is only seen by reading. */
export function chunksWithQuotes({ quoted }: Query, reader: Reader, filter: Filter | null): number[] {
  return reader.matchAll(quoted.flat().map(keysOf), filter, CANDIDATES.scanned);
}
