import { rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { ioError } from '../../shared/errors.js';
import { sqliteProblem } from '../../shared/sqlite.js';
import { filesOfIndex, makeIndexFile, makeIndexFolder } from '../cache-folder.js';
import type { FileSource } from '../files.js';
import { createFolderTable, type FolderTable } from './folder-table.js';
import { createReader } from './reader.js';
import { createVersionCheck, OtherVersion, prepareSchema } from './schema.js';
import { closeDatabase, openDatabase } from './sqlite.js';
import { createStore } from './store.js';

export type Index = ReturnType<typeof open>;

/**
 * Opens the index of a vault, creating its folder. A broken file is thrown away; where the disk can't be written to, the
 * index is kept in memory for as long as this process runs, and says why. The same if another version of Rappel
 * made it and this process may not take it over: two running versions would rebuild it in turn.
 */
export function openIndex(file: string, takeOver = true): Index {
  try {
    makeIndexFolder(dirname(file));
  } catch (error) {
    // On a read-only disk this may be ENOENT or EROFS: either way there is no folder to write to.
    return openInMemory(unwritable(error, dirname(file)));
  }
  try {
    return open(file, null, takeOver);
  } catch (error) {
    const problem = sqliteProblem(error);
    // An empty file that another process still has open as a database can't become one again.
    const isEmpty = problem === 'busy' && statSync(file, { throwIfNoEntry: false })?.size === 0;
    if (problem === 'corrupt' || isEmpty) {
      discard(file);
      return open(file);
    }
    const reason = reasonOf(error, file);
    if (reason === null) throw error;
    return openInMemory(reason);
  }
}

export function openInMemory(problem: string): Index {
  return open(':memory:', problem);
}

/** Removes the index and what belongs to it. */
export function discard(file: string): void {
  for (const part of filesOfIndex(file)) rmSync(part, { force: true });
}

/** Why the index can't be written to; null for an error of another kind. */
export function reasonOf(error: unknown, file: string): string | null {
  const folder = dirname(file);
  if (error instanceof OtherVersion) return `another version of Rappel uses the index in ${folder}`;
  const problem = sqliteProblem(error);
  if (problem === 'full') return `the disk is full: no room for the index in ${folder}`;
  if (problem === 'unwritable') return `the index can't be written in ${folder}`;
  const code = (error as NodeJS.ErrnoException)?.code;
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC', 'EDQUOT'].includes(code ?? '')) {
    return unwritable(error, folder);
  }
  return null;
}

function unwritable(error: unknown, folder: string): string {
  return `the index can't be written in ${folder}: ${ioError(error, folder).message}`;
}

/** An open index. `problem`: why it is kept in memory. */
function open(file: string, problem: string | null = null, takeOver = true) {
  if (problem === null) makeIndexFile(file);
  const database = openDatabase(file);
  try {
    prepareSchema(database, takeOver);
    const reader = createReader(database);
    let table: { parent: string; folders: FolderTable } | null = null;
    const listeners = [reader.forget, (ids: readonly number[]) => table?.folders.forget(ids)];
    const store = createStore(database, {
      onGone(ids) {
        for (const listener of listeners) listener(ids);
      },
      onWords: reader.learn,
      onDated: (chunks) => table?.folders.date(chunks),
    });
    const inode = inodeOf(file);
    const version = createVersionCheck(database);
    const selectChunks = database.prepare(
      'SELECT chunks.id FROM chunks JOIN files ON files.id = chunks.file WHERE path = ?',
    );
    return {
      store,
      reader,
      database,
      /** The chunks by their folder below `parent`; held for the one that was asked for last. */
      foldersBelow(parent: string): FolderTable {
        if (table?.parent !== parent)
          table = { parent, folders: createFolderTable(database, reader, parent) };
        return table.folders;
      },
      reindex(path: string, file: ReturnType<FileSource['read']>) {
        const chunks = () => {
          const ids = selectChunks.all(path).map(({ id }) => id as number);
          return reader.candidates(ids).sort((a, b) => a.id - b.id);
        };
        const before = chunks();
        if (file === null) store.remove(path);
        else store.put(file.version, file.text);
        return { before, after: chunks() };
      },
      /** Null where it is kept in memory. */
      location: problem === null ? file : null,
      problem,
      /** True where another process has put a new file in its place, or is of another version and has made it its own. */
      isOrphan: () => problem === null && (inodeOf(file) !== inode || !version.isOurs()),
      /** From now on the listener hears of chunks that are no more. */
      onGone: (listener: (ids: readonly number[]) => void) => void listeners.push(listener),
      /** Gives back the memory of pages that it read, up to 8 MB. */
      shrink: () => database.exec('PRAGMA shrink_memory'),
      close: () => (problem === null ? closeDatabase(database, file) : database.close()),
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function inodeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? 0;
}
