import type { Clock } from '../../../shared/clock.js';
import { RappelError } from '../../../shared/errors.js';
import { shownLines } from '../../../vault/lines.js';
import type { Explanation, SearchAnswer, SearchRequest, SearchResult, Stage } from '../../engine.js';
import type { FileSource } from '../../files.js';
import type { Index } from '../../index/open-index.js';
import type { Filter, Reader } from '../../index/reader.js';
import { updateFile } from '../../index/update-file.js';
import type { NearestLine } from '../../passages/nearest-line.js';
import { type Found, presentLines } from '../../passages/present.js';
import { type RankedChunk, settle } from '../../passages/reconcile.js';
import { parseQuery, type Query } from '../../query/parse-query.js';
import { parseScopes } from '../../query/scopes.js';
import { type DeepModels, type Meaning, type Passage, searchDeep } from '../../ranking/deep.js';
import { searchFast } from '../../ranking/fast.js';
import type { Ranked } from '../../ranking/rank.js';
import { parseBound } from '../../text/dates.js';
import { hashOfText } from '../../text/hash-of-text.js';

/** A request that was understood. */
export interface Plan {
  queries: Query[];
  request: SearchRequest;
  scopes: ReturnType<typeof parseScopes> | null;
  from: string | null;
  to: string | null;
  limit: number;
  context: number;
  min_score: number;
}

/** Throws `invalid_input` for a request that makes no sense. */
export function planOf(request: SearchRequest, clock: Clock): Plan {
  if (request.queries.length === 0) {
    throw new RappelError('invalid_input', 'queries: got [], expected at least one question or word', {
      hint: 'Example: ["why was the external API dropped"].',
    });
  }
  const now = clock.now();
  const scopes = request.scopes == null ? null : parseScopes(request.scopes);
  return {
    queries: request.queries.slice(0, MAX_QUERIES).map(parseQuery),
    request,
    scopes: scopes?.some(({ base, takes }) => base === '' && takes('x')) ? null : scopes,
    from: request.date_from ? parseBound('date_from', request.date_from, 'from', now) : null,
    to: request.date_to ? parseBound('date_to', request.date_to, 'to', now) : null,
    limit: request.limit ?? DEFAULT_LIMIT,
    context: request.context ?? DEFAULT_CONTEXT,
    min_score: request.min_score ?? 0,
  };
}

const DEFAULT_LIMIT = 10;
const DEFAULT_CONTEXT = 2;
const MAX_QUERIES = 32;
const MOST_ROUNDS = 3;
/** A reranker, or the day, may bring something up from this far below. */
const MOST_RERANKED = 40;

export interface AnswerDeps {
  files: FileSource;
  /** Asked for only where the request is deep. */
  meaning: () => Promise<Meaning>;
  models: DeepModels;
}

/**
 * Searches, then looks at the files themselves. Where one says something else by now the search is repeated, a few times
 * at most; the last time what was found is quoted as its file has it.
 */
export async function answer(index: Index, plan: Plan, deps: AnswerDeps): Promise<SearchAnswer> {
  const filterNow = () => index.reader.filterOf(plan.scopes, plan.from, plan.to);
  for (let round = 1; ; round++) {
    const { found, stages, isCurrent } = await rankAll(index, plan, deps, filterNow);
    const { settled, isSame } = settle(found, index, deps.files, filterNow);
    if ((!isSame || !isCurrent) && round < MOST_ROUNDS) continue;
    const results = settled.map(({ item, row, lines }): SearchResult => {
      const result = presentLines({ ...item, row }, lines, plan.context);
      return plan.request.explain ? { ...result, explain: item.explain() } : result;
    });
    return { results, stages: index.problem === null ? stages : [notice(index.problem), ...stages] };
  }
}

type Ranking = {
  found: (Found & RankedChunk & { explain: () => Explanation })[];
  stages: Stage[];
  /** False where something that was to be read of a chunk could not be, because its file has changed. */
  isCurrent: boolean;
};

