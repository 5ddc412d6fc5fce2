import { kindOf } from '../../vault/kinds.js';
import {
  askedScopes,
  claimsOf,
  type DayOfChunk,
  type Found,
  type PlacedClaim,
  type PlacedLine,
  type PlacedSentence,
  placedSentences,
} from './found-statements.js';
import { type Claim, claimsAt, isClaiming, mayConflict, relateClaims, scopeOf } from './statements/claims.js';
import {
  areInConflict,
  isLater,
  type ReadSentence,
  type Relation,
  readSentence,
  relate,
} from './statements/compare.js';

/** A line of a file as it is now. */
export interface WrittenLine {
  path: string;
  text: string;
}

/** What the history knows of a line. */
export interface Written {
  /** Since when its file holds it, local time; what came later compares as later. */
  since: string;
  /** Whether it was stated then; it may have come from elsewhere, where it was stated before. */
  isStated: boolean;
  /** The lines that went from its file when it came. */
  replaced: readonly string[];
}

/** What the history knows of lines, in order; null where it knows nothing. */
export type WhenWritten = (lines: readonly WrittenLine[]) => Promise<(Written | null)[]>;

/** A statement, and the newest one of the same thing in another result. */
export interface Pair {
  newer: PlacedLine;
  older: PlacedLine;
  relation: Relation;
}

type ReadPlaced = ReadSentence<PlacedSentence>;

/** Sentences of the same form, in lines that match the question. */
export async function sentencePairs(
  found: readonly Found[],
  dayOfChunk: DayOfChunk,
  whenWritten: WhenWritten | null,
): Promise<Pair[]> {
  const sentences = ofSharedScopes(found)
    .flatMap((item) => placedSentences(item, dayOfChunk))
    .map(readSentence);
  const alike = new Map<string, ReadPlaced[]>();
  for (const read of sentences)
    for (const key of read.keys) alike.set(key, [...(alike.get(key) ?? []), read]);
  const likeIt = ({ keys }: ReadPlaced) => keys.flatMap((key) => alike.get(key)!);
  const undecided = sentences.filter((one) =>
    likeIt(one).some((other) => isOfOtherFile(one.sentence, other.sentence) && areInConflict(one, other)),
  );
  const known = await askHistory(
    undecided.map(({ sentence }) => sentence),
    whenWritten,
  );
  for (const [sentence, written] of known) dateBy(sentence, written);
  return sentences.flatMap(
    (older) =>
      newestOf(
        older.sentence,
        likeIt(older).map((newer) => ({ newer: newer.sentence, relation: () => relate(newer, older) })),
      ) ?? [],
  );
}

/** Sentences are compared only within a project, or outside of all: one result alone has nothing to be compared with. */
function ofSharedScopes(found: readonly Found[]): Found[] {
  const counts = new Map<string, number>();
  for (const scope of found.map(scopeOfFound)) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  return found.filter((item) => counts.get(scopeOfFound(item))! > 1);
}

function scopeOfFound({ chunk }: Found): string {
  return scopeOf(chunk.row.path);
}

/** Claims in any form: the older one in a line that matches the question, the newer one anywhere in a result. */
export async function claimPairs(
  found: readonly Found[],
  dayOfChunk: DayOfChunk,
  whenWritten: WhenWritten | null,
): Promise<Pair[]> {
  const placed = inDoubt(found).flatMap((item) => claimsOf(item, dayOfChunk));
  const against = (one: PlacedClaim) =>
    placed.filter((other) => areApart(one, other) && mayConflict(one.claim, other.claim));
  const asked = placed.filter(({ isAsked }) => isAsked).map((older) => ({ older, rivals: against(older) }));
  const undecided = new Set(
    asked.flatMap(({ older, rivals }) => {
      const open = rivals.filter((newer) => isOpen(newer, older));
      return open.length === 0 ? [] : [older, ...open];
    }),
  );
  const known = await askHistory([...undecided], whenWritten);
  for (const [claim, written] of known) dateBy(claim, written);
  return asked.flatMap(
    ({ older, rivals }) =>
      newestOf(
        older,
        rivals.map((newer) => ({
          newer,
          relation: () =>
            isNewer(newer, older) ? relateClaims(newer.claim, older.claim, before(newer, known)) : null,
        })),
      ) ?? [],
  );
}

