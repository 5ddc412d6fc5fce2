import { localTimestamp } from '../shared/clock.js';
import { type AnalysedChunk, analyseFile } from './analyse.js';
import { chunkFile } from './chunk.js';
import { hashOfText } from './hash-of-text.js';

/** A file of the vault as the index knows it. */
export interface FileVersion {
  path: string;
  size: number;
  /** Milliseconds since 1970. */
  modified: number;
}

/** A file that was read and can be written to the index. */
export interface PreparedFile {
  version: FileVersion;
  hash: Uint8Array;
  /** Cut and analysed when they are first asked for: a file that is known already needs neither. */
  chunks(): AnalysedChunk[];
}

export function prepareFile(version: FileVersion, text: string): PreparedFile {
  let chunks: AnalysedChunk[] | null = null;
  return {
    version,
    hash: hashOfText(text),
    chunks() {
      chunks ??= analyseFile(version.path, chunkFile(version.path, text, localTime(version.modified)));
      return chunks;
    },
  };
}

function localTime(modified: number): string | null {
  const date = new Date(modified);
  return Number.isNaN(date.getTime()) ? null : localTimestamp(date);
}
