import type { Database } from '../../shared/sqlite.js';
import { transaction } from '../../shared/sqlite.js';
import { blobHash } from '../../vault/blob-id.js';
import type { FileStat } from '../files.js';
import type { PreparedChunk } from './analyse-file.js';
import {
  type ChangedWords,
  createChunkWriter,
  type DatedChunk,
  type VectorMaking,
  type VectorOf,
} from './chunk-writer.js';
import { fileTime, type PreparedFile, prepareFile } from './prepare-file.js';
import { createVersionCheck } from './schema.js';

export interface KnownFile extends FileStat {
  id: number;
  hash: Uint8Array;
}

export type Store = ReturnType<typeof createStore>;

/** Told of chunks that are no more, of words that came or went, and of chunks that have another date, once that is certain. */
interface StoreListener {
  onGone(ids: readonly number[]): void;
  onWords(changes: ChangedWords): void;
  onDated(chunks: readonly DatedChunk[]): void;
}

/** A millisecond: with 1,000, some took 8 and more, and a question waits for the end. */
const VERSIONS_AT_ONCE = 200;

/** The tables and the few ways in which they change. Each change of a file is one transaction. */
export function createStore(database: Database, listener?: StoreListener) {
  const select = database.prepare('SELECT id, path, hash, size, modified FROM files WHERE path = ?');
  const selectAll = database.prepare('SELECT id, path, hash, size, modified FROM files');
  const selectVersions = database.prepare(
    `SELECT id, path, size, modified FROM files WHERE id > ? ORDER BY id LIMIT ${VERSIONS_AT_ONCE}`,
  );
  const insertFile = database.prepare(
    'INSERT INTO files (path, hash, size, modified) VALUES (?, ?, ?, ?) RETURNING id',
  );
  const updateFile = database.prepare('UPDATE files SET hash = ?, size = ?, modified = ? WHERE id = ?');
  const deleteFile = database.prepare('DELETE FROM files WHERE id = ?');
  const selectListing = database.prepare(
    'SELECT changes, iif(compared = changes, fingerprint, NULL) AS fingerprint FROM listing',
  );
  const updateListing = database.prepare('UPDATE listing SET fingerprint = ?, compared = ?');
  const countFiles = database.prepare('SELECT count(*) AS n FROM files');
  const selectTotals = database.prepare('SELECT chunks, bodies FROM totals');
  const chunkWriter = createChunkWriter(database);
  const version = createVersionCheck(database);
  let open = false;
  let removed: number[] = [];
  let dated: DatedChunk[] = [];

  return {
    /** Indexes a file, replacing what was known of it. Does nothing where the text is the one that is known. */
    put(file: FileStat, text: string, making: VectorMaking | null = null): void {
      const prepare = () => prepareFile(file.path, text, making?.words).chunks;
      replace(file, blobHash(text), prepare, making?.vectorOf ?? null);
    },
    /** The same for a text that was prepared elsewhere. With `vectorOf` the vectors of its tokens are made and kept. */
    putPrepared(file: FileStat, { hash, chunks }: PreparedFile, vectorOf: VectorOf | null = null): void {
      replace(file, hash, () => chunks, vectorOf);
    },
    /** Forgets a file and everything that came from it. */
    remove(path: string): void {
      together(() => {
        const known = find(path);
        if (known === null) return;
        noteGone(chunkWriter.replace(known.id, null, [], null).gone);
        deleteFile.run(known.id);
      });
    },
    /** Runs many changes as one transaction. */
    batch: together,
    mergeSome: createMergeSteps(database, together),
    known: () => new Map((selectAll.all() as unknown as KnownFile[]).map((file) => [file.path, file])),
    /** Some of the files, in the order of their ids, without their hashes, which take most of the memory. */
    versionsAfter: (id: number) => selectVersions.all(id) as unknown as (FileStat & { id: number })[],
    find,
    /** How often files were added, changed or removed; the fingerprint of a list of files that was the same since. */
    listing: () => selectListing.get() as { changes: number; fingerprint: string | null },
    /** Keeps the fingerprint of a list of files that was found unchanged after so many changes. Never throws. */
    keepListing(fingerprint: string, changes: number): void {
      try {
        together(() => updateListing.run(fingerprint, changes));
      } catch {
        // An index that can't be written to now is still good to search: the next comparison takes longer.
      }
    },
    counts: () => ({ files: Number(countFiles.get()!.n), chunks: totals().chunks }),
    totals,
  };

  function find(path: string): KnownFile | null {
    return (select.get(path) as unknown as KnownFile | undefined) ?? null;
  }

  /** What ranking needs to know of all chunks; `averageLength` is in words of text. Costs the same in any vault. */
  function totals(): { chunks: number; averageLength: number } {
    const { chunks, bodies } = selectTotals.get() as { chunks: number; bodies: number };
    return { chunks, averageLength: chunks === 0 ? 1 : bodies / chunks || 1 };
  }

  function replace(
    { path, size, modified }: FileStat,
    hash: Uint8Array,
    prepare: () => readonly PreparedChunk[],
    vectorOf: VectorOf | null,
  ): void {
    const time = fileTime(modified);
    // Looked up inside the transaction: another process may index the same file at this moment.
    together(() => {
      const known = find(path);
      if (known === null) {
        const { id } = insertFile.get(path, hash, size, modified)!;
        chunkWriter.replace(id as number, time, prepare(), vectorOf);
        return;
      }
      const same = Buffer.compare(known.hash, hash) === 0;
      if (same && known.size === size && known.modified === modified) return;
      updateFile.run(hash, size, modified, known.id);
      if (same) {
        chunkWriter.setTime(known.id, time);
        return;
      }
      const changes = chunkWriter.replace(known.id, time, prepare(), vectorOf);
      noteGone(changes.gone);
      for (const chunk of changes.dated) dated.push(chunk);
    });
  }

  function noteGone(ids: readonly number[]): void {
    for (const id of ids) removed.push(id);
  }

  /** Joins one that is under way. */
  function together(changes: () => void): void {
    if (open) {
      changes();
      return;
    }
    open = true;
    removed = [];
    dated = [];
    try {
      const words = transaction(database, () => {
        version.demand();
        chunkWriter.begin();
        changes();
        return chunkWriter.end();
      });
      if (removed.length > 0) listener?.onGone(removed);
      if (words.stored.length + words.removed.length > 0) listener?.onWords(words);
      if (dated.length > 0) listener?.onDated(dated);
    } finally {
      open = false;
    }
  }
}

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
function createMergeSteps(database: Database, together: (changes: () => void) => void): () => void {
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
