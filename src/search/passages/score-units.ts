import { splitFrontmatter } from '../../vault/frontmatter.js';
import type { Heading } from '../../vault/headings.js';
import { outlineOf } from '../../vault/headings.js';
import { isStructured, kindOf } from '../../vault/kinds.js';
import type { LineRange } from '../../vault/line-ranges.js';
import { shownLines } from '../../vault/lines.js';
import type { ScoredUnit } from '../engine.js';
import type { ChunkRow } from '../index/chunk-rows.js';
import type { Query } from '../query/parse-query.js';
import type { Reading } from '../ranking/close-reading.js';
import { UNITS } from '../ranking/parameters.js';
import { ratioOf } from '../ranking/ranked.js';
import { HEADING, isFieldLine, STAMP } from '../text/line-patterns.js';
import { type AskedKind, askedKind, namesKind } from './asked-kind.js';
import type { CloseReader, WrittenPassage } from './close-reader.js';
import { cutText, labelOf, type Piece } from './cut-text.js';
import { repliesTo } from './speakers.js';
import type { TermFinder } from './term-finder.js';

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

/**
 * The smallest piece of a file that can be shown by itself: a short section with its heading, a paragraph, a chat turn, a
 * list item, a table row, a code block, a field of the frontmatter with its text. Line numbers are those of the file, from 1.
 */
interface LineUnit {
  first: number;
  last: number;
  /** Lines that say what it belongs to, in order: the headings that enclose it, the head of its table, the text of a field. */
  above: number[];
}

/** The units of a whole file, in order. */
export function unitsOf(lines: readonly string[]): LineUnit[] {
  const bodyStart = shownLines(splitFrontmatter(lines.join('\n')).head).length + 1;
  const { headings, fenced } = outlineOf(lines, bodyStart);
  const units: LineUnit[] = [];
  const addText = (from: number, to: number, above: number[]) => {
    for (const piece of withFields(lines, cutText(lines, fenced, from, to))) {
      for (const range of shortened(lines, piece))
        units.push({ ...range, above: [...above, ...piece.above] });
    }
  };
  addText(bodyStart, (headings[0]?.line ?? lines.length + 1) - 1, []);
  const enclosing: Heading[] = [];
  headings.forEach((heading, index) => {
    const next = headings[index + 1];
    while (enclosing.length > 0 && enclosing.at(-1)!.level >= heading.level) enclosing.pop();
    const outer = enclosing.map(({ line }) => line);
    enclosing.push(heading);
    const last = lastText(lines, heading.line, (next?.line ?? lines.length + 1) - 1);
    const hasText = last > heading.line;
    // A heading above subsections is shown with them.
    if (!hasText && next !== undefined && next.level > heading.level) return;
    if (sizeOf(lines, heading.line, last) <= UNITS.shortSection || !hasText) {
      units.push({ first: heading.line, last, above: outer });
    } else addText(heading.line + 1, last, [...outer, heading.line]);
  });
  return [...fieldsOf(lines, bodyStart, units[0]), ...units];
}

/** The fields of the frontmatter, each with the start of the text that it is about. Stamps are left out. */
function fieldsOf(lines: readonly string[], bodyStart: number, text: LineUnit | undefined): LineUnit[] {
  const about = text === undefined ? [] : [...text.above, ...startOf(lines, text)];
  const fields: LineUnit[] = [];
  for (let line = 2; line < bodyStart - 1; line++) {
    const written = lines[line - 1]!;
    const field = fields.at(-1);
    if (written.trim() === '' || STAMP.test(written)) continue;
    // A value may take several lines.
    if (field !== undefined && field.last === line - 1 && /^(?:\s|- )/.test(written)) field.last = line;
    else fields.push({ first: line, last: line, above: about });
  }
  return fields;
}

/** All lines of a short unit, else the first one. */
function startOf(lines: readonly string[], { first, last }: LineUnit): number[] {
  const isShort = sizeOf(lines, first, last) <= UNITS.shortSection;
  return Array.from({ length: isShort ? last - first + 1 : 1 }, (_, index) => first + index);
}

/** Joins a piece that is nothing but fields (`status: open | prio: high`) to the piece that follows it. */
function withFields(lines: readonly string[], pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  let isOpen = false;
  for (const piece of pieces) {
    if (isOpen && piece.kind !== 'row') joined[joined.length - 1] = { ...piece, first: joined.at(-1)!.first };
    else joined.push(piece);
    isOpen = piece.kind === 'text' && isAllFields(lines, piece);
  }
  return joined;
}

function isAllFields(lines: readonly string[], { first, last }: LineRange): boolean {
  return lines.slice(first - 1, last).every(isFieldLine);
}

/** Cuts a long piece, as a block of code, between its lines. */
function shortened(lines: readonly string[], { first, last }: LineRange): LineRange[] {
  const parts: LineRange[] = [{ first, last: first }];
  let size = sizeOf(lines, first, first);
  for (let line = first + 1; line <= last; line++) {
    const own = sizeOf(lines, line, line);
    size += own;
    if (size <= UNITS.longest) parts.at(-1)!.last = line;
    else {
      parts.push({ first: line, last: line });
      size = own;
    }
  }
  return parts;
}

function lastText(lines: readonly string[], from: number, to: number): number {
  let last = to;
  while (last > from && lines[last - 1]!.trim() === '') last--;
  return last;
}

/** In tokens. */
function sizeOf(lines: readonly string[], from: number, to: number): number {
  let size = 0;
  for (let line = from; line <= to; line++) size += lines[line - 1]!.length + 1;
  return size / 4;
}
