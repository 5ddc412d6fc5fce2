import { localTimestamp } from '../../shared/clock.js';
import type { Chunk } from '../chunks/chunk-file.js';
import type { Stage } from '../engine.js';
import { passageOf as passageText } from '../index/analyse-file.js';
import type { Index } from '../index/open-index.js';
import { passageTokens } from '../index/passage-tokens.js';
import type { Filter, Reader } from '../index/reader.js';
import { isStatic, type VectorIndex } from '../index/vector-index.js';
import type { Embedder } from '../models/embedder.js';
import type { Expander, SubQueries } from '../models/expander.js';
import type { Reranker } from '../models/reranker.js';
import type { StaticModel } from '../models/static/static-model.js';
import { createNearestLine, type NearestLine } from '../passages/nearest-line.js';
import { applyExpander } from '../query/expansion.js';
import { parseQuery, type Query, type Term } from '../query/parse-query.js';
import { settleQuotes, wordsStage } from '../query/quotes.js';
import { LONG_WORD, type Respelling, respell } from '../query/spelling.js';
import { readClosely } from './close-reading.js';
import { prepareFast } from './fast.js';
import { applyFeedback } from './feedback.js';
import { type Candidate, calibrate, type Ranked, ratioOf } from './rank.js';
import { createDayOf, preferNewer } from './recency.js';
import { applyReranker } from './rerank.js';

/** The vectors of an embedder, or why there are none. */
export type Meaning = { embedder: Embedder; vectors: VectorIndex; missing: number } | { reason: string };

/** What a deep search may use beside vectors; null for what is not there. */
export interface DeepModels {
  expander: Expander | null;
  reranker: Reranker | null;
}

export interface DeepRequest {
  query: Query;
  index: Index;
  /** What scopes and dates leave of the index as it is now. */
  filterNow: () => Filter | null;
  meaning: Meaning;
  models: DeepModels;
  /** Told what was ranked, best first, before anything else can happen to it. */
  keep: (ranked: readonly Ranked[]) => void;
  /** What a model reads of a chunk; null where its file has changed. */
  passageOf: (id: number) => Passage | null;
  signal: AbortSignal | undefined;
}

export type Passage = Pick<Chunk, 'headings' | 'lines'>;

export interface DeepAnswer {
  ranked: Ranked[];
  weights: number[];
  stages: Stage[];
  ranks: Map<number, Record<string, number>>;
  /** Null where nothing was searched by meaning. */
  nearestLine: NearestLine | null;
}

/**
 * Everything that is at hand: other wordings, near misses of unknown words, BM25, vectors, reading the candidates
 * closely, re-ranking the best. What is missing or fails is left out and named.
 */
export async function searchDeep(request: DeepRequest): Promise<DeepAnswer> {
  const { models, signal } = request;
  const { subQueries, stage } = await applyExpander(request.query.text, models.expander, signal);
  const found = await searchWith(request, subQueries);
  const textOf = (id: number) => {
    const passage = request.passageOf(id);
    return passage && passageText(passage);
  };
  const reranked = await applyReranker(request.query.text, found.ranked, textOf, models.reranker, signal);
  if (reranked.stage.ran) note(found.ranks, 'rerank', reranked.ranked);
  return { ...found, ranked: reranked.ranked, stages: [stage, ...found.stages, reranked.stage] };
}

/** Near ties are settled by the day, where that changes anything. */
function newerFirst(answer: RankedAnswer, { database }: Index): RankedAnswer {
  const ranked = preferNewer(answer.ranked, createDayOf(database, stampOf));
  if (ranked.every(({ id }, index) => id === answer.ranked[index]!.id)) return answer;
  note(answer.ranks, 'recency', ranked);
  return { ...answer, ranked, stages: [...answer.stages, { name: 'recency', ran: true, reason: null }] };
}

function stampOf(modified: number): string {
  return localTimestamp(new Date(modified));
}

async function searchWith(request: DeepRequest, { lex, vec, hyde }: SubQueries): Promise<DeepAnswer> {
  const { index, meaning } = request;
  const hasQuotes = request.query.quoted.length > 0;
  const settled = hasQuotes ? settleQuotes(request.query, index.reader, request.filterNow()) : request.query;
  const { query, respellings } = respellLightly(settled, index.reader);
  const stages: Stage[] = [spellingStage(respellings), wordsStage(request.query, settled)];
  const vectors = await questionVectors(request, query, [query.text, ...vec, ...hyde], stages);
  const model = 'reason' in meaning || !isStatic(meaning.embedder) ? null : await meaning.embedder.model();
  const nearest =
    'reason' in meaning ? null : await createNearestLine(query.text, meaning.vectors.rarity, model);
  // Models take their time, and chunks come and go meanwhile: the index is asked only now, all at once.
  const answer = index.reader.atOnce(() =>
    newerFirst(rankNow(request, { query, lex, vectors, model, stages }), index),
  );
  request.keep(answer.ranked);
  return { ...answer, nearestLine: nearest };
}

