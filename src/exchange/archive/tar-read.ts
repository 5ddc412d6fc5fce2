import { collect, createStreamReader } from '../../service/history/stream-reader.js';
import { RappelError } from '../../shared/errors.js';
import { type Words, words } from '../../words/message.js';
import { BLOCK, paddingAfter } from './tar-write.js';

export interface ReadEntry {
  /** That of a folder ends in `/`. */
  path: string;
  size: number;
  /** The permissions of a file, nine bits. */
  mode: number;
  modified: Date;
  /** Must be read to its end, or not at all, before the next entry is requested. */
  content: AsyncGenerator<Buffer>;
}

/**
 * The files and folders of an archive, in order; their paths are untrusted. Refuses links and devices; throws
 * `invalid_input` for a damaged or incomplete archive.
 */
export async function* readTar(chunks: AsyncIterable<Buffer>): AsyncGenerator<ReadEntry> {
  const { bytes, atEnd } = createStreamReader(chunks, damagedArchive);
  const take = (size: number) => collect(bytes(size));
  let next: { path?: string; size?: number } = {};
  for (;;) {
    const block = await take(BLOCK);
    if (isZero(block)) break;
    checkSum(block);
    const type = String.fromCharCode(block[156]!);
    const size = next.size ?? octal(block, 124, 12);
    if (type === 'x' || type === 'g' || type === 'L') {
      const length = octal(block, 124, 12);
      if (length > MOST_RECORD) throw damagedArchive();
      const record = await take(length);
      await take(paddingAfter(length));
      if (type === 'x') next = { ...next, ...paxFields(record) };
      if (type === 'L') next = { ...next, path: textUntilZero(record) };
      continue;
    }
    const path = next.path ?? nameOf(block);
    next = {};
    const about = { mode: octal(block, 100, 8) & 0o777, modified: new Date(1000 * octal(block, 136, 12)) };
    if (type === '5') {
      yield { path: `${path.replace(/\/$/, '')}/`, size: 0, ...about, content: bytes(0) };
      continue;
    }
    if (type !== '0' && type !== '\0') throw hostile(path, words`it is a link or a device, not a file`);
    if (path.endsWith('/')) throw damagedArchive();
    const content = bytes(size);
    yield { path, size, ...about, content };
    for await (const _ of content);
    await take(paddingAfter(size));
  }
  // To the end: only there does the compression tell whether everything was right.
  while (!(await atEnd())) await take(BLOCK);
}

const MOST_RECORD = 1024 * 1024;

function checkSum(block: Buffer): void {
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 0x20 : block[at]!;
  if (sum !== octal(block, 148, 8)) throw damagedArchive();
}

function nameOf(block: Buffer): string {
  const name = textUntilZero(block.subarray(0, 100));
  const prefix =
    block.toString('latin1', 257, 262) === 'ustar' ? textUntilZero(block.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

function textUntilZero(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}

function octal(block: Buffer, at: number, length: number): number {
  const text = textUntilZero(block.subarray(at, at + length)).trim();
  if (text !== '' && !/^[0-7]+$/.test(text)) throw damagedArchive();
  return Number.parseInt(text || '0', 8);
}

function paxFields(record: Buffer): { path?: string; size?: number } {
  const fields: { path?: string; size?: number } = {};
  for (let at = 0; at < record.length; ) {
    const blank = record.indexOf(0x20, at);
    const length = Number(record.toString('latin1', at, blank === -1 ? at : blank));
    if (!(length > 0) || at + length > record.length || blank >= at + length) throw damagedArchive();
    const line = record.toString('utf8', blank + 1, at + length - 1);
    if (line.startsWith('path=')) fields.path = line.slice('path='.length);
    if (line.startsWith('linkpath=')) throw hostile(line.slice('linkpath='.length), words`it is a link`);
    if (line.startsWith('size=')) {
      fields.size = Number(line.slice('size='.length));
      if (!Number.isSafeInteger(fields.size) || fields.size < 0) throw damagedArchive();
    }
    at += length;
  }
  return fields;
}

function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0);
}

export function damagedArchive(cause?: unknown): RappelError {
  return new RappelError('invalid_input', 'archive.damaged', { cause });
}

export function hostile(path: string, reason: Words): RappelError {
  const shown = JSON.stringify(path.slice(0, 200));
  return new RappelError('outside_vault', 'archive.hostile', { entry: shown, reason });
}
