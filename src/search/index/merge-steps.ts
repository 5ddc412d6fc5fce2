import type { Database } from '../../shared/sqlite.js';

/** The number of segments to merge. With 8, the same segments were merged more often, and all steps together took half as long again. */
const PIECES = 14;
const PAGES_AT_ONCE = 16;
/** So many small segments, which come while large ones are merged, are merged at once. */
const MOST_PIECES = 64;
/** Pages of the log after which they are moved to the index. With 4,000, the statement that does so takes four times as long. */
const LOGGED_PAGES = 1_000;

/**
 * Merges some segments of the full-text index. From the first step on, this is all that merges: SQLite would merge 16 segments of a size in one
 * statement, which can take more than a second, or a part of them in any statement that deletes. `together` runs a transaction.
 */
export function createMergeSteps(database: Database, together: (changes: () => void) => void): () => void {
  // `node:sqlite` of Node 22 passes every number as a float, which the full-text index refuses for some settings.
  const set = database.prepare('INSERT INTO words (words, rank) VALUES (?, CAST(? AS INTEGER))');
  let hasBegun = false;
  return () => {
    if (!hasBegun) {
      database.exec(`PRAGMA wal_autocheckpoint = ${LOGGED_PAGES}`);
      together(() => {
        set.run('usermerge', PIECES);
        set.run('automerge', 0);
        set.run('crisismerge', MOST_PIECES);
      });
      hasBegun = true;
    }
    together(() => set.run('merge', PAGES_AT_ONCE));
  };
}
