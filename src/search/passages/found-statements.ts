import { kindOf } from '../../vault/kinds.js';
import { parseRanges } from '../../vault/line-ranges.js';
import type { SearchResult } from '../engine.js';
import { dayOf } from '../text/dates.js';
import { HEADING } from '../text/line-patterns.js';
import type { FoundChunk } from './score-units.js';
import { isSameValue } from './statements/claim-values.js';
import { type Claim, claimsAt, isSameMatter, scopeOf } from './statements/claims.js';
import type { Dated, DatedSentence } from './statements/compare.js';
import { plainSentences } from './statements/plain-sentences.js';
import { tokensOf } from './statements/statement.js';

/** What a search found, in order. */
export interface Found {
  chunk: FoundChunk;
  result: SearchResult;
}

/** A statement of a found chunk. */
export interface PlacedLine extends Dated {
  found: Found;
  line: number;
  text: string;
  /** True where the day is that of its own heading, not the one on which its file changed last. */
  isDated: boolean;
}

export interface PlacedSentence extends DatedSentence, PlacedLine {}

export interface PlacedClaim extends PlacedLine {
  claim: Claim;
  /** Whether its line matches the question. */
  isAsked: boolean;
}

/** The day of a chunk's own date. */
export type DayOfChunk = (id: number) => string | null;

/** Of one result, so many are compared: comparing more would take longer than the search. */
const MOST_STATEMENTS = 100;

/** The sentences in the lines of a result that match the question. */
export function placedSentences(found: Found, dayOfChunk: DayOfChunk): PlacedSentence[] {
  const { chunk, result } = found;
  const { path } = chunk.row;
  const kind = kindOf(path);
  if (kind === 'tasks' || kind === 'inbox') return [];
  const shared = { found, scope: scopeOf(path), ...datedBy(found, dayOfChunk), isKeyed: kind !== 'bucket' };
  const sentences = matchedLines(result).flatMap((line) =>
    plainSentences(chunk.lines[line - 1] ?? '').map((text) => ({
      ...shared,
      line,
      text,
      // Of few sentences that are like another one.
      get title() {
        return titleAbove(found, line);
      },
    })),
  );
  return sentences.slice(0, MOST_STATEMENTS);
}

/** The projects that the lines of a result which match the question claim something of; empty outside of all. */
export function askedScopes({ chunk, result }: Found): string[] {
  return matchedLines(result).flatMap((line) => knownClaims(chunk, line).map(({ scope }) => scope));
}

/** The claims in all lines of a result; a list of values for the same thing claims none of them. */
export function claimsOf(found: Found, dayOfChunk: DayOfChunk): PlacedClaim[] {
  const { chunk, result } = found;
  const { first, last } = chunk.row;
  const matched = new Set(matchedLines(result));
  const dated = datedBy(found, dayOfChunk);
  const claims: PlacedClaim[] = [];
  for (let line = first; line <= last && claims.length < MOST_STATEMENTS; line++)
    for (const claim of knownClaims(chunk, line))
      claims.push({ found, line, text: claim.text, ...dated, claim, isAsked: matched.has(line) });
  return claims.filter((one) => !claims.some((other) => areListed(one.claim, other.claim)));
}

/** Reading the claims of a file takes longer than all else that is compared: those of the files that were asked about last are kept. */
const known = new Map<string, Map<number, readonly Claim[]>>();
const MOST_KNOWN = 500;

function knownClaims({ row, lines }: FoundChunk, line: number): readonly Claim[] {
  // Its lines are those of the very text that has this hash.
  const file = `${Buffer.from(row.fileHash).toString('base64')} ${row.path}`;
  const read = known.get(file) ?? new Map<number, readonly Claim[]>();
  known.delete(file);
  known.set(file, read);
  if (known.size > MOST_KNOWN) known.delete(known.keys().next().value!);
  const claims = read.get(line) ?? claimsAt(row.path, lines, line);
  read.set(line, claims.length === 0 ? NONE : claims);
  return claims;
}

const NONE: readonly Claim[] = [];

function areListed(a: Claim, b: Claim): boolean {
  return !a.isPast && !b.isPast && isSameMatter(a, b) && !isSameValue(a.value, b.value);
}

function datedBy({ chunk, result }: Found, dayOfChunk: DayOfChunk): { day: string; isDated: boolean } {
  const own = result.headings.map(dayOf).findLast((dated) => dated !== null);
  return { day: own ?? dayOfChunk(chunk.row.id) ?? '', isDated: own != null };
}

function matchedLines({ match_lines }: SearchResult): number[] {
  return (parseRanges(match_lines) ?? []).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
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
