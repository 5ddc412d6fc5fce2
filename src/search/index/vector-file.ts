import { createHash } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, writeSync } from 'node:fs';

/** What a file of vectors says of itself, before the vectors. */
interface Head {
  /** Which index and which embedder they are of. */
  of: string;
  rows: number;
  /** The newest chunk that was looked at. */
  last: number;
}

const HEAD_BYTES = 256;

export type VectorFile = ReturnType<typeof createVectorFile>;

/**
 * The vectors of an index in one file beside it, so that a new process reads them at once instead of row by row. A copy:
 * it may be missing or old. The vector of a chunk never changes and its id is never given twice, so what an old one says
 * of a chunk that is still there is true.
 */
export function createVectorFile(path: string, index: string, embedder: string) {
  const of = createHash('sha256').update(`${index}\n${embedder}`).digest('hex');
  return {
    /** Fills the parts that `allocate` gives for a number of rows. Null, and nothing filled, without a file that fits. */
    read(allocate: (rows: number) => Uint8Array[]): { last: number } | null {
      let file: number | undefined;
      try {
        file = openSync(path, 'r');
        const head = readHead(file);
        if (head === null || head.of !== of) return null;
        const parts = allocate(head.rows);
        if (fstatSync(file).size !== HEAD_BYTES + lengthOf(parts)) return null;
        let at = HEAD_BYTES;
        for (const part of parts) {
          if (readSync(file, part, 0, part.length, at) !== part.length) return null;
          at += part.length;
        }
        return { last: head.last };
      } catch {
        return null;
      } finally {
        if (file !== undefined) closeSync(file);
      }
    },
    /** Replaces the file. Never throws: without it, the next process takes longer. */
    write(rows: number, last: number, parts: readonly Uint8Array[]): void {
      const aside = `${path}.${process.pid}.new`;
      try {
        const file = openSync(aside, 'w', 0o600);
        try {
          const head = JSON.stringify({ of, rows, last } satisfies Head).padEnd(HEAD_BYTES);
          for (const part of [Buffer.from(head), ...parts]) writeWhole(file, part);
          fsyncSync(file);
        } finally {
          closeSync(file);
        }
        renameSync(aside, path);
      } catch {
        rmSync(aside, { force: true });
      }
    },
  };
}

function readHead(file: number): Head | null {
  const bytes = Buffer.alloc(HEAD_BYTES);
  if (readSync(file, bytes, 0, HEAD_BYTES, 0) !== HEAD_BYTES) return null;
  return JSON.parse(bytes.toString());
}

function writeWhole(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

function lengthOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
