import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { RappelError } from '../../../shared/errors.js';
import { decodeName } from '../../../vault/encoding.js';
import { MOST_ENTRIES } from '../../archive/limits.js';

export interface ZipEntry {
  /** As the archive spells it, with `/`; untrusted. Contains U+FFFD if it is neither UTF-8 nor Windows-1252. */
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  /** The size that the archive claims; `readEntry` enforces it. */
  size: number;
  modified: Date;
  method: number;
  isEncrypted: boolean;
  packedSize: number;
  crc: number;
  /** Of its own header in the file. */
  offset: number;
}

/**
 * The table of contents of a ZIP archive of any size (zip64). Throws `invalid_input` if it is damaged, cut off, or
 * its entries overlap, as in archives made to unpack to far more than they contain.
 */
export async function listZip(file: string): Promise<ZipEntry[]> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const { at, length, count } = await findDirectory(handle, size);
    if (count > MOST_ENTRIES || length > MOST_DIRECTORY)
      throw new RappelError('invalid_input', 'zip.too_many', { count });
    if (at + length > size) throw damaged();
    const entries = readDirectory(await bytesAt(handle, at, length), count);
    refuseOverlaps(entries, at);
    return entries;
  } finally {
    await handle.close();
  }
}

export const LOCKED = 'password-protected';

/** The content of an entry, in pieces. Throws if it differs from the table of contents by a byte. */
export async function* readEntry(file: string, entry: ZipEntry): AsyncGenerator<Buffer> {
  if (entry.isEncrypted) throw new RappelError('invalid_input', 'zip.locked');
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw new RappelError('invalid_input', 'zip.method', { method: entry.method });
  let sum = 0;
  let size = 0;
  for await (const part of contentOf(file, entry, await startOf(file, entry))) {
    size += part.length;
    if (size > entry.size) throw damaged();
    sum = crc32(part, sum);
    yield part;
  }
  if (size !== entry.size || sum !== entry.crc) throw damaged();
}

async function* contentOf(file: string, entry: ZipEntry, start: number): AsyncGenerator<Buffer> {
  if (entry.packedSize === 0) return;
  const packed = createReadStream(file, { start, end: start + entry.packedSize - 1 });
  if (entry.method === STORED) {
    yield* packed;
    return;
  }
  const content = packed.pipe(createInflateRaw());
  packed.on('error', (error) => content.destroy(error));
  try {
    yield* content;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw damaged();
  } finally {
    packed.destroy();
    content.destroy();
  }
}

/** After the entry's own header, whose name and extra fields may be longer than those in the table of contents. */
async function startOf(file: string, { offset }: ZipEntry): Promise<number> {
  const handle = await open(file, 'r');
  try {
    const header = await bytesAt(handle, offset, 30);
    if (header.readUInt32LE(0) !== ENTRY) throw damaged();
    return offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await handle.close();
  }
}

async function findDirectory(handle: FileHandle, size: number) {
  const length = Math.min(size, 22 + 0xffff);
  const tail = await bytesAt(handle, size - length, length);
  for (let at = length - 22; at >= 0; at--) {
    // It is the end record if its comment reaches to the end of the file.
    if (tail.readUInt32LE(at) !== END || at + 22 + tail.readUInt16LE(at + 20) !== length) continue;
    const found = {
      count: tail.readUInt16LE(at + 10),
      length: tail.readUInt32LE(at + 12),
      at: tail.readUInt32LE(at + 16),
    };
    const isLarge = found.count === 0xffff || found.length === 0xffffffff || found.at === 0xffffffff;
    return isLarge ? findLargeDirectory(handle, size - length + at) : found;
  }
  throw new RappelError('invalid_input', 'zip.cut_off');
}

async function findLargeDirectory(handle: FileHandle, end: number) {
  if (end < 20) throw damaged();
  const locator = await bytesAt(handle, end - 20, 20);
  if (locator.readUInt32LE(0) !== LARGE_LOCATOR) throw damaged();
  const record = await bytesAt(handle, number64(locator, 8), 56);
  if (record.readUInt32LE(0) !== LARGE_END) throw damaged();
  return { count: number64(record, 32), length: number64(record, 40), at: number64(record, 48) };
}

