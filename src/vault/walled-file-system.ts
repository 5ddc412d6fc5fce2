import { dirname, join, sep } from 'node:path';
import { type FileSystem, fileSystem, noSuchFile } from './file-system.js';
import { ROOT, type VaultPath } from './paths.js';

/** Which paths there are for a caller: `folder` for a folder of which only some entries are. */
export type Sight = (path: VaultPath) => 'inside' | 'folder' | 'nothing';

/**
 * The files of the vault at `real`, for what reads a vault at `root`, as far as they can be seen. A file that can't be seen is answered like one that
 * does not exist, before the disk is asked, also where a link leads to it.
 */
export function createWalledFileSystem(root: string, real: string, see: Sight): FileSystem {
  const pathOf = (address: string, top: string) =>
    address
      .slice(top.length + 1)
      .replaceAll(sep, '/')
      .normalize('NFC') as VaultPath;
  const isSeen = (path: VaultPath) => path === ROOT || see(path) !== 'nothing';

  /** The address on the disk; null for what can't be seen. */
  function behind(address: string): string | null {
    return isSeen(pathOf(address, root)) ? join(real, address.slice(root.length)) : null;
  }
  /** The same, of what a link there leads to. */
  function followed(address: string): string | null {
    const found = behind(address);
    if (found === null || fileSystem.lstat(found) === undefined) return null;
    const target = fileSystem.realpath(found);
    const isBelow = target === real || target.startsWith(real + sep);
    return isBelow && isSeen(pathOf(target, real)) ? target : null;
  }
  function existing(address: string): string {
    const found = followed(address);
    if (found === null) throw noSuchFile(address);
    return found;
  }
  /** Names in a folder that can be seen. */
  function isShown(address: string): (entry: { name: string }) => boolean {
    const folder = pathOf(address, root);
    if (folder !== ROOT && see(folder) === 'inside') return () => true;
    return ({ name }) => isSeen(pathOf(join(address, name), root));
  }

  return {
    lstat(address) {
      const found = address === root ? real : behind(address);
      if (found === null || (found !== real && followed(dirname(address)) === null)) return undefined;
      return fileSystem.lstat(found);
    },
    stat(address) {
      const found = followed(address);
      return found === null ? undefined : fileSystem.stat(found);
    },
    realpath: (address) => root + existing(address).slice(real.length),
    names: (address) => fileSystem.names(existing(address)).filter((name) => isShown(address)({ name })),
    entries: (address) => fileSystem.entries(existing(address)).filter(isShown(address)),
    bytes: (address) => fileSystem.bytes(existing(address)),
    start: (address, length) => fileSystem.start(existing(address), length),
    utf8: (address) => fileSystem.utf8(existing(address)),
  };
}
