import type { Database } from '../../shared/sqlite.js';
import type { Key } from '../text/words.js';
import { decodeAll } from './word-list.js';

const MOST_COUNTS = 50_000;

/**
 * In how many chunks a stem occurs. Full-text search reads the whole list of a stem to count it: 10 ms for one in 268,000 chunks. So it counts
 * once, and from then on the word lists of chunks that come and go say what they change.
 */
export function createCounts(database: Database) {
  const select = database.prepare('SELECT doc FROM words_vocabulary WHERE term = ?');
  const known = new Map<number, { stem: string; count: number }>();

  return {
    clear: () => known.clear(),
    of({ text: stem, hash }: Key): number {
      const before = known.get(hash);
      if (before?.stem === stem) return before.count;
      const count = Number(select.get(stem)?.doc ?? 0);
      if (known.size >= MOST_COUNTS) known.clear();
      known.set(hash, { stem, count });
      return count;
    },
    /** Chunks with these word lists have come (1) or gone (-1). */
    change(lists: readonly Uint8Array[], by: 1 | -1): void {
      // A command stores every file of the vault before it counts anything.
      if (known.size === 0) return;
      for (const list of lists) {
        for (const hash of new Set(decodeAll(list, [list.length])[0]!.stems)) {
          const found = known.get(hash);
          if (found !== undefined) found.count += by;
        }
      }
    },
  };
}
