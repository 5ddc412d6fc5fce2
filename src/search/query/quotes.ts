import type { Stage } from '../engine.js';
import type { Filter, Reader } from '../index/reader.js';
import type { Query } from './parse-query.js';
import { containsPhrase } from './phrase.js';

/**
 * What stands in quotes has to be there. But a question that mentions a title goes on without where no chunk holds it as
 * it is quoted: its words still rank. A query that asks for nothing beside its quotes is always taken to the letter.
 */
export function settleQuotes(query: Query, reader: Reader, filter: Filter | null): Query {
  const { quoted, terms, exact } = query;
  if (quoted.length === 0) return query;
  const inQuotes = new Set(quoted.flat().map(({ folded }) => folded));
  if (terms.every(({ label, isStopWord }) => isStopWord || inQuotes.has(label))) return query;
  const isHeld = reader
    .candidates(chunksWithQuotes(query, reader, filter, MOST_READ))
    .some(({ words }) => quoted.every((phrase) => containsPhrase(words, phrase)));
  if (isHeld) return query;
  return { ...query, text: query.text.replaceAll(SIGNS, ' '), quoted: [], exact: [...exact, ...quoted] };
}

/** The stage of words, with a word about quotes that were given up. */
export function wordsStage(asked: Query, settled: Query): Stage {
  const reason = settled === asked ? null : 'no chunk holds what stands in quotes: its words were searched';
  return { name: 'bm25', ran: true, reason };
}

const SIGNS = /["«»“”]/gu;
const MOST_READ = 3_000;

/** Chunks with every word of every phrase; whether the words follow each other is only seen by reading. */
export function chunksWithQuotes(
  { quoted }: Query,
  reader: Reader,
  filter: Filter | null,
  limit: number,
): number[] {
  const telling = quoted.flat().filter(({ stops }) => !stops.fr && !stops.en);
  if (telling.length === 0) return reader.newest(filter, limit);
  return reader.matchAll(
    telling.map(({ fr, en }) => [fr, en]),
    filter,
    limit,
  );
}
