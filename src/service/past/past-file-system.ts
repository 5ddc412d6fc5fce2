import type { Stats } from 'node:fs';
import { sep } from 'node:path';
import { type FileSystem, type FolderEntry, noSuchFile } from '../../vault/file-system.js';
import type { VaultPath } from '../../vault/paths.js';
import type { PastContents } from './past-contents.js';
import type { PastMoment } from './past-moment.js';

/** The files of a moment, for what reads a vault at `root`. The history has no links and no empty folders. */
export function createPastFileSystem(root: string, moment: PastMoment, contents: PastContents): FileSystem {
  const folders = foldersOf(moment.versions.keys());
  const pathOf = (address: string) => address.slice(root.length + 1).replaceAll(sep, '/') as VaultPath;

  function lstat(address: string): Stats | undefined {
    const path = pathOf(address);
    if (folders.has(path)) return statsOf('folder', 0, new Date(0));
    const size = moment.sizeOf(path);
    return size === null ? undefined : statsOf('file', size, new Date(moment.timeOf(path)));
  }
  function bytes(address: string): Buffer {
    const version = moment.versions.get(pathOf(address));
    if (version === undefined) throw noSuchFile(address);
    return contents.read(version);
  }
  function entries(address: string): FolderEntry[] {
    const found = folders.get(pathOf(address));
    if (found === undefined) throw noSuchFile(address);
    return [...found].map(([name, kind]) => ({ name, ...kindOf(kind) }));
  }
  return {
    lstat,
    stat: lstat,
    realpath: (address) => address,
    names: (address) => entries(address).map(({ name }) => name),
    entries,
    bytes,
    start: (address, length) => bytes(address).subarray(0, length),
    utf8: (address) => bytes(address).toString('utf8'),
  };
}

type Kind = 'file' | 'folder';

/** The names in each folder. */
function foldersOf(paths: Iterable<VaultPath>): Map<string, Map<string, Kind>> {
  const folders = new Map<string, Map<string, Kind>>([['', new Map()]]);
  for (const path of paths) add(path, 'file');
  return folders;

  function add(path: string, kind: Kind): void {
    const cut = path.lastIndexOf('/');
    const folder = path.slice(0, Math.max(cut, 0));
    if (!folders.has(folder)) {
      folders.set(folder, new Map());
      add(folder, 'folder');
    }
    folders.get(folder)!.set(path.slice(cut + 1), kind);
  }
}

function kindOf(kind: Kind) {
  return {
    isFile: () => kind === 'file',
    isDirectory: () => kind === 'folder',
    isSymbolicLink: () => false,
  };
}

/** What is looked at when a vault is read. */
function statsOf(kind: Kind, size: number, changed: Date): Stats {
  const time = changed.getTime();
  return {
    ...kindOf(kind),
    size,
    ino: 0,
    dev: 0,
    mtime: changed,
    mtimeMs: time,
    birthtime: changed,
    birthtimeMs: time,
  } as Stats;
}
