import { existsSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { DatabaseSync } from '@photostructure/sqlite';
import { RappelError } from '../../shared/errors.js';

/** The one importer of SQLite: `node:sqlite` where the runtime has it, else a prebuilt package with the same interface. */
export function openDatabase(path: string): Database {
  const { DatabaseSync } = loadSqlite();
  const database = new DatabaseSync(path);
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

export type Database = InstanceType<typeof DatabaseSync>;

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

/** What a failure of SQLite means for the index. */
type SqliteProblem = 'corrupt' | 'unwritable' | 'full' | 'busy' | 'other';

export function sqliteProblem(error: unknown): SqliteProblem {
  const {
    errcode,
    code,
    message = '',
  } = (error ?? {}) as { errcode?: number; code?: unknown; message?: string };
  const number = typeof errcode === 'number' ? errcode & 0xff : typeof code === 'number' ? code & 0xff : null;
  if (number === 11 || number === 26 || /malformed|not a database|corrupt/i.test(message)) return 'corrupt';
  if (number === 13 || /database or disk is full|ENOSPC/i.test(message)) return 'full';
  if (number === 5 || number === 6 || /database (?:table )?is locked|busy/i.test(message)) return 'busy';
  if ([3, 8, 10, 14, 23].includes(number ?? -1)) return 'unwritable';
  if (/readonly|read-only|unable to open|permission|EACCES|EROFS|EPERM|disk I\/O/i.test(message))
    return 'unwritable';
  return 'other';
}

/** A busy index as the error that every door knows; anything else is passed on. */
export function asRappelError(error: unknown): unknown {
  if (error instanceof RappelError || sqliteProblem(error) !== 'busy') return error;
  return new RappelError('busy', 'the search index is in use by another process', {
    hint: 'Try again in a moment.',
    cause: error,
  });
}

const PACKAGE = '@photostructure/sqlite';

/**
 * The binary of the package as such: finding it takes the package and Node 8 ms, of a command that takes 200. Null where it is not in its usual
 * place, and on other systems.
 */
function loadBinary(require: NodeJS.Require): typeof import('@photostructure/sqlite') | null {
  if (process.platform !== 'linux' || existsSync('/etc/alpine-release')) return null;
  const name = join(PACKAGE, 'prebuilds', `linux-${process.arch}`, '@photostructure+sqlite.glibc.node');
  const files = (require.resolve.paths(PACKAGE) ?? []).map((folder) => join(folder, name));
  const file = files.find((path) => existsSync(path));
  try {
    return file === undefined ? null : require(file);
  } catch {
    return null;
  }
}

function loadSqlite(): typeof import('@photostructure/sqlite') {
  const require = createRequire(import.meta.url);
  if (!isBuiltin('node:sqlite')) return loadBinary(require) ?? require(PACKAGE);
  // Where the module is still marked experimental, loading it prints a warning that means nothing to our users.
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return require('node:sqlite');
  } finally {
    process.emitWarning = emitWarning;
  }
}
