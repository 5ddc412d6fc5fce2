import { sep } from 'node:path';
import { fileSystem } from '../../vault/file-system.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import { MOST_FILE_BYTES } from '../history/differences.js';
import { lookOf } from '../job/visit-entries.js';

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
export function createBeforeImages() {
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
