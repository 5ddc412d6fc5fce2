import { type PostgresProblem, problemOf } from './problem.js';

/** Milliseconds before the next attempt: twice as long after each failure. */
const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 60_000;

/** What is opened in PostgreSQL, opened again after it was lost. While it can't be reached, no question waits for it. */
export function createLink<Index>(
  open: () => Promise<Index>,
  url: string,
  now: () => number = () => performance.now(),
) {
  let opening: Promise<Index> | null = null;
  let problem: PostgresProblem | null = null;
  let delay = 0;
  let retryAt = 0;

  return {
    /** Runs work; `otherwise` where PostgreSQL does not answer, or did not a moment ago. */
    async use<Result>(
      work: (index: Index) => Promise<Result>,
      otherwise: (problem: PostgresProblem) => Result | Promise<Result>,
    ): Promise<Result> {
      if (problem !== null && now() < retryAt) return otherwise(problem);
      opening ??= open();
      const used = opening;
      try {
        const result = await work(await used);
        if (opening === used) {
          problem = null;
          delay = 0;
        }
        return result;
      } catch (error) {
        const found = problemOf(error, url);
        if (found === null) throw error;
        // Several that fail together count once, and one that fails late says nothing about what was opened since.
        if (opening === used) fail(found);
        return otherwise(found);
      }
    },
    /** Why PostgreSQL did not answer the last time; null where it did. */
    problem: () => problem?.message ?? null,
  };

  function fail(found: PostgresProblem): void {
    opening = null;
    problem = found;
    delay = Math.min(LONGEST_DELAY, delay === 0 ? FIRST_DELAY : 2 * delay);
    retryAt = now() + delay;
  }
}
