import { join } from 'node:path';
import { fileSystem } from './file-system.js';
import { peekText } from './files.js';
import { isMarkdown } from './kinds.js';
import { inboxItemOf, isAtOrBelow, type VaultPath } from './paths.js';
import { pathBelow, tryLocate } from './resolve.js';
import { visitFiles } from './scan.js';
import { isMarkedGlobal, type Wall } from './wall.js';
import type { Sight } from './walled-file-system.js';

/** What can be seen through a wall at the moment. */
export interface WallSight {
  /** Of what is read at a path: where a link leads counts like the path itself. */
  see: Sight;
  /** Of the entry itself, wherever it leads. */
  names: Sight;
  /** Whether what is inside may be changed: all but the files that are inside because they are marked. */
  isOwn(path: VaultPath): boolean;
  /** Looks again for files that are marked; lets others run meanwhile. */
  refresh(): Promise<void>;
}

/** `items`: the folders of the inbox that belong to what was told through the wall. */
export function createWallSight(root: string, wall: Wall, items: () => ReadonlySet<string>): WallSight {
  const marks = createMarks(root);
  const own = new Set<string>(wall.paths);
  let marked: readonly VaultPath[] = [];
  const isThere = (path: string) => fileSystem.lstat(join(root, path)) !== undefined;

  function isOwnName(path: VaultPath): boolean {
    for (const place of own) if (isAtOrBelow(path, place)) return true;
    const item = inboxItemOf(path);
    return item !== null && items().has(item);
  }
  function isOwn(path: VaultPath): boolean {
    const target = isOwnName(path) ? targetOf(root, path) : null;
    return target !== null && (target === path || isOwnName(target));
  }
  // A mark may be gone since: it is looked at each time, and only of files that had one.
  const isMarked = (path: VaultPath) => marked.includes(path) && marks.has(path);

  function names(path: VaultPath): ReturnType<Sight> {
    if (isOwnName(path) || isMarked(path)) return 'inside';
    const below = `${path}/`;
    if (wall.paths.some((place) => place.startsWith(below) && isThere(place))) return 'folder';
    if (marked.some((file) => file.startsWith(below) && marks.has(file))) return 'folder';
    return path === 'inbox' && [...items()].some((item) => isThere(`inbox/${item}`)) ? 'folder' : 'nothing';
  }

  return {
    isOwn,
    names,
    see(path) {
      const named = names(path);
      // What is outside by its name is not looked at.
      const target = named === 'nothing' ? null : targetOf(root, path);
      if (target === null) return 'nothing';
      return named === 'inside' && target !== path ? names(target) : named;
    },
    async refresh() {
      if (wall.global) marked = await marks.find();
    },
  };
}

/** The path of what a path leads to, with every link on it followed; null where one leads outside the vault, or nowhere. */
function targetOf(root: string, path: VaultPath): VaultPath | null {
  const place = tryLocate(root, path);
  return place === null ? null : pathBelow(root, place.target);
}

/** The files that are marked `global: true`. Each is read once, until it looks different. */
function createMarks(root: string) {
  const known = new Map<string, { look: string; isMarked: boolean }>();

  function has(path: VaultPath, stats = fileSystem.stat(join(root, path))): boolean {
    if (stats === undefined) return false;
    const look = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
    const before = known.get(path);
    if (before?.look === look) return before.isMarked;
    const isMarked = isMarkedGlobal(textAt(join(root, path)));
    known.set(path, { look, isMarked });
    return isMarked;
  }

  return {
    has: (path: VaultPath) => has(path),
    async find(): Promise<VaultPath[]> {
      const found: VaultPath[] = [];
      const seen = new Set<string>();
      await visitFiles(root, (path, stats) => {
        if (!isMarkdown(path)) return;
        seen.add(path);
        if (has(path, stats)) found.push(path);
      });
      for (const path of known.keys()) if (!seen.has(path)) known.delete(path);
      return found;
    },
  };
}

/** Empty for what can't be read. */
function textAt(address: string): string {
  try {
    return peekText(address) ?? '';
  } catch {
    return '';
  }
}
