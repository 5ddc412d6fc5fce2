import { readFileSync } from 'node:fs';
import { RappelError } from './errors.js';

/**
 * A linear model that tells classes apart. It reads features, each a hash and how much of it there is, and a dense vector. Its weights have 8 bits.
 * Training lives in `training/`; this file holds the form of the stored model, both ways.
 */
export interface LinearModel {
  readonly classes: readonly string[];
  /** The odds of each class, in the order of `classes`: they add up to 1. A model of a single class gives its odds against all else. */
  odds(features: Features, dense?: ArrayLike<number>): number[];
}

/** How much there is of each feature, by the hash of its name (`hashOf`). */
export type Features = ReadonlyMap<number, number>;

export interface LinearWeights {
  classes: readonly string[];
  /** Features share this many rows, by the remainder of their hash. A row without weights costs a bit in the file. */
  rows: number;
  /** The length of the dense vector. */
  dense: number;
  /** A weight for each class: first for each row, then for each number of the dense vector. */
  weights: Float32Array | readonly number[];
  bias: readonly number[];
}

const FORM = 'rappel-linear-2';
const LINE_END = 0x0a;
/** Where a row would start that has no weights. */
const NONE = -1;

/** The hash of a feature's name in 32 bits (FNV-1a); `from` continues a hash. */
export function hashOf(name: string, from = 0x811c9dc5): number {
  let hash = from;
  for (let i = 0; i < name.length; i++) hash = hashOn(hash, name.charCodeAt(i));
  return hash;
}

/** The hash with one letter more. */
export function hashOn(hash: number, letter: number): number {
  return Math.imul(hash ^ letter, 0x01000193) >>> 0;
}

/** The row of a feature: the low bits of FNV-1a depend on the low bits of the letters alone, so all are mixed first. */
export function rowOf(hash: number, rows: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % rows;
}

/**
 * A line of JSON, a bit for each row that says whether it has weights, and the weights of those that have some. Throws an `Error` where the bytes are
 * something else.
 */
export function readLinearModel(bytes: Uint8Array): LinearModel {
  const { classes, rows, dense, scales, bias, starts, weights } = parse(bytes);
  const count = classes.length;

  return {
    classes,
    odds(features, vector = []) {
      if (vector.length !== dense) throw new Error(`${vector.length} numbers instead of ${dense}`);
      const sums = new Float64Array(2 * count);
      for (const [hash, value] of features) add(starts[rowOf(hash, rows)]!, value, 0);
      for (let i = 0; i < dense; i++) add(starts[rows + i]!, vector[i]!, count);
      return toOdds(
        bias.map((sum, c) => sum + scales[c]! * sums[c]! + scales[count + c]! * sums[count + c]!),
      );

      function add(from: number, value: number, to: number): void {
        if (from === NONE) return;
        for (let c = 0; c < count; c++) sums[to + c]! += value * weights[from + c]!;
      }
    },
  };
}

/** The model in a file that comes with Rappel. */
export function loadLinearModel(file: URL | string): LinearModel {
  try {
    return readLinearModel(readFileSync(file));
  } catch (cause) {
    throw new RappelError('model', 'model.embedded_unreadable', { cause });
  }
}

/** The bytes of a model. Each class has two scales: one for the rows, one for the dense vector. */
export function writeLinearModel({ classes, rows, dense, weights, bias }: LinearWeights): Uint8Array {
  const count = classes.length;
  const most = new Float64Array(2 * count);
  const groupOf = (at: number) => (at % count) + (at < rows * count ? 0 : count);
  for (let at = 0; at < weights.length; at++)
    most[groupOf(at)] = Math.max(most[groupOf(at)]!, Math.abs(weights[at]!));
  const scales = [...most].map((value) => (value || 1) / 127);
  const present = new Uint8Array(Math.ceil((rows + dense) / 8));
  const stored: number[] = [];
  for (let row = 0; row < rows + dense; row++) {
    const own = Array.from(classes, (_, c) => {
      const at = row * count + c;
      return Math.round(weights[at]! / scales[groupOf(at)]!);
    });
    if (own.every((weight) => weight === 0)) continue;
    present[row >> 3]! |= 1 << (row & 7);
    stored.push(...own);
  }
  const head = Buffer.from(`${JSON.stringify({ form: FORM, classes, rows, dense, scales, bias })}\n`);
  return Buffer.concat([head, present, Buffer.from(Int8Array.from(stored).buffer)]);
}

/** Softmax; of a single sum, the logistic function. */
export function toOdds(sums: readonly number[]): number[] {
  if (sums.length === 1) return [1 / (1 + Math.exp(-sums[0]!))];
  const most = Math.max(...sums);
  const powers = sums.map((sum) => Math.exp(sum - most));
  const all = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / all);
}

interface Stored {
  form: string;
  classes: string[];
  rows: number;
  dense: number;
  scales: number[];
  bias: number[];
}

function parse(bytes: Uint8Array): Stored & { starts: Int32Array; weights: Int8Array } {
  const end = bytes.indexOf(LINE_END);
  const head: Stored = JSON.parse(Buffer.from(bytes.subarray(0, Math.max(0, end))).toString() || '{}');
  if (head.form !== FORM) throw new Error('not a stored linear model');
  const all = head.rows + head.dense;
  const from = end + 1 + Math.ceil(all / 8);
  const present = bytes.subarray(end + 1, from);
  const starts = new Int32Array(all).fill(NONE);
  let length = 0;
  for (let row = 0; row < all; row++) {
    if ((present[row >> 3]! & (1 << (row & 7))) === 0) continue;
    starts[row] = length;
    length += head.classes.length;
  }
  if (bytes.length !== from + length) throw new Error('a damaged linear model');
  const weights = new Int8Array(bytes.buffer, bytes.byteOffset + from, length);
  return { ...head, starts, weights };
}
