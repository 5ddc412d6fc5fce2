import type { ChildStage, FileHit, ModelRole, WordSearch } from '../protocol.js';
import { hashOfFile } from './files.js';
import type { OpenStore } from './open-store.js';
import type { QmdInternal } from './qmd-api.js';
import { searchVectors } from './vectors.js';
import { allowedSet, pathOf, rankWords } from './word-search.js';

/** The parts of QMD as they were loaded: a deep search puts others in their place while it runs. */
export type OriginalParts = Pick<QmdInternal, 'searchFTS' | 'searchVec' | 'expandQuery' | 'rerank'>;

export interface DeepDeps {
  open: OpenStore;
  original: OriginalParts;
  /** How many files have no vectors yet. */
  missing: number;
}

/**
 * QMD's `query`. Each part of it is wrapped: it sees only the allowed files, has a share of the time, is skipped if its
 * model is missing, and reports its outcome. Not reentrant: the wrappers belong to one question.
 */
export async function searchDeep(
  { open, original, missing }: DeepDeps,
  request: WordSearch & { seconds: number },
): Promise<{ hits: FileHit[]; stages: ChildStage[] }> {
  const { internal } = open.store;
  const { query } = request;
  const allowed = allowedSet(request);
  const started = performance.now();
  const left = (share: number) => request.seconds * 1000 * share - (performance.now() - started);
  const stages = createStages(open);
  const lines = new Map<string, { line: number; score: number }>();
  const embedBatch = internal.llm.embedBatch;

  internal.searchFTS = (text, limit) => {
    const words = text === query ? request.words : [];
    return rankWords(original.searchFTS, { query: text, words, limit }, allowed);
  };
  internal.expandQuery = async (text) => {
    if (!stages.has('generate')) return [];
    const expanded = await within(left(EXPANSION_SHARE), original.expandQuery(text)).catch(
      (error: Error) => error,
    );
    if (expanded instanceof Error) {
      stages.fail('expansion', expanded.message);
      return [];
    }
    stages.done('expansion', null);
    // QMD would refuse the whole question because of a wording that is not a search.
    return expanded.filter((item) => !/[\r\n]/.test(item.query));
  };
  internal.llm.embedBatch = async (texts) => {
    if (!stages.has('embed')) return texts.map(() => null);
    const vectors = await embedBatch.call(internal.llm, texts);
    if (vectors.every((vector) => vector === null)) stages.fail('vectors', 'the model gave no vector');
    else
      stages.done(
        'vectors',
        missing > 0 ? `${missing} files have no vectors yet: rappel index makes them` : null,
      );
    return vectors;
  };
  internal.searchVec = async (_text, _model, limit, _collection, _session, embedding) => {
    if (embedding === undefined) return [];
    const rows = await searchVectors(internal, original.searchVec, embedding, limit, allowed);
    for (const { filepath, body, chunkPos, score } of rows) {
      if (chunkPos === undefined || (lines.get(filepath)?.score ?? -2) >= score) continue;
      lines.set(filepath, { line: body.slice(0, chunkPos).split('\n').length, score });
    }
    return rows;
  };
  internal.rerank = async (text, documents) => {
    const scores = new Map<string, number>();
    try {
      // In their order: if the time runs out, the best have been read.
      for (
        let at = 0;
        at < documents.length && (at === 0 || left(RERANK_SHARE) > 0);
        at += RERANKED_AT_ONCE
      ) {
        const some = await original.rerank(text, documents.slice(at, at + RERANKED_AT_ONCE));
        for (const { file, score } of some) scores.set(file, score);
      }
      const isPart = scores.size < documents.length;
      stages.done('rerank', isPart ? `time for ${scores.size} of ${documents.length}` : null);
    } catch (error) {
      stages.fail('rerank', (error as Error).message);
    }
    return documents.map(({ file }) => ({ file, score: scores.get(file) ?? 0 }));
  };

  try {
    const rerank = stages.has('rerank');
    // QMD refuses to look for nothing.
    const results = query === '' ? [] : await open.store.search({ query, limit: request.limit, rerank });
    const hits = results.map(({ file, score }) => {
      const path = pathOf(file);
      return { path, hash: hashOfFile(open.store, path), score, line: lines.get(file)?.line ?? null };
    });
    return { hits, stages: stages.list() };
  } finally {
    Object.assign(internal, original);
    internal.llm.embedBatch = embedBatch;
  }
}

const EXPANSION_SHARE = 0.4;
const RERANK_SHARE = 0.75;
const RERANKED_AT_ONCE = 4;

function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  // It goes on and QMD keeps what it makes: the same question asked again finds it ready.
  work.catch(() => {});
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('it took too long; the same question asked again will have it')),
      Math.max(0, milliseconds),
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const NAMES: Record<ModelRole, string> = { generate: 'expansion', embed: 'vectors', rerank: 'rerank' };

function createStages({ models, store }: OpenStore) {
  const hasVectors = () =>
    store.internal.db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'vectors_vec'").get() !== undefined;
  const reasons = new Map<string, { ran: boolean; reason: string | null }>();
  for (const role of ['generate', 'embed', 'rerank'] as const)
    if (models[role].path === null) reasons.set(NAMES[role], { ran: false, reason: NO_MODEL });
  if (models.embed.path !== null && !hasVectors())
    reasons.set('vectors', { ran: false, reason: 'there are no vectors yet: rappel index makes them' });
  return {
    has: (role: ModelRole) => models[role].path !== null,
    done: (name: string, reason: string | null) => reasons.set(name, { ran: true, reason }),
    fail: (name: string, reason: string) => reasons.set(name, { ran: false, reason }),
    list(): ChildStage[] {
      const skipped = { ran: false, reason: 'the words had found the answer' };
      const of = (name: string, otherwise: { ran: boolean; reason: string | null }) => ({
        name,
        ...(reasons.get(name) ?? otherwise),
      });
      return [
        of('expansion', skipped),
        { name: 'bm25', ran: true, reason: null },
        of('vectors', skipped),
        of('rerank', { ran: false, reason: 'there was nothing to order' }),
      ];
    },
  };
}

const NO_MODEL = 'its model is not there; download it with: qmd pull';
