import type { LeaseRows } from './lease-rows.js';
import type { VaultFolders } from './vault-folders.js';

/** Running out and being seen are two clocks. */
const AFTER_MS = 20;

/**
 * Finds vaults whose leader is gone. `look` is called with each renewal; a lease that runs out before the next one is looked at in
 * that moment. A leader that is there renews it long before.
 */
export function watchOrphans(
  rows: LeaseRows,
  folders: VaultFolders,
  { everyMs, orphaned }: { everyMs: number; orphaned(name: string, waits: boolean): void },
) {
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    const late = await rows.late(everyMs);
    for (const { vault, name, leftMs, waits } of late)
      if (leftMs <= 0 && folders.idOf(name) === vault) orphaned(name, waits);
    const next = Math.min(...late.map(({ leftMs }) => leftMs).filter((left) => left > 0));
    clearTimeout(timer);
    if (next === Number.POSITIVE_INFINITY) return;
    // What fails now is found by the next renewal.
    timer = setTimeout(() => look().catch(() => {}), next + AFTER_MS);
    timer.unref();
  }

  return { look, stop: () => clearTimeout(timer) };
}
