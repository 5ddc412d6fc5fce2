import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { draftOf } from '../cache-folder.js';

/** What a file of vectors says of itself, before the vectors. */
interface Head {
  /** Which index and which embedder they are of. */
  of: string;
  rows: number;
  /** The newest chunk that was looked at. */
  last: number;
}

/** Beside the rows: what is read of a file at once. */
interface Columns {
  ids: Uint32Array<ArrayBuffer>;
  /** 1 / the length of each vector. */
  inverse: Float32Array<ArrayBuffer>;
}

/** Rows that stay in their file, which is open. The columns belong to who asked for them. */
export interface StoredRows extends Columns {
  /** Fills `into` with rows from this one on. */
  read(first: number, into: Uint8Array): void;
}

/** Rows to be written: blocks of them, one after the other. A block is written before the next is asked for. */
export interface Rows extends Columns {
  blocks(): Iterable<Uint8Array>;
}

export interface OpenVectors {
  last: number;
  rows: StoredRows;
  /** False where another program has made the file shorter. */
  isWhole(): boolean;
  close(): void;
}

const HEAD_BYTES = 256;
/** Raised whenever the layout changes: an older file is made again. */
const LAYOUT = 2;
/** A draft that has not grown for so many milliseconds was left behind by a process that ended. */
const LEFT_BEHIND = 60_000;

export type VectorFile = ReturnType<typeof createVectorFile>;

/**
 * The vectors of an index in one file beside it. A new process reads them from there instead of row by row, and no process holds them all in
 * memory. A copy: it may be missing or old. The vector of a chunk never changes and its id is never given twice, so what an old one says of a
 * chunk that is still there is true.
 */
export function createVectorFile(path: string, index: string, embedder: string) {
  const of = createHash('sha256').update(`${index}\n${embedder}\n${LAYOUT}`).digest('hex');
  return {
    /** The file with rows of so many bytes; `spread` is filled from it. Null, and nothing filled, without a file that fits. */
    open(width: number, spread: Uint8Array): OpenVectors | null {
      let file: number | null = null;
      let opened: OpenVectors | null = null;
      try {
        file = openSync(path, 'r');
        opened = openVectors(file, of, width, spread);
      } catch {
        // As if there were none.
      }
      if (opened === null && file !== null) closeSync(file);
      return opened;
    },
    /**
     * Replaces the file. False where it can't, or where another process is doing that: the next process takes longer then, and this one
     * holds its vectors in memory.
     */
    async write(last: number, rows: Rows, spread: Uint8Array): Promise<boolean> {
      const aside = draftOf(path);
      const draft = await openDraft(aside).catch(() => null);
      if (draft === null) return false;
      try {
        const head = JSON.stringify({ of, rows: rows.ids.length, last } satisfies Head).padEnd(HEAD_BYTES);
        for (const part of [Buffer.from(head), bytesOf(rows.ids), bytesOf(rows.inverse)])
          await writeWhole(draft, part);
        for (const block of rows.blocks()) await writeWhole(draft, block);
        await writeWhole(draft, spread);
        await draft.sync();
        await rename(aside, path);
        return true;
      } catch {
        await rm(aside, { force: true }).catch(() => {});
        return false;
      } finally {
        await draft.close();
      }
    },
  };
}

/** Throws where another process is writing one. What a process that was killed has left is taken away. */
async function openDraft(aside: string): Promise<FileHandle> {
  const { mtimeMs } = await stat(aside).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
  if (Date.now() - mtimeMs > LEFT_BEHIND) await rm(aside);
  return open(aside, 'wx', 0o600);
}

function openVectors(file: number, of: string, width: number, spread: Uint8Array): OpenVectors | null {
  const head = readHead(file);
  if (head === null || head.of !== of) return null;
  const ids = new Uint32Array(head.rows);
  const inverse = new Float32Array(head.rows);
  const start = HEAD_BYTES + ids.byteLength + inverse.byteLength;
  const end = start + head.rows * width;
  const isWhole = () => fstatSync(file).size === end + spread.length;
  if (!isWhole()) return null;
  readWhole(file, bytesOf(ids), HEAD_BYTES);
  readWhole(file, bytesOf(inverse), HEAD_BYTES + ids.byteLength);
  readWhole(file, spread, end);
  return {
    last: head.last,
    rows: { ids, inverse, read: (first, into) => readWhole(file, into, start + first * width) },
    isWhole,
    close: () => closeSync(file),
  };
}

function readHead(file: number): Head | null {
  const bytes = Buffer.alloc(HEAD_BYTES);
  if (readSync(file, bytes, 0, HEAD_BYTES, 0) !== HEAD_BYTES) return null;
  return JSON.parse(bytes.toString());
}

function readWhole(file: number, into: Uint8Array, at: number): void {
  if (readSync(file, into, 0, into.length, at) !== into.length)
    throw new Error('the file of vectors became shorter while it was read');
}

async function writeWhole(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten;
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
