import { vectorOf } from '../models/static/static-embedder.js';
import { BREAK, type StaticModel } from '../models/static/static-model.js';
import { CLOSE_READING } from './parameters.js';
import { createWindowReader, type WindowReader } from './window-reader.js';

/** A chunk to be read. Neighbours in a family lend it meaning; family 0 is none. */
export interface TokenPassage {
  family: number;
  place: number;
  tokens: Uint16Array;
}

/** How near the best window of a passage comes to a question; both from 0 to 1. */
export interface Reading {
  /** Its vector against the question's. */
  sense: number;
  /** How much of the question's words has something of its meaning there. */
  words: number;
}

/** What each token counts. */
export type Rarities = (tokens: readonly number[]) => readonly number[];

/** Tokens of one passage: a chunk has about a thousand, but a file of one endless line is one chunk too. */
const MOST_READ = 20_000;

/**
 * Compares a question with passages word by word as well as by their vectors: each token of the question with the
 * nearest one of a window. `rarities` say what tokens count, besides what the model gives them; the inverse document
 * frequency is meant. Readings come in the order of the passages.
 */
export function readClosely(
  model: StaticModel,
  question: string,
  passages: readonly TokenPassage[],
  rarities: Rarities,
): Reading[] {
  const readings = passages.map((): Reading => ({ sense: 0, words: 0 }));
  const asked = model.words.encode(question);
  if (asked.length === 0) return readings;
  const windows = inOrder(passages);
  const tokens = [...new Set(asked)];
  const rarity = rarities(tokens);
  const reader = createWindowReader(model, vectorOf(model, asked), tokens, rarity, windows.length);
  for (const { passage, start, end, headings } of windows) {
    reader.read(passages[passage]!.tokens, headings, start, end);
  }
  const reach = Math.max(CLOSE_READING.wordsReach, CLOSE_READING.vectorReach);
  windows.forEach((window, at) => {
    const reading = readings[window.passage]!;
    let first = at;
    while (first > 0 && window.position - windows[first - 1]!.position <= reach) first--;
    let last = at;
    while (last + 1 < windows.length && windows[last + 1]!.position - window.position <= reach) last++;
    const sense = Math.max(0, senseOf(reader, windows, at, first, last));
    const words = reader.words(at, first, last, CLOSE_READING.wordsLent);
    if (sense + words > reading.sense + reading.words) Object.assign(reading, { sense, words });
  });
  return readings;
}

interface Window {
  passage: number;
  /** Windows that follow each other in the vault have positions that follow each other. */
  position: number;
  /** Where its own tokens are, and how many tokens of headings, at the start of the passage, belong to it. */
  start: number;
  end: number;
  headings: number;
}

function inOrder(passages: readonly TokenPassage[]): Window[] {
  const order = passages.map((_, index) => index);
  order.sort((a, b) => passages[a]!.family - passages[b]!.family || passages[a]!.place - passages[b]!.place);
  const windows: Window[] = [];
  let position = 0;
  let before: TokenPassage | undefined;
  for (const index of order) {
    const passage = passages[index]!;
    const tokens = passage.tokens.subarray(0, MOST_READ);
    const sameFamily = before !== undefined && before.family !== 0 && before.family === passage.family;
    if (!sameFamily || passage.place - before!.place > 1) position += 1 + CLOSE_READING.wordsReach;
    const first = tokens.indexOf(BREAK);
    const headings = first < 0 ? tokens.length : first;
    for (let start = headings + 1; ; ) {
      const next = tokens.indexOf(BREAK, start);
      const end = next < 0 ? tokens.length : next;
      windows.push({ passage: index, position: position++, start, end, headings });
      if (next < 0) break;
      start = end + 1;
    }
    before = passage;
  }
  return windows;
}

function senseOf(
  reader: WindowReader,
  windows: readonly Window[],
  at: number,
  first: number,
  last: number,
): number {
  reader.startMix();
  for (let other = first; other <= last; other++) {
    const distance = Math.abs(windows[other]!.position - windows[at]!.position);
    if (distance <= CLOSE_READING.vectorReach) reader.mix(other, CLOSE_READING.vectorLent ** distance);
  }
  return reader.sense();
}
