/**
 * Sums what each term is worth over the chunks that hold it, and gives the best back. One array serves every question,
 * so that none pays for the size of the vault.
 */
export interface Proposals {
  /** `ids` as the index lists them: numbers separated by commas. Only what `allowed` holds counts, where it is given. */
  add(ids: string, worth: number, allowed: ReadonlySet<number> | null): void;
  /** The best `count` ids in no particular order; among equals the newest. Empties the sums. */
  take(count: number): number[];
}

export function createProposals(): Proposals {
  let sums = new Float32Array(1024);
  let touched: number[] = [];

  return {
    add(ids, worth, allowed) {
      let id = 0;
      for (let i = 0; i <= ids.length; i++) {
        const code = i < ids.length ? ids.charCodeAt(i) : COMMA;
        if (code !== COMMA) {
          id = id * 10 + code - ZERO;
          continue;
        }
        if (id > 0 && (allowed === null || allowed.has(id))) {
          if (id >= sums.length) sums = grown(sums, id);
          if (sums[id] === 0) touched.push(id);
          sums[id]! += worth;
        }
        id = 0;
      }
    },
    take(count) {
      const best = touched.length <= count ? touched : select(touched, sums, count);
      for (const id of touched) sums[id] = 0;
      touched = [];
      return best;
    },
  };
}

const COMMA = 44;
const ZERO = 48;
const STEPS = 2048;

function grown(sums: Float32Array<ArrayBuffer>, id: number): Float32Array<ArrayBuffer> {
  const next = new Float32Array(Math.max(2 * sums.length, id + 1));
  next.set(sums);
  return next;
}

/** By steps of the sum instead of by sorting: there may be tens of thousands. */
function select(ids: readonly number[], sums: Float32Array, count: number): number[] {
  let most = 0;
  for (const id of ids) if (sums[id]! > most) most = sums[id]!;
  const stepOf = (id: number) => Math.min(STEPS - 1, Math.floor((sums[id]! / most) * STEPS));
  const sizes = new Uint32Array(STEPS);
  for (const id of ids) sizes[stepOf(id)]!++;
  let step = STEPS - 1;
  let above = 0;
  while (step > 0 && above + sizes[step]! <= count) above += sizes[step--]!;
  const best = ids.filter((id) => stepOf(id) > step);
  const equals = ids.filter((id) => stepOf(id) === step).sort((a, b) => b - a);
  return [...best, ...equals.slice(0, count - best.length)];
}
