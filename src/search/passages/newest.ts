import { kindOf } from '../../vault/kinds.js';
import { parseRanges } from '../../vault/line-ranges.js';
import type { EarlierStatement, ScoredUnit, SearchResult, Stage } from '../engine.js';
import { timesIn } from '../query/asked-time.js';
import { dayOf } from '../text/dates.js';
import { fold } from '../text/fold.js';
import { HEADING } from '../text/line-patterns.js';
import type { FoundChunk } from './score-units.js';
import {
  areInConflict,
  type DatedSentence,
  type ReadSentence,
  type Relation,
  readSentence,
  relate,
} from './statements/compare.js';
import { plainSentences } from './statements/plain-sentences.js';
import { tokensOf } from './statements/statement.js';

/** What a search found, in order. */
export interface Found {
  chunk: FoundChunk;
  result: SearchResult;
}

/** A line of a file as it is now. */
export interface WrittenLine {
  path: string;
  text: string;
}

/** When lines came into their files, local time, in order; null where that is not known for certain. */
export type WhenWritten = (lines: readonly WrittenLine[]) => Promise<(string | null)[]>;

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
 * it; an older one is marked, never left out. Only statements in lines that match the question count. A question about the past is
 * left as it is.
 */
export async function newestFirst(
  found: readonly Found[],
  question: string,
  { today, dayOfChunk, whenWritten }: Order,
): Promise<{ found: Found[]; stage: Stage | null }> {
  if (found.length === 0 || asksAboutPast(question, today)) return { found: [...found], stage: null };
  const sentences = found.flatMap((item) => sentencesOf(item, dayOfChunk).map(readSentence));
  const alike = new Map<string, ReadPlaced[]>();
  for (const read of sentences)
    for (const key of read.keys) alike.set(key, [...(alike.get(key) ?? []), read]);
  if (whenWritten !== null) await dateByHistory(undecided(sentences, alike), whenWritten);
  const order = [...found];
  let count = 0;
  for (const older of sentences) {
    const pair = successorOf(older, alike);
    if (pair === null) continue;
    count++;
    mark(pair);
    moveBefore(order, pair.newer.found, pair.older.found);
  }
  if (count === 0) return { found: order, stage: null };
  return { found: withFallingScores(order), stage: { name: 'newest', ran: true, reason: null } };
}

/** The statements that others of the same day, in another file, contradict. */
function undecided(
  sentences: readonly ReadPlaced[],
  alike: ReadonlyMap<string, readonly ReadPlaced[]>,
): ReadPlaced[] {
  return sentences.filter((one) =>
    one.keys.some((key) =>
      alike
        .get(key)!
        .some(
          (other) =>
            other.sentence.found.chunk.row.path !== one.sentence.found.chunk.row.path &&
            areInConflict(one, other),
        ),
    ),
  );
}

async function dateByHistory(reads: readonly ReadPlaced[], whenWritten: WhenWritten): Promise<void> {
  if (reads.length === 0 || reads.length > MOST_UNDECIDED) return;
  const times = await whenWritten(
    reads.map(({ sentence: { found, line } }) => ({
      path: found.chunk.row.path,
      text: found.chunk.lines[line - 1]!,
    })),
  );
  reads.forEach(({ sentence }, index) => {
    const time = times[index];
    if (time) sentence.written = time;
  });
}

/** What is stated more often is the name of a column. */
const MOST_UNDECIDED = 8;

/** "What was the budget before?", "in May": the newest statement is not what is asked for. */
function asksAboutPast(question: string, today: string): boolean {
  return (
    PAST.test(fold(question)) ||
    timesIn(question, today).some(({ spans }) => spans.some(({ to }) => to < today))
  );
}

const PAST =
  /\b(?:used to|before|previous(?:ly)?|original(?:ly)?|initial(?:ly)?|at first|back then|former(?:ly)?|earlier|old|history|avant|auparavant|ancien(?:ne)?s?|initial(?:e|ement)?s?|a l.origine|au depart|a l.epoque|autrefois|historique)\b/;

interface PlacedSentence extends DatedSentence {
  found: Found;
  line: number;
}

type ReadPlaced = ReadSentence<PlacedSentence>;

