import { localTimestamp } from '../../shared/clock.js';
import { blobHash } from '../../vault/blob-id.js';
import { chunkFile } from '../chunks/chunk-file.js';
import type { WordPieces } from '../models/static/word-pieces.js';
import { analyseFile, type PreparedChunk } from './analyse-file.js';

/** A file as the index stores it: made from its text alone, in any thread. */
export interface PreparedFile {
  /** Of the whole text, as git makes it. */
  hash: Uint8Array;
  chunks: PreparedChunk[];
}

/** With the tokens of its chunks where pieces of words are given. */
export function prepareFile(path: string, text: string, pieces: WordPieces | null = null): PreparedFile {
  return { hash: blobHash(text), chunks: analyseFile(path, chunkFile(path, text), pieces) };
}

/** The time of a file, in milliseconds since 1970, as it dates the chunks that have no date of their own. */
export function fileTime(modified: number): string | null {
  const date = new Date(modified);
  return Number.isNaN(date.getTime()) ? null : localTimestamp(date);
}
