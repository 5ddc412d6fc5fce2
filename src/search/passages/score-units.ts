import { isStructured, kindOf } from '../../vault/kinds.js';
import type { ScoredUnit } from '../engine.js';
import type { ChunkRow } from '../index/chunk-rows.js';
import type { Query } from '../query/parse-query.js';
import type { Reading } from '../ranking/close-reading.js';
import { UNITS } from '../ranking/parameters.js';
import { ratioOf } from '../ranking/ranked.js';
import { HEADING } from '../text/line-patterns.js';
import { type AskedKind, askedKind, namesKind } from './asked-kind.js';
import type { CloseReader, WrittenPassage } from './close-reader.js';
import { labelOf } from './cut-text.js';
import { repliesTo } from './speakers.js';
import type { TermFinder } from './term-finder.js';
import { type LineUnit, unitsOf } from './units.js';

/** A ranked chunk with the query that found it, and the lines of its file. */
export interface FoundChunk {
  row: ChunkRow;
  score: number;
  query: Query;
  weights: readonly number[];
  /** Null where the search was one by words. */
  reader: CloseReader | null;
  lines: readonly string[];
}

/**
 * The units of each chunk with their scores, in the order of the file. A unit is judged in its context: by the evidence for
 * its chunk, the terms that it and the headings above it hold, those of the question that it replies to in a conversation, its
 * meaning beside that of its neighbours, and whether it is a turn of the person, or names the kind of thing, that is asked for. Behind a chunk of enormous length the others have none.
 */
export function scoreUnits(
  chunks: readonly FoundChunk[],
  finderOf: (query: Query) => TermFinder,
): ScoredUnit[][] {
  const candidates = candidatesOf(chunks);
  const readings = readAll(candidates);
  const questions = new Map<Query, AskedQuestion>();
  const questionOf = ({ chunk: { query } }: Candidate): AskedQuestion => {
    const question = questions.get(query) ?? {
      find: finderOf(query),
      kind: askedKind(query.text),
    };
    questions.set(query, question);
    return question;
  };
  const held = candidates.map((candidate) => {
    const { find } = questionOf(candidate);
    const { text, above } = candidate.passage;
    return { own: find(text, 0, text.length), above: find(above, 0, above.length) };
  });
  const scored = chunks.map((): ScoredUnit[] => []);
  candidates.forEach((candidate, at) => {
    const asked = isReplyTo(candidates[at - 1], candidate) ? held[at - 1]!.own : NO_TERMS;
    const terms = { ...held[at]!, asked };
    scored[candidate.index]!.push(scoredUnit(candidate, questionOf(candidate), terms, readings[at]!));
  });
  return scored;
}

interface AskedQuestion {
  find: TermFinder;
  kind: AskedKind | null;
}

/** The terms that a unit holds, that the lines above it hold, and that the turn holds to which it replies. */
interface HeldTerms {
  own: ReadonlySet<number>;
  above: ReadonlySet<number>;
  asked: ReadonlySet<number>;
}

const NO_TERMS: ReadonlySet<number> = new Set();

function scoredUnit(
  { chunk, unit, passage }: Candidate,
  { find, kind }: AskedQuestion,
  { own, above, asked }: HeldTerms,
  { sense, words }: Reading,
): ScoredUnit {
  const { query, weights, score, row } = chunk;
  const label = labelOf(passage.text);
  const isLabelled = [...find(label, 0, label.length)].some((term) => !query.terms[term]!.isStopWord);
  const held = shareOf(own, weights);
  const known = shareOf(new Set([...own, ...above]), weights);
  const replied = shareOf(new Set([...own, ...above, ...asked]), weights) - known;
  return {
    ...unit,
    text: passage.text,
    aboveText: passage.above,
    score:
      UNITS.chunk * ratioOf(score) +
      UNITS.held * held +
      UNITS.known * known +
      UNITS.replied * replied +
      UNITS.sense * sense +
      UNITS.words * words +
      (isLabelled ? UNITS.label : 0) +
      (isStructured(kindOf(row.path)) ? UNITS.structured : 0) +
      (kind !== null && namesKind(passage.text, kind) ? UNITS[kind] : 0),
    terms: labelsOf(own, query),
    termsAbove: labelsOf(above, query),
    held,
    known,
    sense,
    words,
  };
}

interface Candidate {
  chunk: FoundChunk;
  /** Of its chunk. */
  index: number;
  unit: LineUnit;
  passage: WrittenPassage;
}

/** Characters of chunks: ten times as many as those of an answer have, but one endless line is a chunk too. */
const MOST_READ = 1_000_000;

function candidatesOf(chunks: readonly FoundChunk[]): Candidate[] {
  const files = new Map<string, { number: number; units: LineUnit[] }>();
  let read = 0;
  return chunks.flatMap((chunk, index) => {
    const { path, first, last } = chunk.row;
    if (read > MOST_READ) return [];
    for (let line = first; line <= last; line++) read += chunk.lines[line - 1]?.length ?? 0;
    const file = files.get(path) ?? { number: files.size + 1, units: quotableUnits(path, chunk.lines) };
    files.set(path, file);
    return file.units.flatMap((unit, place): Candidate[] => {
      if (unit.first < first || unit.first > last) return [];
      const text = chunk.lines.slice(unit.first - 1, unit.last).join('\n');
      const above = unit.above.map((line) => chunk.lines[line - 1]).join('\n');
      return [{ chunk, index, unit, passage: { file: file.number, place, above, text } }];
    });
  });
}

/** Whether a candidate is a turn that follows another speaker's question under the same headings. */
function isReplyTo(before: Candidate | undefined, { index, passage }: Candidate): boolean {
  if (before === undefined || before.index !== index || before.passage.place !== passage.place - 1)
    return false;
  return before.passage.above === passage.above && repliesTo(before.passage.text, passage.text);
}

/** Every unit beside its neighbours, by the reader of its question. */
function readAll(candidates: readonly Candidate[]): Reading[] {
  const readings = candidates.map((): Reading => ({ sense: 0, words: 0 }));
  for (const reader of new Set(candidates.map(({ chunk }) => chunk.reader))) {
    if (reader === null) continue;
    const own = [...candidates.keys()].filter((index) => candidates[index]!.chunk.reader === reader);
    const read = reader(own.map((index) => candidates[index]!.passage));
    own.forEach((index, at) => {
      readings[index] = read[at]!;
    });
  }
  return readings;
}

/** A heading alone says nothing, except in a list of tasks or events, or where the file has nothing else. */
function quotableUnits(path: string, lines: readonly string[]): LineUnit[] {
  const units = unitsOf(lines);
  const kind = kindOf(path);
  if (kind === 'tasks' || kind === 'changelog') return units;
  const texts = units.filter(({ first, last }) => last > first || !HEADING.test(lines[first - 1]!));
  return texts.length > 0 ? texts : units;
}

/** Of the weight of all terms. */
function shareOf(found: ReadonlySet<number>, weights: readonly number[]): number {
  let sum = 0;
  for (const index of found) sum += weights[index]!;
  return sum / (weights.reduce((total, weight) => total + weight, 0) || 1);
}

function labelsOf(found: ReadonlySet<number>, { terms }: Query): string[] {
  return [...found].sort((a, b) => a - b).map((index) => terms[index]!.label);
}
