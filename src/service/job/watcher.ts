import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { joinPath, ROOT, type VaultPath, visiblePath } from '../../vault/paths.js';

export interface Watcher {
  close(): Promise<void>;
}

/**
 * Reports every visible file or folder that was added, changed or removed by any program. It may report one twice
 * and, rarely, miss one (an overflowing system queue): the scan of the background job catches that.
 */
export async function watchVault(
  root: string,
  tell: (path: VaultPath) => void,
  complain: (error: Error) => void,
): Promise<Watcher> {
  if (process.platform === 'linux') return watchFolders(root, tell, complain);
  const watcher = watch(root, { recursive: true }, (_, name) => {
    const path = visiblePath(name?.split(sep).join('/') ?? '.');
    if (path !== null) tell(path);
  });
  watcher.on('error', complain);
  return { close: async () => watcher.close() };
}

/** A folder of the vault, and where it is on the disk. */
interface Folder {
  path: VaultPath;
  address: string;
}

/**
 * Linux watches folders, not trees: one watch per folder reports the names that change in it. A watch on the files
 * themselves would end whenever one is replaced, and miss events until it is set again.
 */
async function watchFolders(
  root: string,
  tell: (path: VaultPath) => void,
  complain: (error: Error) => void,
): Promise<Watcher> {
  /** By address: the name on the disk may use another Unicode form than the path, and two names may share one path. */
  const watched = new Map<string, { watcher: FSWatcher; inode: number }>();
  let closed = false;

  function happened(folder: Folder, name: string): void {
    const path = visiblePath(name);
    if (closed || path === null) return;
    const child = { path: joinPath(folder.path, path), address: join(folder.address, name) };
    const stats = lstatSync(child.address, { throwIfNoEntry: false });
    const known = watched.get(child.address);
    if (known !== undefined && known.inode !== stats?.ino) forget(child.address);
    tell(child.path);
    if (stats?.isDirectory() && !watched.has(child.address)) void follow(child);
  }

  /** Watch first, then list: what happens in between is reported twice, not missed. */
  async function follow(folder: Folder, isStart = false): Promise<void> {
    const yieldToEventLoop = createYielder();
    const waiting = [folder];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      await yieldToEventLoop();
      // A watch that is set after the end is never closed, and keeps the process alive.
      if (closed) return;
      const at = next;
      try {
        const inode = lstatSync(at.address).ino;
        if (!watched.has(at.address)) {
          const watcher = watch(at.address, (_, name) => name !== null && happened(at, name));
          watcher.on('error', () => forget(at.address));
          watched.set(at.address, { watcher, inode });
        }
        for (const entry of readdirSync(at.address, { withFileTypes: true })) {
          // Of a vault that is scanned anyway, files are neither told nor watched.
          if (isStart && !entry.isDirectory()) continue;
          const path = visiblePath(entry.name);
          if (path === null) continue;
          const child = { path: joinPath(at.path, path), address: join(at.address, entry.name) };
          if (!isStart) tell(child.path);
          if (entry.isDirectory()) waiting.push(child);
        }
      } catch (error) {
        // A folder that is gone again has its own event.
        if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
          complain(error as Error);
      }
    }
  }

  function forget(folder: string): void {
    for (const [address, { watcher }] of watched) {
      if (address !== folder && !address.startsWith(folder + sep)) continue;
      watcher.close();
      watched.delete(address);
    }
  }

  await follow({ path: ROOT, address: root }, true);
  return {
    async close() {
      closed = true;
      for (const { watcher } of watched.values()) watcher.close();
      watched.clear();
    },
  };
}
