import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { atExit } from '../shared/at-exit.js';
import { localDate } from '../shared/clock.js';
import { ioError, RappelError, systemError } from '../shared/errors.js';
import { namesIn } from '../shared/read-or-null.js';
import { type Database, openSqlite, sqliteProblem, transaction } from '../shared/sqlite.js';
import { tellTransaction } from './disk.js';
import { withFileLock } from './lock.js';
import { keepsState, stateFolder } from './state-folder.js';
import { STATE_FORMAT, STATE_TABLES } from './state-tables.js';

/*
 * `.rappel/state.db`, in which several processes read and write at once: the service, commands, hooks. A rollback journal and no log beside
 * the file, because the folder may lie on a network disk. What is removed is overwritten, because a purge must leave nothing.
 */

const NAME = 'state.db';

interface OpenState {
  database: Database;
  /** Another process may set the file aside, or the disk of the vault go away and come back: then it is opened again. */
  inode: bigint;
}

/** The databases that this process has open, by the folder of their vault. */
const opened = new Map<string, OpenState>();

/** What `changeStateLater` holds, by the folder of the vault. */
const held = new Map<string, { change: (database: Database) => void; lost: () => void }[]>();
let timer: NodeJS.Timeout | null = null;
let forgetExit = () => {};

/** Reads from the state of a vault. `nothing` where it keeps none: reading creates nothing. */
export function readState<Found>(root: string, nothing: Found, read: (database: Database) => Found): Found {
  try {
    const database = databaseOf(root, false);
    return database === null ? nothing : read(database);
  } catch (error) {
    setAside(root, error);
    return nothing;
  }
}

/** The same for what one can do without: `nothing` too where the state can't be read. */
export function peekState<Found>(root: string, nothing: Found, read: (database: Database) => Found): Found {
  try {
    return readState(root, nothing, read);
  } catch (error) {
    if (error instanceof RappelError) return nothing;
    throw error;
  }
}

/** Changes the state of a vault in one transaction, which is on the disk when this returns. Not reentrant. */
export function changeState<Result>(root: string, change: (database: Database) => Result): Result {
  const work = () => {
    tellTransaction(fileOf(root));
    const database = databaseOf(root, true)!;
    return transaction(database, () => change(database));
  };
  try {
    return work();
  } catch (error) {
    setAside(root, error);
  }
  try {
    return work();
  } catch (error) {
    throw stateError(error, root);
  }
}

/**
 * The same for what nobody waits for and a kill may lose: many changes are one transaction, within half a second, when `flushState` is
 * called, or when the process ends. Calls `lost` for what can't be stored, as on a full or read-only disk.
 */
export function changeStateLater(root: string, change: (database: Database) => void, lost = () => {}): void {
  try {
    stateFolder(root);
  } catch {
    lost();
    return;
  }
  held.set(root, [...(held.get(root) ?? []), { change, lost }]);
  if (timer !== null) return;
  forgetExit = atExit(flushAll);
  timer = setTimeout(flushAll, LATER_MS);
  timer.unref();
}

const LATER_MS = 500;

/** Stores what waits: to be called before something is read that may have been changed later. */
export function flushState(root: string): void {
  const waiting = held.get(root);
  held.delete(root);
  if (waiting === undefined) return;
  try {
    // A vault whose disk went away gets no new state in its empty place.
    if (!keepsState(root)) throw new Error('there is no state to change');
    changeState(root, (database) => {
      for (const { change } of waiting) change(database);
    });
  } catch {
    for (const { lost } of waiting) lost();
  }
}

function flushAll(): void {
  if (timer !== null) clearTimeout(timer);
  timer = null;
  forgetExit();
  for (const root of [...held.keys()]) flushState(root);
}

/** Stores what waits and closes the database of a vault that this process is done with. */
export function closeState(root: string): void {
  flushState(root);
  close(root);
}

/** Every row in which `isIn` finds something, as the name of its table. */
export function tablesHolding(root: string, isIn: (bytes: Buffer) => boolean): string[] {
  flushState(root);
  return readState<string[]>(root, [], (database) => {
    const names = database.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
    return names.map(({ name }) => String(name)).filter((name) => hasRow(database, name, isIn));
  });
}

function hasRow(database: Database, table: string, isIn: (bytes: Buffer) => boolean): boolean {
  // One at a time: the images of a queue may not fit into memory.
  const read = database.prepare(`SELECT * FROM "${table}" WHERE rowid = ?`);
  const holds = (value: unknown) =>
    isIn(value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(String(value)));
  return database
    .prepare(`SELECT rowid AS row FROM "${table}"`)
    .all()
    .some(({ row }) => Object.values(read.get(row!) ?? {}).some(holds));
}

/** What is wrong with the state of a vault, until the person has seen to it. */
export function stateProblems(root: string): RappelError[] {
  return damagedStates(root).map((file) => new RappelError('io', 'state.damaged', { file }));
}

/** The names in `.rappel/` of what was set aside. */
function damagedStates(root: string): string[] {
  return namesIn(join(root, '.rappel'))
    .filter((name) => DAMAGED.test(name))
    .sort();
}

const DAMAGED = /^state-damaged-[\d-]+\.db$/;

