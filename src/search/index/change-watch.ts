import type { Database } from '../../shared/sqlite.js';

/** Tells what is held in memory of the index when it is out of date. */
export function createChangeWatch(database: Database) {
  const dataVersion = database.prepare('PRAGMA data_version');
  const newest = database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'chunks'");
  let seen: unknown = null;
  return {
    /** True at the first call, and once after each change by another process. */
    changedElsewhere(): boolean {
      const now = dataVersion.get()!.data_version;
      const isChanged = now !== seen;
      seen = now;
      return isChanged;
    },
    /** Ids are never given twice: chunks with a higher id than one that is known are new. */
    newestId: () => Number(newest.get()?.seq ?? 0),
  };
}
