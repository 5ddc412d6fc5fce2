import {
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { ioError, RappelError } from '../../shared/errors.js';
import { acceptState } from './accept-state.js';
import { checkHistory } from './check-history.js';
import { withDraft } from './draft.js';
import { isArchive, writeFileFrom } from './export-vault.js';
import { type ReadEntry, readTar } from './tar-read.js';
import { contentOf, isState, MANIFEST, vaultFiles } from './vault-files.js';

export interface TakenIn {
  /** Of the vault itself; history and queue are not counted. */
  files: number;
  bytes: number;
  /** How many updates wait for a yes before they are filed. */
  held: number;
}

/** True for what `rappel export` made, archive or folder. */
export function isExport(path: string): boolean {
  return isArchive(path) || existsSync(join(path, MANIFEST));
}

/**
 * Makes an exported vault the vault at `root`, which must be missing or an empty folder. First all of it is laid out under
 * another name; only a complete and harmless one takes that place, in one step. Never removes anything that it did not make.
 */
export async function takeIn(path: string, root: string): Promise<TakenIn> {
  const place = freePlace(root);
  try {
    return await withDraft(place, async (draft) => {
      const report = await layOut(path, draft);
      completeHistory(draft);
      await checkHistory(draft);
      const held = acceptState(draft);
      moveTo(place, draft);
      return { ...report, held };
    });
  } catch (error) {
    throw ioError(error, path);
  }
}

/** Where the vault will be, links followed. Hidden entries count: they are somebody's too. */
function freePlace(root: string): string {
  const path = resolve(root);
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path;
  const target = statSync(path, { throwIfNoEntry: false });
  if (!target?.isDirectory() || readdirSync(path).length > 0) {
    throw new RappelError('exists', `${root} is not an empty folder`, {
      hint: 'An archive becomes a vault of its own. Name a new or empty folder with --vault, or move this one away.',
    });
  }
  return realpathSync.native(path);
}

function moveTo(place: string, draft: string): void {
  mkdirSync(dirname(place), { recursive: true });
  // Windows can't rename over a folder. Both calls refuse one that is not empty any more.
  if (process.platform === 'win32' && existsSync(place)) rmdirSync(place);
  renameSync(draft, place);
}

async function layOut(path: string, draft: string): Promise<Omit<TakenIn, 'held'>> {
  const report = { files: 0, bytes: 0 };
  let isFirst = true;
  for await (const entry of isArchive(path) ? archiveEntries(path) : folderEntries(path)) {
    if (entry.path.endsWith('/')) {
      // Hidden ones come with what lies in them, where that is ours.
      if (isOurs(entry.path)) mkdirSync(join(draft, entry.path), { recursive: true });
      continue;
    }
    if (isFirst !== (entry.path === MANIFEST)) throw notOurs(path);
    isFirst = false;
    if (!isOurs(entry.path)) throw notOurs(path);
    await writeFileFrom(join(draft, entry.path), entry.content, entry.modified);
    if (entry.path === MANIFEST) continue;
    if (!isState(entry.path)) report.files++;
    report.bytes += entry.size;
  }
  if (isFirst) throw notOurs(path);
  rmSync(join(draft, MANIFEST));
  return report;
}

async function* archiveEntries(path: string): AsyncGenerator<ReadEntry> {
  for await (const entry of readTar(unpack(path))) {
    if (!entry.path.startsWith('vault/')) throw notOurs(path);
    yield { ...entry, path: entry.path.slice('vault/'.length) };
  }
}

async function* unpack(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const unpacked = file.pipe(createGunzip());
  file.on('error', (error) => unpacked.destroy(error));
  try {
    yield* unpacked;
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw error;
    throw new RappelError('invalid_input', `${path} is damaged or incomplete`, { cause: error });
  } finally {
    file.destroy();
  }
}

async function* folderEntries(path: string): AsyncGenerator<ReadEntry> {
  const manifest = join(path, MANIFEST);
  const entry = (file: { path: string; address: string; size: number; modified: Date }): ReadEntry => ({
    ...file,
    content: (async function* () {
      if (!file.path.endsWith('/')) yield* contentOf(file.address);
    })(),
  });
  yield entry({ path: MANIFEST, address: manifest, size: 0, modified: new Date() });
  for (const file of vaultFiles(path)) yield entry(file);
}

/** Nothing hidden but what an export holds. */
function isOurs(path: string): boolean {
  return path === MANIFEST || isState(path) || !path.split('/').some((segment) => segment.startsWith('.'));
}

/** A git directory is more than its objects: what makes it one is written here, never taken from elsewhere. */
function completeHistory(root: string): void {
  const git = join(root, '.rappel', 'history.git');
  if (!existsSync(git)) return;
  mkdirSync(join(git, 'refs', 'heads'), { recursive: true });
  mkdirSync(join(git, 'objects', 'pack'), { recursive: true });
  writeFileSync(join(git, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(join(git, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
}

function notOurs(path: string): RappelError {
  return new RappelError('invalid_input', `${path} was not made by rappel export`, {
    hint: 'Unpack it, and import the folder.',
  });
}
