import type { VaultPath } from '../paths.js';

/** Which file a name means, for every file of a vault. */
export interface NoteNames {
  add(path: VaultPath, aliases?: readonly string[]): void;
  remove(path: VaultPath): void;
  /** Whether there is a file at this path, or a folder with files. */
  has(path: string): boolean;
  /** The note or other file that `[[name]]` means in the note at `from`; null for none. */
  find(name: string, from: string): VaultPath | null;
  /** The files with this name or alias. */
  named(key: string): Iterable<VaultPath>;
  aliases(): Iterable<[VaultPath, readonly string[]]>;
}

/**
 * A name is a path from the root, or the last parts of one, or an alias; a note needs no ending. Of several files with one
 * name, that in the folder of the link comes first, then the one nearest to the root.
 */
export function createNoteNames(): NoteNames {
  const paths = new Map<VaultPath, readonly string[]>();
  const byPath = new Map<string, VaultPath>();
  const byName = new Map<string, Set<VaultPath>>();
  const folders = new Map<string, number>();
  // Thousands of projects have files of the same name, and links to them: each answer is looked for once.
  const beside = new Map<string, VaultPath>();
  const anywhere = new Map<string, VaultPath | null>();

  function put(key: string, path: VaultPath): void {
    const known = byName.get(key);
    if (known === undefined) byName.set(key, new Set([path]));
    else known.add(path);
    const place = besideKey(path, key);
    const other = beside.get(place);
    if (other === undefined || path < other) beside.set(place, path);
  }
  function drop(key: string, path: VaultPath): void {
    const known = byName.get(key);
    known?.delete(path);
    if (known?.size === 0) byName.delete(key);
    const place = besideKey(path, key);
    if (beside.get(place) !== path) return;
    beside.delete(place);
    for (const other of known ?? []) if (besideKey(other, key) === place) put(key, other);
  }
  function count(path: VaultPath, change: 1 | -1): void {
    for (let at = path.lastIndexOf('/'); at !== -1; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      const files = (folders.get(folder) ?? 0) + change;
      if (files === 0) folders.delete(folder);
      else folders.set(folder, files);
    }
  }
  function candidates(key: string): Iterable<VaultPath> {
    if (!key.includes('/')) return names.named(key);
    const isBelow = (path: VaultPath) => nameKey(path).endsWith(`/${key}`);
    // An alias may contain a slash; a path is found by its last part.
    return [...[...names.named(lastKey(key))].filter(isBelow), ...names.named(key)];
  }

  const names: NoteNames = {
    add(path, aliases = []) {
      names.remove(path);
      anywhere.clear();
      paths.set(path, aliases);
      count(path, 1);
      byPath.set(nameKey(path), path);
      put(lastKey(path), path);
      for (const alias of aliases) put(nameKey(alias), path);
    },
    remove(path) {
      const aliases = paths.get(path);
      if (aliases === undefined) return;
      anywhere.clear();
      paths.delete(path);
      count(path, -1);
      if (byPath.get(nameKey(path)) === path) byPath.delete(nameKey(path));
      for (const key of [lastKey(path), ...aliases.map(nameKey)]) drop(key, path);
    },
    has: (path) => paths.has(path as VaultPath) || folders.has(path),
    named: (key) => byName.get(key) ?? [],
    find(name, from) {
      const root = /^(?:\/|vault\/)/.exec(name.trim())?.[0] ?? '';
      const key = nameKey(name.trim().slice(root.length));
      const exact = root === '' && !key.includes('/') ? undefined : byPath.get(key);
      if (exact !== undefined || root !== '') return exact ?? null;
      const near = key.includes('/') ? undefined : beside.get(besideKey(from, key));
      if (near !== undefined) return near;
      let found = anywhere.get(key);
      if (found === undefined) {
        found = nearestToRoot(candidates(key));
        anywhere.set(key, found);
      }
      return found;
    },
    aliases: () => [...paths].filter(([, aliases]) => aliases.length > 0),
  };
  return names;
}

/** Names are compared without case, and without the ending of a note. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFC').toLowerCase().replace(/\.md$/, '');
}

/** The key of the last part of a path. */
export function lastKey(path: string): string {
  return nameKey(path.slice(path.lastIndexOf('/') + 1));
}

/** Of a name in the folder of a file; an alias may have slashes, which are no folders. */
function besideKey(path: string, key: string): string {
  return `${folderOf(path)}\0${key}`;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function nearestToRoot(paths: Iterable<VaultPath>): VaultPath | null {
  let best: VaultPath | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const path of paths) {
    const depth = path.split('/').length;
    if (depth > least || (depth === least && best !== null && path > best)) continue;
    [best, least] = [path, depth];
  }
  return best;
}
