import type { FileVersion } from '../files.js';
import { embedderKey } from '../models/embedder.js';
import { BUILT_IN_MODEL } from '../models/static/static-embedder.js';
import { hashOfText } from '../text/hash-of-text.js';
import type { PreparedChunk } from './analyse-file.js';
import { type PreparedFile, prepareFile } from './prepare-file.js';
import { createVersionCheck } from './schema.js';
import type { Database } from './sqlite.js';
import { asBytes } from './stored-vector.js';
import { transaction } from './transaction.js';

const BUILT_IN = embedderKey(BUILT_IN_MODEL);

export interface KnownFile extends FileVersion {
  id: number;
  hash: Uint8Array;
}

/** Makes what is stored of the embedded model's vector. */
export type VectorOf = (tokens: Uint16Array) => Uint8Array;

/** The tables and the few ways in which they change. Each change of a file is one transaction. */
export interface Store {
  /** Indexes a file, replacing what was known of it. Does nothing where the text is the one that is known. */
  put(file: FileVersion, text: string): void;
  /** The same for a text that was prepared elsewhere. With `vectorOf` the vectors of its tokens are made and kept. */
  putPrepared(file: FileVersion, prepared: PreparedFile, vectorOf?: VectorOf | null): void;
  /** Forgets a file and everything that came from it. */
  remove(path: string): void;
  /** Runs many changes as one transaction. */
  batch(changes: () => void): void;
  known(): Map<string, KnownFile>;
  find(path: string): KnownFile | null;
  /** How often files were added, changed or removed; the fingerprint of a list of files that was the same since. */
  listing(): { changes: number; fingerprint: string | null };
  /** Keeps the fingerprint of a list of files that was found unchanged after so many changes. Never throws. */
  keepListing(fingerprint: string, changes: number): void;
  counts(): { files: number; chunks: number };
  /** What ranking needs to know of all chunks; `averageLength` is in words of text. Costs the same in any vault. */
  totals(): { chunks: number; averageLength: number };
}

interface ClearedChunk {
  id: number;
  hash: Uint8Array;
  bodies: number;
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash.buffer, hash.byteOffset, hash.byteLength).toString('latin1');
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
    'INSERT INTO vectors (chunk, embedder, vector, tokens) VALUES (?, ?, ?, ?)',
  );
  const moveVector = database.prepare('UPDATE vectors SET chunk = ? WHERE chunk = ?');
  const deleteVector = database.prepare('DELETE FROM vectors WHERE chunk = ?');
  const selectListing = database.prepare(
    'SELECT changes, iif(compared = changes, fingerprint, NULL) AS fingerprint FROM listing',
  );
  const updateListing = database.prepare('UPDATE listing SET fingerprint = ?, compared = ?');
  const countFiles = database.prepare('SELECT count(*) AS n FROM files');
  const selectTotals = database.prepare('SELECT chunks, bodies FROM totals');
  const addTotals = database.prepare('UPDATE totals SET chunks = chunks + ?, bodies = bodies + ?');
  const version = createVersionCheck(database);
  let open = false;
  let removed: number[] = [];

  const store: Store = {
    put(file, text) {
      put(file, hashOfText(text), () => prepareFile(file.path, text, file.modified).chunks);
    },
    putPrepared(file, { hash, chunks }, vectorOf = null) {
      put(file, hash, () => chunks, vectorOf);
    },
    remove(path) {
      together(() => {
        const known = store.find(path);
        if (known === null) return;
        for (const { id } of clear(known.id)) deleteVector.run(id);
        deleteFile.run(known.id);
      });
    },
    batch: together,
    known() {
      return new Map((selectAll.all() as unknown as KnownFile[]).map((file) => [file.path, file]));
    },
    find(path) {
      return (select.get(path) as unknown as KnownFile | undefined) ?? null;
    },
    listing() {
      return selectListing.get() as { changes: number; fingerprint: string | null };
    },
    keepListing(fingerprint, changes) {
      try {
        together(() => updateListing.run(fingerprint, changes));
      } catch {
        // An index that can't be written to now is still good to search: the next comparison takes longer.
      }
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

  function put(
    file: FileVersion,
    hash: Uint8Array,
    prepare: () => readonly PreparedChunk[],
    vectorOf: VectorOf | null = null,
  ): void {
    // Looked up inside the transaction: another process may index the same file at this moment.
    together(() => {
      const known = store.find(file.path);
      if (known === null) {
        const { id } = insertFile.get(file.path, hash, file.size, file.modified)!;
        insertChunks(id as number, prepare(), vectorOf);
        return;
      }
      const same = Buffer.compare(known.hash, hash) === 0;
      if (same && known.size === file.size && known.modified === file.modified) return;
      updateFile.run(hash, file.size, file.modified, known.id);
      if (same) return;
      const before = clear(known.id);
      insertChunks(known.id, prepare(), vectorOf, before);
      for (const old of before) deleteVector.run(old.id);
    });
  }

  /** A chunk that says what one of those before said takes over its vector: some are paid for. */
  function insertChunks(
    file: number,
    chunks: readonly PreparedChunk[],
    vectorOf: VectorOf | null,
    before: readonly ClearedChunk[] = [],
  ): void {
    const whole = chunks.length === 1 ? 1 : 0;
    const known = new Map(before.map(({ id, hash }) => [keyOf(hash), id]));
    let all = 0;
    for (const { first, last, date, headings, hash, bodies, stems, words, tokens } of chunks) {
      const { lastInsertRowid } = insertChunk.run(file, first, last, whole, date, headings, hash, bodies);
      const id = Number(lastInsertRowid);
      insertList.run(id, words);
      insertWords.run(id, stems);
      if (tokens !== null && vectorOf !== null)
        insertVector.run(id, BUILT_IN, vectorOf(tokens), asBytes(tokens));
      else if (known.size > 0) moveVector.run(id, known.get(keyOf(hash)) ?? null);
      all += bodies;
    }
    addTotals.run(chunks.length, all);
  }

  /** Takes the chunks of a file out and returns them; their vectors stay. */
  function clear(file: number): ClearedChunk[] {
    const rows = chunksOf.all(file) as unknown as ClearedChunk[];
    for (const { id } of rows) {
      deleteWords.run(id);
      deleteList.run(id);
      removed.push(id);
    }
    deleteChunks.run(file);
    addTotals.run(-rows.length, -rows.reduce((sum, row) => sum + row.bodies, 0));
    return rows;
  }

  /** Joins one that is under way. */
  function together(changes: () => void): void {
    if (open) {
      changes();
      return;
    }
    open = true;
    removed = [];
    try {
      transaction(database, () => {
        version.demand();
        changes();
      });
      if (removed.length > 0) onGone(removed);
    } finally {
      open = false;
    }
  }
}
