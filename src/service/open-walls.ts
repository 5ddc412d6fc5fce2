import { RappelError } from '../shared/errors.js';
import { type Wall, wallKey } from '../vault/wall.js';
import type { Core, WalledCore } from './core.js';

/** Each holds an index open; a client may ask for any. */
const MOST_WALLS = 100;
/** One that was used just now may still be in use. */
const IDLE_MS = 30_000;

/** The walls of a process, each opened once; the least used makes room for a new one. Loaded at the first: most processes have none. */
export function openWalls(core: () => Core) {
  /** The one that was used last comes last. */
  const opened = new Map<string, { walled: Promise<WalledCore>; used: number }>();

  function makeRoom(): void {
    const [oldest] = opened;
    if (opened.size < MOST_WALLS || oldest === undefined) return;
    const [key, { walled, used }] = oldest;
    if (performance.now() - used < IDLE_MS)
      throw new RappelError('busy', 'wall.too_many', { most: MOST_WALLS });
    opened.delete(key);
    walled.then((one) => one.close(0)).catch(() => {});
  }

  return {
    async walled(wall: Wall): Promise<WalledCore> {
      const key = wallKey(wall);
      const known = opened.get(key)?.walled;
      if (known === undefined) makeRoom();
      const walled =
        known ?? import('./walled-core.js').then(({ createWalledCore }) => createWalledCore(core(), wall));
      opened.delete(key);
      opened.set(key, { walled, used: performance.now() });
      const found = await walled;
      await found.refresh();
      return found;
    },
    async close(): Promise<void> {
      for (const { walled } of opened.values()) await (await walled).close(0);
      opened.clear();
    },
  };
}
