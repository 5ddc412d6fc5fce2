import { fold } from '../../shared/fold.js';
import { formatRanges, joinRanges, parseRanges } from '../../vault/line-ranges.js';
import type { EarlierStatement, ScoredUnit, Stage } from '../engine.js';
import { timesIn } from '../query/asked-time.js';
import type { Found, PlacedLine } from './found-statements.js';
import { claimPairs, type Pair, sentencePairs, type WhenWritten } from './successors.js';

interface Order {
  /** The day from which the question is asked. */
  today: string;
  /** The day of a chunk's own date. */
  dayOfChunk: (id: number) => string | null;
  /** Asked only about lines that nothing else puts in order; null where there is no history to ask. */
  whenWritten: WhenWritten | null;
}

/**
 * Where results state different values for the same thing, the newest statement comes first and names the one before
 * it; an older one is marked, never left out. Only statements in lines that match the question are followed. A question about the
 * past is left as it is.
 */
export async function newestFirst(
  found: readonly Found[],
  question: string,
  { today, dayOfChunk, whenWritten }: Order,
): Promise<{ found: Found[]; stage: Stage | null }> {
  if (found.length === 0 || asksAboutPast(question, today)) return { found: [...found], stage: null };
  const compared = found.slice(0, MOST_COMPARED);
  const same = await sentencePairs(compared, dayOfChunk, whenWritten);
  const isKnown = ({ older }: Pair) =>
    same.some((pair) => pair.older.found === older.found && pair.older.line === older.line);
  const others = await claimPairs(compared, dayOfChunk, whenWritten);
  const pairs = [...same, ...others.filter((pair) => !isKnown(pair))];
  if (pairs.length === 0) return { found: [...found], stage: null };
  const order = [...found];
  for (const pair of pairs) {
    mark(pair);
    moveBefore(order, pair.newer.found, pair.older.found);
  }
  return { found: withFallingScores(order), stage: { name: 'newest', ran: true, reason: null } };
}

/** As many results as a search shows; reading what the others state takes longer than finding them. */
const MOST_COMPARED = 10;

/** "What was the budget before?", "in May": the newest statement is not what is asked for. */
function asksAboutPast(question: string, today: string): boolean {
  return (
    PAST.test(fold(question)) ||
    timesIn(question, today).some(({ spans }) => spans.some(({ to }) => to < today))
  );
}

const PAST =
  /\b(?:used to|before|previous(?:ly)?|original(?:ly)?|initial(?:ly)?|at first|back then|former(?:ly)?|earlier|old|history|avant|auparavant|ancien(?:ne)?s?|initial(?:e|ement)?s?|a l.origine|au depart|a l.epoque|autrefois|historique)\b/;

/** The day on which it was stated; of two of the same day, the one on which each was written. */
function stated(one: PlacedLine, other: PlacedLine): string {
  return one.day === other.day ? (one.written ?? one.known)!.slice(0, 10) : one.day;
}

function mark({ newer, older, relation }: Pair): void {
  const placeOf = ({ found, line }: PlacedLine) => `${found.result.path}:${line}`;
  const earlier: EarlierStatement = {
    place: placeOf(older),
    text: older.text,
    since: stated(older, newer),
    until: stated(newer, older),
    ...(relation.kind === 'superseded' && { was: relation.was }),
  };
  const { result } = newer.found;
  result.earlier = withEarlier(result.earlier, earlier);
  result.match_lines = withLine(result.match_lines, newer.line);
  if (relation.kind === 'superseded') older.found.result.superseded_by = placeOf(newer);
  const [now, then] = [unitAt(newer), unitAt(older)];
  if (now === undefined || then === undefined) return;
  now.earlier = withEarlier(now.earlier, earlier);
  then.followed_by = placeOf(newer);
  now.score = Math.max(now.score, then.score);
  then.score = Math.min(then.score, now.score - TRACE);
}

function withLine(ranges: string, line: number): string {
  const all = [...(parseRanges(ranges) ?? []), { first: line, last: line }];
  return formatRanges(joinRanges(all.sort((a, b) => a.first - b.first)));
}

/** Newest first; each held until the next one. */
function withEarlier(known: readonly EarlierStatement[] = [], added: EarlierStatement): EarlierStatement[] {
  const all = [...known, added].sort((a, b) => b.since.localeCompare(a.since));
  return all.map((statement, at) => (at === 0 ? statement : { ...statement, until: all[at - 1]!.since }));
}

/** Decides between two that are equal. */
const TRACE = 1e-6;

function unitAt({ found, line }: PlacedLine): ScoredUnit | undefined {
  return found.result.units?.find(({ first, last }) => first <= line && line <= last);
}

function moveBefore(order: Found[], newer: Found, older: Found): void {
  const from = order.indexOf(newer);
  const to = order.indexOf(older);
  if (from < to) return;
  order.splice(from, 1);
  order.splice(to, 0, newer);
}

/** One that moved up takes the score of the place it has now. */
function withFallingScores(order: readonly Found[]): Found[] {
  const scores = order.map(({ result }) => result.score).sort((a, b) => b - a);
  return order.map(({ chunk, result }, place) => ({ chunk, result: { ...result, score: scores[place]! } }));
}
