import type { PreparedChunk } from '../analyse-file.js';
import type { PreparedFile } from '../prepare-file.js';
import { asBytes, asTokens } from '../stored-vector.js';

/** A file to prepare, with its text: the thread does not read the disk. */
export interface Unprepared {
  path: string;
  text: string;
}

/** What a thread is started with. */
export interface ThreadTask {
  /** Whether the chunks' tokens are read along: what is left to do for a vector is little. */
  withTokens: boolean;
}

export interface ThreadWork {
  id: number;
  files: Unprepared[];
}

export interface Done {
  id: number;
  files: PackedFile[];
  /** All bytes of the files, one part after the other: they change hands without being copied. */
  bytes: ArrayBuffer;
}

type PackedFile = { chunks: PackedChunk[] };

/** Instead of its bytes, how many they are. */
type PackedChunk = Omit<PreparedChunk, 'hash' | 'stems' | 'words' | 'tokens'> & { lengths: number[] };

const HASH_BYTES = 20;

export function pack(id: number, files: readonly PreparedFile[]): Done {
  const parts: Uint8Array[] = [];
  const packed = files.map((file): PackedFile => {
    parts.push(file.hash);
    const chunks = file.chunks.map(({ hash, stems, words, tokens, ...chunk }): PackedChunk => {
      const own = [hash, stems, words];
      if (tokens !== null) own.push(asBytes(tokens));
      parts.push(...own);
      return { ...chunk, lengths: own.map(({ length }) => length) };
    });
    return { chunks };
  });
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + aligned(length), 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += aligned(part.length);
  }
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
    chunks: chunks.map(({ lengths, ...chunk }): PreparedChunk => {
      const [hash, stems, words, tokens] = lengths.map(take);
      return {
        ...chunk,
        hash: hash!,
        stems: stems!,
        words: words!,
        tokens: tokens === undefined ? null : asTokens(tokens),
      };
    }),
  }));
}

/** Numbers of four bytes are read from these parts. */
function aligned(length: number): number {
  return (length + 3) & ~3;
}
