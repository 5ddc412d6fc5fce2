import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A line of a log, and where it begins. */
export interface LogLine {
  text: string;
  offset: number;
}

interface Position {
  offset: number;
  before: string;
}

export interface NewPart extends Position {
  lines: LogLine[];
  /** Where the first of them begins. */
  start: number;
  /** True if the log is not the one that was read before: everything in it is read again. */
  isRewritten: boolean;
  /** True if there is more to read. */
  hasMore: boolean;
}

/** So much of a log is read at once: a hook has a fifth of a second. */
const MOST_BYTES = 8 * 1024 * 1024;
/** A line that is longer, as one with many pictures, is read whole up to this. */
const MOST_LINE_BYTES = 128 * 1024 * 1024;
const CHECKED_BYTES = 64;
const LINE_END = 0x0a;

/**
 * The complete lines of a log after a position. A line without an end is still being written, and is left for the next time.
 * If other bytes stand before the position, or the log is shorter, it is read from its start. Null if it can't be read.
 */
export function newPartOf(file: string, from: Position, mostBytes = MOST_BYTES): NewPart | null {
  let log: number;
  try {
    log = openSync(file, 'r');
  } catch {
    return null;
  }
  try {
    const { size } = fstatSync(log);
    const isSame = from.offset <= size && hashBefore(log, from.offset) === from.before;
    const start = isSame ? from.offset : 0;
    const bytes = readLines(log, start, { left: size - start, mostBytes });
    const hasMore = start + bytes.length < size;
    // A longer line is passed over.
    const end = bytes.lastIndexOf(LINE_END) + 1 || (hasMore ? bytes.length : 0);
    const offset = start + end;
    return {
      lines: linesIn(bytes.subarray(0, end), start),
      start,
      offset,
      before: hashBefore(log, offset),
      isRewritten: !isSame,
      hasMore,
    };
  } finally {
    closeSync(log);
  }
}

/** So many bytes that they hold a whole line. */
function readLines(log: number, start: number, { left, mostBytes }: { left: number; mostBytes: number }) {
  for (let most = mostBytes; ; most *= 2) {
    const bytes = read(log, start, Math.min(left, most));
    if (bytes.length >= left || most >= MOST_LINE_BYTES || bytes.includes(LINE_END)) return bytes;
  }
}

function linesIn(bytes: Buffer, start: number): LogLine[] {
  const lines: LogLine[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, at);
    const stop = end === -1 ? bytes.length : end;
    if (stop > at) lines.push({ text: bytes.toString('utf8', at, stop), offset: start + at });
    at = stop + 1;
  }
  return lines;
}

function hashBefore(log: number, offset: number): string {
  const length = Math.min(CHECKED_BYTES, offset);
  return createHash('sha256')
    .update(read(log, offset - length, length))
    .digest('hex')
    .slice(0, 16);
}

function read(log: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(log, bytes, done, bytes.length - done, start + done);
    if (count === 0) break;
    done += count;
  }
  return bytes.subarray(0, done);
}
