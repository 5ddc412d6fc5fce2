import { makeLater } from '../../shared/make-later.js';
import { splitFrontmatter } from '../../vault/frontmatter.js';
import { formatRanges, joinRanges, type LineRange } from '../../vault/line-ranges.js';
import { numberLines, shownLines } from '../../vault/lines.js';
import { showPath } from '../../vault/paths.js';
import type { QuestionTerm, SearchResult } from '../engine.js';
import type { Query } from '../query/parse-query.js';
import type { Plan } from '../query/plan.js';
import { PASSAGES } from '../ranking/parameters.js';
import { isInInbox } from '../ranking/waiting.js';
import { HEADING, SEVERAL_FIELDS, STAMP } from '../text/line-patterns.js';
import { nearestLine } from './close-reader.js';
import { excerptOf } from './excerpt.js';
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

interface PassageOptions {
  /** Whether the chunk is the start of its file, where frontmatter may be. */
  startsFile: boolean;
  /** Asked where words say little. */
  nearest: ((lines: readonly string[]) => number | null) | null;
}

/**
 * The tightest passages of a chunk that answer a query, in order: the lines that together hold most of what is looked for, a
 * long passage only where each further line brings something new; and further lines that hold nearly as much of it, or a part
 * that is still missing. Where words say little, the line that is nearest in meaning. A heading or a line of fields comes with
 * the line that it is about. Line numbers count from 0 inside `lines`.
 */
export function findPassages(
  lines: readonly string[],
  find: TermFinder,
  weights: readonly number[],
  { startsFile, nearest }: PassageOptions,
): LineRange[] {
  const text = lines.join('\n');
  const body = startsFile ? shownLines(splitFrontmatter(text).head).length : 0;
  const hits = hitsIn(lines, text, body, find);
  const best = bestByWords(hits, weights);
  if (best !== null && best.share >= PASSAGES.enoughWords)
    return joinRanges(furtherLines(hits, best, weights).map((range) => withText(range, lines)));
  const line = nearest?.(lines.slice(body)) ?? null;
  if (line !== null) return [withText({ first: body + line, last: body + line }, lines)];
  return [withText(best ?? firstText(lines, body), lines)];
}

/** A line and the terms that it holds. */
interface Hit {
  line: number;
  terms: ReadonlySet<number>;
}

function hitsIn(lines: readonly string[], text: string, body: number, find: TermFinder): Hit[] {
  const hits: Hit[] = [];
  let end = -1;
  lines.forEach((line, index) => {
    const start = end + 1;
    end = start + line.length;
    if (index < body && STAMP.test(line)) return;
    const terms = find(text, start, end);
    if (terms.size > 0) hits.push({ line: index, terms });
  });
  return hits;
}

interface Best extends LineRange {
  /** Of the question. */
  share: number;
  terms: ReadonlySet<number>;
}

/** The best lines by their words, and which share of the question they hold. */
function bestByWords(hits: readonly Hit[], weights: readonly number[]): Best | null {
  const total = totalOf(weights);
  let best: Best | null = null;
  let bestWorth = Number.NEGATIVE_INFINITY;
  for (let start = 0; start < hits.length; start++) {
    const found = new Set<number>();
    let sum = 0;
    for (let end = start; end < hits.length; end++) {
      const length = hits[end]!.line - hits[start]!.line;
      // No passage can be worth that many lines.
      if (PASSAGES.lineCost * length > 1) break;
      for (const term of hits[end]!.terms) {
        if (found.has(term)) continue;
        found.add(term);
        sum += weights[term]!;
      }
      const worth = sum / total - PASSAGES.lineCost * length;
      if (worth <= bestWorth + 1e-9) continue;
      bestWorth = worth;
      best = {
        first: hits[start]!.line,
        last: hits[end]!.line,
        share: sum / total,
        terms: new Set(found),
      };
    }
  }
  return best;
}

/** The best passage, and the best of the other lines that hold nearly as much or something new. */
function furtherLines(hits: readonly Hit[], best: Best, weights: readonly number[]): LineRange[] {
  const total = totalOf(weights);
  const covered = new Set(best.terms);
  const others = hits
    .filter(({ line }) => line < best.first || line > best.last)
    .map(({ line, terms }) => ({ line, terms, share: shareOf(terms) }))
    .sort((a, b) => b.share - a.share);
  const ranges: LineRange[] = [best];
  for (const { line, terms, share } of others) {
    if (ranges.length === PASSAGES.most) break;
    const isNew = shareOf([...terms].filter((term) => !covered.has(term))) >= PASSAGES.enoughWords;
    if (share < PASSAGES.alike * best.share && !isNew) continue;
    for (const term of terms) covered.add(term);
    ranges.push({ first: line, last: line });
  }
  return ranges;

  function shareOf(terms: Iterable<number>): number {
    let sum = 0;
    for (const term of terms) sum += weights[term]!;
    return sum / total;
  }
}

function totalOf(weights: readonly number[]): number {
  return weights.reduce((sum, weight) => sum + weight, 0) || 1;
}

/** Up to the next line of text, where the last line is a heading or one of fields; not past another heading. */
function withText({ first, last }: LineRange, lines: readonly string[]): LineRange {
  const isLabel = (line: string) => HEADING.test(line) || SEVERAL_FIELDS.test(line);
  if (!isLabel(lines[last] ?? '')) return { first, last };
  for (let next = last + 1; next < lines.length && next <= last + PASSAGES.textBelow; next++) {
    const line = lines[next]!;
    if (HEADING.test(line)) break;
    if (line.trim() !== '' && !isLabel(line)) return { first, last: next };
  }
  return { first, last };
}

/** Only the headings above or the path speak for this chunk: its first line with text is shown. */
function firstText(lines: readonly string[], body: number): LineRange {
  const index = lines.findIndex((line, at) => at >= body && line.trim() !== '');
  const line = Math.max(0, index);
  return { first: line, last: line };
}