function readDirectory(bytes: Buffer, count: number): ZipEntry[] {
  const found: { at: number; rawName: Buffer; extra: Buffer }[] = [];
  let at = 0;
  for (let number = 0; number < count; number++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== DIRECTORY) throw damaged();
    const [name, extra, comment] = [28, 30, 32].map((field) => bytes.readUInt16LE(at + field)) as [
      number,
      number,
      number,
    ];
    const next = at + 46 + name + extra + comment;
    if (next > bytes.length) throw damaged();
    const nameEnd = at + 46 + name;
    found.push({
      at,
      rawName: bytes.subarray(at + 46, nameEnd),
      extra: bytes.subarray(nameEnd, nameEnd + extra),
    });
    at = next;
  }
  const names = readNames(found.map(({ rawName }) => rawName));
  return found.map((each, index) => entryAt(bytes, each.at, names[index]!, each.extra));
}

function entryAt(bytes: Buffer, at: number, name: string, extra: Buffer): ZipEntry {
  const flags = bytes.readUInt16LE(at + 8);
  const short = {
    size: bytes.readUInt32LE(at + 24),
    packedSize: bytes.readUInt32LE(at + 20),
    offset: bytes.readUInt32LE(at + 42),
  };
  // The upper half is the Unix mode; zero if another system made the archive.
  const type = (bytes.readUInt32LE(at + 38) >>> 16) & 0o170000;
  return {
    name,
    kind:
      KINDS.get(type) ?? (name.endsWith('/') ? 'folder' : [0, 0o100000].includes(type) ? 'file' : 'other'),
    modified: dosTime(bytes.readUInt16LE(at + 12), bytes.readUInt16LE(at + 14)),
    method: bytes.readUInt16LE(at + 10),
    isEncrypted: (flags & 1) === 1,
    crc: bytes.readUInt32LE(at + 16),
    ...withLargeFields(short, extra),
  };
}

/** Values that did not fit are in an extra field, in this order. */
function withLargeFields<Fields extends Record<'size' | 'packedSize' | 'offset', number>>(
  fields: Fields,
  extra: Buffer,
): Fields {
  const missing = (['size', 'packedSize', 'offset'] as const).filter((key) => fields[key] === 0xffffffff);
  if (missing.length === 0) return fields;
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const record = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    const large = missing.map((key, index) => [key, number64(record, 8 * index)]);
    return { ...fields, ...Object.fromEntries(large) };
  }
  throw damaged();
}

/** Entries may not overlap each other or the table of contents: packed bytes can't be counted twice. */
function refuseOverlaps(entries: readonly ZipEntry[], directory: number): void {
  let end = 0;
  for (const { offset, packedSize } of [...entries].sort((a, b) => a.offset - b.offset)) {
    if (offset < end) throw damaged();
    end = offset + 30 + packedSize;
  }
  if (end > directory) throw damaged();
}

/** Names that are not UTF-8, as nearly all programs write it, are all in one encoding. Backslashes of old Windows programs separate. */
function readNames(rawNames: readonly Buffer[]): string[] {
  const others = rawNames.filter((name) => !isUtf8(name));
  const areReadable = decodeName(Buffer.concat(others.flatMap((name) => [name, Buffer.from('\n')]))) !== null;
  return rawNames.map((name) => {
    const text = areReadable ? decodeName(name) : null;
    return (text ?? name.toString('utf8')).replaceAll('\\', '/');
  });
}

function dosTime(time: number, day: number): Date {
  return new Date(
    1980 + (day >> 9),
    ((day >> 5) & 15) - 1,
    day & 31,
    time >> 11,
    (time >> 5) & 63,
    2 * (time & 31),
  );
}

async function bytesAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  if (bytesRead < length) throw damaged();
  return buffer;
}

function number64(bytes: Buffer, at: number): number {
  if (at + 8 > bytes.length) throw damaged();
  const value = Number(bytes.readBigUInt64LE(at));
  if (!Number.isSafeInteger(value)) throw damaged();
  return value;
}

const KINDS = new Map<number, ZipEntry['kind']>([
  [0o120000, 'link'],
  [0o040000, 'folder'],
]);

const ENTRY = 0x04034b50;
const DIRECTORY = 0x02014b50;
const END = 0x06054b50;
const LARGE_END = 0x06064b50;
const LARGE_LOCATOR = 0x07064b50;
const STORED = 0;
const DEFLATED = 8;
const MOST_DIRECTORY = 256 * 1024 * 1024;

function damaged(): RappelError {
  return new RappelError('invalid_input', 'zip.damaged');
}
