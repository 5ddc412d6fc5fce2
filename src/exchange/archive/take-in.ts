import {
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { checkHistory } from '../../service/history/check-history.js';
import { git, hasGit } from '../../service/history/git.js';
import type { Repository } from '../../service/history/private-git-dir.js';
import { openStore } from '../../service/history/store.js';
import { collect, createStreamReader } from '../../service/history/stream-reader.js';
import { renameState } from '../../service/state/state-format.js';
import { ioError, messageOf, RappelError } from '../../shared/errors.js';
import { visiblePath } from '../../vault/paths.js';
import { type Field, type Words, words } from '../../words/message.js';
import { acceptQueue } from './archived-queue.js';
import { putInPlace, withDraft } from './draft.js';
import { isArchive, writeEntry } from './export-vault.js';
import { createBudget, MOST_DEPTH, MOST_ENTRIES, problemOfPath } from './limits.js';
import type { TarEntry } from './tar-write.js';
import { BLOCK, paddingAfter } from './tar-write.js';
import { EXPORTED_STATE, isState, type LeftOutFile, MANIFEST, vaultEntries } from './vault-files.js';

interface TakenIn {
  /** Files of the vault itself; history and queue are not counted. */
  files: number;
  bytes: number;
  /** For a folder: what could not be imported. */
  leftOut: LeftOutFile[];
  /** How many updates wait for confirmation before they are filed. */
  held: number;
}

/** True for an archive or folder made by `rappel export`. */
export function isExport(path: string): boolean {
  return isArchive(path) || existsSync(join(path, MANIFEST));
}

/**
 * Turns an exported vault into the vault at `root`, which must be missing or an empty folder. Unpacks and checks
 * everything under another name; only a complete, safe vault takes that place, in one step. Never removes anything
 * it did not create.
 */
export async function takeIn(path: string, root: string): Promise<TakenIn> {
  const place = freePlace(root);
  try {
    return await withDraft(place, async (draft) => {
      const report = await layOut(path, draft);
      completeHistory(draft);
      await checkArchivedHistory(draft);
      renameState(draft);
      const held = acceptQueue(draft);
      putInPlace(draft, place);
      return { ...report, held };
    });
  } catch (error) {
    throw ioError(error, path);
  }
}

/** Where the vault will be, links followed. Hidden entries count too: the folder must be empty. */
function freePlace(root: string): string {
  const path = resolve(root);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
  const target = statSync(path, { throwIfNoEntry: false });
  if (!target?.isDirectory() || readdirSync(path).length > 0) {
    throw new RappelError('exists', 'archive.folder_not_empty', { folder: root });
  }
  return realpathSync.native(path);
}

async function layOut(path: string, draft: string): Promise<Omit<TakenIn, 'held'>> {
  const report: Omit<TakenIn, 'held'> = { files: 0, bytes: 0, leftOut: [] };
  const budget = createBudget(
    isArchive(path) ? statSync(path).size : Number.POSITIVE_INFINITY,
    dirname(draft),
    SHARE_OF_DISK,
  );
  const leaveOut = (item: LeftOutFile) => report.leftOut.push(item);
  mkdirSync(draft, { mode: 0o700 });
  let isFirst = true;
  for await (const entry of isArchive(path) ? archiveEntries(path, budget) : folderEntries(path, leaveOut)) {
    budget.entry();
    if (isPlainFolder(entry.path)) continue;
    if (!entry.path.endsWith('/') && isFirst !== (entry.path === MANIFEST)) throw notOurs(path);
    checkPath(entry.path);
    await lay(draft, entry);
    if (entry.path.endsWith('/')) continue;
    isFirst = false;
    if (entry.path === MANIFEST) continue;
    if (!isState(entry.path)) report.files++;
    report.bytes += entry.size;
  }
  if (isFirst) throw notOurs(path);
  rmSync(join(draft, MANIFEST));
  return report;
}

async function* archiveEntries(
  path: string,
  budget: ReturnType<typeof createBudget>,
): AsyncGenerator<ReadEntry> {
  for await (const entry of readTar(unpack(path, budget))) {
    if (!entry.path.startsWith('vault/')) throw notOurs(path);
    yield { ...entry, path: entry.path.slice('vault/'.length) };
  }
}

async function* unpack(path: string, budget: ReturnType<typeof createBudget>): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const unpacked = file.pipe(createGunzip());
  file.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const part of unpacked) {
      budget.unpacked(part.length);
      yield part;
    }
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw damagedArchive(error);
  } finally {
    file.destroy();
    unpacked.destroy();
  }
}

