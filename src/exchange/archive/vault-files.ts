import { isUtf8 } from 'node:buffer';
import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { ENGLISH, ioError } from '../../shared/errors.js';
import { FOREIGN } from '../../shared/plain-file.js';
import { fileSystem } from '../../vault/file-system.js';
import { words, wordsIn } from '../../words/message.js';
import { FILED_IDS } from './archived-queue.js';
import { problemOfPath } from './limits.js';
import type { TarEntry } from './tar-write.js';

/** Identifies an archive; the first entry in it. */
export const MANIFEST = '.rappel/export.json';

/**
 * The files of `.rappel/` that an archive may contain: the inputs of updates and the objects of the history. Git's
 * settings and hooks could run programs, and journals name files to write: they are never exported.
 */
export function isState(path: string): boolean {
  return STATE.test(path);
}

const STATE = new RegExp(
  `^\\.rappel/(?:${[
    'format\\.json',
    FILED_IDS,
    'queue/\\d{9,12}-[A-Za-z0-9][\\w-]{0,63}/(?:status\\.json|input\\.json|image-\\d+)',
    'history\\.git/(?:packed-refs|shallow|refs/heads/main)',
    'history\\.git/objects/[0-9a-f]{2}/[0-9a-f]{38}',
    'history\\.git/objects/pack/pack-[0-9a-f]{40}\\.(?:pack|idx|rev)',
  ].join('|')})$`,
);

/** The files of `.rappel/` that go into an archive from a vault, and those that an exported folder has. */
const VAULT_STATE: readonly string[] = ['format.json', 'history.git'];
export const EXPORTED_STATE: readonly string[] = [...VAULT_STATE, FILED_IDS, 'queue'];

/** A visible entry of the vault that can't be in an archive, and why. */
export interface LeftOutFile {
  path: string;
  reason: string;
}

/** A file or folder that is exported with its vault. */
interface Found {
  /** As the disk spells it, with `/`; that of a folder ends in `/`. */
  path: string;
  /** For a link: its target. */
  address: string;
}

/**
 * Everything of a vault that is exported, opened, in a fixed order. Links to files inside the vault become files;
 * `leaveOut` is called for entries that can't be exported. An entry must be read or skipped before the next one is
 * requested.
 */
export async function* vaultEntries(
  root: string,
  leaveOut: (item: LeftOutFile) => void,
  state: readonly string[] = VAULT_STATE,
): AsyncGenerator<TarEntry> {
  for (const found of foundIn(root, leaveOut, state)) {
    if (found.path.endsWith('/')) {
      const stats = statSync(found.address, { throwIfNoEntry: false });
      const [mode, modified] = [(stats?.mode ?? 0o700) & 0o777, stats?.mtime ?? new Date(0)];
      yield { path: found.path, size: 0, mode, modified, content: [] };
      continue;
    }
    const file = await openFile(found, leaveOut);
    if (file === null) continue;
    try {
      const stats = await file.stat();
      const about = { path: found.path, mode: stats.mode & 0o777, modified: stats.mtime };
      const bytes = stats.size > SMALL ? null : await readStable(file);
      if (bytes !== null) yield { ...about, size: bytes.length, content: [bytes] };
      else if (stats.size <= SMALL) leaveOut({ path: found.path, reason: CHANGES });
      else yield { ...about, size: stats.size, content: streamStable(file, stats, found.path) };
    } finally {
      await file.close();
    }
  }
}

/** How many entries `vaultEntries` would give out now. */
export function countEntries(root: string): number {
  let count = 0;
  for (const _ of foundIn(root, () => {})) count++;
  return count;
}

/** Why a file is left out that other programs keep writing to. */
export const CHANGES = 'it changes while it is read';

/** A large file changed while it was read: the archive would contain a state that never existed. */
export class FileChanged extends Error {
  constructor(readonly path: string) {
    super(`${path} changed while it was read`);
  }
}

function* foundIn(
  root: string,
  leaveOut: (item: LeftOutFile) => void,
  state: readonly string[] = VAULT_STATE,
): Generator<Found> {
  yield* folderEntries(root, '', root, leaveOut);
  // Links are not followed: the state of a vault is in the vault.
  if (!lstatSync(join(root, '.rappel'), { throwIfNoEntry: false })?.isDirectory()) return;
  for (const name of state) yield* stateFiles(join(root, '.rappel', name), `.rappel/${name}`);
}

