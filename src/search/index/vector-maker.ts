import type { MadeVector } from './stored-vector.js';
import type { VectorRow } from './vector-table.js';

/** Makes the vectors of chunks. One whose file has changed since is left out. */
export type MakeVectors = (ids: readonly number[], signal: AbortSignal | undefined) => Promise<MadeVector[]>;

/** Makes the vectors of chunks that have none, as many at once as the model is fast. */
export function createVectorMaker(make: MakeVectors, isFast: boolean) {
  // The speed of a model shows only in use: a large one needs seconds for a vector, an endpoint makes hundreds in that time.
  let page = isFast ? PAGE : FIRST_PAGE;
  return {
    /** Chunks to be completed at once. */
    get page() {
      return page;
    },
    /** Fills in the vectors of rows that have none, and returns those. */
    async complete(rows: readonly VectorRow[], signal: AbortSignal | undefined): Promise<MadeVector[]> {
      const began = performance.now();
      const missing = new Map(rows.flatMap((row) => (row.vector === null ? [[row.id, row] as const] : [])));
      const made = missing.size === 0 ? [] : await make([...missing.keys()], signal);
      for (const one of made) Object.assign(missing.get(one.id)!, one);
      page = performance.now() - began > SLOW ? Math.max(1, page >> 1) : Math.min(PAGE, 2 * page);
      return made;
    },
  };
}

export const PAGE = 500;
const FIRST_PAGE = 4;
/** Milliseconds after which fewer are made at once: a search must be able to stop. */
const SLOW = 2_000;
