import type { Stats } from 'node:fs';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { ioError, RappelError } from '../shared/errors.js';
import { fileSystem } from './file-system.js';
import {
  joinPath,
  leadsElsewhere,
  parsePath,
  printable,
  ROOT,
  recordedPath,
  showPath,
  type VaultPath,
} from './paths.js';
import { ignoresCase, spelledOnDisk } from './spelling.js';

/** A path and its location on the disk. */
export interface Place {
  path: VaultPath;
  /** `vault/…`, a folder ending in `/`. */
  shown: string;
  kind: 'file' | 'folder' | 'other' | 'missing';
  /** The entry itself: what `move` and `delete` act on. A link stays a link. */
  entry: string;
  /** What the entry leads to, with links followed: what is read and written. */
  target: string;
  stats: Stats | null;
}

/**
 * The one resolver: from a path of any form to a location inside the vault, or an error. Follows links and compares
 * by path segments, even if the last segments do not exist yet; compares names in NFC.
 */
export function resolvePath(root: string, input: string): Place {
  const path = parsePath(input);
  return locate(root, ignoresCase(root) ? spelledOnDisk(root, path) : path);
}

/**
 * The same for a path that is already normalised, in exactly this spelling. `root` is a real path. The type of
 * `path` is not trusted: a path that leads outside by its spelling or through a link throws `outside_vault`.
 */
export function locate(root: string, path: VaultPath): Place {
  if (leadsElsewhere(path)) throw refusedPath(path);
  try {
    const entry = entryOf(root, path);
    const found = follow(root, entry, path);
    // On such a disk a name with different case is the same file but another path: it was renamed, and this path is
    // gone.
    const isOther = found.stats !== null && ignoresCase(root) && spelledOnDisk(root, path) !== path;
    const { target, stats } = isOther ? { target: entry, stats: null } : found;
    if (stats === null && fileSystem.stat(root) === undefined) throw vanished(root);
    const kind =
      stats === null ? 'missing' : stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
    return { path, shown: showPath(path, kind === 'folder' ? 'folder' : 'file'), kind, entry, target, stats };
  } catch (error) {
    throw ioError(error, showPath(path));
  }
}

/** Null for what is no part of the vault, like a link that leads outside, and for errors except those with `code`. */
export function tryLocate(root: string, path: VaultPath, code?: 'io' | 'not_found'): Place | null {
  try {
    return locate(root, path);
  } catch (error) {
    if (error instanceof RappelError && error.code !== code) return null;
    throw error;
  }
}

/** The path of an address in the vault at `root`. */
export function pathBelow(root: string, address: string): VaultPath {
  return recordedPath(relative(root, address).replaceAll(sep, '/').normalize('NFC'));
}

/** True if a location is the root file of that name, also through a link or, on some disks, with different case. */
export function isRootEntry(root: string, place: Place, name: string): boolean {
  const entry = join(root, name);
  if (place.entry === entry) return true;
  if (dirname(place.entry) !== root || place.entry.toLowerCase() !== entry.toLowerCase()) return false;
  const [own, other] = [entry, place.entry].map(fileSystem.lstat);
  return own !== undefined && own.ino === other?.ino && own.dev === other.dev;
}

/** The entry's own address: each segment as the disk spells it, with links in the folders above followed. */
function entryOf(root: string, path: VaultPath): string {
  if (path === ROOT) return root;
  const segments = path.split('/');
  const name = segments.pop()!;
  let folder = root;
  let at = ROOT;
  for (const segment of segments) {
    at = joinPath(at, segment);
    folder = follow(root, join(folder, nameOnDisk(folder, segment)), at).target;
  }
  return join(folder, nameOnDisk(folder, name));
}

/** The name as the disk spells it: a file made elsewhere may use another Unicode form than NFC. */
function nameOnDisk(folder: string, name: string): string {
  if (isAscii(name) || fileSystem.lstat(join(folder, name)) !== undefined) return name;
  try {
    return fileSystem.names(folder).find((other) => other.normalize('NFC') === name) ?? name;
  } catch {
    return name;
  }
}

function follow(root: string, entry: string, path: VaultPath): { target: string; stats: Stats | null } {
  const own = fileSystem.lstat(entry);
  if (own === undefined) return { target: entry, stats: null };
  if (!own.isSymbolicLink() && !MAY_BE_SHORT.test(entry)) return { target: entry, stats: own };
  const stats = fileSystem.stat(entry);
  // A link that leads nowhere is refused too: it is uncertain where a write through it would go.
  if (stats === undefined) throw refusedLink(path);
  const target = fileSystem.realpath(entry);
  if (!isInside(root, target)) throw refusedLink(path);
  return { target, stats };
}

/** Windows gives long names a second, short one: `RAPPEL~1` is `.rappel`. Matches nothing on other systems. */
const MAY_BE_SHORT = process.platform === 'win32' ? /~\d[^\\]*$/ : /(?!)/;

/** True if `target` is the vault or below it, and no part of the path is hidden. */
export function isInside(root: string, target: string): boolean {
  const way = relative(root, target);
  return way === '' || (!isAbsolute(way) && !way.split(sep).some((segment) => segment.startsWith('.')));
}

function isAscii(text: string): boolean {
  return /^[\u0000-\u007f]*$/.test(text);
}

function vanished(root: string): RappelError {
  return new RappelError('not_found', 'vault.gone', { folder: root });
}

function refusedPath(path: string): RappelError {
  return new RappelError('outside_vault', 'path.outside', { path: printable(path) });
}

function refusedLink(path: VaultPath): RappelError {
  return new RappelError('outside_vault', 'path.link_outside', { path: showPath(path) });
}
