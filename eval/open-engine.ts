import { join } from 'node:path';
import type { SearchEngine, SearchMode } from '../src/search/engine.js';
import { createLocalEngine } from '../src/search/engines/own/local-engine.js';
import {
  createPostgresEngine,
  type PostgresEngineDeps,
} from '../src/search/engines/postgres/postgres-engine.js';
import type { SqlPool } from '../src/search/engines/postgres/sql.js';
import { createFileSource } from '../src/search/files.js';
import { systemClock } from '../src/shared/clock.js';
import { createVault } from '../src/vault/vault.js';
import { openPglite } from '../test/support/postgres.js';
import { createDifferences } from './differences.js';

/** What is measured. */
export interface How {
  modes: SearchMode[];
  /** Only the questions of this half; null for all. */
  half: number | null;
  /** Deep search with what needs no model alone. */
  noModel: boolean;
  /** How many words of a session are judged; null for all. */
  words: number | null;
  /** The engine that is measured. */
  engine: 'own' | 'postgres';
  /** About so many questions of each set, spread evenly; null for all. */
  sample: number | null;
}

/** The engine of the vault in `root/vault`, its index beside it. */
export function openEngine(root: string, { noModel, engine: name }: How) {
  const vault = createVault({ root: join(root, 'vault'), clock: systemClock });
  const deps = {
    files: createFileSource(vault),
    indexFile: join(root, 'cache', 'index.sqlite'),
    clock: systemClock,
    // Nobody changes the files meanwhile: the time of a question is that of a running service.
    refresh: 'once' as const,
    ...(noModel && { embedder: null }),
  };
  const own = createLocalEngine(deps);
  return { vault, engine: name === 'own' ? own : withPostgres({ ...deps, own, vault: root }) };
}

/** PostgreSQL, each answer compared with that of the own engine: the times are those of both. */
function withPostgres(deps: Omit<PostgresEngineDeps, 'url'>): SearchEngine {
  const url = process.env.DATABASE_URL;
  const engine = createPostgresEngine({
    ...deps,
    ...(url === undefined ? { url: 'postgresql:///pglite', pool: pglitePool() } : { url }),
  });
  const differences = createDifferences();
  return {
    ...engine,
    async search(request) {
      const answer = await engine.search(request);
      const [first] = answer.stages;
      if (first?.name === 'postgres') throw new Error(`PostgreSQL did not answer: ${first.reason}`);
      differences.compare(answer.results, (await deps.own.search(request)).results);
      return answer;
    },
    close() {
      console.log(differences.summary());
      engine.close();
    },
  };
}

/** PostgreSQL with pgvector in this process. */
function pglitePool(): SqlPool {
  let opening: ReturnType<typeof openPglite> | null = null;
  return {
    async connect() {
      opening ??= openPglite();
      return (await opening).connect();
    },
    async close() {
      await (await opening)?.end();
    },
  };
}
