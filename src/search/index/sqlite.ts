import { statSync } from 'node:fs';
import { RappelError } from '../../shared/errors.js';
import { type Database, openSqlite, sqliteProblem } from '../../shared/sqlite.js';

/** The index of a vault, in a file of its own or in memory. */
export function openDatabase(path: string): Database {
  const database = openSqlite(path);
  try {
    // Several processes share one index: readers never wait for the writer, and a second writer waits its turn.
    database.exec('PRAGMA busy_timeout = 1000');
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA busy_timeout = 10000');
    database.exec('PRAGMA synchronous = NORMAL');
    database.exec('PRAGMA cache_size = -8000');
    database.exec('PRAGMA wal_autocheckpoint = 4000');
    database.exec('PRAGMA temp_store = MEMORY');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A log of fewer bytes is read faster than it is moved. */
const SHORT_LOG = 1_000_000;

/**
 * Closes a database that is a file. A long log is moved into the file first, unless another process is reading: the next process would
 * have to read the whole log before its first answer. SQLite moves it by itself only if no prepared statement is left.
 */
export function closeDatabase(database: Database, path: string): void {
  try {
    const log = statSync(`${path}-wal`, { throwIfNoEntry: false });
    if (log !== undefined && log.size > SHORT_LOG) {
      database.exec('PRAGMA busy_timeout = 0');
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    }
  } catch {
    // The disk is full or read-only: the log stays, and nothing in it is lost.
  } finally {
    database.close();
  }
}

/** A busy index as the error that every door knows; anything else is passed on. */
export function asRappelError(error: unknown): unknown {
  if (error instanceof RappelError || sqliteProblem(error) !== 'busy') return error;
  return new RappelError('busy', 'index.busy', { cause: error });
}
