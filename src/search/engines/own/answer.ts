import { blobHash } from '../../../vault/blob-id.js';
import { shownLines } from '../../../vault/lines.js';
import type { Explanation, QuestionTerm, SearchAnswer, Stage } from '../../engine.js';
import type { FileSource } from '../../files.js';
import { passageOf } from '../../index/analyse-file.js';
import type { Filter } from '../../index/filters.js';
import type { Index } from '../../index/open-index.js';
import { passageTokens } from '../../index/passage-tokens.js';
import type { Meaning } from '../../index/vector-index.js';
import type { Reranker } from '../../models/endpoint/endpoint-reranker.js';
import { type CloseReader, createCloseReader } from '../../passages/close-reader.js';
import { newestFirst } from '../../passages/newest.js';
import { presentChunks, questionTerms } from '../../passages/present.js';
import {
  type Current,
  type RankedChunk,
  rankedChunk,
  reconcile,
  rememberChunks,
} from '../../passages/reconcile.js';
import type { WhenWritten } from '../../passages/successors.js';
import type { TextModel } from '../../query/expansion.js';
import type { Query } from '../../query/parse-query.js';
import type { Plan } from '../../query/plan.js';
import { readQuestion, readQuestionDeeply } from '../../query/read-question.js';
import { parseScopes } from '../../query/scopes.js';
import { shares } from '../../ranking/explain.js';
import { RERANK } from '../../ranking/parameters.js';
import { type Ranking, rankChunks } from '../../ranking/pipeline.js';
import { byScore, type Ranked } from '../../ranking/ranked.js';
import { rerank } from '../../ranking/rerank.js';
import { waitingLast } from '../../ranking/waiting.js';

const MOST_ROUNDS = 3;

interface AnswerDeps {
  files: FileSource;
  /** Asked for only where the request is deep. */
  meaning: () => Promise<Meaning>;
  textModel: TextModel | null;
  reranker: Reranker | null;
  whenWritten: WhenWritten | null;
}

/**
 * Searches, then looks at the files themselves. Where one says something else by now the search is repeated, a few times
 * at most; the last time what was found is quoted as its file has it.
 */
export async function answer(index: Index, plan: Plan, deps: AnswerDeps): Promise<SearchAnswer> {
  const filterNow = () => index.reader.filterOf(plan.scopes, plan.from, plan.to);
  for (let round = 1; ; round++) {
    const findings = await search(index, plan, deps, filterNow);
    const began = performance.now();
    const { current, isSame } = reconcile(findings.found, index, deps.files, filterNow);
    if ((isSame && findings.isCurrent) || round === MOST_ROUNDS)
      return answerOf(findings, shownOf(current, index, plan), index, plan, deps, began);
  }
}

/** What was found, as the files have it now, with the day of each chunk. */
function shownOf(current: readonly Current<Found>[], { reader }: Index, plan: Plan) {
  const { trace = false, explain = trace, units = false } = plan.request;
  const chunks = waitingLast(current.map(({ item, row, lines }) => ({ ...item, row, lines })));
  const presented = presentChunks(chunks, plan, units);
  if (explain) {
    chunks.forEach((chunk, at) => {
      Object.assign(presented[at]!, { explain: explanationOf(chunk) });
    });
  }
  return {
    results: chunks.map((chunk, at) => ({ chunk, result: presented[at]! })),
    days: new Map(chunks.map(({ row }) => [row.id, reader.dayOf(row.id)])),
  };
}

async function answerOf(
  { stages, terms, times }: Findings,
  { results, days }: ReturnType<typeof shownOf>,
  { problem }: Index,
  plan: Plan,
  { whenWritten }: AnswerDeps,
  began: number,
): Promise<SearchAnswer> {
  const { trace = false, units = false } = plan.request;
  const { found: ordered, stage } = await newestFirst(results, plan.request.queries.join('\n'), {
    today: plan.askedOn,
    dayOfChunk: (id) => days.get(id) ?? null,
    whenWritten,
  });
  const all = stage === null ? stages : [...stages, stage];
  return {
    results: ordered.map(({ result }) => result),
    stages: problem === null ? all : [notice(problem), ...all],
    ...(units && { terms }),
    ...(trace && { times: { ...times, passages: performance.now() - began } }),
  };
}

/** A chunk that was found, with the question that found it. */
interface Hit extends Ranked {
  query: Query;
  ranking: Ranking;
  reader: CloseReader | null;
}

type Found = Hit & RankedChunk & { weights: readonly number[] };

interface Findings {
  found: Found[];
  stages: Stage[];
  terms: QuestionTerm[];
  /** Of all questions together, in milliseconds. */
  times: Record<string, number>;
  /** False where a chunk could not be read, because its file has changed. */
  isCurrent: boolean;
}

