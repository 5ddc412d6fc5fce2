import { createYielder } from '../../shared/yield-to-event-loop.js';
import { blobId } from '../../vault/blob-id.js';
import { fileSystem } from '../../vault/file-system.js';
import type { Bytes } from '../../vault/files.js';
import { firstSegments, ROOT, type VaultPath, visiblePath } from '../../vault/paths.js';
import { tryLocate } from '../../vault/resolve.js';
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
    if (firstRecorded !== undefined) present.add(file);
    const bytes = readSmall(address);
    if (bytes !== null && blobs.get(file) !== blobId(bytes)) changed.add(file);
  };
  for (const path of paths) {
    await yieldToEventLoop();
    const place = tryLocate(root, path, 'not_found');
    if (place === null) continue;
    looked.add(path);
    if (place.kind === 'file') compare(path, place.target);
    if (place.kind !== 'folder') continue;
    for (const entry of walk(root, place.target, path, unreadable.add)) {
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

/** `tree.md` is generated: recording it would double every change. Names that no tool can use are not recorded either. */
export function isRecorded(path: VaultPath): boolean {
  return path !== 'tree.md' && visiblePath(path) !== null;
}

/** Null for a file that is too large, can't be read, or disappeared meanwhile. */
export function readSmall(address: string): Bytes | null {
  try {
    const { size } = fileSystem.stat(address) ?? { size: Number.POSITIVE_INFINITY };
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
