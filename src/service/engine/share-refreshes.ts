import { statSync } from 'node:fs';
import type { RefreshOptions, RefreshReport, SearchEngine } from '../../search/engine.js';

/**
 * Concurrent searches share one comparison of the files with the index instead of each making its own: at the
 * start, and when another process replaced the index.
 */
export function shareRefreshes(engine: SearchEngine): SearchEngine {
  let running: Promise<RefreshReport> | null = null;
  let compared: number | null = null;
  let location: string | null = null;

  function refresh(options?: RefreshOptions): Promise<RefreshReport> {
    running ??= engine.refresh(options).finally(() => {
      running = null;
      compared = inode();
    });
    return running;
  }

  function inode(): number {
    location ??= engine.status().location;
    return (location === null ? undefined : statSync(location, { throwIfNoEntry: false }))?.ino ?? 0;
  }

  /** The engine itself meets the same error and reports it. */
  async function compareOnce(): Promise<void> {
    if (running === null && compared !== inode()) void refresh().catch(() => {});
    await running?.catch(() => {});
  }

  return {
    ...engine,
    refresh,
    async search(request) {
      await compareOnce();
      return engine.search(request);
    },
    async spread(text, parent) {
      await compareOnce();
      return engine.spread(text, parent);
    },
  };
}
