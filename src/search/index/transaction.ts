import type { Database } from './sqlite.js';

/** Runs `work` as one transaction: all of it happens, or nothing. */
export function transaction<Result>(database: Database, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: Database): void {
  try {
    if (database.isTransaction !== false) database.exec('ROLLBACK');
  } catch {
    // A full disk has rolled back already; the first error tells the story.
  }
}
