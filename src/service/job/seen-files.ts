import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { createUnlistable, walk } from '../../vault/scan.js';

/** Folders that could not be listed are `unreadable`: nothing is known about their content. */
type Scan = Awaited<ReturnType<typeof scanLooks>>;

const FOLDER = 'folder';
const UNKNOWN = '?';
/** Larger files are compared by size and time only. */
const MOST_HASHED = 32 * 1024 * 1024;

export type SeenFiles = ReturnType<typeof createSeenFiles>;

/** The last known state of every file and folder. */
export function createSeenFiles() {
  const seen = new Map<VaultPath, { look: string; hash: string | null }>();
  return {
    has: (path: VaultPath) => seen.has(path),
    isFolder: (path: VaultPath) => seen.get(path)?.look === FOLDER,
    /** Records the current state of a path; false if it was already known. */
    note({ path, kind, target }: Place): boolean {
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
    /** The same from a scan, without reading the content; an older record is kept. */
    suppose(looks: ReadonlyMap<VaultPath, string>): void {
      for (const [path, look] of looks) if (!seen.has(path)) seen.set(path, { look, hash: null });
    },
    /** Whatever is at this path now counts as a change, even if nothing is. */
    doubt: (path: VaultPath) => void seen.set(path, { look: UNKNOWN, hash: null }),
    /** Everything known below a folder. */
    below: (folder: VaultPath) => [...seen.keys()].filter((path) => path.startsWith(`${folder}/`)),
    /** The files of a scan that look different or are new, and known ones that the complete scan did not find. */
    compare({ looks, unreadable }: Scan): VaultPath[] {
      const different = [...looks].filter(([path, look]) => seen.get(path)?.look !== look);
      const gone = [...seen.keys()].filter((path) => !looks.has(path) && !unreadable.holds(path));
      return [...different.map(([path]) => path), ...gone];
    },
  };
}

/** Scans the whole vault or a folder of it, in portions. */
export async function scanLooks(
  root: string,
  { target, path: top }: Pick<Place, 'target' | 'path'> = { target: root, path: ROOT },
) {
  const yieldToEventLoop = createYielder();
  const looks = new Map<VaultPath, string>();
  const unreadable = createUnlistable();
  for (const { path, kind, address } of walk(root, target, top, unreadable.add)) {
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