/** Checks every page; a damaged database is set aside, and found again by `stateProblems`. One that can't be read is somebody else's to tell. */
export function checkState(root: string): void {
  peekState(root, null, (database) => {
    const [row] = database.prepare('PRAGMA quick_check(1)').all();
    if (row !== undefined && row.quick_check !== 'ok')
      throw new Error(`database disk image is malformed: ${row.quick_check}`);
    return null;
  });
}

/** The open database of a vault; null where there is none and none is to be made. */
function databaseOf(root: string, make: boolean): Database | null {
  const inode = inodeOf(root);
  const known = opened.get(root);
  if (known !== undefined && known.inode === inode) {
    // The one that was used last comes last.
    opened.delete(root);
    opened.set(root, known);
    return known.database;
  }
  if (known !== undefined) close(root);
  if (inode === null && !make) return null;
  const file = make ? join(stateFolder(root), NAME) : fileOf(root);
  // Closed to other users from its first byte; SQLite gives its journal the same permissions.
  if (inode === null) closeSync(openSync(file, 'a', 0o600));
  const database = openSqlite(file);
  try {
    database.exec(SETTINGS);
    if (!isPrepared(database)) {
      if (!make) {
        database.close();
        return null;
      }
      transaction(database, () => {
        // Another process may have been faster while this one waited.
        if (isPrepared(database)) return;
        database.exec(STATE_TABLES);
        database.exec(`PRAGMA user_version = ${STATE_FORMAT}`);
      });
    }
  } catch (error) {
    database.close();
    throw error;
  }
  opened.set(root, { database, inode: inodeOf(root)! });
  // A hub asks the databases of all its vaults who may come in.
  if (opened.size > MOST_OPEN) close([...opened.keys()][0]!);
  return database;
}

const MOST_OPEN = 100;

const SETTINGS = `
PRAGMA busy_timeout = 5000;
PRAGMA synchronous = FULL;
PRAGMA secure_delete = ON;
PRAGMA temp_store = MEMORY;
PRAGMA cache_size = -2000;
PRAGMA trusted_schema = OFF;
`;

/** Throws `io` for the tables of a newer Rappel. */
function isPrepared(database: Database): boolean {
  const format = Number(database.prepare('PRAGMA user_version').get()?.user_version);
  if (format > STATE_FORMAT)
    throw new RappelError('io', 'vault.newer_format', { found: format, supported: STATE_FORMAT });
  if (format !== STATE_FORMAT) return false;
  // Ours has none: one that was planted here with its vault could bring back what is removed.
  if (
    database.prepare(`SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index')`).get() !== undefined
  )
    throw new Error('database disk image is malformed: it holds a program');
  return true;
}

function close(root: string): void {
  const known = opened.get(root);
  opened.delete(root);
  try {
    known?.database.close();
  } catch {
    // Its disk is gone.
  }
}

/** After a failure: gives a damaged database another name, unless another process was faster. Throws every other failure. */
function setAside(root: string, error: unknown): void {
  if (error instanceof RappelError || sqliteProblem(error) !== 'corrupt') throw stateError(error, root);
  const damaged = opened.get(root)?.inode ?? inodeOf(root);
  close(root);
  const file = fileOf(root);
  withFileLock(file, () => {
    if (damaged === null || inodeOf(root) !== damaged) return;
    const free = freeName(root);
    // The journal first: it must not be taken for one of the next database.
    for (const end of ['-journal', ''])
      if (existsSync(`${file}${end}`)) renameSync(`${file}${end}`, `${free}${end}`);
  });
}

function freeName(root: string): string {
  const start = join(dirname(fileOf(root)), `state-damaged-${localDate(new Date())}`);
  for (let number = 1; ; number++) {
    const name = `${start}${number === 1 ? '' : `-${number}`}.db`;
    if (!existsSync(name)) return name;
  }
}

/** Removes databases that were set aside: nobody can tell what is in them. */
export function removeDamagedStates(root: string): void {
  for (const name of damagedStates(root))
    for (const end of ['-journal', '']) rmSync(join(root, '.rappel', `${name}${end}`), { force: true });
}

function inodeOf(root: string): bigint | null {
  try {
    return statSync(fileOf(root), { bigint: true, throwIfNoEntry: false })?.ino ?? null;
  } catch (error) {
    throw ioError(error, fileOf(root));
  }
}

function fileOf(root: string): string {
  return join(root, '.rappel', NAME);
}

/** A failure of SQLite in the words of a disk; any other error as it is. */
function stateError(error: unknown, root: string): unknown {
  if (error instanceof RappelError) return error;
  const file = fileOf(root);
  const problem = sqliteProblem(error);
  if (problem === 'busy') return new RappelError('busy', 'state.busy', { cause: error });
  if (problem === 'full') return ioError(Object.assign(new Error(), { code: 'ENOSPC' }), file);
  if (problem === 'unwritable') return ioError(whyUnwritable(file), file);
  return systemError(error);
}

/** What the system says of a file that SQLite could not open or write. */
function whyUnwritable(file: string): unknown {
  try {
    accessSync(dirname(file), constants.R_OK | constants.W_OK | constants.X_OK);
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    return Object.assign(new Error(), { code: 'EIO' });
  } catch (error) {
    return error;
  }
}
