import { numberLines } from '../../vault/lines.js';
import { showPath } from '../../vault/paths.js';
import type { SearchResult } from '../engine.js';
import type { ChunkRow } from '../index/reader.js';
import type { Query } from '../query/parse-query.js';
import { findPassage } from './find-passage.js';
import type { NearestLine } from './nearest-line.js';

/** A ranked chunk together with the query that found it. */
export interface Found {
  row: ChunkRow;
  score: number;
  query: Query;
  weights: readonly number[];
  /** Where the search was one by meaning. */
  nearestLine?: NearestLine | null;
}

/** The chunk as a result; `lines` are those of the file it was cut from, unchanged since. */
export function presentChunk(
  { row, score, query, weights, nearestLine = null }: Found,
  lines: readonly string[],
  context: number,
): SearchResult {
  const passage = findPassage(lines.slice(row.first - 1, row.last), query, weights, {
    startsFile: row.first === 1,
    nearest: nearestLine,
  });
  const first = Math.max(1, row.first - context);
  const last = Math.min(lines.length, row.last + context);
  return {
    path: showPath(row.path),
    lines: range(row.first, row.last),
    match_lines: range(row.first + passage.first, row.first + passage.last),
    score: Math.round(score * 10_000) / 10_000,
    whole_file: row.whole === 1,
    headings: JSON.parse(row.headings) as string[],
    chunk_with_context: numberLines(lines.slice(first - 1, last), first),
  };
}

function range(first: number, last: number): string {
  return `${first}-${last}`;
}
