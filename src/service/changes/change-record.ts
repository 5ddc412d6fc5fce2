import { accessSync, constants } from 'node:fs';
import { sep } from 'node:path';
import { ioError } from '../../shared/errors.js';
import { fileSystem } from '../../vault/file-system.js';
import type { Bytes } from '../../vault/files.js';
import { isAtOrBelow, movedPath, showPath, type VaultPath } from '../../vault/paths.js';
import { walk } from '../../vault/scan.js';
import { trashAddress } from '../../vault/state-folder.js';
import type { Vault } from '../../vault/vault.js';
import { MOST_FILE_BYTES } from '../history/differences.js';
import { lookOf } from '../job/visit-entries.js';
import type { PlannedChange } from './changeset.js';

export type ChangeRecord = ReturnType<typeof createChangeRecord>;

/** What history and index need to know about a run of changes: the paths, their content before, and what was written. */
export function createChangeRecord(vault: Vault) {
  const paths = new Set<VaultPath>();
  const folders = new Set<VaultPath>();
  const written = new Map<VaultPath, Bytes>();
  const times = new Map<VaultPath, { first: number; last: number }>();
  const { images, keep, absent, follow, replaced, forget } = createBeforeImages();
  /** Files whose only reported change may not have happened: another program was faster, and the change was given up. */
  const unwritten = new Set<VaultPath>();
  /** Files whose last reported change was their first. */
  const firsts = new Set<VaultPath>();

  /**
   * The files at and below a location that is about to move to an address, and to another path if it stays in the
   * vault.
   */
  const rememberAll = (from: VaultPath, to: VaultPath | null, address: string) => {
    for (const path of written.keys()) if (isAtOrBelow(path, from)) written.delete(path);
    const place = vault.locate(from);
    // A link's target does not move.
    const isLink = place.entry !== place.target;
    if (!isLink) follow(place.entry, address);
    const addressOf = (old: string) => (isLink ? old : address + old.slice(place.entry.length));
    const keepFile = (path: VaultPath, moved: VaultPath | null, old: string) => {
      refuseUnreadable(path, old);
      keep(path, old, addressOf(old));
      if (moved !== null) absent(moved);
    };
    if (place.kind === 'file') keepFile(from, to, place.target);
    if (place.kind === 'folder') {
      folders.add(from);
      if (to !== null) folders.add(to);
      for (const entry of walk(vault.root, place.target, from)) {
        const moved = to === null ? null : movedPath(entry.path, from, to);
        paths.add(entry.path);
        if (entry.kind === 'file') keepFile(entry.path, moved, entry.address);
        else for (const folder of [entry.path, moved]) if (folder !== null) folders.add(folder);
        if (moved !== null) paths.add(moved);
      }
    }
    paths.add(from);
    if (to !== null) paths.add(to);
    for (const path of unwritten) if (isAtOrBelow(path, from)) unwritten.delete(path);
  };

  return {
    tell(change: PlannedChange, again = false): void {
      if (change.kind === 'save') {
        if (!paths.has(change.path)) unwritten.add(change.path);
        paths.add(change.path);
        if (again && firsts.has(change.path)) forget(change.path);
        if (replaced(change.path, vault.locate(change.path).target, change.before)) firsts.add(change.path);
        else firsts.delete(change.path);
      } else if (change.kind === 'move') rememberAll(change.from, change.to, vault.locate(change.to).entry);
      else rememberAll(change.path, null, trashAddress(vault.root, change.batch, change.path));
    },
    wrote(path: VaultPath, content: Bytes): void {
      unwritten.delete(path);
      written.set(path, content);
      const now = performance.now();
      times.set(path, { first: times.get(path)?.first ?? now, last: now });
    },
    /** Every file that was changed, and every folder that was created, removed or moved. */
    get paths() {
      return [...paths].filter((path) => !unwritten.has(path));
    },
    /** The files among them. */
    get files() {
      return [...paths].filter((path) => !folders.has(path) && !unwritten.has(path));
    },
    before: images,
    /** What the run wrote last into each file that it did not move or delete afterwards. */
    written: written as ReadonlyMap<VaultPath, Bytes>,
    /** When it wrote into each file, first and last. */
    times: times as ReadonlyMap<VaultPath, { first: number; last: number }>,
    has: (path: VaultPath) => paths.has(path),
  };
}

