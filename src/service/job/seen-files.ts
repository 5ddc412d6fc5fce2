import { createHash } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { grown } from '../../shared/grown.js';
import { createPathTable } from '../../vault/path-table.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { visitEntries } from './visit-entries.js';

/** Larger files are compared by size and time only. */
const MOST_HASHED = 32 * 1024 * 1024;
const HASH_BYTES = 20;

/** What is known of a path. Those from `SEEN` on count as seen. */
const NOTHING = 0;
/** From the scan at the start, and not compared with the history yet. */
const SUPPOSED_FOLDER = 1;
const SUPPOSED_FILE = 2;
const SEEN = 3;
/** Whatever is there counts as a change. */
const DOUBTED = 3;
const FOLDER = 4;
const FILE = 5;
/** A file whose content is known too. */
const READ_FILE = 6;

export type SeenFiles = ReturnType<typeof createSeenFiles>;

/** The last known state of every file and folder. */
export function createSeenFiles(paths = createPathTable()) {
  let states: Uint8Array = new Uint8Array(0);
  /** Three numbers a file: inode, size and time. */
  let looks: Float64Array = new Float64Array(0);
  let hashes: Uint8Array = new Uint8Array(0);

  const stateOf = (path: VaultPath) => states[paths.find(path)] ?? NOTHING;

  function set(path: VaultPath, state: number, stats: Stats | null = null): number {
    const number = paths.add(path);
    states = grown(states, paths.size);
    looks = grown(looks, 3 * paths.size);
    states[number] = state;
    if (stats !== null) looks.set([stats.ino, stats.size, stats.mtimeMs], 3 * number);
    return number;
  }

  function forget(path: VaultPath): boolean {
    const wasSeen = stateOf(path) >= SEEN;
    if (wasSeen) states[paths.find(path)] = NOTHING;
    return wasSeen;
  }

  /** Null stats are those of a folder. */
  function looksLike(number: number, stats: Stats | null): boolean {
    const state = states[number] ?? NOTHING;
    if (stats === null) return state === FOLDER;
    if (state !== FILE && state !== READ_FILE) return false;
    const at = 3 * number;
    return looks[at] === stats.ino && looks[at + 1] === stats.size && looks[at + 2] === stats.mtimeMs;
  }

  /** Keeps the hash of a file; false if it had this one before, null if it had none. */
  function setHash(number: number, hash: Buffer, wasRead: boolean): boolean | null {
    hashes = grown(hashes, paths.size * HASH_BYTES);
    const before = hashes.subarray(number * HASH_BYTES, (number + 1) * HASH_BYTES);
    const isOther = wasRead ? !hash.equals(before) : null;
    before.set(hash);
    return isOther;
  }

  return {
    has: (path: VaultPath) => stateOf(path) >= SEEN,
    isFolder: (path: VaultPath) => stateOf(path) === FOLDER,
    /** Records the current state of a path; false if it was already known. */
    note({ path, kind, target }: Place): boolean {
      if (kind === 'missing' || kind === 'other') return forget(path);
      const stats = kind === 'folder' ? null : (statSync(target, { throwIfNoEntry: false }) ?? undefined);
      if (stats === undefined) return forget(path);
      const before = stateOf(path);
      const isSame = looksLike(paths.find(path), stats);
      // By content too: two writes within one tick of the disk's clock may look alike.
      const hash = stats === null || stats.size > MOST_HASHED ? null : hashOf(target);
      const state = stats === null ? FOLDER : hash === null ? FILE : READ_FILE;
      const number = set(path, state, stats);
      const isOther = hash === null ? null : setHash(number, hash, before === READ_FILE);
      return before < SEEN || (isOther ?? !isSame);
    },
    /** What a scan found, without reading the content; null stats are those of a folder. An older record is kept. */
    suppose(path: VaultPath, stats: Stats | null): void {
      if (stateOf(path) < SEEN) set(path, stats === null ? SUPPOSED_FOLDER : SUPPOSED_FILE, stats);
    },
    /** The files among those. */
    *supposedFiles(): Generator<VaultPath> {
      for (let number = 0; number < states.length; number++)
        if (states[number] === SUPPOSED_FILE) yield paths.at(number);
    },
    /** What was supposed counts as seen: folders, or everything. */
    accept(what: 'folders' | 'everything'): void {
      for (let number = 0; number < states.length; number++) {
        if (states[number] === SUPPOSED_FOLDER) states[number] = FOLDER;
        if (states[number] === SUPPOSED_FILE && what === 'everything') states[number] = FILE;
      }
    },
    /** Whatever is at this path now counts as a change, even if nothing is. */
    doubt: (path: VaultPath) => void set(path, DOUBTED),
    /** Everything known below a folder. */
    below(folder: VaultPath): VaultPath[] {
      const found: VaultPath[] = [];
      for (let number = 0; number < states.length; number++)
        if (states[number]! >= SEEN && paths.at(number).startsWith(`${folder}/`))
          found.push(paths.at(number));
      return found;
    },
    /** Scans the vault for files that look different or are new, and known ones that are gone. */
    async compare(root: string): Promise<VaultPath[]> {
      const different: VaultPath[] = [];
      const found = new Set<number>();
      const unreadable = await visitEntries(root, (path, stats) => {
        const number = paths.find(path);
        found.add(number);
        if (!looksLike(number, stats)) different.push(path);
      });
      for (let number = 0; number < states.length; number++) {
        if (states[number]! < SEEN || found.has(number)) continue;
        if (!unreadable.holds(paths.at(number))) different.push(paths.at(number));
      }
      return different;
    },
  };
}

function hashOf(address: string): Buffer | null {
  try {
    return createHash('sha1').update(readFileSync(address)).digest();
  } catch {
    return null;
  }
}
