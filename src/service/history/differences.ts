import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import type { Bytes } from '../../vault/files.js';
import { ROOT, type VaultPath, visiblePath } from '../../vault/paths.js';
import { locate } from '../../vault/resolve.js';
import { unlistable, walk } from '../../vault/scan.js';

/** Larger files are not recorded: the history is for notes, and the trash keeps deleted files. */
export const MOST_FILE_BYTES = 50 * 1024 * 1024;

export interface Differences {
  changed: Set<VaultPath>;
  deleted: Set<VaultPath>;
}

/**
 * The files at and below `paths` that differ from what was recorded. Unreadable files count as unchanged: only a
 * file that is certainly gone counts as deleted.
 */
export async function differences(
  root: string,
  paths: readonly VaultPath[],
  blobs: ReadonlyMap<VaultPath, string>,
): Promise<Differences> {
  const yieldToEventLoop = createYielder();
  const changed = new Set<VaultPath>();
  const present = new Set<VaultPath>();
  const unreadable: VaultPath[] = [];
  /** Folders in which recorded files may have disappeared. */
  const looked = new Set<VaultPath>();

  const compare = (file: VaultPath, address: string) => {
    if (!isRecorded(file)) return;
    present.add(file);
    const bytes = readSmall(address);
    if (bytes !== null && blobs.get(file) !== blobId(bytes)) changed.add(file);
  };
  for (const path of paths) {
    await yieldToEventLoop();
    const place = tryLocate(root, path);
    if (place === null) continue;
    looked.add(path);
    if (place.kind === 'file') compare(path, place.target);
    if (place.kind !== 'folder') continue;
    for (const entry of walk(root, place.target, path, (error) => unreadable.push(unlistable(error)))) {
      await yieldToEventLoop();
      if (entry.kind === 'file') compare(entry.path, entry.address);
    }
  }
  const deleted = new Set<VaultPath>();
  for (const file of blobs.keys()) {
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
    if (present.has(file) || !isAtOrBelow(file, looked)) continue;
    if (!unreadable.some((folder) => file.startsWith(`${folder}/`))) deleted.add(file);
  }
  return { changed, deleted };
}

/** `tree.md` is generated: recording it would double every change. Names that no tool can use are not recorded either. */
export function isRecorded(path: VaultPath): boolean {
  return path !== 'tree.md' && visiblePath(path) !== null;
}

export function blobId(bytes: Bytes): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** Null for a file that is too large, can't be read, or disappeared meanwhile. */
export function readSmall(address: string): Bytes | null {
  try {
    return statSync(address).size > MOST_FILE_BYTES ? null : readFileSync(address);
  } catch {
    return null;
  }
}

/** Null for an entry that left the vault, like a link that leads outside; it stays as recorded. */
function tryLocate(root: string, path: VaultPath) {
  try {
    return locate(root, path);
  } catch (error) {
    if (error instanceof RappelError && error.code !== 'not_found') return null;
    throw error;
  }
}

function isAtOrBelow(file: VaultPath, paths: ReadonlySet<VaultPath>): boolean {
  if (paths.has(file) || paths.has(ROOT)) return true;
  for (let slash = file.lastIndexOf('/'); slash > 0; slash = file.lastIndexOf('/', slash - 1))
    if (paths.has(file.slice(0, slash) as VaultPath)) return true;
  return false;
}
