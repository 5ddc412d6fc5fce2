import type { Clock } from '../../../shared/clock.js';
import type { OnProgress, RefreshOptions, SearchAnswer, SearchEngine, SearchRequest } from '../../engine.js';
import type { FileSource } from '../../files.js';
import type { Embedder } from '../../models/embedder.js';
import type { Expander } from '../../models/expander.js';
import type { Reranker } from '../../models/reranker.js';
import type { WhenWritten } from '../../passages/successors.js';
import { planOf } from '../../query/plan.js';
import { answer } from '../own/answer.js';
import { createLink } from './link.js';
import { createPgPool } from './pg-pool.js';
import { openPostgresIndex, type PostgresIndex } from './postgres-index.js';
import { placeOf } from './problem.js';
import type { SqlPool } from './sql.js';

export interface PostgresEngineDeps {
  /** Rappel's own engine answers while PostgreSQL does not. Its index is built only then. */
  own: SearchEngine;
  /** The address of the database. */
  url: string;
  /** The name of the vault among those in the database. */
  vault: string;
  files: FileSource;
  clock: Clock;
  embedder?: Embedder | null;
  expander?: Expander | null;
  reranker?: Reranker | null;
  whenWritten?: WhenWritten | null;
  /** As for the own engine. */
  refresh?: 'every-search' | 'once';
  onProgress?: OnProgress;
  /** Another one in tests. */
  pool?: SqlPool;
}

/**
 * PostgreSQL as the engine: it holds the index and proposes chunks, our ranking ranks them. If it can't be reached, the
 * own engine answers instead, and the first stage says why.
 */
export function createPostgresEngine(deps: PostgresEngineDeps): SearchEngine {
  const { own } = deps;
  const pool = deps.pool ?? createPgPool(deps.url);
  const link = createLink(() => openPostgresIndex(pool, deps), deps.url);
  const { expander = null, reranker = null, whenWritten = null } = deps;
  let refreshed = false;
  let misses = 0;
  /** Until the own engine is used its index is not kept up to date. */
  let usesOwn = false;
  let known = { files: 0, chunks: 0 };

  return {
    async search(request) {
      if (request.past !== undefined)
        return withoutPostgres(request, 'PostgreSQL knows the files of today only');
      const plan = planOf(request, deps.clock);
      const { signal } = request;
      return link.use(
        async (index) => {
          const began = performance.now();
          if (!refreshed || deps.refresh === 'every-search') await refresh(index, signal && { signal });
          const session = await index.open();
          const opened = performance.now() - began;
          const meaning = () => index.meaning(session, signal);
          const found = await answer(session, plan, {
            files: deps.files,
            meaning,
            expander,
            reranker,
            whenWritten,
          });
          return found.times === undefined ? found : { ...found, times: { index: opened, ...found.times } };
        },
        (problem) => withoutPostgres(request, problem.message),
      );
    },
    // Counting words by folder needs the own index.
    spread(text, parent) {
      usesOwn = true;
      return own.spread(text, parent);
    },
    async update(...paths) {
      if (usesOwn) await own.update(...paths);
      await link.use((index) => index.update(paths), missed);
    },
    async refresh(options = {}) {
      return link.use(
        async (index) => {
          if (options.rebuild) await index.clear();
          if (options.rebuild && usesOwn) await own.refresh(options);
          return refresh(index, options);
        },
        () => {
          missed();
          usesOwn = true;
          return own.refresh(options);
        },
      );
    },
    status() {
      return { ...known, location: placeOf(deps.url), problem: link.problem() };
    },
    close() {
      void pool.close();
      own.close();
    },
  };

  async function refresh(index: PostgresIndex, options: RefreshOptions = {}) {
    const before = misses;
    const report = await index.refresh({
      ...(deps.onProgress && { onProgress: deps.onProgress }),
      ...options,
      onLagging() {
        refreshed = misses === before;
        options.onLagging?.();
      },
    });
    // A file that was missed meanwhile may have been compared before it changed.
    refreshed = misses === before;
    known = { files: report.files, chunks: report.chunks };
    return report;
  }

  /** What changes meanwhile is found by comparing all files. */
  function missed(): void {
    misses++;
    refreshed = false;
  }

  async function withoutPostgres(request: SearchRequest, why: string): Promise<SearchAnswer> {
    usesOwn = true;
    const found = await own.search(request);
    const stage = { name: 'postgres', ran: false, reason: `${why}; answered without it` };
    return { ...found, stages: [stage, ...found.stages] };
  }
}