/**
 * The results that may speak against a line that matches the question: of its project, which another one is of as well. Reading the
 * claims of all lines takes longer than all else here, and most questions match none.
 */
function inDoubt(found: readonly Found[]): Found[] {
  const claiming = found.filter(({ chunk }) => isClaiming(chunk.row.path));
  const overviews = claiming.filter(isOverview);
  const isAbout = (one: Found, scope: string) => isOverview(one) || scopeOfFound(one) === scope;
  const isShared = (scope: string) => claiming.filter((one) => isAbout(one, scope)).length > 1;
  const asked = new Set(overviews.flatMap(askedScopes).filter(isShared));
  // All other files speak of their own project alone: which ones are asked about shows with the first claim of each.
  for (const one of claiming) {
    const scope = scopeOfFound(one);
    if (!isOverview(one) && !asked.has(scope) && isShared(scope) && askedScopes(one).length > 0)
      asked.add(scope);
  }
  return claiming.filter((one) => [...asked].some((scope) => isAbout(one, scope)));
}

function isOverview({ chunk }: Found): boolean {
  return kindOf(chunk.row.path) === 'overview';
}

/** Whether the history may tell which one is newer; two dated entries say it themselves, and one without a day is not compared. */
function isOpen(newer: PlacedLine, older: PlacedLine): boolean {
  return (newer.day === '') === (older.day === '') && !(newer.isDated && older.isDated);
}

/** Every question that waits changes the overview: that its file changed says nothing about a line of it. */
function isNewer(newer: PlacedClaim, older: PlacedClaim): boolean {
  const isOverview = newer.found.chunk.row.path === 'overview.md';
  return isLater(newer, older) && (newer.written !== undefined || !isOverview);
}

/** The claims whose place a claim took, as its own line or the history has them. */
function before(newer: PlacedClaim, known: ReadonlyMap<PlacedClaim, Written>): Claim[] {
  const { found, line } = newer;
  const { row, lines } = found.chunk;
  const past = claimsAt(row.path, lines, line).filter(({ isPast }) => isPast);
  const replaced = known.get(newer)?.replaced ?? [];
  return [...past, ...replaced.flatMap((text) => claimsAt(row.path, lines.with(line - 1, text), line))];
}

/** Two entries of a changelog are as much apart as two files. */
function areApart(a: PlacedLine, b: PlacedLine): boolean {
  return isOfOtherFile(a, b) || (a.found !== b.found && kindOf(a.found.chunk.row.path) === 'changelog');
}

function isOfOtherFile(a: PlacedLine, b: PlacedLine): boolean {
  return a.found.chunk.row.path !== b.found.chunk.row.path;
}

/** What is stated more often is the name of a column. */
const MOST_UNDECIDED = 8;

async function askHistory<Item extends PlacedLine>(
  placed: readonly Item[],
  whenWritten: WhenWritten | null,
): Promise<ReadonlyMap<Item, Written>> {
  const known = new Map<Item, Written>();
  if (whenWritten === null || placed.length === 0 || placed.length > MOST_UNDECIDED) return known;
  const written = await whenWritten(
    placed.map(({ found: { chunk }, line }) => ({ path: chunk.row.path, text: chunk.lines[line - 1]! })),
  );
  placed.forEach((item, index) => {
    const one = written[index];
    if (one) known.set(item, one);
  });
  return known;
}

/** The line decides, where its file only says when it changed last. */
function dateBy(placed: PlacedLine, { since, isStated }: Written): void {
  placed.known = since;
  if (isStated) placed.written = since;
  const day = since.slice(0, 10);
  if (!placed.isDated && placed.day > day) placed.day = day;
}

interface Rival {
  newer: PlacedLine;
  relation: () => Relation | null;
}

function newestOf(older: PlacedLine, rivals: readonly Rival[]): Pair | null {
  let best: Pair | null = null;
  for (const { newer, relation: related } of rivals) {
    if (newer.found === older.found) continue;
    if (best !== null && timeOf(newer) <= timeOf(best.newer)) continue;
    const relation = related();
    if (relation !== null) best = { newer, older, relation };
  }
  return best;
}

/** By day, then by the time of its line. */
function timeOf({ day, written = '' }: PlacedLine): string {
  return `${day} ${written}`;
}