/** A file that the history can't keep stays where it is: its removal could not be undone. */
function refuseUnreadable(path: VaultPath, address: string): void {
  try {
    accessSync(address, constants.R_OK);
  } catch (error) {
    throw ioError(error, showPath(path));
  }
}

/** The content of each path before a run of changes; null if there was nothing. Files that can't be read are left out. */
type BeforeImages = ReadonlyMap<VaultPath, Bytes | null>;

/** Small files are kept in memory, up to a limit in all. */
const MOST_KEPT_BYTES = 1024 * 1024;
const MOST_KEPT_IN_ALL = 32 * 1024 * 1024;

/** Content that moved with its file: read there when needed, if the file is unchanged. */
interface Elsewhere {
  address: string;
  look: string;
}

/**
 * Remembers before-images without reading files that only move: a moved file is still there under its new name, a
 * deleted one is in the trash. So a folder of any size needs no more memory than its list of files.
 */
function createBeforeImages() {
  const elsewhere = new Map<VaultPath, Elsewhere>();
  let kept = 0;

  class Images extends Map<VaultPath, Bytes | null> {
    override get(path: VaultPath): Bytes | null | undefined {
      const moved = elsewhere.get(path);
      return moved === undefined ? super.get(path) : readUnchanged(moved);
    }
    override entries(): MapIterator<[VaultPath, Bytes | null]> {
      return this[Symbol.iterator]();
    }
    override *[Symbol.iterator](): MapIterator<[VaultPath, Bytes | null]> {
      for (const path of this.keys()) {
        const image = this.get(path);
        if (image !== undefined) yield [path, image];
      }
      return undefined;
    }
  }
  const images = new Images();

  return {
    images: images as BeforeImages,
    /** A file is about to go from one address to another. */
    keep(path: VaultPath, address: string, next: string): void {
      if (images.has(path)) return;
      const stats = fileSystem.stat(address);
      if (stats === undefined || stats.size > MOST_FILE_BYTES) return;
      const isKept = stats.size <= MOST_KEPT_BYTES && kept + stats.size <= MOST_KEPT_IN_ALL;
      const bytes = isKept ? tryRead(address) : null;
      kept += bytes?.length ?? 0;
      images.set(path, bytes);
      if (bytes === null) elsewhere.set(path, { address: next, look: lookOf(stats) });
    },
    /** Nothing was there. */
    absent(path: VaultPath): void {
      if (!images.has(path)) images.set(path, null);
    },
    /** Everything at or below an address moves to another one. */
    follow(from: string, to: string): void {
      for (const moved of elsewhere.values()) {
        if (moved.address === from || moved.address.startsWith(from + sep))
          moved.address = to + moved.address.slice(from.length);
      }
    },
    /** A file is about to be replaced. Returns whether this is its first change. */
    replaced(path: VaultPath, address: string, bytes: Bytes | null): boolean {
      for (const [old, moved] of elsewhere) {
        if (moved.address !== address || bytes === null) continue;
        elsewhere.delete(old);
        images.set(old, bytes);
      }
      if (images.has(path)) return false;
      images.set(path, bytes);
      return true;
    },
    /** The change that was its first one did not happen. */
    forget: (path: VaultPath) => void images.delete(path),
  };
}

function readUnchanged({ address, look }: Elsewhere): Bytes | undefined {
  const stats = fileSystem.stat(address);
  if (stats === undefined || lookOf(stats) !== look) return undefined;
  return tryRead(address) ?? undefined;
}

function tryRead(address: string): Bytes | null {
  try {
    return fileSystem.bytes(address);
  } catch {
    return null;
  }
}
