import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import type { RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { unlistable, walk } from '../../vault/scan.js';

/** What every file and folder looked like when it was last dealt with. */
export interface SeenFiles {
  has(path: VaultPath): boolean;
  isFolder(path: VaultPath): boolean;
  /** Takes note of how a place looks now; false where that is how it was known. */
  note(place: Place): boolean;
  /** The same from a scan, without a look at the content; an older note stands. */
  suppose(looks: ReadonlyMap<VaultPath, string>): void;
  /** Whatever is at this path now is a change, also if nothing is. */
  doubt(path: VaultPath): void;
  /** Everything known below a folder. */
  below(folder: VaultPath): VaultPath[];
  /** The files of a scan that look different, or are new; and known ones that the scan, which was complete, did not meet. */
  compare(scan: Scan): VaultPath[];
}

export interface Scan {
  looks: Map<VaultPath, string>;
  /** Folders that could not be listed: nothing is known of what is in them. */
  unreadable: VaultPath[];
}

const FOLDER = 'folder';
const UNKNOWN = '?';
/** Larger files are told by size and time alone. */
const MOST_HASHED = 32 * 1024 * 1024;

export function createSeenFiles(): SeenFiles {
  const seen = new Map<VaultPath, { look: string; hash: string | null }>();
  const seenFiles: SeenFiles = {
    has: (path) => seen.has(path),
    isFolder: (path) => seen.get(path)?.look === FOLDER,
    note({ path, kind, target }) {
      const known = seen.get(path);
      if (kind === 'missing' || kind === 'other') return seen.delete(path);
      const stats = kind === 'folder' ? null : statSync(target, { throwIfNoEntry: false });
      if (stats === undefined) return seen.delete(path);
      const look = stats === null ? FOLDER : lookOf(stats);
      // By content too: two writes within one tick of the disk's clock may look alike.
      const hash = stats === null || stats.size > MOST_HASHED ? null : hashOf(target);
      seen.set(path, { look, hash });
      if (known === undefined) return true;
      return known.hash === null || hash === null ? known.look !== look : known.hash !== hash;
    },
    suppose(looks) {
      for (const [path, look] of looks) if (!seen.has(path)) seen.set(path, { look, hash: null });
    },
    doubt: (path) => void seen.set(path, { look: UNKNOWN, hash: null }),
    below: (folder) => [...seen.keys()].filter((path) => path.startsWith(`${folder}/`)),
    compare({ looks, unreadable }) {
      const different = [...looks].filter(([path, look]) => seen.get(path)?.look !== look);
      const gone = [...seen.keys()].filter(
        (path) => !looks.has(path) && !unreadable.some((folder) => path.startsWith(`${folder}/`)),
      );
      return [...different.map(([path]) => path), ...gone];
    },
  };
  return seenFiles;
}

/** Looks at the whole vault, or at a folder of it, in portions. */
export async function scanLooks(
  root: string,
  { target, path: top }: Pick<Place, 'target' | 'path'> = { target: root, path: ROOT },
): Promise<Scan> {
  const yieldToEventLoop = createYielder();
  const looks = new Map<VaultPath, string>();
  const unreadable: VaultPath[] = [];
  const passOver = (error: RappelError) => unreadable.push(unlistable(error));
  for (const { path, kind, address } of walk(root, target, top, passOver)) {
    await yieldToEventLoop();
    if (kind === 'folder') looks.set(path, FOLDER);
    else {
      const own = lstatSync(address, { throwIfNoEntry: false });
      const stats = own?.isSymbolicLink() ? statSync(address, { throwIfNoEntry: false }) : own;
      if (stats !== undefined) looks.set(path, lookOf(stats));
    }
  }
  return { looks, unreadable };
}

export function lookOf({ ino, size, mtimeMs }: Stats): string {
  return `${ino}-${size}-${mtimeMs}`;
}

function hashOf(address: string): string | null {
  try {
    return createHash('sha1').update(readFileSync(address)).digest('base64');
  } catch {
    return null;
  }
}