/** Uses raw names: two that differ only in their Unicode form are two files and keep their names. */
function* folderEntries(
  address: string,
  prefix: string,
  root: string,
  leaveOut: (item: LeftOutFile) => void,
): Generator<Found> {
  for (const item of namesIn(address, prefix, leaveOut)) {
    if (item.name[0] === DOT) continue;
    const path = `${prefix}${item.name}`;
    const problem = isUtf8(item.name) ? problemOfPath(path) : words`its name is not UTF-8`;
    if (problem !== null) {
      leaveOut({ path, reason: wordsIn(ENGLISH, problem) });
      continue;
    }
    const child = join(address, item.name.toString('utf8'));
    if (item.isDirectory()) {
      yield { path: `${path}/`, address: child };
      yield* folderEntries(child, `${path}/`, root, leaveOut);
    } else if (item.isFile()) yield { path, address: child };
    else {
      const target = item.isSymbolicLink() ? targetInside(root, child) : null;
      if (target !== null) yield { path, address: target };
      else leaveOut({ path, reason: item.isSymbolicLink() ? LINK : 'it is not a file' });
    }
  }
}

const DOT = 0x2e;
const LINK = 'it is a link to a folder, to a place outside the vault, or to nothing';

function namesIn(address: string, prefix: string, leaveOut: (item: LeftOutFile) => void) {
  try {
    const items = readdirSync(address, { withFileTypes: true, encoding: 'buffer' });
    return items.sort((a, b) => Buffer.compare(a.name, b.name));
  } catch (error) {
    if (prefix === '') throw ioError(error, 'vault/');
    leaveOut({ path: prefix, reason: ioError(error, prefix).message });
    return [];
  }
}

/** The file that a link leads to, if that is a visible part of the vault. */
function targetInside(root: string, link: string): string | null {
  try {
    const target = realpathSync.native(link);
    const segments = relative(root, target).split(sep);
    return segments.some((segment) => segment.startsWith('.')) || !statSync(target).isFile() ? null : target;
  } catch {
    return null;
  }
}

function* stateFiles(address: string, path: string): Generator<Found> {
  const stats = fileSystem.lstat(address);
  if (stats?.isFile() && isState(path)) yield { path, address };
  if (!stats?.isDirectory()) return;
  for (const name of fileSystem.names(address).sort())
    yield* stateFiles(join(address, name), `${path}/${name}`);
}

/** Null for a file that another program just deleted, or that can't be read. */
async function openFile(
  { path, address }: Found,
  leaveOut: (item: LeftOutFile) => void,
): Promise<FileHandle | null> {
  try {
    // Without following a link, or blocking on a pipe, that replaced the file meanwhile.
    const file = await open(address, FOREIGN);
    if ((await file.stat()).isFile()) return file;
    await file.close();
    leaveOut({ path, reason: 'it is not a file' });
  } catch (error) {
    const reason = ioError(error, path);
    if (reason.code !== 'not_found') leaveOut({ path, reason: reason.message });
  }
  return null;
}

/** The content of a small file at one moment; null if it keeps changing. */
async function readStable(file: FileHandle): Promise<Buffer | null> {
  for (let attempt = 0; attempt < MOST_READS; attempt++) {
    const before = await file.stat();
    const bytes = Buffer.alloc(before.size);
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.length; length += read)
      read = (await file.read(bytes, length, bytes.length - length, length)).bytesRead;
    if (length === bytes.length && isSame(before, await file.stat())) return bytes;
  }
  return null;
}

/** The same for a large file, in pieces: throws `FileChanged` if it changes meanwhile. */
async function* streamStable(file: FileHandle, before: Stats, path: string): AsyncGenerator<Buffer> {
  for (let at = 0; at < before.size; ) {
    const piece = Buffer.allocUnsafe(Math.min(before.size - at, PIECE));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) throw new FileChanged(path);
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
  if (!isSame(before, await file.stat())) throw new FileChanged(path);
}

function isSame(before: Stats, after: Stats): boolean {
  return before.size === after.size && before.mtimeMs === after.mtimeMs && before.ctimeMs === after.ctimeMs;
}

const SMALL = 16 * 1024 * 1024;
const PIECE = 256 * 1024;
const MOST_READS = 5;
