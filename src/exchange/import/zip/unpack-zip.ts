import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream, mkdirSync, rmSync, statfsSync, utimesSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { MOST_FILE_BYTES } from '../../../service/history/differences.js';
import { ENGLISH, RappelError } from '../../../shared/errors.js';
import { decodeName } from '../../../vault/encoding.js';
import { hasControlCharacter, printable } from '../../../vault/paths.js';
import { makeTemporaryFolder } from '../../../vault/temporary-folder.js';
import { wordsIn } from '../../../words/message.js';
import { lengthProblem, MOST_ENTRIES, MOST_RATIO } from '../../archive/limits.js';
import type { SkippedItem } from '../item.js';
import { NAME } from '../notes/walk-folder.js';
import { LINK, TOO_LARGE } from '../source-file.js';

/** The names of ZIP archives, also of programs that give them an ending of their own. */
export const ZIP_NAME = /\.(?:zip|bear2bk|bearnote|textpack)$/i;

interface Unpacked {
  /** A folder that only the user can read. */
  folder: string;
  /** What was not unpacked, and why. */
  skipped: SkippedItem[];
  /** Removes the folder. */
  close(): void;
}

/**
 * Unpacks the useful part of a ZIP archive into a temporary folder. The archive is untrusted: no path leads out of
 * the folder, hidden files and links are not written, and the total never exceeds the space on the disk.
 */
export async function unpackZip(file: string): Promise<Unpacked> {
  const entries = await listZip(file);
  const skipped: SkippedItem[] = [];
  const wanted = choose(entries, skipped);
  refuseTooLarge(wanted);
  const { folder, close } = makeTemporaryFolder('import');
  try {
    // The folder says what the notes in it are: its settings are of no use.
    if (entries.some(({ name }) => /(?:^|\/)\.obsidian\//.test(name))) mkdirSync(join(folder, '.obsidian'));
    for (const [name, entry] of wanted) {
      const reason = await layOut(file, entry, join(folder, name));
      if (reason !== null) skipped.push({ from: name, skipped: reason });
    }
    return { folder, skipped, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Why it could not be unpacked, or null. Throws if nothing else can be unpacked either. */
async function layOut(file: string, entry: ZipEntry, target: string): Promise<string | null> {
  try {
    mkdirSync(dirname(target), { recursive: true });
    const content = Readable.from(readEntry(file, entry), { objectMode: false });
    await pipeline(content, createWriteStream(target, { flags: 'wx' }));
    utimesSync(target, entry.modified, entry.modified);
    return null;
  } catch (error) {
    if (error instanceof RappelError) {
      // The content is not what the archive claims; the part written so far is useless.
      rmSync(target, { force: true });
      return error.message;
    }
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENAMETOOLONG', 'EEXIST', 'ENOTDIR', 'EISDIR', 'EINVAL', 'ENOENT'].includes(code)) throw error;
    return "its name can't be used on this system";
  }
}

/** The files to unpack by their names; a folder around all of them is removed. */
function choose(entries: readonly ZipEntry[], skipped: SkippedItem[]): Map<string, ZipEntry> {
  const chosen = new Map<string, ZipEntry>();
  const names = new Map<string, string>();
  for (const entry of entries) {
    const name = entry.name.normalize('NFC');
    const segments = name.split('/');
    if (entry.kind === 'folder' || segments.includes('__MACOSX')) continue;
    const twin = names.get(name.toLowerCase());
    const reason = reasonAgainst(entry, segments) ?? (twin === undefined ? null : twinReason(name, twin));
    // Hidden files are not notes.
    if (reason === null && segments.some((segment) => segment.startsWith('.'))) continue;
    if (reason === null) {
      chosen.set(name, entry);
      names.set(name.toLowerCase(), name);
    } else skipped.push({ from: printable(name), skipped: reason });
  }
  return ofExport(withoutOuterFolder(chosen));
}

function reasonAgainst(entry: ZipEntry, segments: string[]): string | null {
  if (entry.kind === 'link') return LINK;
  if (entry.kind === 'other') return 'not a regular file';
  if (
    segments.some((segment) => segment === '' || segment === '.' || segment === '..') ||
    /^[a-z]:/i.test(entry.name)
  )
    return 'its path leads out of the archive';
  const problem = lengthProblem(entry.name);
  if (problem !== null) return wordsIn(ENGLISH, problem);
  if (entry.name.includes('\uFFFD')) return NAME;
  if (hasControlCharacter(entry.name)) return "its name contains characters that a vault can't use";
  if (entry.isEncrypted) return LOCKED;
  if (entry.size > MOST_UNCHECKED && entry.size > MOST_RATIO * entry.packedSize)
    return `unpacks to more than ${MOST_RATIO} times its size`;
  const isStreamed = CONVERSATIONS.test(entry.name) || /\.(?:jsonl|mbox)$|-Part-\d+\.zip$/i.test(entry.name);
  return entry.size > MOST_FILE_BYTES && !isStreamed ? TOO_LARGE : null;
}

/** On some disks the second would overwrite the first. */
function twinReason(name: string, twin: string): string {
  return name === twin
    ? 'the archive contains it twice'
    : `differs from ${twin} only in upper and lower case`;
}

function withoutOuterFolder(files: Map<string, ZipEntry>): Map<string, ZipEntry> {
  const tops = new Set([...files.keys()].map((name) => name.slice(0, name.indexOf('/') + 1)));
  const [top = ''] = tops;
  if (tops.size !== 1 || top === '') return files;
  return new Map([...files].map(([name, entry]) => [name.slice(top.length), entry]));
}

/** An export of conversations repeats itself in other files: of these, only what conversations refer to is useful. */
function ofExport(files: Map<string, ZipEntry>): Map<string, ZipEntry> {
  const isConversations = (name: string) => !name.includes('/') && CONVERSATIONS.test(name);
  if (![...files.keys()].some(isConversations)) return files;
  const isUseful = (name: string) =>
    isConversations(name) || /(?:^|\/)file[-_][^/]*$/.test(name) || BESIDE.test(name);
  return new Map([...files].filter(([name]) => isUseful(name)));
}

function refuseTooLarge(files: Map<string, ZipEntry>): void {
  const needed = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  const { bavail, bsize } = statfsSync(tmpdir());
  if (needed < (bavail * bsize) / 2) return;
  const gigabytes = (needed / 1e9).toFixed(1);
  throw new RappelError('invalid_input', 'zip.no_space', { gigabytes });
}

/** Text packs to about a tenth. Below this size, the ratio does no harm. */
const MOST_UNCHECKED = 10_000_000;
/** What a Claude export has beside conversations, and the names of the files of a ChatGPT export. */
const BESIDE =
  /^(?:projects|memories|conversation_asset_file_names|library_files)\.json$|^projects\/[^/]+\.json$/;
const CONVERSATIONS = /(?:^|\/)conversations(?:-\d+)?\.json$/;

interface ZipEntry {
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

const LOCKED = 'password-protected';

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
