import { type LinearWeights, rowOf } from '../../src/shared/linear-model.js';

/** An example as the learner reads it. */
export interface Example {
  features: ReadonlyMap<number, number>;
  dense: Float32Array;
  /** How much of it is of each class; adds up to 1. */
  share: readonly number[];
  /** How much it counts. */
  weight: number;
  author: string;
}

export interface Setup {
  classes: readonly string[];
  /** The hashes of features share so many rows … */
  rows: number;
  /** … of which those with the features of most authors are learned. */
  learned: number;
  dense: number;
  epochs: number;
  rate: number;
  decay: number;
}

export type Learned = LinearWeights & { weights: Float32Array };

/** Weights that give the examples' shares as odds: softmax and log loss, Adagrad with one step size a row. The same examples give the same. */
export function learn(examples: readonly Example[], setup: Setup): Learned {
  const { classes, rows, dense, epochs, rate, decay } = setup;
  const count = classes.length;
  const weights = new Float32Array((rows + dense) * count);
  const seen = new Float32Array(rows + dense).fill(0.01);
  const bias = new Float64Array(count);
  const biasSeen = new Float64Array(count).fill(1);
  const errors = new Float64Array(count);
  const random = createRandom(1);
  const kept = commonRows(examples, setup);
  let order = examples.map((example) => ({ ...example, ...rowsOf(example, rows, kept) }));
  for (let epoch = 0; epoch < epochs; epoch++) {
    order = shuffle(order, random);
    const step = rate * (1 - (0.9 * epoch) / epochs);
    for (const example of order) improve(example, step);
  }
  return { classes, rows, dense, weights, bias: [...bias] };

  function improve({ at, values, share, weight }: (typeof order)[number], step: number): void {
    errors.set(bias);
    for (let i = 0; i < at.length; i++) {
      const from = at[i]! * count;
      const value = values[i]!;
      for (let c = 0; c < count; c++) errors[c] = errors[c]! + value * weights[from + c]!;
    }
    softmax(errors);
    let square = 0;
    for (let c = 0; c < count; c++) {
      const error = (errors[c]! - share[c]!) * weight;
      errors[c] = error;
      square += error * error;
      biasSeen[c] = biasSeen[c]! + error * error;
      bias[c] = bias[c]! - (step / Math.sqrt(biasSeen[c]!)) * error;
    }
    for (let i = 0; i < at.length; i++) {
      const row = at[i]!;
      const value = values[i]!;
      const all = seen[row]! + square * value * value;
      seen[row] = all;
      const pace = step / Math.sqrt(all);
      const keep = 1 - pace * decay;
      const move = pace * value;
      const from = row * count;
      for (let c = 0; c < count; c++) weights[from + c] = keep * weights[from + c]! - move * errors[c]!;
    }
  }
}

/** What the weights say of an example, before it becomes odds. */
export function sumsOf({ classes, rows, weights, bias }: Learned, example: Example): number[] {
  const { at, values } = rowsOf(example, rows, null);
  return classes.map((_, c) =>
    at.reduce((sum, row, i) => sum + values[i]! * weights[row * classes.length + c]!, bias[c]!),
  );
}

function commonRows(examples: readonly Example[], { rows, learned }: Setup): Uint8Array {
  const authors = new Uint16Array(rows);
  const last = new Array<string>(rows);
  for (const { author, features } of [...examples].sort((a, b) => (a.author < b.author ? -1 : 1))) {
    for (const hash of features.keys()) {
      const row = rowOf(hash, rows);
      if (last[row] === author) continue;
      last[row] = author;
      authors[row] = authors[row]! + 1;
    }
  }
  const order = Array.from(authors.keys()).sort((a, b) => authors[b]! - authors[a]! || a - b);
  const kept = new Uint8Array(rows);
  for (const row of order.slice(0, learned)) kept[row] = 1;
  return kept;
}

function rowsOf({ features, dense }: Example, rows: number, kept: Uint8Array | null) {
  const at: number[] = [];
  const values: number[] = [];
  for (const [hash, value] of features) {
    const row = rowOf(hash, rows);
    if (kept !== null && kept[row] === 0) continue;
    at.push(row);
    values.push(value);
  }
  dense.forEach((value, i) => {
    at.push(rows + i);
    values.push(value);
  });
  return { at: Uint32Array.from(at), values: Float32Array.from(values) };
}

function softmax(sums: Float64Array): void {
  const most = Math.max(...sums);
  let all = 0;
  for (let c = 0; c < sums.length; c++) all += sums[c] = Math.exp(sums[c]! - most);
  for (let c = 0; c < sums.length; c++) sums[c]! /= all;
}

/** Numbers from 0 to 1 (mulberry32): the same for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function shuffle<Item>(items: readonly Item[], random: () => number): Item[] {
  const mixed = [...items];
  for (let i = mixed.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    [mixed[i], mixed[other]] = [mixed[other]!, mixed[i]!];
  }
  return mixed;
}
