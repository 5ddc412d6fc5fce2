import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { type VaultPath, visiblePath } from '../../vault/paths.js';

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
  const watched = new Map<string, FSWatcher>();
  const places = new Map<FSWatcher, { address: string; inode: number }>();
  let closed = false;

  // Shared: with listeners and a path of its own, each of many thousand folders would take a quarter more memory.
  function onChange(this: FSWatcher, _: string, name: string | null): void {
    const folder = places.get(this)?.address;
    if (name !== null && folder !== undefined) happened(folder, name);
  }

  function onError(this: FSWatcher): void {
    const folder = places.get(this)?.address;
    if (folder !== undefined) forget(folder);
  }

  function pathOf(address: string): VaultPath | null {
    return visiblePath(address.slice(root.length + 1));
  }

  function happened(folder: string, name: string): void {
    const address = join(folder, name);
    const path = pathOf(address);
    if (closed || path === null) return;
    const stats = lstatSync(address, { throwIfNoEntry: false });
    const known = watched.get(address);
    if (known !== undefined && places.get(known)!.inode !== stats?.ino) forget(address);
    tell(path);
    if (stats?.isDirectory() && !watched.has(address)) void follow(address);
  }

  /** Watch first, then list: what happens in between is reported twice, not missed. */
  async function follow(folder: string, isStart = false): Promise<void> {
    const yieldToEventLoop = createYielder();
    const waiting = [folder];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      await yieldToEventLoop();
      // A watch that is set after the end is never closed, and keeps the process alive.
      if (closed) return;
      try {
        const inode = lstatSync(at).ino;
        if (!watched.has(at)) watchFolder(at, inode);
        for (const entry of readdirSync(at, { withFileTypes: true })) {
          // Of a vault that is scanned anyway, files are neither told nor watched.
          if (isStart && !entry.isDirectory()) continue;
          const address = join(at, entry.name);
          const path = pathOf(address);
          if (path === null) continue;
          if (!isStart) tell(path);
          if (entry.isDirectory()) waiting.push(address);
        }
      } catch (error) {
        // A folder that is gone again has its own event.
        if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
          complain(error as Error);
      }
    }
  }

  function watchFolder(address: string, inode: number): void {
    const watcher = watch(address, onChange);
    watcher.on('error', onError);
    watched.set(address, watcher);
    places.set(watcher, { address, inode });
  }

  function forget(folder: string): void {
    for (const [address, watcher] of watched) {
      if (address !== folder && !address.startsWith(folder + sep)) continue;
      watcher.close();
      watched.delete(address);
      places.delete(watcher);
    }
  }

  await follow(root, true);
  return {
    async close() {
      closed = true;
      for (const watcher of watched.values()) watcher.close();
      watched.clear();
      places.clear();
    },
  };
}
