import { grown } from '../../shared/grown.js';

/**
 * Sums what each term is worth over the chunks that hold it, and gives the best back. One array serves every question,
 * so that none pays for the size of the vault.
 */
export function createScoreAccumulator() {
  let sums = new Float32Array(1024);
  let touched = new Uint32Array(1024);
  let size = 0;

  return {
    /** Starts from nothing; no id will be higher than this. */
    begin(lastId: number): void {
      empty();
      sums = grown(sums, lastId + 1);
    },
    /** If `allowed` is given, counts only these; with `known`, only what was proposed before. */
    add(ids: Uint32Array, worth: number, allowed: ReadonlySet<number> | null, known = false): void {
      if (!known) touched = grown(touched, size + ids.length);
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i]!;
        if (allowed !== null && !allowed.has(id)) continue;
        const sum = sums[id]!;
        if (sum === 0) {
          if (known) continue;
          touched[size++] = id;
        }
        sums[id] = sum + worth;
      }
    },
    /** How many are worth more than this. */
    countAbove(worth: number): number {
      let count = 0;
      for (let i = 0; i < size; i++) if (sums[touched[i]!]! > worth) count++;
      return count;
    },
    /** Those of `ids` that are worth more than this. */
    above(worth: number, ids: Uint32Array): Uint32Array {
      const found: number[] = [];
      for (let i = 0; i < ids.length; i++) if (sums[ids[i]!]! > worth) found.push(ids[i]!);
      return Uint32Array.from(found);
    },
    /** What the best is worth. */
    most(): number {
      let most = 0;
      for (let i = 0; i < size; i++) if (sums[touched[i]!]! > most) most = sums[touched[i]!]!;
      return most;
    },
    /** Takes chunks out again. */
    remove(ids: Iterable<number>): void {
      for (const id of ids) if (id < sums.length) sums[id] = 0;
    },
    /** The best `count` ids in no particular order; among equals the newest. Empties the sums. */
    take(count: number): number[] {
      const best = select(touched.subarray(0, size), sums, count);
      empty();
      return best;
    },
  };

  function empty(): void {
    for (let i = 0; i < size; i++) sums[touched[i]!] = 0;
    size = 0;
  }
}

const STEPS = 2048;
const sizes = new Uint32Array(STEPS);

/** By steps of the sum instead of by sorting: there may be tens of thousands. */
function select(ids: Uint32Array, sums: Float32Array, count: number): number[] {
  let most = 0;
  for (let i = 0; i < ids.length; i++) if (sums[ids[i]!]! > most) most = sums[ids[i]!]!;
  const scale = STEPS / most;
  sizes.fill(0);
  for (let i = 0; i < ids.length; i++) sizes[Math.min(STEPS - 1, (sums[ids[i]!]! * scale) | 0)]!++;
  let step = STEPS - 1;
  let above = 0;
  while (step > 0 && above + sizes[step]! <= count) above += sizes[step--]!;
  const best: number[] = [];
  const equals: number[] = [];
  // One comparison rules out everything below the step.
  const least = step / scale;
  for (let i = 0; i < ids.length; i++) {
    const sum = sums[ids[i]!]!;
    if (sum === 0 || sum < 0.999 * least) continue;
    const own = Math.min(STEPS - 1, (sum * scale) | 0);
    if (own > step) best.push(ids[i]!);
    else if (own === step) equals.push(ids[i]!);
  }
  return best.concat(newestOf(equals, count - best.length));
}

/** The same for ids alone: a common word has thousands of equals. */
function newestOf(ids: number[], count: number): number[] {
  if (ids.length <= count) return ids;
  let most = 0;
  for (const id of ids) if (id > most) most = id;
  const scale = STEPS / (most + 1);
  sizes.fill(0);
  for (const id of ids) sizes[(id * scale) | 0]!++;
  let step = STEPS - 1;
  let above = 0;
  while (step > 0 && above + sizes[step]! <= count) above += sizes[step--]!;
  const newest = ids.filter((id) => id * scale >= step);
  return newest.sort((a, b) => b - a).slice(0, count);
}
