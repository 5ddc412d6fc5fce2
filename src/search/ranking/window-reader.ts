import { MOST_COUNTED, type StaticModel } from '../models/static/static-model.js';
import { CLOSE_READING } from './parameters.js';

/** Compares windows of passages with one question, in the memory of the model's kernel. */
export interface WindowReader {
  /** Reads the next window: the passage's first tokens, which are its headings, and those from `start` to `end`. */
  read(tokens: Uint16Array, headings: number, start: number, end: number): void;
  /** The share of the question's words that a window holds, or those from `first` to `last` lend it. */
  words(window: number, first: number, last: number, lent: number): number;
  /** A vector to which windows are added, and how near it comes to the question's. */
  startMix(): void;
  mix(window: number, share: number): void;
  sense(): number;
  /** Has to be called in the end. */
  close(): void;
}

/** Not reentrant: the kernel serves one reader at a time. */
export function createWindowReader(
  model: StaticModel,
  question: Float32Array,
  asked: readonly number[],
  rarity: (token: number) => number,
  windows: number,
): WindowReader {
  const { kernel, dimensions } = model;
  const { leastAlike } = CLOSE_READING;
  const count = asked.length;
  const bytes = 4 * dimensions;
  const mixed = model.free;
  const questionAt = mixed + bytes;
  const row = questionAt + bytes;
  const askedAt = row + bytes;
  const dotsAt = askedAt + count * 2 * dimensions;
  const ownAt = dotsAt + Math.ceil(count / 4) * 16;
  const vectors = ownAt + 16;
  const list = vectors + windows * bytes;
  kernel.reserve(list + (MOST_IN_WINDOW + 1) * 8);
  const { i32, f32, u32 } = kernel.views;
  f32.set(question, questionAt >> 2);

  const weights = new Float32Array(count);
  const lengths = new Float32Array(count);
  let total = 0;
  asked.forEach((token, i) => {
    const place = askedAt + i * 2 * dimensions;
    kernel.unpack(model.codesOf(token), dimensions, place);
    kernel.dots(place, place, 1, dimensions, dotsAt);
    lengths[i] = Math.sqrt(i32[dotsAt >> 2]!);
    weights[i] = lengths[i]! * model.scaleOf(token) * rarity(token);
    total += weights[i]!;
  });

  // The same words come back in every passage: each is compared once, and only what is alike is kept. A token's place
  // in `alike` holds how many words of the question are like it, then which and how much in turn; 0 is not compared yet,
  // 1 is like none.
  const places = placesOf(model);
  const { counts } = model;
  const compared: number[] = [];
  let alike = new Float32Array(4_096);
  let used = 2;
  const near = new Float32Array(count * windows);
  let done = 0;

  return {
    read(tokens, headings, start, end) {
      const base = done * count;
      let at = list >> 2;
      const most = at + 2 * MOST_IN_WINDOW;
      const first = at;
      for (let i = 0; i < end; i++) {
        if (i === headings) i = start;
        if (i >= end) break;
        const token = tokens[i]!;
        const before = counts[token]!;
        if (before > 0) {
          if (before < MOST_COUNTED) counts[token] = before + 1;
          continue;
        }
        if (at >= most) continue;
        counts[token] = 1;
        u32[at] = token;
        at += 2;
        const from = places[token] || compare(token);
        if (from === LIKE_NONE) continue;
        const to = from + 2 * alike[from]!;
        for (let i = from; i < to; i += 2) {
          const q = base + alike[i + 1]!;
          if (alike[i + 2]! > near[q]!) near[q] = alike[i + 2]!;
        }
      }
      for (let i = first; i < at; i += 2) {
        const token = u32[i]!;
        u32[i] = model.codesOf(token);
        f32[i + 1] = model.scaleOf(token) * Math.sqrt(counts[token]!);
        counts[token] = 0;
      }
      const vector = vectors + done * bytes;
      kernel.gather(list, (at - first) >> 1, dimensions, vector);
      const square = kernel.dot(vector, vector, dimensions);
      // Adding a vector to itself makes it a unit vector in place.
      if (square > 0) kernel.mix(vector, vector, 1 / Math.sqrt(square) - 1, dimensions);
      done++;
    },
    words(window, first, last, lent) {
      let sum = 0;
      for (let q = 0; q < count; q++) {
        const own = near[window * count + q]!;
        let around = own;
        for (let other = first; other <= last; other++) {
          if (near[other * count + q]! > around) around = near[other * count + q]!;
        }
        sum += (own + lent * (around - own)) * weights[q]!;
      }
      return sum / (total || 1);
    },
    startMix() {
      f32.fill(0, mixed >> 2, (mixed + bytes) >> 2);
    },
    mix(window, share) {
      kernel.mix(mixed, vectors + window * bytes, share, dimensions);
    },
    sense() {
      const square = kernel.dot(mixed, mixed, dimensions);
      return square === 0 ? 0 : kernel.dot(mixed, questionAt, dimensions) / Math.sqrt(square);
    },
    close() {
      for (const token of compared) places[token] = 0;
    },
  };

  function compare(token: number): number {
    compared.push(token);
    if (used + 2 * count + 1 > alike.length) alike = grown(alike);
    kernel.unpack(model.codesOf(token), dimensions, row);
    kernel.dots(row, askedAt, count, dimensions, dotsAt);
    kernel.dots(row, row, 1, dimensions, ownAt);
    const length = Math.sqrt(i32[ownAt >> 2]!);
    let found = 0;
    for (let q = 0; q < count; q++) {
      const value = i32[(dotsAt >> 2) + q]! / (length * lengths[q]!);
      if (!(value >= leastAlike)) continue;
      alike[used + 2 * found + 1] = q;
      alike[used + 2 * found + 2] = value;
      found++;
    }
    const place = found === 0 ? LIKE_NONE : used;
    places[token] = place;
    if (found > 0) {
      alike[used] = found;
      used += 2 * found + 1;
    }
    return place;
  }
}

const LIKE_NONE = 1;

/** Of the model's size and used by one question after the other; zeros in between. */
const places = new WeakMap<StaticModel, Uint32Array>();

function placesOf(model: StaticModel): Uint32Array {
  let known = places.get(model);
  if (known === undefined) {
    known = new Uint32Array(model.tokens);
    places.set(model, known);
  }
  return known;
}

/** Distinct tokens of one window; a window of 50 words has fewer, but one endless word may be cut into many. */
const MOST_IN_WINDOW = 4_096;

function grown(values: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const next = new Float32Array(2 * values.length);
  next.set(values);
  return next;
}
