import { createWriteStream, mkdirSync, rmSync, statfsSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MOST_FILE_BYTES } from '../../../service/history/differences.js';
import { ENGLISH, RappelError } from '../../../shared/errors.js';
import { hasControlCharacter, printable } from '../../../vault/paths.js';
import { makeTemporaryFolder } from '../../../vault/temporary-folder.js';
import { wordsIn } from '../../../words/message.js';
import { lengthProblem, MOST_RATIO } from '../../archive/limits.js';
import type { SkippedItem } from '../item.js';
import { NAME } from '../notes/walk-folder.js';
import { LINK, TOO_LARGE } from '../source-file.js';
import { LOCKED, listZip, readEntry, type ZipEntry } from './read-zip.js';

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
