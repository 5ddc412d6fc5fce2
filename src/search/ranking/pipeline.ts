import type { SearchMode, Stage } from '../engine.js';
import type { Filter } from '../index/filters.js';
import type { Index } from '../index/open-index.js';
import type { Meaning, Vectors } from '../index/vector-index.js';
import type { Candidate } from '../index/word-list.js';
import type { StaticModel } from '../models/static/static-model.js';
import type { Query } from '../query/parse-query.js';
import type { ReadQuestion } from '../query/read-question.js';
import { describeTime, preferAskedTime } from './asked-time.js';
import { searchWords } from './candidates.js';
import { readClosely } from './close-reading.js';
import { applyFeedback } from './feedback.js';
import { cosineEvidence, fuse, weightOfMeaning, worthReading } from './fusion.js';
import { CANDIDATES, FUSION } from './parameters.js';
import { type Ranked, ratioOf } from './ranked.js';
import { preferNewer } from './recency.js';
import { withRewordings } from './rewordings.js';

/** What a ranking is made from. */
export interface RankingSources {
  question: ReadQuestion;
  index: Index;
  /** What scopes and dates leave of the index as it is now. */
  filterNow: () => Filter | null;
  /** Null for a fast search. */
  meaning: Meaning | null;
  /** The tokens of a chunk for which none are stored yet. */
  tokensOf: (id: number) => Uint16Array;
}

export interface Ranking {
  /** The question as it was searched. */
  query: Query;
  /** Best first. */
  ranked: Ranked[];
  /** What each term of the question counts. */
  weights: number[];
  stages: Stage[];
  /** The order in which each stage left the chunks. */
  orders: Map<string, readonly number[]>;
  /** Milliseconds that each stage took. */
  times: Record<string, number>;
}

/** What the stages read and change in turn. */
interface State extends Omit<RankingSources, 'filterNow'>, Ranking {
  filter: Filter | null;
  /** The chunks nearest to the question's vectors with their cosines, best first. */
  near: Map<number, number>;
  candidates: Candidate[];
  isFused: boolean;
}

/** Returns the chunks in the order it found or left them; null where it had nothing to do. */
type RankingStage = (state: State) => Iterable<number> | null;

const STAGES: Record<SearchMode, Record<string, RankingStage>> = {
  fast: { bm25: rankByWords, time: addTime },
  deep: {
    vectors: findNearest,
    bm25: rankByWords,
    reading: addMeaning,
    feedback: addFeedback,
    time: addTime,
    recency: orderByDay,
  },
};

/** Ranks the chunks of the index as it is now: in one transaction, all at once. */
export function rankChunks(mode: SearchMode, { filterNow, ...sources }: RankingSources): Ranking {
  return sources.index.reader.snapshot(() => {
    const state: State = {
      ...sources,
      query: sources.question.query,
      filter: filterNow(),
      near: new Map(),
      candidates: [],
      isFused: false,
      ranked: [],
      weights: [],
      stages: [...sources.question.stages],
      orders: new Map(),
      times: {},
    };
    for (const [name, stage] of Object.entries(STAGES[mode])) {
      const began = performance.now();
      const order = stage(state);
      state.times[name] = performance.now() - began;
      if (order !== null) state.orders.set(name, [...order]);
    }
    return state;
  });
}

function findNearest({ question, meaning, filter, near }: State): Iterable<number> | null {
  if (meaning === null || 'reason' in meaning) return null;
  for (const vector of question.vectors) {
    for (const { id, cosine } of meaning.vectors.nearest(vector, filter, CANDIDATES.nearest)) {
      near.set(id, Math.max(cosine, near.get(id) ?? 0));
    }
  }
  return near.size === 0 ? null : near.keys();
}

/** The chunks that words propose and the nearest ones, ranked by their words. */
function rankByWords(state: State): Iterable<number> {
  const { question, index, filter, near } = state;
  const { reader, store } = index;
  const own = searchWords(question.query, reader, store, filter);
  const reworded = question.rewordings.map((query) => searchWords(query, reader, store, filter));
  const ids = new Set([
    ...own.ids,
    ...reworded.flatMap((other) => other.ids.slice(0, CANDIDATES.byRewording)),
    ...[...near.keys()].slice(0, FUSION.readByVectors),
  ]);
  state.candidates = reader.candidates([...ids]);
  state.weights = own.weights;
  const others = reworded.map((other) => other.rank(state.candidates));
  state.ranked = withRewordings(own.rank(state.candidates), others);
  return idsOf(state.ranked);
}

function addMeaning(state: State): Iterable<number> | null {
  const { question, meaning, near, ranked } = state;
  if (meaning === null || 'reason' in meaning) return null;
  const { model, vectors } = meaning;
  // Words in quotes decide what is found; meaning may still order it.
  const onlyOrders = model !== null && question.query.quoted.length > 0;
  if (near.size === 0 && !onlyOrders) return null;
  const promising = worthReading(ranked, near);
  const read = state.candidates.filter(({ id }) => promising.has(id));
  const best = ratioOf(ranked[0]?.score ?? 0);
  const meanings =
    model === null
      ? cosineEvidence(near, best)
      : readingEvidence(state, read, model, vectors, weightOfMeaning(best));
  state.ranked = fuse(ranked, idsOf(read), meanings);
  state.isFused = true;
  return idsOf(state.ranked);
}

/** What the best window of each candidate gives. */
function readingEvidence(
  { question, tokensOf }: State,
  candidates: readonly Candidate[],
  model: StaticModel,
  vectors: Vectors,
  weight: number,
): Map<number, number> {
  const stored = vectors.tokensOf(idsOf(candidates));
  const passages = candidates.map(({ id, words: { family, place } }) => ({
    family,
    place,
    tokens: stored.get(id) ?? tokensOf(id),
  }));
  const readings = readClosely(model, question.query.text, passages, vectors.rarities);
  return new Map(
    readings.map(({ sense, words }, index) => [candidates[index]!.id, weight * (sense + words)]),
  );
}

function addFeedback(state: State): Iterable<number> | null {
  if (state.isFused) return null;
  const lists = new Map(state.candidates.map(({ id, words }) => [id, words]));
  const { averageLength } = state.index.store.totals();
  state.ranked = applyFeedback(state.question.query, state.ranked, lists, averageLength);
  state.stages.push({ name: 'feedback', ran: true, reason: null });
  return idsOf(state.ranked);
}

function addTime(state: State): Iterable<number> | null {
  const { query } = state.question;
  if (query.times.length === 0) return null;
  state.ranked = preferAskedTime(state.ranked, query, state.index.reader.describe);
  state.stages.push({ name: 'time', ran: true, reason: query.times.map(describeTime).join('; ') });
  return idsOf(state.ranked);
}

function orderByDay(state: State): Iterable<number> | null {
  const ranked = preferNewer(state.ranked, state.index.reader.dayOf);
  if (ranked.every(({ id }, index) => id === state.ranked[index]!.id)) return null;
  state.ranked = ranked;
  state.stages.push({ name: 'recency', ran: true, reason: null });
  return idsOf(ranked);
}

function idsOf(items: readonly { id: number }[]): number[] {
  return items.map(({ id }) => id);
}
