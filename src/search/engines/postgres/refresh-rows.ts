import type { RefreshOptions } from '../../engine.js';
import type { FileSource, FileVersion } from '../../files.js';
import { compareFiles, MANY } from '../../index/compare-files.js';
import { prepareFiles } from '../../index/prepare-files.js';
import type { VaultRows } from './vault-rows.js';
import { changeOf, type FileChange } from './write-files.js';

type Write = (changes: readonly FileChange[]) => Promise<void>;

/** Compares the files with the rows by size and time, and makes up for the difference. Each batch is one transaction. */
export async function refreshRows(
  rows: VaultRows,
  write: Write,
  files: FileSource,
  { signal, onProgress, onLagging, withTokens }: RefreshOptions & { withTokens: boolean },
): Promise<{ indexed: number; removed: number }> {
  const before = await listingOf(rows);
  if (before.fingerprint !== null && before.fingerprint === (await files.list(null)).fingerprint)
    return { indexed: 0, removed: 0 };
  // Read before the files are listed: one that comes meanwhile, and is indexed, is not taken for one that is gone.
  const known = await versionsOf(rows);
  const { changed, gone, isLagging, fingerprint } = await compareFiles(known, files.list);
  if (isLagging) onLagging?.();
  const paths = [...gone.keys()];
  for (let at = 0; at < paths.length; at += AT_ONCE) {
    signal?.throwIfAborted();
    // One that has come back since stays.
    await write(paths.slice(at, at + AT_ONCE).map((path) => changeOf(path, files.read(path))));
  }
  let done = 0;
  for await (const ready of changed.length < MANY
    ? readFiles(changed, files)
    : prepareFiles(changed, files, withTokens)) {
    signal?.throwIfAborted();
    await write(ready);
    done += ready.length;
    onProgress?.(done, changed.length);
  }
  if (changed.length + gone.size === 0) await keepListing(rows, before.version, fingerprint);
  return { indexed: changed.length, removed: gone.size };
}

/** Files that are written in one transaction. */
const AT_ONCE = 64;

async function* readFiles(changed: readonly FileVersion[], files: FileSource): AsyncGenerator<FileChange[]> {
  for (let at = 0; at < changed.length; at += AT_ONCE)
    yield changed.slice(at, at + AT_ONCE).map(({ path }) => changeOf(path, files.read(path)));
}

/** The fingerprint of the files that were last found unchanged; null if something changed since. */
async function listingOf(rows: VaultRows): Promise<{ version: number; fingerprint: string | null }> {
  return rows.read(async (client, { version }) => {
    const [row] = await client.query<{ fingerprint: string | null }>(
      'SELECT CASE WHEN compared = version THEN fingerprint END AS fingerprint FROM rappel.vaults',
    );
    return { version, fingerprint: row!.fingerprint };
  });
}

async function keepListing(rows: VaultRows, version: number, fingerprint: string): Promise<void> {
  await rows.write(async (client) => {
    await client.query('UPDATE rappel.vaults SET fingerprint = $1, compared = $2 WHERE version = $2', [
      fingerprint,
      version,
    ]);
  });
}

async function versionsOf(rows: VaultRows): Promise<Map<string, FileVersion>> {
  const versions = await rows.read((client) =>
    client.query<FileVersion>('SELECT path, size, modified FROM rappel.files'),
  );
  return new Map(versions.map((file) => [file.path, file]));
}
