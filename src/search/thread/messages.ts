import type { PreparedFile } from '../prepare-file.js';

/** A file to be prepared: its text is at hand, so that the thread needs no disk. */
export interface Unprepared {
  path: string;
  text: string;
  modified: number;
}

export interface Work {
  id: number;
  files: Unprepared[];
}

export interface Done {
  id: number;
  files: PackedFile[];
  /** Every hash, list of stems and list of words, one after the other: it changes hands without being copied. */
  bytes: ArrayBuffer;
}

interface PackedFile {
  chunks: PackedChunk[];
}

interface PackedChunk {
  first: number;
  last: number;
  date: string | null;
  headings: string;
  bodies: number;
  /** Bytes of its stems and of its words. */
  stems: number;
  words: number;
}

const HASH_BYTES = 16;

export function pack(id: number, files: readonly PreparedFile[]): Done {
  const parts = files.flatMap(({ hash, chunks }) => [
    hash,
    ...chunks.flatMap((chunk) => [chunk.hash, chunk.stems, chunk.words]),
  ]);
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + aligned(part.length), 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += aligned(part.length);
  }
  const packed = files.map(({ chunks }) => ({
    chunks: chunks.map(({ stems, words, hash: _, ...chunk }) => ({
      ...chunk,
      stems: stems.length,
      words: words.length,
    })),
  }));
  return { id, files: packed, bytes: bytes.buffer };
}

export function unpack({ files, bytes }: Done): PreparedFile[] {
  let at = 0;
  const take = (length: number) => {
    const part = new Uint8Array(bytes, at, length);
    at += aligned(length);
    return part;
  };
  return files.map(({ chunks }) => ({
    hash: take(HASH_BYTES),
    chunks: chunks.map(({ stems, words, ...chunk }) => ({
      ...chunk,
      hash: take(HASH_BYTES),
      stems: take(stems),
      words: take(words),
    })),
  }));
}

/** Numbers of four bytes are read from these parts. */
function aligned(length: number): number {
  return (length + 3) & ~3;
}