interface Pair {
  newer: PlacedSentence;
  older: PlacedSentence;
  relation: Relation;
}

/** The newest statement of the same thing, in another result. */
function successorOf(older: ReadPlaced, alike: ReadonlyMap<string, readonly ReadPlaced[]>): Pair | null {
  let best: Pair | null = null;
  for (const newer of older.keys.flatMap((key) => alike.get(key) ?? [])) {
    if (newer.sentence.found === older.sentence.found) continue;
    if (best !== null && timeOf(newer.sentence) <= timeOf(best.newer)) continue;
    const relation = relate(newer, older);
    if (relation !== null) best = { newer: newer.sentence, older: older.sentence, relation };
  }
  return best;
}

/** By day, then by the time of its line. */
function timeOf({ day, written = '' }: PlacedSentence): string {
  return `${day} ${written}`;
}

/** The day on which it was stated; of two of the same day, the one on which each was written. */
function stated(one: PlacedSentence, other: PlacedSentence): string {
  return one.day === other.day ? one.written!.slice(0, 10) : one.day;
}

function mark({ newer, older, relation }: Pair): void {
  const placeOf = ({ found, line }: PlacedSentence) => `${found.result.path}:${line}`;
  const earlier: EarlierStatement = {
    place: placeOf(older),
    text: older.text,
    since: stated(older, newer),
    until: stated(newer, older),
    ...(relation.kind === 'superseded' && { was: relation.was }),
  };
  const { result } = newer.found;
  result.earlier = withEarlier(result.earlier, earlier);
  if (relation.kind === 'superseded') older.found.result.superseded_by = placeOf(newer);
  const [now, then] = [unitAt(newer), unitAt(older)];
  if (now === undefined || then === undefined) return;
  now.earlier = withEarlier(now.earlier, earlier);
  then.followed_by = placeOf(newer);
  now.score = Math.max(now.score, then.score);
  then.score = Math.min(then.score, now.score - TRACE);
}

/** Newest first; each held until the next one. */
function withEarlier(known: readonly EarlierStatement[] = [], added: EarlierStatement): EarlierStatement[] {
  const all = [...known, added].sort((a, b) => b.since.localeCompare(a.since));
  return all.map((statement, at) => (at === 0 ? statement : { ...statement, until: all[at - 1]!.since }));
}

/** Decides between two that are equal. */
const TRACE = 1e-6;

function unitAt({ found, line }: PlacedSentence): ScoredUnit | undefined {
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

/** The sentences in the lines of a result that match the question. */
function sentencesOf(found: Found, dayOfChunk: (id: number) => string | null): PlacedSentence[] {
  const { chunk, result } = found;
  const { path, id } = chunk.row;
  const kind = kindOf(path);
  if (kind === 'tasks' || kind === 'inbox') return [];
  const day = result.headings.map(dayOf).findLast((dated) => dated !== null) ?? dayOfChunk(id) ?? '';
  const scope = /^projects\/[^/]+/.exec(path)?.[0] ?? '';
  const shared = { found, scope, day, isKeyed: kind !== 'bucket' };
  const sentences: PlacedSentence[] = [];
  for (const { first, last } of parseRanges(result.match_lines) ?? [])
    for (let line = first; line <= last; line++)
      for (const text of plainSentences(chunk.lines[line - 1] ?? ''))
        sentences.push({ ...shared, line, text, title: titleAbove(found, line) });
  return sentences;
}

/** The words of the heading right above a line, where it is neither a date nor the title of the whole file. */
function titleAbove({ chunk, result }: Found, line: number): ReadonlySet<string> {
  const { first } = chunk.row;
  let at = line - 1;
  while (at >= first && !HEADING.test(chunk.lines[at - 1]!)) at--;
  const isInside = at >= first;
  const heading = isInside ? chunk.lines[at - 1]! : (result.headings.at(-1) ?? '');
  const isTitle = result.headings.length === 0 || (!isInside && result.headings.length === 1);
  if (isTitle || dayOf(heading) !== null) return new Set();
  return new Set(tokensOf(heading).flatMap(({ word }) => (word.length > 3 ? [word] : [])));
}
