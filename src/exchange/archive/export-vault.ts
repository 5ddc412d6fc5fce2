import {
  createWriteStream,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { utimes } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { withLock } from '../../service/locks/lock.js';
import { longHeldLocks } from '../../service/locks/lock-holder.js';
import { betweenUpdates } from '../../service/standalone/between-updates.js';
import { checkStateFormat } from '../../service/state/state-format.js';
import { localTimestamp } from '../../shared/clock.js';
import { ioError, isReadOnly, RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import type { OnProgress } from '../../shared/progress.js';
import { keepsState, stateFolder } from '../../vault/state-folder.js';
import type { Vault } from '../../vault/vault.js';
import { archivedQueue } from './archived-queue.js';
import { existingFolderAbove, putInPlace, withDraft } from './draft.js';
import { isBomb } from './limits.js';
import { type TarEntry, writeTar } from './tar-write.js';
import {
  CHANGES,
  countEntries,
  FileChanged,
  isState,
  type LeftOutFile,
  MANIFEST,
  vaultEntries,
} from './vault-files.js';

export interface ExportReport {
  /** Files of the vault itself; history and queue are not counted. */
  files: number;
  bytes: number;
  /** Visible files of the vault that can't be in an archive. */
  leftOut: LeftOutFile[];
}

/**
 * Copies a vault with its queue and history into an archive (a name that ends in .tar.gz or .tgz) or a folder.
 * Overwrites nothing and leaves no partial export. Waits for a running update and rolls back a killed one.
 */
export async function exportVault(
  vault: Vault,
  env: NodeJS.ProcessEnv,
  target: string,
  version: string,
  onProgress: OnProgress = () => {},
): Promise<ExportReport> {
  const to = resolve(target);
  refuseTarget(vault, to);
  checkStateFormat(vault.root);
  try {
    const work = () => packUnchanged(vault, to, version, onProgress);
    if (!canLock(vault.root)) return await work();
    return await betweenUpdates(vault, env, () => withLock(vault.root, 'history', work));
  } catch (error) {
    // A file of the vault is named itself; a draft stands for the target.
    const { path = '' } = error as NodeJS.ErrnoException;
    throw ioError(error, String(path).startsWith(vault.root + sep) ? String(path) : target);
  }
}

/**
 * False if nothing is kept in the vault, or can be written to it, by this user or on a full disk, and so no lock can be taken: the vault is
 * exported as it is. Throws `busy` if another process is writing to it.
 */
function canLock(root: string): boolean {
  if (!keepsState(root)) return false;
  const probe = join(root, '.rappel', `.probe-${newId()}`);
  try {
    stateFolder(root);
    writeFileSync(probe, 'x');
    return true;
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  } finally {
    rmSync(probe, { force: true });
  }
  const [lock] = longHeldLocks(root, new Date(), 0);
  if (lock !== undefined) throw new RappelError('busy', 'export.locked', { lock });
  return false;
}

export function isArchive(path: string): boolean {
  return /\.(?:tar\.gz|tgz)$/i.test(path);
}

/** Starts again if a large file changed while it was read; a file that changes twice is left out. */
async function packUnchanged(
  vault: Vault,
  to: string,
  version: string,
  onProgress: OnProgress,
): Promise<ExportReport> {
  const changed = new Map<string, number>();
  for (;;) {
    try {
      return await withDraft(to, async (draft) => {
        const isRestless = (path: string) => (changed.get(path) ?? 0) > 1;
        const report = await pack(vault, draft, isArchive(to), { version, isRestless, onProgress });
        putInPlace(draft, to);
        return report;
      });
    } catch (error) {
      if (!(error instanceof FileChanged)) throw error;
      changed.set(error.path, (changed.get(error.path) ?? 0) + 1);
    }
  }
}

interface PackOptions {
  version: string;
  isRestless: (path: string) => boolean;
  onProgress: OnProgress;
}

async function pack(
  vault: Vault,
  draft: string,
  asArchive: boolean,
  { version, isRestless, onProgress }: PackOptions,
): Promise<ExportReport> {
  const report: ExportReport = { files: 0, bytes: 0, leftOut: [] };
  const now = vault.clock.now();
  const total = countEntries(vault.root);
  let done = 0;

  async function* stateAndFiles(): AsyncGenerator<TarEntry> {
    yield* archivedQueue(vault.root);
    yield* vaultEntries(vault.root, (item) => report.leftOut.push(item));
  }

  async function* entries(): AsyncGenerator<TarEntry> {
    const about = Buffer.from(`${JSON.stringify({ rappel: version, exported: localTimestamp(now) })}\n`);
    yield { path: MANIFEST, size: about.length, mode: 0o600, modified: now, content: [about] };
    for await (const entry of stateAndFiles()) {
      onProgress({ work: 'exporting', done: Math.min(++done, total), total });
      if (isRestless(entry.path)) {
        report.leftOut.push({ path: entry.path, reason: CHANGES });
        continue;
      }
      yield entry;
      if (!entry.path.endsWith('/') && !isState(entry.path)) report.files++;
      report.bytes += entry.size;
    }
  }

  if (!asArchive) await writeFolder(entries(), draft);
  else {
    await writeArchive(entries(), draft);
    if (isBomb(statSync(draft).size, report.bytes))
      throw new RappelError('invalid_input', 'export.too_compressible');
  }
  return report;
}

export function refuseTarget(vault: Vault, to: string): void {
  const [other] = isArchive(to) ? [] : (OTHER_ARCHIVE.exec(to) ?? []);
  if (other !== undefined) throw new RappelError('invalid_input', 'export.unknown_format', { format: other });
  const there = statSync(to, { throwIfNoEntry: false });
  const isFree =
    there === undefined || (!isArchive(to) && there.isDirectory() && readdirSync(to).length === 0);
  if (!isFree) throw new RappelError('exists', 'export.exists', { target: to });
  const parent = realpathSync.native(existingFolderAbove(to));
  if (parent === vault.root || parent.startsWith(vault.root + sep))
    throw new RappelError('invalid_input', 'export.inside_vault', { target: to });
}

/** Not a folder, whoever names one so. */
const OTHER_ARCHIVE = /\.(?:zip|tar|gz|tbz2?|bz2|txz|xz|zst|7z|rar)$/i;

/** Readable by its owner only: it contains everything. */
async function writeArchive(entries: AsyncIterable<TarEntry>, file: string): Promise<void> {
  const rooted = (async function* () {
    for await (const entry of entries) yield { ...entry, path: `vault/${entry.path}` };
  })();
  const fd = openSync(file, 'wx', 0o600);
  await pipeline(
    Readable.from(writeTar(rooted), { objectMode: false }),
    createGzip(),
    createWriteStream(file, { fd, flush: true }),
  );
}

async function writeFolder(entries: AsyncIterable<TarEntry>, folder: string): Promise<void> {
  mkdirSync(folder, { mode: 0o700 });
  for await (const entry of entries) await writeEntry(folder, entry);
}

/**
 * Writes a file or folder of an export below `folder`, with its time and, as far as the user's umask allows, its
 * permissions; its owner can always read it. Throws if the name is taken.
 */
export async function writeEntry(
  folder: string,
  { path, mode, content, modified }: Omit<TarEntry, 'size'>,
): Promise<void> {
  const address = join(folder, path);
  if (path.endsWith('/')) {
    mkdirSync(address, { recursive: true, mode: mode | 0o700 });
    return;
  }
  mkdirSync(dirname(address), { recursive: true, mode: 0o700 });
  const fd = openSync(address, 'wx', mode | 0o400);
  await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(address, { fd }));
  await utimes(address, modified, modified);
}