type RankedAnswer = Omit<DeepAnswer, 'nearestLine'>;

interface Prepared {
  query: Query;
  lex: readonly string[];
  vectors: readonly Float32Array[];
  /** Of the embedder that reads closely. */
  model: StaticModel | null;
  stages: Stage[];
}

function rankNow(request: DeepRequest, { query, lex, vectors, model, stages }: Prepared): RankedAnswer {
  const { index, meaning } = request;
  const { reader, store } = index;
  const filter = request.filterNow();
  const near = nearChunks(vectors, meaning, filter);
  const fast = prepareFast(query, reader, store, filter);
  const reworded = lex.map((words) => prepareFast(parseQuery(words), reader, store, filter));
  const ids = new Set([
    ...fast.ids,
    ...reworded.flatMap((other) => other.ids.slice(0, REWORDED)),
    ...[...near.keys()].slice(0, PROPOSED_BY_VECTORS),
  ]);
  const candidates = reader.candidates([...ids]);
  const lexical = bestOf([fast, ...reworded].map((search) => search.rankAll(candidates)));
  const ranks = new Map<number, Record<string, number>>();
  note(ranks, 'bm25', lexical);
  // Words in quotes decide what is found; which of that comes first, meaning may still say.
  const onlyOrders = model !== null && query.quoted.length > 0;
  if ('reason' in meaning || (near.size === 0 && !onlyOrders)) {
    const lists = new Map(candidates.map(({ id, words }) => [id, words]));
    const ranked = applyFeedback(query, lexical, lists, store.totals().averageLength);
    stages.push({ name: 'feedback', ran: true, reason: null });
    note(ranks, 'feedback', ranked);
    return { ranked, weights: fast.weights, stages, ranks };
  }
  if (near.size > 0)
    note(
      ranks,
      'vectors',
      Array.from(near.keys(), (id) => ({ id })),
    );
  // Reading takes time: only those that words or vectors put forward are read.
  const promising = new Set([
    ...lexical.slice(0, READ_BY_WORDS).map(({ id }) => id),
    ...[...near.keys()].slice(0, READ_BY_VECTORS),
  ]);
  const read = candidates.filter(({ id }) => promising.has(id));
  const meant = (best: number) =>
    model === null
      ? byBest(read, near, Math.max(best, 1))
      : closely(query, read, model, meaning.vectors, request.passageOf, weightOfMeaning(best));
  const ranked = readCandidates(lexical, read, meant);
  note(ranks, 'reading', ranked);
  return { ranked, weights: fast.weights, stages, ranks };
}

/** A near miss is a guess: as much as a word that stands there it must not count. */
function respellLightly(question: Query, reader: Reader): { query: Query; respellings: Respelling[] } {
  const { query, respellings } = respell(question, reader);
  const guessed = new Set(respellings.map(({ word }) => word));
  const terms = query.terms.map((term) =>
    guessed.has(term.label) ? { ...term, weight: trustIn(term) * term.weight } : term,
  );
  return { query: guessed.size === 0 ? query : { ...query, terms }, respellings };
}

function trustIn({ label }: Term): number {
  return label.length >= LONG_WORD ? NEAR_MISS.long : NEAR_MISS.short;
}

/** The question itself first; a wording that a model made up counts a little less. */
function bestOf([own = [], ...others]: Ranked[][]): Ranked[] {
  if (others.length === 0) return own;
  const best = new Map(own.map((item) => [item.id, item]));
  for (const item of others.flat()) {
    const score = calibrate(REWORDED_SHARE * ratioOf(item.score));
    if (score > (best.get(item.id)?.score ?? 0)) best.set(item.id, { ...item, score });
  }
  return [...best.values()].sort((a, b) => b.score - a.score || a.id - b.id);
}

const NEAR_MISS = { short: 0.2, long: 0.5 };
const REWORDED = 100;
const REWORDED_SHARE = 0.7;
const NEAREST = 200;
const READ_BY_WORDS = 60;
const READ_BY_VECTORS = 40;
const PROPOSED_BY_VECTORS = 60;
/**
 * How much meaning counts beside words, from 1 to 2 little different; more where even the best chunk holds little of the
 * question's words, as where it is asked in the other language.
 */
const MEANING = { usual: 1.5, most: 3, fewWords: 0.5, enoughWords: 0.8 };
/** The same for an embedder of which only one vector a chunk is known, against the best of each. */
const VECTOR_SHARE = 0.6;

