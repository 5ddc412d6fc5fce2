import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { blobId } from '../../vault/blob-id.js';
import { fileSystem } from '../../vault/file-system.js';
import type { Bytes } from '../../vault/files.js';
import { firstSegments, ROOT, type VaultPath, visiblePath } from '../../vault/paths.js';
import { pathBelow, tryLocate } from '../../vault/resolve.js';
import { createUnlistable, walk } from '../../vault/scan.js';
import type { Versions } from './history.js';

/** Larger files are not recorded: the history is for notes, and the trash keeps deleted files. */
export const MOST_FILE_BYTES = 50 * 1024 * 1024;

export interface Differences {
  changed: Set<VaultPath>;
  deleted: Set<VaultPath>;
}

/**
 * The files at and below `paths` that differ from what was recorded. Unreadable files count as unchanged: only a
 * file that is certainly gone counts as deleted. Throws once `signal` is aborted.
 */
export async function differences(
  root: string,
  paths: readonly VaultPath[],
  blobs: Versions,
  signal?: AbortSignal,
): Promise<Differences> {
  const yieldToEventLoop = createYielder();
  const changed = new Set<VaultPath>();
  const present = new Set<VaultPath>();
  const [firstRecorded] = blobs.keys();
  const unreadable = createUnlistable();
  /** Folders in which recorded files may have disappeared. */
  const looked = new Set<VaultPath>();

  const compare = (file: VaultPath, address: string) => {
    signal?.throwIfAborted();
    if (!isRecorded(file)) return;
    const stats = fileSystem.lstat(address);
    // What it leads to is recorded where it is.
    if (stats?.isSymbolicLink()) return;
    if (firstRecorded !== undefined) present.add(file);
    const bytes = readSmall(address, stats);
    if (bytes !== null && blobs.get(file) !== blobId(bytes)) changed.add(file);
  };
  for (const path of paths) {
    await yieldToEventLoop();
    const place = tryLocate(root, path, 'not_found');
    if (place === null) continue;
    const file = pathBelow(root, place.target);
    looked.add(path).add(file);
    if (place.kind === 'file') compare(file, place.target);
    if (place.kind !== 'folder') continue;
    for (const entry of walk(root, place.target, file, unreadable.add)) {
      await yieldToEventLoop();
      if (entry.kind === 'file') compare(entry.path, entry.address);
    }
  }
  const deleted = new Set<VaultPath>();
  for (const file of blobs.keys()) {
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
    if (!present.has(file) && isAtOrBelow(file, looked) && !unreadable.holds(file)) deleted.add(file);
  }
  return { changed, deleted };
}

/**
 * By which name the file at a path is recorded: where links lead, so that no version of a file is ever recorded under another name. A path that
 * leads nowhere keeps its own.
 */
export function createRecordedNames(root: string): (path: VaultPath) => VaultPath {
  const folders = new Map<VaultPath, boolean>();
  const leadsItself = (path: VaultPath) => {
    const place = tryLocate(root, path);
    return place !== null && place.target === join(root, path);
  };
  return (path) => {
    const folder = firstSegments(path, path.split('/').length - 1);
    if (!folders.has(folder)) folders.set(folder, leadsItself(folder));
    const stats = folders.get(folder) ? fileSystem.lstat(join(root, path)) : undefined;
    if (stats !== undefined && !stats.isSymbolicLink()) return path;
    const place = tryLocate(root, path);
    return place === null ? path : pathBelow(root, place.target);
  };
}

/** `tree.md` is generated: recording it would double every change. Names that no tool can use are not recorded either. */
export function isRecorded(path: VaultPath): boolean {
  return path !== 'tree.md' && visiblePath(path) !== null;
}

/** Null for a file that is too large, can't be read, or disappeared meanwhile. */
export function readSmall(address: string, known?: Stats): Bytes | null {
  try {
    const { size } = known ?? fileSystem.stat(address) ?? { size: Number.POSITIVE_INFINITY };
    return size > MOST_FILE_BYTES ? null : fileSystem.bytes(address);
  } catch {
    return null;
  }
}

function isAtOrBelow(file: VaultPath, paths: ReadonlySet<VaultPath>): boolean {
  if (paths.has(file) || paths.has(ROOT)) return true;
  for (let depth = file.split('/').length - 1; depth > 0; depth--)
    if (paths.has(firstSegments(file, depth))) return true;
  return false;
}
