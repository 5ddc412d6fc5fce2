import {
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { RappelError } from '../../../shared/errors.js';
import { isPidFree } from '../../../shared/process-identity.js';
import { hasControlCharacter } from '../../../vault/paths.js';
import { MOST_FILE_BYTES } from '../../history/differences.js';
import type { SkippedItem } from '../item.js';
import { listZip, readEntry, type ZipEntry } from './read-zip.js';

export interface Unpacked {
  /** A folder that only the user can read. */
  folder: string;
  /** What was not unpacked, and why. */
  skipped: SkippedItem[];
  /** Removes the folder. */
  close(): void;
}

/**
 * Lays out what an import can use of a ZIP archive in a folder of its own. The archive is not trusted: no path leads out of that
 * folder, nothing is written that is hidden or a link, and no more than the disk can hold.
 */
export async function unpackZip(file: string): Promise<Unpacked> {
  const entries = await listZip(file);
  const skipped: SkippedItem[] = [];
  const wanted = choose(entries, skipped);
  refuseTooLarge(wanted);
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const close = () => {
    process.off('exit', close);
    rmSync(folder, { recursive: true, force: true });
  };
  process.on('exit', close);
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

/** Why it could not be, or null. Throws where nothing else could be either. */
async function layOut(file: string, entry: ZipEntry, target: string): Promise<string | null> {
  try {
    mkdirSync(dirname(target), { recursive: true });
    const content = Readable.from(readEntry(file, entry), { objectMode: false });
    await pipeline(content, createWriteStream(target, { flags: 'wx' }));
    utimesSync(target, entry.modified, entry.modified);
    return null;
  } catch (error) {
    if (error instanceof RappelError) {
      // Its content is not what the archive says; what came of it until then is of no use.
      rmSync(target, { force: true });
      return error.message;
    }
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['ENAMETOOLONG', 'EEXIST', 'ENOTDIR', 'EISDIR', 'EINVAL', 'ENOENT'].includes(code)) throw error;
    return 'its name can not be used here';
  }
}

/** The files to unpack by their names; a folder around all of them is left away. */
function choose(entries: readonly ZipEntry[], skipped: SkippedItem[]): Map<string, ZipEntry> {
  const chosen = new Map<string, ZipEntry>();
  for (const entry of entries) {
    const name = entry.name.normalize('NFC');
    const segments = name.split('/');
    if (entry.kind === 'folder' || segments.includes('__MACOSX')) continue;
    const reason = reasonAgainst(entry, segments);
    if (reason !== null) skipped.push({ from: name, skipped: reason });
    // Hidden files are no part of notes.
    else if (segments.some((segment) => segment.startsWith('.'))) continue;
    else if (chosen.has(name)) skipped.push({ from: name, skipped: 'the archive holds it twice' });
    else chosen.set(name, entry);
  }
  return ofExport(withoutOuterFolder(chosen));
}

function reasonAgainst(entry: ZipEntry, segments: string[]): string | null {
  if (entry.kind === 'link') return 'a link';
  if (
    segments.some((segment) => segment === '' || segment === '.' || segment === '..') ||
    /^[a-z]:/i.test(entry.name)
  )
    return 'its path could lead outside';
  if (hasControlCharacter(entry.name)) return 'its name holds characters that the vault does not take';
  if (entry.isEncrypted) return 'it wants a password';
  const isLog = CONVERSATIONS.test(entry.name) || /\.jsonl$/i.test(entry.name);
  return entry.size > MOST_FILE_BYTES && !isLog ? 'larger than 50 MB' : null;
}

function withoutOuterFolder(files: Map<string, ZipEntry>): Map<string, ZipEntry> {
  const tops = new Set([...files.keys()].map((name) => name.slice(0, name.indexOf('/') + 1)));
  const [top = ''] = tops;
  if (tops.size !== 1 || top === '') return files;
  return new Map([...files].map(([name, entry]) => [name.slice(top.length), entry]));
}

/** An export of conversations says the same again in other files: of these only pictures are of use. */
function ofExport(files: Map<string, ZipEntry>): Map<string, ZipEntry> {
  const isConversations = (name: string) => !name.includes('/') && CONVERSATIONS.test(name);
  if (![...files.keys()].some(isConversations)) return files;
  return new Map([...files].filter(([name]) => isConversations(name) || /(?:^|\/)file[-_][^/]*$/.test(name)));
}

function refuseTooLarge(files: Map<string, ZipEntry>): void {
  const needed = [...files.values()].reduce((sum, { size }) => sum + size, 0);
  const { bavail, bsize } = statfsSync(tmpdir());
  if (needed < (bavail * bsize) / 2) return;
  const gigabytes = (needed / 1e9).toFixed(1);
  throw new RappelError(
    'invalid_input',
    `unpacked, the archive would take ${gigabytes} GB, more than there is room for`,
    {
      hint: 'Unpack it elsewhere, and import the folder.',
    },
  );
}

/** What killed runs left. */
function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const pid = Number.parseInt(name.slice(PREFIX.length), 10);
    if (isPidFree(pid)) rmSync(join(tmpdir(), name), { recursive: true, force: true });
  }
}

const PREFIX = 'rappel-import-';
const CONVERSATIONS = /(?:^|\/)conversations(?:-\d+)?\.json$/;
