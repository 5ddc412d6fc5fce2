import { type FSWatcher, lstatSync, readdirSync, watch } from 'node:fs';
import { join, sep } from 'node:path';
import { joinPath, ROOT, type VaultPath, visiblePath } from '../vault/paths.js';
import { createBreath } from './breathe.js';

export interface Watcher {
  close(): Promise<void>;
}

/**
 * Tells of every visible file or folder that was added, changed or removed, by whatever program. It may tell of one twice and
 * may, rarely, miss one (a queue of the system that runs over): the reconcile of the background job catches that.
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
 * Linux watches folders, not trees: one watch for each, which tells the name of whatever changes in it. A watch on the
 * files themselves would end each time one is replaced, and lose what happens until it is set again.
 */
async function watchFolders(
  root: string,
  tell: (path: VaultPath) => void,
  complain: (error: Error) => void,
): Promise<Watcher> {
  const watched = new Map<VaultPath, { watcher: FSWatcher; inode: number }>();
  let closed = false;

  function happened(folder: VaultPath, name: string): void {
    const path = visiblePath(name);
    if (closed || path === null) return;
    const child = joinPath(folder, path);
    const stats = lstatSync(join(root, folder, name), { throwIfNoEntry: false });
    if (watched.has(child) && watched.get(child)!.inode !== stats?.ino) forget(child);
    tell(child);
    if (stats?.isDirectory() && !watched.has(child)) void follow(child, join(root, folder, name));
  }

  /** The watch first, then the look: what comes in between is told twice, not missed. */
  async function follow(folder: VaultPath, address: string, isStart = false): Promise<void> {
    const breathe = createBreath();
    const waiting = [{ folder, address }];
    for (let next = waiting.pop(); next !== undefined && !closed; next = waiting.pop()) {
      await breathe();
      const at = next;
      try {
        const inode = lstatSync(at.address).ino;
        if (!watched.has(at.folder)) {
          const watcher = watch(at.address, (_, name) => name !== null && happened(at.folder, name));
          watcher.on('error', () => forget(at.folder));
          watched.set(at.folder, { watcher, inode });
        }
        for (const entry of readdirSync(at.address, { withFileTypes: true })) {
          const path = visiblePath(entry.name);
          if (path === null) continue;
          const child = joinPath(at.folder, path);
          if (!isStart) tell(child);
          if (entry.isDirectory()) waiting.push({ folder: child, address: join(at.address, entry.name) });
        }
      } catch (error) {
        // A folder that is gone again brings its own event.
        if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
          complain(error as Error);
      }
    }
  }

  function forget(folder: VaultPath): void {
    for (const [path, { watcher }] of watched) {
      if (path !== folder && !path.startsWith(`${folder}/`)) continue;
      watcher.close();
      watched.delete(path);
    }
  }

  await follow(ROOT, root, true);
  return {
    async close() {
      closed = true;
      for (const { watcher } of watched.values()) watcher.close();
      watched.clear();
    },
  };
}
