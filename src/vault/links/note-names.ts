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
  named(key: string): readonly VaultPath[];
  aliases(): Iterable<[VaultPath, readonly string[]]>;
}

/**
 * A name is a path from the root, or the last parts of one, or an alias; a note needs no ending. Of several files, one in
 * the folder of the link comes first, then the one nearest to the root.
 */
export function createNoteNames(): NoteNames {
  const paths = new Map<VaultPath, readonly string[]>();
  const byPath = new Map<string, VaultPath>();
  const byName = new Map<string, VaultPath[]>();
  const folders = new Map<string, number>();

  function count(path: VaultPath, change: 1 | -1): void {
    for (let at = path.lastIndexOf('/'); at !== -1; at = path.lastIndexOf('/', at - 1)) {
      const folder = path.slice(0, at);
      const files = (folders.get(folder) ?? 0) + change;
      if (files === 0) folders.delete(folder);
      else folders.set(folder, files);
    }
  }

  function put(key: string, path: VaultPath): void {
    const known = byName.get(key);
    if (known === undefined) byName.set(key, [path]);
    else if (!known.includes(path)) known.push(path);
  }
  function drop(key: string, path: VaultPath): void {
    const rest = (byName.get(key) ?? []).filter((other) => other !== path);
    if (rest.length === 0) byName.delete(key);
    else byName.set(key, rest);
  }

  const names: NoteNames = {
    add(path, aliases = []) {
      names.remove(path);
      paths.set(path, aliases);
      count(path, 1);
      byPath.set(nameKey(path), path);
      put(lastKey(path), path);
      for (const alias of aliases) put(nameKey(alias), path);
    },
    remove(path) {
      const aliases = paths.get(path);
      if (aliases === undefined) return;
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
      const suffix = `/${key}`;
      const isNamed = (path: VaultPath) =>
        !key.includes('/') || nameKey(path).endsWith(suffix) || paths.get(path)!.map(nameKey).includes(key);
      // An alias may contain a slash; a path is found by its last part.
      const known = [...new Set([...names.named(lastKey(key)), ...names.named(key)])];
      return nearest(known.filter(isNamed), from);
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

function nearest(paths: readonly VaultPath[], from: string): VaultPath | null {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  const isBeside = (path: string) => path.slice(0, path.lastIndexOf('/') + 1) === folder;
  const depth = (path: string) => path.split('/').length;
  const [best = null] = [...paths].sort(
    (a, b) =>
      Number(isBeside(b)) - Number(isBeside(a)) || depth(a) - depth(b) || (a < b ? -1 : a > b ? 1 : 0),
  );
  return best;
}
