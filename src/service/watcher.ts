import { basename, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import type { VaultPath } from '../vault/paths.js';

export interface Watcher {
  close(): Promise<void>;
}

/**
 * Tells of every visible file or folder that was added, changed or removed, by whatever program. It may tell of one twice and
 * may, rarely, miss one: the reconcile of the background job catches that.
 */
export async function watchVault(
  root: string,
  tell: (path: VaultPath) => void,
  complain: (error: Error) => void,
): Promise<Watcher> {
  const watcher: FSWatcher = watch(root, {
    ignoreInitial: true,
    followSymlinks: false,
    ignored: (path) => path !== root && basename(path).startsWith('.'),
  });
  for (const event of ['add', 'change', 'unlink', 'addDir', 'unlinkDir'] as const) {
    watcher.on(event, (path: string) => {
      const inside = relative(root, path).split(sep).join('/').normalize('NFC');
      if (inside !== '') tell(inside as VaultPath);
    });
  }
  watcher.on('error', (error) => complain(error as Error));
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  return { close: () => watcher.close() };
}