/** Each question of the request is read, then ranked; the best of all are found. */
async function search(
  index: Index,
  plan: Plan,
  deps: AnswerDeps,
  filterNow: () => Filter | null,
): Promise<Findings> {
  const { reader } = index;
  const isDeep = plan.request.mode === 'deep';
  const meaning = isDeep ? await deps.meaning() : null;
  const { without = [] } = plan.request;
  const hidden = without.length === 0 ? null : reader.filterOf(parseScopes(without), null, null);
  const chunks = new Map<number, RankedChunk>();
  const outdated = new Set<string>();
  const best = new Map<number, Hit>();
  let stages: Stage[] | null = null;
  let terms: QuestionTerm[] | null = null;
  const times: Record<string, number> = {};
  for (const query of plan.queries) {
    const { ranking, reader: closeReader } =
      meaning === null
        ? { ranking: searchFast(query, index, filterNow()), reader: null }
        : await searchDeep(query, { index, plan, deps, filterNow, meaning, chunks, outdated });
    stages ??= ranking.stages;
    terms ??= questionTerms(query, ranking.weights);
    for (const [stage, ms] of Object.entries(ranking.times)) times[stage] = (times[stage] ?? 0) + ms;
    const shown = hidden === null ? ranking.ranked : ranking.ranked.filter(({ id }) => !hidden.has(id));
    for (const item of shown.slice(0, plan.limit + 1)) {
      if (item.score > (best.get(item.id)?.score ?? -1))
        best.set(item.id, { ...item, query: ranking.query, ranking, reader: closeReader });
    }
  }
  for (const path of outdated) index.reindex(path, deps.files.read(path));
  const hits = [...best.values()]
    .filter(({ score }) => score >= plan.min_score)
    .sort(byScore)
    .slice(0, plan.limit);
  const foundOf = (hit: Hit): Found[] => {
    const chunk = chunks.get(hit.id) ?? rankedChunk(hit.id, reader);
    return chunk === null ? [] : [{ ...hit, ...chunk, weights: hit.ranking.weights }];
  };
  const found = reader.snapshot(() => hits.flatMap(foundOf));
  const isCurrent = outdated.size === 0 && found.length === hits.length;
  return { found, stages: stages ?? [], terms: terms ?? [], times, isCurrent };
}

function searchFast(query: Query, index: Index, filter: Filter | null): Ranking {
  return index.reader.snapshot(() => {
    const question = readQuestion(query, index.reader, filter);
    return rankChunks('fast', {
      question,
      index,
      filterNow: () => filter,
      meaning: null,
      tokensOf: noTokens,
    });
  });
}

interface DeepSearch {
  index: Index;
  plan: Plan;
  deps: AnswerDeps;
  filterNow: () => Filter | null;
  meaning: Meaning;
  /** What was ranked is remembered here: models take their time, and a chunk may be gone when they have answered. */
  chunks: Map<number, RankedChunk>;
  /** Gathers the files that have changed since they were indexed. */
  outdated: Set<string>;
}

async function searchDeep(
  asked: Query,
  { index, plan, deps, filterNow, meaning, chunks, outdated }: DeepSearch,
): Promise<{ ranking: Ranking; reader: CloseReader | null }> {
  const { reader } = index;
  const { signal } = plan.request;
  const { reranker, files } = deps;
  const textModel = plan.request.expand === false ? null : deps.textModel;
  const began = performance.now();
  const question = await readQuestionDeeply(asked, { index, filterNow, meaning, textModel, signal });
  const readIn = performance.now() - began;
  const model = 'reason' in meaning ? null : meaning.model;
  const tokensOf = (id: number) => {
    const passage = model && readPassage(id, index, files, outdated);
    return passage ? passageTokens(model.words, passage.headings, passage.lines.join('\n')) : noTokens();
  };
  const ranking = rankChunks('deep', { question, index, filterNow, meaning, tokensOf });
  rememberChunks(ranking.ranked.slice(0, plan.limit + RERANK.best), reader, chunks);
  const textOf = (id: number) => {
    const passage = readPassage(id, index, files, outdated);
    return passage && passageOf(passage);
  };
  const ordering = performance.now();
  const reranked = await rerank(asked.text, ranking.ranked, textOf, reranker, signal);
  const times = { question: readIn, ...ranking.times, rerank: performance.now() - ordering };
  if (reranked.stage.ran)
    ranking.orders.set(
      'rerank',
      reranked.ranked.map(({ id }) => id),
    );
  const closeReader =
    'reason' in meaning
      ? null
      : await createCloseReader(question.query.text, meaning.vectors.rarities, meaning.model);
  const stages = [...ranking.stages, reranked.stage];
  return { ranking: { ...ranking, ranked: reranked.ranked, stages, times }, reader: closeReader };
}

function noTokens(): Uint16Array {
  return new Uint16Array();
}

/** What a model reads of a chunk; null, and its file noted, where the file has changed. */
function readPassage(
  id: number,
  { reader }: Index,
  files: FileSource,
  outdated: Set<string>,
): { headings: string[]; lines: string[] } | null {
  const row = reader.describe(id);
  if (row === null) return null;
  const text = files.read(row.path)?.text;
  if (text === undefined || Buffer.compare(blobHash(text), row.fileHash) !== 0) {
    outdated.add(row.path);
    return null;
  }
  return { headings: JSON.parse(row.headings), lines: shownLines(text).slice(row.first - 1, row.last) };
}

function explanationOf({ id, query, ranking, evidence }: Hit): Explanation {
  const ranks: Record<string, number> = {};
  for (const [stage, order] of ranking.orders) {
    const place = order.indexOf(id);
    if (place >= 0) ranks[stage] = place + 1;
  }
  return { query: query.text, ...shares(evidence()), ranks };
}

function notice(problem: string): Stage {
  return { name: 'index', ran: true, reason: `kept in memory: ${problem}` };
}
