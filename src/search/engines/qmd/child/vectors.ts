import { COLLECTION } from './files.js';
import type { QmdInternal, QmdRow, QmdStore } from './qmd-api.js';
import { pathOf } from './word-search.js';

export type VectorSearch = QmdInternal['searchVec'];

/**
 * Vector search within the paths that are allowed. QMD can only restrict it to a collection, and is forty times slower
 * then; so it is asked for more until enough lies inside. It looks no further than 4,096 vectors: beyond that, those of
 * the scope are measured one by one.
 */
export async function searchVectors(
  internal: QmdInternal,
  search: VectorSearch,
  embedding: number[],
  wanted: number,
  allowed: ReadonlySet<string> | null,
): Promise<QmdRow[]> {
  const ask = (limit: number) =>
    search('', internal.llm.embedModelName, limit, undefined, undefined, embedding);
  if (allowed === null) return ask(wanted);
  for (let asked = wanted; asked <= MOST; asked = asked === MOST ? MOST + 1 : Math.min(MOST, asked * 6)) {
    const rows = await ask(asked);
    const inside = rows.filter(({ filepath }) => allowed.has(pathOf(filepath)));
    if (inside.length >= wanted || rows.length < asked) {
      if (inside.length >= wanted || countVectors(internal) <= VECTORS_SEEN) return inside.slice(0, wanted);
      break;
    }
  }
  return measureAll(internal, embedding, wanted, allowed);
}

/** QMD asks for three vectors a file, and sqlite-vec gives 4,096 at most. */
const VECTORS_SEEN = 4_096;
const MOST = Math.floor(VECTORS_SEEN / 3);

function countVectors({ db }: QmdInternal): number {
  return Number(db.prepare('SELECT count(*) AS n FROM content_vectors').get()?.n);
}

function measureAll(
  { db }: QmdInternal,
  embedding: number[],
  wanted: number,
  allowed: ReadonlySet<string>,
): QmdRow[] {
  const vectors = db.prepare(
    `SELECT v.hash, v.hash || '_' || v.seq AS key, v.pos FROM documents d JOIN content_vectors v ON v.hash = d.hash
     WHERE d.collection = ? AND d.path = ? AND d.active = 1`,
  );
  const text = db.prepare('SELECT doc FROM content WHERE hash = ?');
  const distance = db.prepare(
    'SELECT vec_distance_cosine(embedding, ?) AS distance FROM vectors_vec WHERE hash_seq = ?',
  );
  const query = new Float32Array(embedding);
  const nearest: { path: string; hash: unknown; score: number; chunkPos: number }[] = [];
  for (const path of allowed) {
    let best: (typeof nearest)[number] | null = null;
    for (const { key, hash, pos } of vectors.all(COLLECTION, path)) {
      const measured = distance.get(query, key)?.distance;
      if (typeof measured !== 'number' || (best !== null && 1 - measured <= best.score)) continue;
      best = { path, hash, score: 1 - measured, chunkPos: pos as number };
    }
    if (best !== null) nearest.push(best);
  }
  nearest.sort((a, b) => b.score - a.score);
  return nearest.slice(0, wanted).map(({ path, hash, score, chunkPos }) => ({
    filepath: `qmd://${COLLECTION}/${path}`,
    body: text.get(hash)?.doc as string,
    score,
    chunkPos,
  }));
}

/** Makes missing vectors until the time is over; at least those of one file, so that every call makes progress. */
export async function makeQmdVectors(store: QmdStore, milliseconds: number): Promise<number> {
  const { internal } = store;
  internal.cleanupOrphanedVectors();
  if (internal.getHashesNeedingEmbedding() === 0) return 0;
  const end = performance.now() + milliseconds;
  let made = 0;
  let before = -1;
  const onProgress = ({
    chunksEmbedded,
    bytesProcessed,
  }: {
    chunksEmbedded: number;
    bytesProcessed: number;
  }) => {
    made = chunksEmbedded;
    // The same size twice means that a file is done. Stopping inside a file would lose all of it.
    const isBetweenFiles = bytesProcessed === before;
    before = bytesProcessed;
    if (isBetweenFiles && performance.now() > end) throw new OutOfTime();
  };
  try {
    await store.embed({ maxDocsPerBatch: 1, onProgress });
  } catch (error) {
    // QMD can't be stopped in another way; it keeps what it has made.
    if (!(error instanceof OutOfTime)) throw error;
  }
  return made;
}

class OutOfTime extends Error {}