/** The question as vectors; none, and the reason among the stages, where that fails. */
async function questionVectors(
  { meaning, signal }: DeepRequest,
  query: Query,
  texts: readonly string[],
  stages: Stage[],
): Promise<Float32Array[]> {
  // What stands in quotes must be there to the letter: meaning has no say in that.
  const reason =
    'reason' in meaning ? meaning.reason : query.quoted.length > 0 ? 'the query holds words in quotes' : null;
  if ('reason' in meaning || reason !== null) {
    stages.push({ name: 'vectors', ran: false, reason });
    return [];
  }
  const { embedder, missing } = meaning;
  try {
    const vectors = await embedder.embed(texts, { kind: 'query', ...(signal && { signal }) });
    stages.push({
      name: 'vectors',
      ran: true,
      reason: missing > 0 ? `${missing} chunks have no vector yet` : null,
    });
    return vectors;
  } catch (error) {
    signal?.throwIfAborted();
    stages.push({ name: 'vectors', ran: false, reason: (error as Error).message });
    return [];
  }
}

/** The nearest chunks with their best cosines. */
function nearChunks(
  questions: readonly Float32Array[],
  meaning: Meaning,
  filter: Filter | null,
): Map<number, number> {
  const near = new Map<number, number>();
  if ('reason' in meaning) return near;
  for (const vector of questions) {
    for (const { id, cosine } of meaning.vectors.nearest(vector, filter, NEAREST)) {
      near.set(id, Math.max(cosine, near.get(id) ?? 0));
    }
  }
  return near;
}

function readCandidates(
  lexical: readonly Ranked[],
  candidates: readonly Candidate[],
  meant: (best: number) => Map<number, number>,
): Ranked[] {
  const words = new Map(lexical.map((item) => [item.id, item]));
  const ratio = (id: number) => ratioOf(words.get(id)?.score ?? 0);
  const meanings = meant(ratioOf(lexical[0]?.score ?? 0));
  return candidates
    .map(({ id }): Ranked => {
      const meaning = meanings.get(id) ?? 0;
      const parts = () => ({ ...words.get(id)?.parts(), ...(meaning > 0 && { '(meaning)': meaning }) });
      return { id, score: calibrate((ratio(id) + meaning) / 2), parts };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.id - b.id);
}

function closely(
  query: Query,
  candidates: readonly Candidate[],
  model: StaticModel,
  vectors: VectorIndex,
  passageOf: DeepRequest['passageOf'],
  weight: number,
): Map<number, number> {
  const stored = vectors.tokensOf(candidates.map(({ id }) => id));
  // A chunk that came a moment ago has none yet: it is read here and now.
  const tokensOf = (id: number) => {
    const passage = passageOf(id);
    if (passage === null) return new Uint16Array();
    return passageTokens(model.words, passage.headings, passage.lines.join('\n'));
  };
  const passages = candidates.map(({ id, words: { family, place } }) => ({
    family,
    place,
    tokens: stored.get(id) ?? tokensOf(id),
  }));
  const readings = readClosely(model, query.text, passages, vectors.rarity);
  return new Map(
    candidates.map(({ id }, index) => [id, weight * (readings[index]!.sense + readings[index]!.words)]),
  );
}

function weightOfMeaning(best: number): number {
  const { usual, most, fewWords, enoughWords } = MEANING;
  const share = Math.min(1, Math.max(0, (best - fewWords) / (enoughWords - fewWords)));
  return most + share * (usual - most);
}

function byBest(
  candidates: readonly Candidate[],
  near: ReadonlyMap<number, number>,
  best: number,
): Map<number, number> {
  const cosines = [...near.values()];
  const most = Math.max(...cosines);
  const least = Math.min(...cosines);
  const share = (cosine: number) => (most === least ? 1 : (cosine - least) / (most - least));
  return new Map(
    candidates.flatMap(({ id }) => {
      const cosine = near.get(id);
      return cosine === undefined ? [] : [[id, VECTOR_SHARE * best * share(cosine)] as const];
    }),
  );
}

function note(
  ranks: Map<number, Record<string, number>>,
  stage: string,
  order: readonly { id: number }[],
): void {
  order.forEach(({ id }, index) => {
    const known = ranks.get(id) ?? {};
    known[stage] = index + 1;
    ranks.set(id, known);
  });
}

function spellingStage(respellings: readonly Respelling[]): Stage {
  const reason = respellings.map(({ word, meant }) => `${word}: ${meant.join(', ')}`).join('; ');
  return { name: 'spelling', ran: true, reason: reason || null };
}
