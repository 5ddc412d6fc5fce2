import { numberLines } from '../../vault/lines.js';
import { showPath } from '../../vault/paths.js';
import type { QuestionTerm, SearchResult } from '../engine.js';
import type { Query } from '../query/parse-query.js';
import { isWaiting } from '../ranking/waiting.js';
import { nearestLine } from './close-reader.js';
import { excerptOf } from './excerpt.js';
import { findPassage } from './find-passage.js';
import { type FoundChunk, scoreUnits } from './score-units.js';
import { createTermFinder } from './term-finder.js';

/** Chunks as results; `lines` of each are those of the file it was cut from, unchanged since. */
export function presentChunks(
  chunks: readonly FoundChunk[],
  context: number,
  withUnits: boolean,
): SearchResult[] {
  const units = withUnits ? scoreUnits(chunks) : null;
  return chunks.map((chunk, index) => {
    const result = presentChunk(chunk, context);
    return units === null ? result : { ...result, units: units[index]! };
  });
}

function presentChunk(
  { row, score, query, weights, reader, lines }: FoundChunk,
  context: number,
): SearchResult {
  const passage = findPassage(lines.slice(row.first - 1, row.last), query, weights, {
    startsFile: row.first === 1,
    nearest: reader && ((texts) => nearestLine(reader, texts)),
  });
  const find = createTermFinder(query.terms);
  const first = Math.max(1, row.first - context);
  const last = Math.min(lines.length, row.last + context);
  return {
    path: showPath(row.path),
    lines: range(row.first, row.last),
    match_lines: range(row.first + passage.first, row.first + passage.last),
    score: Math.round(score * 10_000) / 10_000,
    whole_file: row.whole === 1,
    headings: JSON.parse(row.headings) as string[],
    chunk_with_context: numberLines(
      lines.slice(first - 1, last).map((line) => excerptOf(line, find, weights)),
      first,
    ),
    ...(isWaiting(row.path) && { waiting: true as const }),
  };
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

function range(first: number, last: number): string {
  return `${first}-${last}`;
}
