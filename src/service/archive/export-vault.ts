import {
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  utimesSync,
} from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { localTimestamp } from '../../shared/clock.js';
import { ioError, RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import type { Vault } from '../../vault/vault.js';
import { withLock } from '../lock.js';
import { checkStateFormat } from '../state-format.js';
import { type TarEntry, writeTar } from './tar-write.js';
import { contentOf, isState, MANIFEST, vaultFiles } from './vault-files.js';

export interface ExportReport {
  /** Of the vault itself; history and queue are not counted. */
  files: number;
  bytes: number;
}

/**
 * Copies a vault with its queue and history into an archive (a name that ends in .tar.gz or .tgz) or a folder. Overwrites
 * nothing; what it makes is there whole or not at all. Waits for a running update: none is cut in half.
 */
export async function exportVault(vault: Vault, target: string, version: string): Promise<ExportReport> {
  const to = resolve(target);
  refuseTarget(vault, to);
  checkStateFormat(vault.root);
  const report: ExportReport = { files: 0, bytes: 0 };
  const draft = join(dirname(to), `.${basename(to)}-${newId()}`);

  async function* entries(): AsyncGenerator<TarEntry> {
    const about = { rappel: version, exported: localTimestamp(vault.clock.now()) };
    yield textEntry(`${MANIFEST}`, `${JSON.stringify(about)}\n`, vault.clock.now());
    for (const { address, ...file } of vaultFiles(vault.root)) {
      const isFolder = file.path.endsWith('/');
      if (!isFolder && !isState(file.path)) report.files++;
      report.bytes += file.size;
      yield { ...file, content: isFolder ? [] : contentOf(address) };
    }
  }

  try {
    mkdirSync(dirname(to), { recursive: true });
    await withLock(vault.root, 'updates', () =>
      withLock(vault.root, 'history', () =>
        isArchive(to) ? writeArchive(entries(), draft) : writeFolder(entries(), draft),
      ),
    );
    // An empty folder may stand there; anything else was refused above.
    renameSync(draft, to);
  } catch (error) {
    throw ioError(error, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return report;
}

export function isArchive(path: string): boolean {
  return /\.(?:tar\.gz|tgz)$/i.test(path);
}

function refuseTarget(vault: Vault, to: string): void {
  if (isArchive(to) ? existsSync(to) : existsSync(to) && readdirSync(to).length > 0) {
    throw new RappelError('exists', `there is something at ${to} already`, { hint: 'Choose another name.' });
  }
  const parent = realParent(to);
  if (parent === vault.root || parent.startsWith(vault.root + sep))
    throw new RappelError('invalid_input', 'a copy of the vault has no place inside the vault', {
      hint: 'Name a file or folder elsewhere.',
    });
}

function realParent(path: string): string {
  const parent = dirname(path);
  return existsSync(parent) || parent === path ? realpathSync.native(parent) : realParent(parent);
}

function textEntry(path: string, text: string, modified: Date): TarEntry {
  const bytes = Buffer.from(text);
  return { path, size: bytes.length, modified, content: [bytes] };
}

/** Readable for its owner alone: it holds everything. */
async function writeArchive(entries: AsyncIterable<TarEntry>, file: string): Promise<void> {
  const rooted = (async function* () {
    for await (const entry of entries) yield { ...entry, path: `vault/${entry.path}` };
  })();
  await pipeline(
    Readable.from(writeTar(rooted), { objectMode: false }),
    createGzip(),
    createWriteStream(file, { mode: 0o600, flush: true }),
  );
}

async function writeFolder(entries: AsyncIterable<TarEntry>, folder: string): Promise<void> {
  for await (const { path, content, modified } of entries) {
    if (path.endsWith('/')) mkdirSync(join(folder, path), { recursive: true, mode: 0o700 });
    else await writeFileFrom(join(folder, path), content, modified);
  }
}

/** Writes a file of an export or an archive, with its time. */
export async function writeFileFrom(
  file: string,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  modified: Date,
): Promise<void> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(Readable.from(content, { objectMode: false }), createWriteStream(file, { flags: 'wx' }));
  utimesSync(file, modified, modified);
}
