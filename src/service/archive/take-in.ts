import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createGunzip } from 'node:zlib';
import { ioError, RappelError } from '../../shared/errors.js';
import { bodyOf } from '../../vault/frontmatter.js';
import { ROOT_FILES } from '../../vault/kinds.js';
import { ROOT } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import { listOf, recordOf, textOf } from '../import/loose-json.js';
import { currentLease } from '../lease.js';
import { createQueue } from '../queue.js';
import { checkStateFormat } from '../state-format.js';
import { isArchive, writeFileFrom } from './export-vault.js';
import { type ReadEntry, readTar } from './tar-read.js';
import { contentOf, isState, MANIFEST, vaultFiles } from './vault-files.js';

export interface TakenIn {
  /** Of the vault itself; history and queue are not counted. */
  files: number;
  bytes: number;
}

/** True for what `rappel export` made, archive or folder. */
export function isExport(path: string): boolean {
  return isArchive(path) || existsSync(join(path, MANIFEST));
}

/**
 * Makes an exported vault the vault at `root`, which must be missing, empty or fresh from `rappel init`. First all of it
 * is laid out beside that place; only a complete and harmless one takes it.
 */
export async function takeIn(path: string, root: string): Promise<TakenIn> {
  const place = resolve(root);
  refuseUsed(place);
  const draft = join(dirname(place), `.${basename(place)}.incoming`);
  const old = join(dirname(place), `.${basename(place)}.before`);
  try {
    // What a killed run left.
    rmSync(draft, { recursive: true, force: true });
    const report = await layOut(path, draft);
    completeHistory(draft);
    checkInputs(draft);
    checkStateFormat(draft);
    rmSync(old, { recursive: true, force: true });
    if (existsSync(place)) renameSync(place, old);
    renameSync(draft, place);
    return report;
  } catch (error) {
    throw ioError(error, path);
  } finally {
    rmSync(draft, { recursive: true, force: true });
    if (existsSync(place)) rmSync(old, { recursive: true, force: true });
    else if (existsSync(old)) renameSync(old, place);
  }
}

async function layOut(path: string, draft: string): Promise<TakenIn> {
  const report: TakenIn = { files: 0, bytes: 0 };
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

/** The images of an update lie beside its input; a name that leads elsewhere would be read as one. */
function checkInputs(root: string): void {
  const queue = join(root, '.rappel', 'queue');
  if (!existsSync(queue)) return;
  for (const name of readdirSync(queue)) {
    const file = join(queue, name, 'input.json');
    const input = existsSync(file) ? recordOf(JSON.parse(readFileSync(file, 'utf8'))) : {};
    for (const image of listOf(input.images))
      if (!/^image-\d+$/.test(textOf(recordOf(image).file)))
        throw new RappelError('outside_vault', `update ${name} names an image outside of itself`);
  }
}

function refuseUsed(root: string): void {
  if (!existsSync(root)) return;
  const lease = currentLease(root);
  if (lease !== null)
    throw new RappelError('busy', `this vault is served, at ${lease.url}`, {
      hint: 'Stop it first: rappel stop',
    });
  const isUsed =
    createQueue({ root, clock: { now: () => new Date() } }).list().length > 0 ||
    [...walk(root, root, ROOT)].some(
      ({ kind, path, address }) => kind === 'file' && !isUntouched(path, address),
    );
  if (isUsed) {
    throw new RappelError('exists', `there is a vault at ${root} already, with files in it`, {
      hint: 'An archive becomes a vault of its own: name a new place with --vault.',
    });
  }
}

/** As `rappel init` made it: a root file without a word in it. */
function isUntouched(path: string, address: string): boolean {
  if (!ROOT_FILES.some((name) => name === path)) return false;
  return path === 'tree.md' || bodyOf(readFileSync(address, 'utf8')).trim() === '';
}

function notOurs(path: string): RappelError {
  return new RappelError('invalid_input', `${path} was not made by rappel export`, {
    hint: 'Unpack it, and import the folder.',
  });
}
