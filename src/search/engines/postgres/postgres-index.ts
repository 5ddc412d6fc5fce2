import type { OnProgress, RefreshOptions, RefreshReport } from '../../engine.js';
import type { FileSource } from '../../files.js';
import { isCurrent } from '../../index/prepare-files.js';
import { createVectorIndex, type Meaning, type Vectors } from '../../index/vector-index.js';
import type { Embedder } from '../../models/embedder.js';
import { createStaticEmbedder, isStatic, storedVectorOf } from '../../models/static/static-embedder.js';
import { migrate } from './migrate.js';
import { openPgvector } from './pgvector.js';
import { createPgvectorIndex } from './pgvector-index.js';
import { heldTokens, vectorsOfRows } from './postgres-vectors.js';
import { problemOf } from './problem.js';
import { refreshRows } from './refresh-rows.js';
import { createSessions, type SearchSession } from './search-session.js';
import type { SqlPool } from './sql.js';
import { openVaultRows, type VaultRows } from './vault-rows.js';
import { changeOf, type FileChange, writeFiles } from './write-files.js';

export interface PostgresIndexDeps {
  url: string;
  vault: string;
  files: FileSource;
  /** The embedder that comes with Rappel unless another is given, or none. */
  embedder?: Embedder | null;
  onProgress?: OnProgress;
}

export type PostgresIndex = Awaited<ReturnType<typeof openPostgresIndex>>;

/** The index of a vault in PostgreSQL, its tables brought up to date. */
export async function openPostgresIndex(pool: SqlPool, deps: PostgresIndexDeps) {
  const { files } = deps;
  const embedder = deps.embedder === undefined ? createStaticEmbedder() : deps.embedder;
  const builtIn = embedder !== null && isStatic(embedder) ? embedder : null;
  await migrate(pool);
  const rows = await openVaultRows(pool, deps.vault);
  const vectors = embedder && (await openVectors(pool, rows, files, embedder));
  const sessions = createSessions(rows, write);

  return {
    open: sessions.open,
    clear: rows.clear,
    update: (paths: readonly string[]) => write(paths.map((path) => changeOf(path, files.read(path)))),
    async refresh(options: RefreshOptions): Promise<RefreshReport> {
      const done = await refreshRows(rows, write, files, { ...options, withTokens: builtIn !== null });
      if (options.vectors)
        await vectors?.complete({ signal: options.signal, onProgress: options.onProgress });
      const state = await rows.read(async (_, now) => now);
      return { files: state.files, chunks: state.chunks, ...done };
    },
    /** The vectors of every chunk, made where they are missing; or why there are none. */
    async meaning(session: SearchSession, signal: AbortSignal | undefined): Promise<Meaning> {
      if (embedder === null || vectors === null) return { reason: 'no embedder is configured' };
      try {
        const deadline = builtIn ? Number.POSITIVE_INFINITY : performance.now() + TIME_FOR_VECTORS;
        const missing = await vectors.complete({ signal, onProgress: deps.onProgress, deadline });
        const model = builtIn === null ? null : await builtIn.model();
        return { embedder, missing, model, vectors: vectors.ofSearch(session, missing) };
      } catch (error) {
        signal?.throwIfAborted();
        if (problemOf(error, deps.url) !== null) throw error;
        return { reason: (error as Error).message };
      }
    },
  };

  async function write(changes: readonly FileChange[]): Promise<void> {
    // Where the model can't be read, the first deep search will meet that again, and say so.
    const model = (await builtIn?.model().catch(() => null)) ?? null;
    const vectorOf = model === null ? null : (tokens: Uint16Array) => storedVectorOf(model, tokens);
    await rows.write((client, state) => {
      // This may have waited for a connection or another write: what has changed since may be indexed already, and newer.
      const now = changes.map((file) =>
        isCurrent(file, files) ? file : changeOf(file.path, files.read(file.path)),
      );
      return writeFiles(client, state, rows.lexemes, now, vectorOf);
    });
  }
}

/** Vectors that PostgreSQL compares if it has pgvector; else they are held in memory. */
async function openVectors(pool: SqlPool, rows: VaultRows, files: FileSource, embedder: Embedder) {
  const found = await openPgvector(pool);
  if (!('missing' in found)) return createPgvectorIndex(found, rows, files, embedder);
  const { complete, nearest, rarities } = createVectorIndex(vectorsOfRows(rows, files, embedder), embedder);
  return {
    complete,
    ofSearch(session: SearchSession): Vectors {
      return { nearest, rarities, tokensOf: (ids) => heldTokens(session.held(), ids) };
    },
  };
}

/** Milliseconds that one search may spend on vectors of chunks that have none yet. */
const TIME_FOR_VECTORS = 20_000;
