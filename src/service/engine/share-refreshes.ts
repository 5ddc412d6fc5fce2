import { statSync } from 'node:fs';
import type { RefreshOptions, RefreshReport, SearchAnswer, SearchEngine } from '../../search/engine.js';
import { giveWay, LONGEST_WAY_OF_SEARCH_MS } from '../../shared/yield-to-event-loop.js';

/**
 * Concurrent searches share one comparison of the files with the index instead of each making its own: at the
 * start, and when another process replaced the index. While many changed files are indexed, searches are answered from what is
 * there, and say so; the lines they quote are those of the files all the same. `signal` ends every comparison.
 */
export function shareRefreshes(engine: SearchEngine, signal?: AbortSignal): SearchEngine {
  let running: Promise<RefreshReport> | null = null;
  let searchable: Promise<unknown> | null = null;
  let isLagging = false;
  let compared: number | null = null;
  let location: string | null = null;

  function refresh(options: RefreshOptions = {}): Promise<RefreshReport> {
    running ??= start(options);
    return running;
  }

  function start(options: RefreshOptions): Promise<RefreshReport> {
    let report: Promise<RefreshReport> | null = null;
    const lagging = new Promise<void>((resolve) => {
      const onLagging = () => {
        isLagging = true;
        options.onLagging?.();
        resolve();
      };
      report = engine.refresh({ ...(signal && { signal }), ...options, onLagging }).finally(() => {
        running = null;
        searchable = null;
        isLagging = false;
        compared = inode();
      });
    });
    searchable = Promise.race([report!, lagging]).catch(() => {});
    return report!;
  }

  function inode(): number {
    location ??= engine.status().location;
    return (location === null ? undefined : statSync(location, { throwIfNoEntry: false }))?.ino ?? 0;
  }

  /** The engine itself meets the same error and reports it. */
  function compareOnce(): void {
    if (running === null && compared !== inode()) void refresh().catch(() => {});
  }

  return {
    ...engine,
    refresh,
    async search(request) {
      compareOnce();
      await searchable;
      const wasLagging = isLagging;
      // From here on it waits for nothing that is done in the background.
      const letGoOn = giveWay(LONGEST_WAY_OF_SEARCH_MS);
      const answer = await engine.search(request).finally(letGoOn);
      return wasLagging ? withNotice(answer) : answer;
    },
    // A note must not be filed by half of the words.
    async spread(text, parent) {
      compareOnce();
      await running?.catch(() => {});
      return engine.spread(text, parent);
    },
  };
}

/** What the stage `index` says then. */
export const INDEX_BEHIND = 'some changed files may not be indexed yet';

function withNotice(answer: SearchAnswer): SearchAnswer {
  return { ...answer, stages: [{ name: 'index', ran: true, reason: INDEX_BEHIND }, ...answer.stages] };
}