async function* folderEntries(path: string, leaveOut: (item: LeftOutFile) => void): AsyncGenerator<TarEntry> {
  const manifest = readFileSync(join(path, MANIFEST));
  yield { path: MANIFEST, size: manifest.length, mode: 0o600, modified: new Date(), content: [manifest] };
  yield* vaultEntries(realpathSync.native(path), leaveOut, EXPORTED_STATE);
}

/** The vault itself and its state folders: they are created with their content. */
function isPlainFolder(path: string): boolean {
  return path === '' || /^\.rappel\/(?:(?:queue|history\.git)\/(?:[\w-]+\/)*)?$/.test(path);
}

/** No hidden entries except those of an export. */
function checkPath(path: string): void {
  if (path === MANIFEST || isState(path)) return;
  const problem = problemOfPath(path.replace(/\/$/, ''));
  if (problem !== null) throw hostile(path, problem);
}

async function lay(draft: string, entry: ReadEntry | TarEntry): Promise<void> {
  const isOwn = entry.path === MANIFEST || isState(entry.path);
  try {
    await writeEntry(draft, isOwn ? { ...entry, mode: 0o600 } : entry);
  } catch (error) {
    if (!NAME_PROBLEMS.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw hostile(entry.path, words`it is in the archive twice, or this disk can't store its name`);
  }
}

/** The rest is left to the index and to everything else. */
const SHARE_OF_DISK = 0.9;
const NAME_PROBLEMS = ['EEXIST', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG', 'EINVAL', 'EILSEQ', 'ENOENT'];

/** A git directory is more than its objects: the rest is written here, never taken from the archive. */
function completeHistory(root: string): void {
  const git = join(root, '.rappel', 'history.git');
  if (!existsSync(git)) return;
  mkdirSync(join(git, 'refs', 'heads'), { recursive: true });
  mkdirSync(join(git, 'objects', 'pack'), { recursive: true });
  writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(git, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
}

function notOurs(path: string): RappelError {
  return new RappelError('invalid_input', 'archive.not_ours', { file: path });
}

interface ReadEntry {
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

function damagedArchive(cause?: unknown): RappelError {
  return new RappelError('invalid_input', 'archive.damaged', { cause });
}

function hostile(path: string, reason: Words): RappelError {
  const shown = JSON.stringify(path.slice(0, 200));
  return new RappelError('outside_vault', 'archive.hostile', { entry: shown, reason });
}

/**
 * Refuses the history of an archive if a folder in it has a name that leads elsewhere, or if it expands to more
 * files than an archive may have. Reads every tree object once, however often it is used: a few bytes that contain
 * themselves ten times, ten levels deep, would otherwise take years.
 */
export async function checkArchivedHistory(root: string): Promise<void> {
  if (!existsSync(join(root, '.rappel', 'history.git', 'objects'))) return;
  if (!(await hasGit())) {
    throw new RappelError('io', 'archive.history_without_git');
  }
  const repository = openStore(realpathSync.native(root)).repository();
  const foldersIn = new Map<string, { files: number; folders: string[] }>();
  for (const batch of await treeBatches(repository)) {
    for (const { id, entries } of await readTrees(repository, batch)) {
      for (const { mode, name } of entries) checkEntry(mode, name);
      const folders = entries.filter(({ mode }) => mode === FOLDER).map(({ target }) => target);
      foldersIn.set(id, { files: entries.length - folders.length, folders });
    }
  }
  const measured = new Map<string, { files: number; height: number }>();
  for (const id of foldersIn.keys()) measure(id, 0);
  // Its size is bounded: now check the entries and every path.
  if (repository.head !== null) await checkHistory(repository, repository.head, null).catch(refuse);

  /**
   * How many files a tree expands to. The depth limit stops a folder that contains itself, which only a forged pack
   * can.
   */
  function measure(id: string, level: number): { files: number; height: number } {
    const known = measured.get(id);
    if (known !== undefined) return known;
    const folder = foldersIn.get(id);
    let files = folder?.files ?? 0;
    let height = 1;
    if (level > MOST_DEPTH) throw tooDeep();
    for (const inner of folder?.folders ?? []) {
      const below = measure(inner, level + 1);
      files += below.files;
      height = Math.max(height, below.height + 1);
    }
    if (files > MOST_ENTRIES) throw refused(words`it contains more than ${MOST_ENTRIES} files at once`);
    if (height > MOST_DEPTH) throw tooDeep();
    measured.set(id, { files, height });
    return { files, height };
  }
}

interface TreeEntry {
  mode: string;
  name: string;
  target: string;
}

const FOLDER = '40000';
const MODES = ['100644', '100755', FOLDER];
const BATCH_BYTES = 16 * 1024 * 1024;
const MOST_TREE_BYTES = 64 * 1024 * 1024;

/** A single name of a file or folder that can be in a vault on this system. */
function checkEntry(mode: string, name: string): void {
  if (name === '' || name.includes('/') || visiblePath(name) === null)
    throw refused(
      words`it contains a path that leads outside the vault, through ${JSON.stringify(name.slice(0, 80))}`,
    );
  if (!MODES.includes(mode)) throw refused(words`it contains a link or another repository`);
}

/** The ids of all trees, in groups that fit in memory. */
async function treeBatches(repository: Repository): Promise<string[][]> {
  const { out } = await git(repository, [
    'cat-file',
    '--batch-all-objects',
    '--batch-check=%(objectname) %(objecttype) %(objectsize)',
  ]);
  const batches: string[][] = [];
  let bytes = BATCH_BYTES;
  for (const line of out.toString('latin1').split('\n')) {
    const [id, type, size] = line.split(' ');
    if (type !== 'tree') continue;
    if (Number(size) > MOST_TREE_BYTES) throw refused(words`it contains a folder that is too large`);
    if (bytes + Number(size) > BATCH_BYTES) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)!.push(id!);
    bytes += Number(size);
  }
  return batches;
}

async function readTrees(
  repository: Repository,
  ids: string[],
): Promise<{ id: string; entries: TreeEntry[] }[]> {
  const input = Buffer.from(ids.map((id) => `${id}\n`).join(''));
  const { out } = await git(repository, ['cat-file', '--batch'], { input });
  let at = 0;
  return ids.map((id) => {
    // `<id> tree <size>`, the bytes, a line end.
    const end = out.indexOf(0x0a, at);
    const size = Number(out.toString('latin1', at, end).split(' ')[2]);
    if (end === -1 || !Number.isSafeInteger(size)) throw refused(words`it is damaged`);
    at = end + size + 2;
    return { id, entries: entriesOf(out.subarray(end + 1, end + 1 + size)) };
  });
}

/** `<mode> <name>`, a zero, and twenty bytes that name the object. */
function entriesOf(tree: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  for (let at = 0; at < tree.length; ) {
    const zero = tree.indexOf(0, at);
    const blank = tree.indexOf(0x20, at);
    if (blank === -1 || zero < blank || zero + 21 > tree.length) throw refused(words`it is damaged`);
    entries.push({
      mode: tree.toString('latin1', at, blank),
      name: tree.toString('utf8', blank + 1, zero),
      target: tree.toString('hex', zero + 1, zero + 21),
    });
    at = zero + 21;
  }
  return entries;
}

function tooDeep(): RappelError {
  return refused(words`it contains folders more than ${MOST_DEPTH} levels deep`);
}

function refuse(error: unknown): never {
  if (!(error instanceof RappelError)) throw error;
  throw refused(error.reason === 'history.refused' ? error.fields.reason! : messageOf(error));
}

function refused(reason: Field): RappelError {
  return new RappelError('outside_vault', 'archive.history_refused', { reason });
}
