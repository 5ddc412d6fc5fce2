import { embedderKey } from './embed/embedder.js';
import { BUILT_IN_MODEL } from './embed/static-embedder.js';
import { hashOfText } from './hash-of-text.js';
import { type PreparedChunk, type PreparedFile, prepareFile } from './prepare-file.js';
import type { Database } from './sqlite.js';

export { hashOfText };

const BUILT_IN = embedderKey(BUILT_IN_MODEL);

/** A file of the vault as the index knows it. */
export interface FileVersion {
  path: string;
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
}

export interface KnownFile extends FileVersion {
  id: number;
  hash: Uint8Array;
}

/** The tables and the few ways in which they change. Each change of a file is one transaction. */
export interface Store {
  /** Indexes a file, replacing what was known of it. Does nothing where the text is the one that is known. */
  put(file: FileVersion, text: string): void;
  /** The same for a text that was prepared elsewhere. */
  putPrepared(file: FileVersion, prepared: PreparedFile): void;
  /** Forgets a file and everything that came from it. */
  remove(path: string): void;
  /** Runs many changes as one transaction. */
  batch(changes: () => void): void;
  known(): Map<string, KnownFile>;
  find(path: string): KnownFile | null;
  counts(): { files: number; chunks: number };
  /** What ranking needs to know of all chunks; `averageLength` is in words of text. Costs the same in any vault. */
  totals(): { chunks: number; averageLength: number };
}

/** `onGone` hears of the chunks that are no more, once that is certain. */
export function createStore(database: Database, onGone: (ids: number[]) => void = () => {}): Store {
  const select = database.prepare('SELECT id, path, hash, size, modified FROM files WHERE path = ?');
  const selectAll = database.prepare('SELECT id, path, hash, size, modified FROM files');
  const insertFile = database.prepare(
    'INSERT INTO files (path, hash, size, modified) VALUES (?, ?, ?, ?) RETURNING id',
  );
  const updateFile = database.prepare('UPDATE files SET hash = ?, size = ?, modified = ? WHERE id = ?');
  const deleteFile = database.prepare('DELETE FROM files WHERE id = ?');
  const insertChunk = database.prepare(
    `INSERT INTO chunks (file, first, last, whole, date, headings, hash, bodies) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertList = database.prepare('INSERT INTO word_lists (id, words) VALUES (?, ?)');
  const deleteList = database.prepare('DELETE FROM word_lists WHERE id = ?');
  const chunksOf = database.prepare('SELECT id, hash, bodies FROM chunks WHERE file = ?');
  const deleteChunks = database.prepare('DELETE FROM chunks WHERE file = ?');
  const insertWords = database.prepare('INSERT INTO words (rowid, stems) VALUES (?, CAST(? AS TEXT))');
  const deleteWords = database.prepare('DELETE FROM words WHERE rowid = ?');
  const insertVector = database.prepare(
    'INSERT OR IGNORE INTO vectors (chunk_hash, embedder, vector, tokens) VALUES (?, ?, ?, ?)',
  );
  const deleteVector = database.prepare(
    'DELETE FROM vectors WHERE chunk_hash = ?1 AND NOT EXISTS (SELECT 1 FROM chunks WHERE hash = ?1)',
  );
  const countFiles = database.prepare('SELECT count(*) AS n FROM files');
  const selectTotals = database.prepare('SELECT chunks, bodies FROM totals');
  const addTotals = database.prepare('UPDATE totals SET chunks = chunks + ?, bodies = bodies + ?');
  let open = false;
  let removed: number[] = [];

  const store: Store = {
    put(file, text) {
      put(file, hashOfText(text), () => prepareFile(file.path, text, file.modified).chunks);
    },
    putPrepared(file, { hash, chunks }) {
      put(file, hash, () => chunks);
    },
    remove(path) {
      transaction(() => {
        const known = store.find(path);
        if (known === null) return;
        const gone = clear(known.id);
        deleteFile.run(known.id);
        for (const old of gone) deleteVector.run(old);
      });
    },
    batch: transaction,
    known() {
      return new Map((selectAll.all() as unknown as KnownFile[]).map((file) => [file.path, file]));
    },
    find(path) {
      return (select.get(path) as unknown as KnownFile | undefined) ?? null;
    },
    counts() {
      return { files: Number(countFiles.get()!.n), chunks: store.totals().chunks };
    },
    totals() {
      const { chunks, bodies } = selectTotals.get() as { chunks: number; bodies: number };
      return { chunks, averageLength: chunks === 0 ? 1 : bodies / chunks || 1 };
    },
  };
  return store;

  function put(file: FileVersion, hash: Uint8Array, prepare: () => readonly PreparedChunk[]): void {
    // Looked up inside the transaction: another process may index the same file at this moment.
    transaction(() => {
      const known = store.find(file.path);
      if (known === null) {
        const { id } = insertFile.get(file.path, hash, file.size, file.modified)!;
        insertChunks(id as number, prepare());
        return;
      }
      const same = Buffer.compare(known.hash, hash) === 0;
      if (same && known.size === file.size && known.modified === file.modified) return;
      updateFile.run(hash, file.size, file.modified, known.id);
      if (same) return;
      const gone = clear(known.id);
      insertChunks(known.id, prepare());
      for (const old of gone) deleteVector.run(old);
    });
  }

  function insertChunks(file: number, chunks: readonly PreparedChunk[]): void {
    const whole = chunks.length === 1 ? 1 : 0;
    let all = 0;
    for (const { first, last, date, headings, hash, bodies, stems, words, meaning } of chunks) {
      const { lastInsertRowid } = insertChunk.run(file, first, last, whole, date, headings, hash, bodies);
      const id = Number(lastInsertRowid);
      insertList.run(id, words);
      insertWords.run(id, stems);
      if (meaning !== null) insertVector.run(hash, BUILT_IN, meaning.vector, meaning.tokens);
      all += bodies;
    }
    addTotals.run(chunks.length, all);
  }

  /** Takes the chunks of a file out; returns their hashes. */
  function clear(file: number): Uint8Array[] {
    const rows = chunksOf.all(file) as { id: number; hash: Uint8Array; bodies: number }[];
    for (const { id } of rows) {
      deleteWords.run(id);
      deleteList.run(id);
      removed.push(id);
    }
    deleteChunks.run(file);
    addTotals.run(-rows.length, -rows.reduce((sum, row) => sum + row.bodies, 0));
    return rows.map((row) => row.hash);
  }

  function transaction(changes: () => void): void {
    if (open) {
      changes();
      return;
    }
    database.exec('BEGIN IMMEDIATE');
    open = true;
    removed = [];
    try {
      changes();
      database.exec('COMMIT');
      if (removed.length > 0) onGone(removed);
    } catch (error) {
      // A full disk may have rolled back already.
      if (database.isTransaction !== false) tryRollback();
      throw error;
    } finally {
      open = false;
    }
  }

  function tryRollback(): void {
    try {
      database.exec('ROLLBACK');
    } catch {
      // There was nothing left to roll back: the first error tells the story.
    }
  }
}
