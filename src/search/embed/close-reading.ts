import { windowsOfPassage } from './passage-tokens.js';
import { toUnit, vectorOf } from './static-embedder.js';
import type { StaticModel } from './static-model.js';

/** A chunk to be read. Neighbours in a family lend it meaning; family 0 is none. */
export interface Passage {
  family: number;
  place: number;
  tokens: Uint16Array;
}

/** How near a passage comes to a question; both from 0 to 1. */
export interface Reading {
  /** The best window's vector against the question's. */
  sense: number;
  /** How much of the question's words has something of its meaning in the best window. */
  words: number;
}

/** What a neighbouring window lends by its distance: its vector, and its words within three windows. */
const LENT_VECTOR = [1, 0.6, 0.36];
const LENT_WORDS = 0.5;
const WORDS_REACH = 3;
/** Words less alike than this have nothing to do with each other. */
const ALIKE = 0.3;

/**
 * Compares a question with passages word by word as well as by their vectors: each token of the question with the
 * nearest one of a window. `rarity` says what a token counts, besides what the model gives it; the inverse document
 * frequency is meant. Readings come in the order of the passages.
 */
export function readClosely(
  model: StaticModel,
  question: string,
  passages: readonly Passage[],
  rarity: (token: number) => number,
): Reading[] {
  const asked = model.words.encode(question);
  if (asked.length === 0) return passages.map(() => ({ sense: 0, words: 0 }));
  const vector = vectorOf(model, asked);
  const comparer = createComparer(model, [...new Set(asked)], rarity);
  const windows = inOrder(passages).map(({ passage, position, tokens }) => ({
    passage,
    position,
    near: comparer.nearest(tokens),
    vector: comparer.vectorOf(tokens),
  }));
  const readings = passages.map((): Reading => ({ sense: 0, words: 0 }));
  windows.forEach((window, at) => {
    const reading = readings[window.passage]!;
    reading.sense = Math.max(reading.sense, dot(vector, smoothed(windows, at)));
    reading.words = Math.max(reading.words, comparer.score(withLent(windows, at)));
  });
  return readings;
}

interface Window {
  passage: number;
  /** Windows that follow each other in the vault have positions that follow each other. */
  position: number;
  vector: Float32Array;
  near: Float32Array;
}

function inOrder(passages: readonly Passage[]): Placed[] {
  const order = passages.map((_, index) => index);
  order.sort((a, b) => passages[a]!.family - passages[b]!.family || passages[a]!.place - passages[b]!.place);
  const placed: Placed[] = [];
  let position = 0;
  let before: Passage | undefined;
  for (const index of order) {
    const passage = passages[index]!;
    const sameFamily = before !== undefined && before.family !== 0 && before.family === passage.family;
    if (!sameFamily || passage.place - before!.place > 1) position += 1 + WORDS_REACH;
    for (const tokens of windowsOfPassage(passage.tokens)) {
      placed.push({ passage: index, position, tokens });
      position++;
    }
    before = passage;
  }
  return placed;
}

interface Placed {
  passage: number;
  position: number;
  tokens: Uint16Array;
}

function smoothed(windows: readonly Window[], at: number): Float32Array {
  const { position, vector } = windows[at]!;
  const sum = new Float32Array(vector.length);
  const reach = LENT_VECTOR.length - 1;
  for (let other = Math.max(0, at - reach); other <= Math.min(windows.length - 1, at + reach); other++) {
    const share = LENT_VECTOR[Math.abs(windows[other]!.position - position)];
    if (share === undefined) continue;
    addTo(sum, windows[other]!.vector, share);
  }
  return toUnit(sum);
}

function withLent(windows: readonly Window[], at: number): Float32Array {
  const { position, near } = windows[at]!;
  const around = near.slice();
  const first = Math.max(0, at - WORDS_REACH);
  for (let other = first; other <= Math.min(windows.length - 1, at + WORDS_REACH); other++) {
    if (Math.abs(windows[other]!.position - position) > WORDS_REACH) continue;
    const lent = windows[other]!.near;
    for (let i = 0; i < around.length; i++) around[i] = Math.max(around[i]!, lent[i]!);
  }
  return around.map((value, i) => near[i]! + LENT_WORDS * (value - near[i]!));
}

interface Comparer {
  /** For each token of the question, how near the nearest of these comes. */
  nearest(tokens: Uint16Array): Float32Array;
  score(near: Float32Array): number;
  /** As `vectorOf` of the embedder, from rows that were unpacked before. */
  vectorOf(tokens: Uint16Array): Float32Array;
}

function createComparer(model: StaticModel, asked: number[], rarity: (token: number) => number): Comparer {
  const weights = new Float32Array(asked.length);
  const units = asked.map((token, i) => {
    const row = new Float32Array(model.dimensions);
    model.add(row, token, 1);
    weights[i] = Math.hypot(...row) * rarity(token);
    return toUnit(row);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  // The same words come back in every passage: each is compared once.
  const places = new Int32Array(model.tokens).fill(-1);
  const known: Float32Array[] = [];
  const rows: Float32Array[] = [];

  return {
    nearest(tokens) {
      const best = new Float32Array(asked.length);
      for (let at = 0; at < tokens.length; at++) {
        const place = places[tokens[at]!]!;
        const likeness = place < 0 ? compare(tokens[at]!) : known[place]!;
        for (let i = 0; i < best.length; i++) if (likeness[i]! > best[i]!) best[i] = likeness[i]!;
      }
      return best;
    },
    score(near) {
      let sum = 0;
      for (let i = 0; i < near.length; i++) sum += near[i]! * weights[i]!;
      return sum / total;
    },
    vectorOf(tokens) {
      const sum = new Float32Array(model.dimensions);
      const sorted = tokens.slice().sort();
      for (let start = 0; start < sorted.length; ) {
        const token = sorted[start]!;
        let end = start + 1;
        while (end < sorted.length && sorted[end] === token) end++;
        if (places[token]! < 0) compare(token);
        addTo(sum, rows[places[token]!]!, Math.sqrt(end - start));
        start = end;
      }
      return toUnit(sum);
    },
  };

  function compare(token: number): Float32Array {
    const row = new Float32Array(model.dimensions);
    model.add(row, token, 1);
    const length = Math.sqrt(dot(row, row)) || 1;
    const likeness = new Float32Array(units.length);
    for (let i = 0; i < units.length; i++) {
      const value = dot(units[i]!, row) / length;
      if (value >= ALIKE) likeness[i] = value;
    }
    places[token] = known.length;
    known.push(likeness);
    rows.push(row);
    return likeness;
  }
}

function addTo(sum: Float32Array, vector: Float32Array, factor: number): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += factor * vector[i]!;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}
