import type { Database } from './sqlite.js';

/** Stems in so many chunks take a while to count. */
const COMMON = 10_000;
/** How many of those that questions asked for last are counted again in time, and for how long after the last question. */
const MOST_RENEWED = 32;
const RENEWED_MS = 30_000;
const MOST_COUNTS = 50_000;

/** In how many chunks a stem occurs, roughly: a hundredth does not matter. */
export function createCounts(database: Database) {
  const select = database.prepare('SELECT doc FROM words_vocabulary WHERE term = ?');
  const known = new Map<string, { count: number; changed: number }>();
  /** The common ones, in the order in which they were asked for. */
  const asked = new Set<string>();
  let lastAsked = Number.NEGATIVE_INFINITY;

  function count(stem: string, changed: number): number {
    const count = Number(select.get(stem)?.doc ?? 0);
    if (known.size >= MOST_COUNTS) known.clear();
    known.set(stem, { count, changed });
    return count;
  }

  function noteAsked(stem: string): void {
    lastAsked = performance.now();
    asked.delete(stem);
    asked.add(stem);
    for (const oldest of asked) if (asked.size > MOST_RENEWED) asked.delete(oldest);
  }

  /** Whether more than this part of its chunks has changed since it was counted. */
  function isOutdated(stem: string, changed: number, part: number): boolean {
    const before = known.get(stem);
    return before === undefined || changed - before.changed > before.count * part;
  }

  return {
    clear(): void {
      known.clear();
      asked.clear();
    },
    /** `changed`: how many chunks have come and gone so far. */
    of(stem: string, changed: number): number {
      const found = isOutdated(stem, changed, 0.01) ? count(stem, changed) : known.get(stem)!.count;
      if (found >= COMMON) noteAsked(stem);
      return found;
    },
    /** Counts a common stem of the last questions again before the next question would have to. */
    renewOne(changedSoFar: () => number): void {
      if (asked.size === 0 || performance.now() - lastAsked > RENEWED_MS) return;
      const changed = changedSoFar();
      for (const stem of asked) {
        if (!isOutdated(stem, changed, 0.005)) continue;
        count(stem, changed);
        return;
      }
    },
  };
}