async function rankAll(
  index: Index,
  plan: Plan,
  deps: AnswerDeps,
  filterNow: () => Filter | null,
): Promise<Ranking> {
  const { reader, store } = index;
  const best = new Map<number, Hit>();
  const ranked = new Map<number, RankedChunk>();
  const outdated = new Set<string>();
  const stages: Stage[] = [];
  const meaning = plan.request.mode === 'deep' ? await deps.meaning() : null;
  const filter = meaning === null ? filterNow() : null;
  for (const query of plan.queries) {
    const searched =
      meaning === null
        ? { ...searchFast(query, reader, store, filter), ranks: null, nearestLine: null }
        : await searchDeep({
            query,
            index,
            filterNow,
            meaning,
            models: deps.models,
            keep: (items) => keep(items.slice(0, plan.limit + MOST_RERANKED), reader, ranked),
            passageOf: (id) => readPassage(id, index, deps.files, outdated),
            signal: plan.request.signal,
          });
    if (stages.length === 0) stages.push(...searched.stages);
    searched.ranked.slice(0, plan.limit + 1).forEach((item, position) => {
      const known = best.get(item.id);
      if (known !== undefined && known.score >= item.score) return;
      const ranks = searched.ranks?.get(item.id) ?? { bm25: position + 1 };
      const { id, score, parts } = item;
      const { weights, nearestLine } = searched;
      best.set(id, { id, score, parts, query, weights, nearestLine, ranks });
    });
  }
  for (const path of outdated) updateFile(store, deps.files, path);
  const hits = [...best.values()]
    .filter(({ score }) => score >= plan.min_score)
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, plan.limit);
  const chunks = reader.atOnce(() => hits.map(({ id }) => ranked.get(id) ?? chunkOf(id, reader)));
  const found = hits.flatMap(({ score, query, weights, nearestLine, parts, ranks }, position) => {
    const chunk = chunks[position];
    if (chunk == null) return [];
    const explain = () => ({ query: query.text, terms: shares(parts()), ranks });
    return [{ ...chunk, score, query, weights, nearestLine, explain }];
  });
  return { found, stages, isCurrent: outdated.size === 0 && found.length === hits.length };
}

/** Models take their time, and a chunk may be gone when they have answered: what it was is remembered. */
function keep(items: readonly Ranked[], reader: Reader, ranked: Map<number, RankedChunk>): void {
  reader.atOnce(() => {
    const words = new Map(reader.candidates(items.map(({ id }) => id)).map((item) => [item.id, item.words]));
    for (const { id } of items) {
      const row = reader.describe(id);
      if (row !== null) ranked.set(id, { row, words: () => words.get(id) ?? null });
    }
  });
}

function chunkOf(id: number, reader: Reader): RankedChunk | null {
  const row = reader.describe(id);
  return row && { row, words: () => reader.candidates([id])[0]?.words ?? null };
}

interface Hit {
  id: number;
  score: number;
  parts: () => Record<string, number>;
  query: Query;
  weights: readonly number[];
  nearestLine: NearestLine | null;
  ranks: Record<string, number>;
}

/** What a model reads of a chunk; null, and its file noted, where that is another one by now. */
function readPassage(
  id: number,
  { reader }: Index,
  files: FileSource,
  outdated: Set<string>,
): Passage | null {
  const row = reader.describe(id);
  if (row === null) return null;
  const text = files.read(row.path)?.text;
  if (text === undefined || Buffer.compare(hashOfText(text), row.fileHash) !== 0) {
    outdated.add(row.path);
    return null;
  }
  return { headings: JSON.parse(row.headings), lines: shownLines(text).slice(row.first - 1, row.last) };
}

/** What each term gave, as a share of all: what `explain` shows. */
export function shares(parts: Record<string, number>): Record<string, number> {
  const sum = Object.values(parts).reduce((total, part) => total + part, 0) || 1;
  const entries = Object.entries(parts).sort((a, b) => b[1] - a[1]);
  return Object.fromEntries(entries.map(([label, part]) => [label, Math.round((100 * part) / sum) / 100]));
}

function notice(problem: string): Stage {
  return { name: 'index', ran: true, reason: `kept in memory: ${problem}` };
}
