import { makeLater } from '../../shared/make-later.js';
import { formatRanges } from '../../vault/line-ranges.js';
import { numberLines } from '../../vault/lines.js';
import { showPath } from '../../vault/paths.js';
import type { QuestionTerm, SearchResult } from '../engine.js';
import type { Query } from '../query/parse-query.js';
import type { Plan } from '../query/plan.js';
import { isInInbox } from '../ranking/waiting.js';
import { nearestLine } from './close-reader.js';
import { excerptOf } from './excerpt.js';
import { findPassages } from './find-passage.js';
import { type FoundChunk, scoreUnits } from './score-units.js';
import { createTermFinder, type TermFinder } from './term-finder.js';

/** Chunks as results; `lines` of each are those of the file it was cut from, unchanged since. */
export function presentChunks(
  chunks: readonly FoundChunk[],
  { context }: Pick<Plan, 'context'>,
  withUnits: boolean,
): SearchResult[] {
  const finders = new Map<Query, TermFinder>();
  const finderOf = (query: Query): TermFinder => {
    const find = finders.get(query) ?? createTermFinder(query.terms);
    finders.set(query, find);
    return find;
  };
  const units = withUnits ? scoreUnits(chunks, finderOf) : null;
  return chunks.map((chunk, index) => {
    const result = presentChunk(chunk, finderOf(chunk.query), context);
    if (units !== null) result.units = units[index]!;
    return result;
  });
}

function presentChunk(
  { row, score, weights, reader, lines }: FoundChunk,
  find: TermFinder,
  context: number,
): SearchResult {
  const result: SearchResult = {
    path: showPath(row.path),
    lines: formatRanges([row]),
    match_lines: '',
    score: Math.round(score * 10_000) / 10_000,
    whole_file: row.whole === 1,
    headings: JSON.parse(row.headings) as string[],
    chunk_with_context: '',
    ...(isInInbox(row.path) && { waiting: true as const }),
  };
  // An answer made of units reads these of few results.
  makeLater(result, 'match_lines', () => {
    const passages = findPassages(lines.slice(row.first - 1, row.last), find, weights, {
      startsFile: row.first === 1,
      nearest: reader && ((texts) => nearestLine(reader, texts)),
    });
    return formatRanges(
      passages.map(({ first, last }) => ({ first: row.first + first, last: row.first + last })),
    );
  });
  makeLater(result, 'chunk_with_context', () => {
    const first = Math.max(1, row.first - context);
    const last = Math.min(lines.length, row.last + context);
    return numberLines(
      lines.slice(first - 1, last).map((line) => excerptOf(line, find, weights)),
      first,
    );
  });
  return result;
}

/** What a question looks for, as its search weighed it. */
export function questionTerms({ terms }: Query, weights: readonly number[]): QuestionTerm[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  return terms.map(({ label, isStopWord }, index) => ({
    label,
    weight: weights[index]! / total,
    isStopWord,
  }));
}
