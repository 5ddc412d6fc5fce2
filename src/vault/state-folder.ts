import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { RappelError } from '../shared/errors.js';
import { makeFolder, renameSync } from './disk.js';
import { restrictToOwner } from './owner-only.js';
import { printable, recordedPath } from './paths.js';

/**
 * Rappel's own folder inside the vault: hidden from every tool, closed to other users (it contains the token and
 * every text that was ever filed), and ignored by git.
 */
export function stateFolder(root: string): string {
  const folder = join(root, '.rappel');
  if (!existsSync(join(folder, '.gitignore'))) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, '.gitignore'), '*\n');
  }
  // Applies to a folder made by an earlier version too.
  restrictToOwner(folder);
  return folder;
}

/** Whether Rappel keeps anything in a vault yet: a folder that is only read stays as it is. */
export function keepsState(root: string): boolean {
  return existsSync(join(root, '.rappel'));
}

/** Where the files behind a wall are mounted: no folder of the disk. */
export function wallRoot(root: string, key: string): string {
  return join(root, '.rappel', 'walls', key);
}

/** Where the state of what lies at `root` is kept: behind a wall it is that of the whole vault, under the key of the wall; no wall is ''. */
export function stateOf(root: string): { root: string; wall: string } {
  const walls = dirname(root);
  const state = dirname(walls);
  const isMounted = basename(walls) === 'walls' && basename(state) === '.rappel';
  return isMounted ? { root: dirname(state), wall: basename(root) } : { root, wall: '' };
}

/** Moves an entry into the trash under `.rappel/`, where it keeps its path below the folder `batch`. */
export function moveToTrash(root: string, entry: string, path: string, batch: string): void {
  const target = trashAddress(root, batch, path);
  makeFolder(dirname(target));
  renameSync(entry, target);
}

/** Where the trash keeps `path`. Throws `outside_vault` for a batch or a path that leads out of the trash. */
export function trashAddress(root: string, batch: unknown, path: unknown): string {
  const [name, ...rest] = recordedPath(batch).split('/');
  if (name === '' || rest.length > 0) throw notInTrash(batch);
  const below = recordedPath(path);
  if (below === '') throw notInTrash(path);
  return join(stateFolder(root), 'trash', name!, ...below.split('/'));
}

function notInTrash(name: unknown): RappelError {
  return new RappelError('outside_vault', 'trash.no_place', { name: printable(String(name)) });
}
