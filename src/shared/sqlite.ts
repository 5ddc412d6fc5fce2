import { existsSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import type { DatabaseSync } from '@photostructure/sqlite';

export type Database = InstanceType<typeof DatabaseSync>;

/**
 * The one importer of SQLite: `node:sqlite` where the runtime has it, else a prebuilt package with the same interface. Loaded here, at the
 * first call: a command that opens no database does not pay for it.
 */
export function openSqlite(path: string): Database {
  const { DatabaseSync } = loadSqlite();
  return new DatabaseSync(path);
}

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

/** What a failure of SQLite means. */
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
