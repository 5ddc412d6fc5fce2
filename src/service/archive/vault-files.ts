import { createReadStream, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import type { TarEntry } from './tar-write.js';

/** Says what an archive is; stands first in it, at this place below the vault. */
export const MANIFEST = '.rappel/export.json';

/**
 * What an archive holds of `.rappel/`, and nothing else that it may hold: the inputs of updates, and the objects of the
 * history. Git's settings and hooks could make it run programs, and journals name files to be written: they never travel.
 */
export function isState(path: string): boolean {
  return STATE.test(path);
}

const STATE = new RegExp(
  `^\\.rappel/(?:${[
    'format\\.json',
    'queue/\\d{9,12}-[A-Za-z0-9][\\w-]{0,63}/(?:status\\.json|input\\.json|image-\\d+)',
    'history\\.git/(?:packed-refs|shallow|refs/heads/main)',
    'history\\.git/objects/[0-9a-f]{2}/[0-9a-f]{38}',
    'history\\.git/objects/pack/pack-[0-9a-f]{40}\\.(?:pack|idx|rev)',
  ].join('|')})$`,
);

/** Everything of a vault that moves with it, in a fixed order. Links to files inside the vault become files. */
export function* vaultFiles(root: string): Generator<Omit<TarEntry, 'content'> & { address: string }> {
  for (const { kind, path, address } of walk(root, root, ROOT)) {
    if (kind === 'file') yield* fileAt(address, path);
    // An empty one moves too; its date is that of its content.
    else if (kind === 'folder') yield { path: `${path}/`, address, size: 0, modified: new Date(0) };
  }
  for (const name of ['format.json', 'queue', 'history.git'])
    yield* stateFiles(join(root, '.rappel', name), `.rappel/${name}`);
}

export function contentOf(address: string): AsyncIterable<Buffer> {
  return createReadStream(address);
}

function* stateFiles(address: string, path: string): ReturnType<typeof vaultFiles> {
  const stats = lstatSync(address, { throwIfNoEntry: false });
  if (stats?.isFile() && isState(path)) yield* fileAt(address, path);
  if (!stats?.isDirectory()) return;
  for (const name of readdirSync(address).sort()) yield* stateFiles(join(address, name), `${path}/${name}`);
}

function* fileAt(address: string, path: string): ReturnType<typeof vaultFiles> {
  // A file that another program deletes in this moment is not part of it.
  const stats = lstatSync(address, { throwIfNoEntry: false });
  if (stats !== undefined) yield { path, address, size: stats.size, modified: stats.mtime };
}
