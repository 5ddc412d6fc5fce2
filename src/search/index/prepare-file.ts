import { localTimestamp } from '../../shared/clock.js';
import { chunkFile } from '../chunks/chunk-file.js';
import { hashOfText } from '../text/hash-of-text.js';
import { analyseFile } from './analyse-file.js';
import type { PassageReader } from './passage-tokens.js';

/** What a file is to be indexed as: made from its text alone, wherever there is time for it. */
export interface PreparedFile {
  /** Of the whole text. */
  hash: Uint8Array;
  chunks: PreparedChunk[];
}

export interface PreparedChunk {
  first: number;
  last: number;
  date: string | null;
  /** As JSON. */
  headings: string;
  hash: Uint8Array;
  /** Words of text. */
  bodies: number;
  /** What full-text search sees: stems separated by spaces, in UTF-8. */
  stems: Uint8Array;
  /** Its list of words (`word-list.ts`). */
  words: Uint8Array;
  /** Those of the embedded model, where they were asked for. */
  tokens: Uint16Array | null;
}

/** `modified` dates what names no date itself: milliseconds since 1970. A reader of tokens reads along. */
export function prepareFile(
  path: string,
  text: string,
  modified: number,
  reader: PassageReader | null = null,
): PreparedFile {
  const chunked = chunkFile(path, text, fileTime(modified));
  return {
    hash: hashOfText(text),
    chunks: analyseFile(path, chunked, reader).map(({ chunk, hash, bodies, stems, words, tokens }) => ({
      first: chunk.first,
      last: chunk.last,
      date: chunk.date,
      headings: JSON.stringify(chunk.headings),
      hash,
      bodies,
      stems: encoder.encode(stems),
      words,
      tokens,
    })),
  };
}

const encoder = new TextEncoder();

/** The time of a file as it dates its chunks. */
export function fileTime(modified: number): string | null {
  const date = new Date(modified);
  return Number.isNaN(date.getTime()) ? null : localTimestamp(date);
}
