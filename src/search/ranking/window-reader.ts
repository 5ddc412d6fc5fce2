import type { StaticModel } from '../models/static/static-model.js';
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
}

/** Not reentrant: the kernel serves one reader at a time. */
export function createWindowReader(
  model: StaticModel,
  question: Float32Array,
  asked: readonly number[],
  rarity: readonly number[],
  windows: number,
): WindowReader {
  const { kernel, dimensions } = model;
  const count = asked.length;
  const places = placesFor(model, count, windows);
  kernel.reserve(places.alike);
  kernel.views.u8.fill(0, places.counts, places.asked);
  kernel.views.f32.set(question, places.question >> 2);
  const weights = readAsked(model, asked, places, rarity);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  describeReading(model, count, places);
  let done = 0;

  return {
    read(tokens, headings, start, end) {
      const length = headings + Math.max(0, end - start);
      // Behind what may be found to be like them.
      const at = kernel.views.u32[(places.reading + ALIKE) >> 2]! + length * (4 + 8 * count);
      kernel.reserve(at + 2 * length);
      kernel.views.u16.set(tokens.subarray(0, headings), at >> 1);
      kernel.views.u16.set(tokens.subarray(start, end), (at >> 1) + headings);
      const near = places.near + 4 * done * count;
      const vector = places.vectors + 4 * done * dimensions;
      kernel.readWindow(places.reading, at, at + 2 * length, near, vector);
      done++;
    },
    words(window, first, last, lent) {
      const near = kernel.views.f32;
      const at = places.near >> 2;
      let sum = 0;
      for (let q = 0; q < count; q++) {
        const own = near[at + window * count + q]!;
        let around = own;
        for (let other = first; other <= last; other++) {
          if (near[at + other * count + q]! > around) around = near[at + other * count + q]!;
        }
        sum += (own + lent * (around - own)) * weights[q]!;
      }
      return sum / (total || 1);
    },
    startMix() {
      kernel.views.f32.fill(0, places.mixed >> 2, (places.mixed >> 2) + dimensions);
    },
    mix(window, share) {
      kernel.mix(places.mixed, places.vectors + 4 * window * dimensions, share, dimensions);
    },
    sense() {
      const square = kernel.dot(places.mixed, places.mixed, dimensions);
      return square === 0 ? 0 : kernel.dot(places.mixed, places.question, dimensions) / Math.sqrt(square);
    },
  };
}

type Places = ReturnType<typeof placesFor>;

/** Where everything lies in the kernel's memory. What is like a token of the question comes last: it grows. */
function placesFor({ free, tokens, dimensions }: StaticModel, count: number, windows: number) {
  let next = free;
  const take = (bytes: number) => {
    const at = next;
    next += 16 * Math.ceil(bytes / 16);
    return at;
  };
  return {
    reading: take(READING_BYTES),
    mixed: take(4 * dimensions),
    question: take(4 * dimensions),
    row: take(2 * dimensions),
    // The first three are zero in the beginning.
    counts: take(2 * tokens),
    alikeOf: take(4 * tokens),
    near: take(4 * count * windows),
    asked: take(2 * dimensions * count),
    dots: take(4 * Math.max(1, count)),
    lengths: take(4 * count),
    vectors: take(4 * dimensions * windows),
    list: take(8 * (MOST_IN_WINDOW + 1)),
    alike: take(0),
  };
}

/** Puts the rows of the question's tokens in their place; returns what each counts. */
function readAsked(
  { kernel, dimensions, codesOf, scaleOf }: StaticModel,
  asked: readonly number[],
  places: Places,
  rarity: readonly number[],
): Float32Array {
  const { i32, f32 } = kernel.views;
  const weights = new Float32Array(asked.length);
  asked.forEach((token, i) => {
    const place = places.asked + i * 2 * dimensions;
    kernel.unpack(codesOf(token), dimensions, place);
    kernel.dots(place, place, 1, dimensions, places.dots);
    const length = Math.fround(Math.sqrt(i32[places.dots >> 2]!));
    f32[(places.lengths >> 2) + i] = length;
    weights[i] = length * scaleOf(token) * rarity[i]!;
  });
  return weights;
}

/** Tells `readWindow` where everything lies, in the order that it knows. */
function describeReading(
  { kernel, dimensions, codesOf, scales }: StaticModel,
  count: number,
  places: Places,
): void {
  const { counts, alikeOf, list, row, asked, dots, lengths, alike, reading } = places;
  const most = list + 8 * MOST_IN_WINDOW;
  const numbers = [
    counts,
    alikeOf,
    list,
    most,
    codesOf(0),
    scales.at,
    dimensions,
    row,
    count,
    asked,
    dots,
    lengths,
    alike,
  ];
  kernel.views.u32.set(numbers, reading >> 2);
  const view = new DataView(kernel.views.u8.buffer, reading);
  view.setFloat64(LARGEST, scales.largest, true);
  view.setFloat64(LEAST_ALIKE, CLOSE_READING.leastAlike, true);
}

/** Where `readWindow` finds the end of what is in use, and its numbers of 64 bits. */
const ALIKE = 48;
const LARGEST = 56;
const LEAST_ALIKE = 64;
const READING_BYTES = 80;

/** Distinct tokens of one window; a window of 50 words has fewer, but one endless word may be cut into many. */
const MOST_IN_WINDOW = 4_096;
