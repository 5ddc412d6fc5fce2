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
import { renameState } from '../../service/state/state-format.js';
import { ioError, RappelError } from '../../shared/errors.js';
import { words } from '../../words/message.js';
import { acceptQueue } from './archived-queue.js';
import { checkArchivedHistory } from './check-history.js';
import { putInPlace, withDraft } from './draft.js';
import { isArchive, writeEntry } from './export-vault.js';
import { createBudget, problemOfPath } from './limits.js';
import { damagedArchive, hostile, type ReadEntry, readTar } from './tar-read.js';
import type { TarEntry } from './tar-write.js';
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
