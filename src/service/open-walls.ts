import { RappelError } from '../shared/errors.js';
import { type Wall, wallKey } from '../vault/wall.js';
import type { Core, WalledCore } from './core.js';

/** Each holds an index open; a client may ask for any. */
const MOST_WALLS = 100;

/** The walls of a process, each opened once. Loaded at the first: most processes have none. */
export function openWalls(core: () => Core) {
  const opened = new Map<string, Promise<WalledCore>>();
  return {
    async walled(wall: Wall): Promise<WalledCore> {
      const key = wallKey(wall);
      if (!opened.has(key) && opened.size >= MOST_WALLS)
        throw new RappelError('busy', `${MOST_WALLS} walls are in use already`, {
          hint: 'Restart the service: rappel stop, then: rappel serve',
        });
      const walled =
        opened.get(key) ??
        import('./walled-core.js').then(({ createWalledCore }) => createWalledCore(core(), wall));
      opened.set(key, walled);
      const found = await walled;
      await found.refresh();
      return found;
    },
    async close(): Promise<void> {
      for (const walled of opened.values()) await (await walled).close(0);
      opened.clear();
    },
  };
}
