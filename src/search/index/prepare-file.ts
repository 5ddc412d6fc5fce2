import { localTimestamp } from '../../shared/clock.js';
import { chunkFile } from '../chunks/chunk-file.js';
import { hashOfText } from '../text/hash-of-text.js';
import { analyseFile, type PreparedChunk } from './analyse-file.js';
import type { PassageReader } from './passage-tokens.js';

/** A file as the index stores it: made from its text alone, in any thread. */
export interface PreparedFile {
  /** Of the whole text. */
  hash: Uint8Array;
  chunks: PreparedChunk[];
}

/** `modified` dates what names no date itself: milliseconds since 1970. A reader of tokens reads along. */
export function prepareFile(
  path: string,
  text: string,
  modified: number,
  reader: PassageReader | null = null,
): PreparedFile {
  const chunked = chunkFile(path, text, fileTime(modified));
  return { hash: hashOfText(text), chunks: analyseFile(path, chunked, reader) };
}

/** The time of a file as it dates its chunks. */
export function fileTime(modified: number): string | null {
  const date = new Date(modified);
  return Number.isNaN(date.getTime()) ? null : localTimestamp(date);
}
