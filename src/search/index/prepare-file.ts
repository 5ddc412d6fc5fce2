import { localTimestamp } from '../../shared/clock.js';
import { blobHash } from '../../vault/blob-id.js';
import { chunkFile } from '../chunks/chunk-file.js';
import { analyseFile, type PreparedChunk } from './analyse-file.js';
import type { PassageReader } from './passage-tokens.js';

/** A file as the index stores it: made from its text alone, in any thread. */
export interface PreparedFile {
  /** Of the whole text, as git makes it. */
  hash: Uint8Array;
  chunks: PreparedChunk[];
}

/** A reader of tokens reads along. */
export function prepareFile(path: string, text: string, reader: PassageReader | null = null): PreparedFile {
  return { hash: blobHash(text), chunks: analyseFile(path, chunkFile(path, text), reader) };
}

/** The time of a file, in milliseconds since 1970, as it dates the chunks that have no date of their own. */
export function fileTime(modified: number): string | null {
  const date = new Date(modified);
  return Number.isNaN(date.getTime()) ? null : localTimestamp(date);
}
