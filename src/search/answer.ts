import type { Clock } from '../shared/clock.js';
import { RappelError } from '../shared/errors.js';
import { shownLines } from '../vault/lines.js';
import { passageOf } from './analyse.js';
import { parseBound } from './dates.js';
import { type DeepModels, type Meaning, searchDeep } from './deep.js';
import type { Explanation, SearchAnswer, SearchRequest, SearchResult, Stage } from './engine.js';
import { searchFast } from './fast.js';
import type { FileSource } from './files.js';
import { hashOfText } from './hash-of-text.js';
import type { Index } from './open-index.js';
import { type Found, presentLines } from './present.js';
import { parseQuery, type Query } from './query.js';
import { parseScopes } from './scopes.js';
import type { Store } from './store.js';

/** A request that was understood. */
export interface Plan {
  queries: Query[];
  request: SearchRequest;
  scopes: ReturnType<typeof parseScopes> | null;
  from: string | null;
  to: string | null;
  limit: number;
  context: number;
  minScore: number;
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
    from: request.dateFrom ? parseBound('date_from', request.dateFrom, 'from', now) : null,
    to: request.dateTo ? parseBound('date_to', request.dateTo, 'to', now) : null,
    limit: request.limit ?? DEFAULT_LIMIT,
    context: request.context ?? DEFAULT_CONTEXT,
    minScore: request.minScore ?? 0,
  };
}

const DEFAULT_LIMIT = 10;
const DEFAULT_CONTEXT = 2;
const MAX_QUERIES = 32;
const MOST_ROUNDS = 5;
const BM25: Stage = { name: 'bm25', ran: true, reason: null };

export interface AnswerDeps {
  files: FileSource;
  /** Asked for only where the request is deep. */
  meaning: () => Promise<Meaning>;
  models: DeepModels;
}

/** Searches, then looks at the files themselves: where one has changed it is indexed first and the search repeated. */
export async function answer(index: Index, plan: Plan, deps: AnswerDeps): Promise<SearchAnswer> {
  for (let round = 1; ; round++) {
    const { found, stages, isLost } = await rankAll(index, plan, deps);
    // Something has given way to a newer chunk while a model was asked.
    if (isLost && round < MOST_ROUNDS) continue;
    const texts = new Map<string, string[]>();
    const stale = new Set<string>();
    for (const { row } of found) {
      if (texts.has(row.path) || stale.has(row.path)) continue;
      const file = deps.files.read(row.path);
      if (file !== null && Buffer.compare(hashOfText(file.text), row.fileHash) === 0) {
        texts.set(row.path, shownLines(file.text));
      } else stale.add(row.path);
    }
    if (stale.size > 0 && round < MOST_ROUNDS) {
      for (const path of stale) updateFile(index.store, deps.files, path);
      continue;
    }
    // A file that changes faster than it can be indexed is left out rather than quoted wrongly.
    const results = found.flatMap((item): SearchResult[] => {
      const lines = texts.get(item.row.path);
      if (lines === undefined) return [];
      const result = presentLines(item, lines, plan.context);
      return [plan.request.explain ? { ...result, explain: item.explain() } : result];
    });
    return { results, stages: index.problem === null ? stages : [notice(index.problem), ...stages] };
  }
}

async function rankAll(
  index: Index,
  plan: Plan,
  deps: AnswerDeps,
): Promise<{ found: (Found & { explain: () => Explanation })[]; stages: Stage[]; isLost: boolean }> {
  const { reader, store } = index;
  const filterNow = () => reader.filterOf(plan.scopes, plan.from, plan.to);
  const best = new Map<number, Hit>();
  let isBehind = false;
  const stages: Stage[] = [];
  const meaning = plan.request.mode === 'deep' ? await deps.meaning() : null;
  const filter = meaning === null ? filterNow() : null;
  for (const query of plan.queries) {
    const searched =
      meaning === null
        ? { ...searchFast(query, reader, store, filter), stages: [BM25], ranks: null, isBehind: false }
        : await searchDeep({
            query,
            index,
            filterNow,
            meaning,
            models: deps.models,
            textOf: (id) => textOf(id, index, deps.files),
            signal: plan.request.signal,
          });
    isBehind ||= searched.isBehind;
    if (stages.length === 0) stages.push(...searched.stages);
    searched.ranked.slice(0, plan.limit + 1).forEach((item, position) => {
      const known = best.get(item.id);
      if (known !== undefined && known.score >= item.score) return;
      const ranks = searched.ranks?.get(item.id) ?? { bm25: position + 1 };
      const { id, score } = item;
      best.set(id, { id, score, parts: () => item.parts, query, weights: searched.weights, ranks });
    });
  }
  const hits = [...best.values()]
    .filter(({ score }) => score >= plan.minScore)
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .slice(0, plan.limit);
  const rows = reader.atOnce(() => hits.map(({ id }) => reader.describe(id)));
  const found = hits.flatMap(({ score, query, weights, parts, ranks }, position) => {
    const row = rows[position]!;
    if (row === null) return [];
    const explain = () => ({ query: query.text, terms: shares(parts()), ranks });
    return [{ row, score, query, weights, explain }];
  });
  return { found, stages, isLost: isBehind || found.length < hits.length };
}

interface Hit {
  id: number;
  score: number;
  parts: () => Record<string, number>;
  query: Query;
  weights: readonly number[];
  ranks: Record<string, number>;
}

/** What a reranker reads of a chunk: its headings and its lines, if they are still there. */
function textOf(id: number, { reader }: Index, files: FileSource): string | null {
  const row = reader.describe(id);
  const text = row === null ? undefined : files.read(row.path)?.text;
  if (row === null || text === undefined || Buffer.compare(hashOfText(text), row.fileHash) !== 0) return null;
  return passageOf({
    headings: JSON.parse(row.headings),
    lines: shownLines(text).slice(row.first - 1, row.last),
  });
}

/** Indexes one file as it is now, or forgets it. */
export function updateFile(store: Store, files: FileSource, path: string): void {
  const file = files.read(path);
  if (file === null) store.remove(path);
  else store.put(file.version, file.text);
}

function shares(parts: Record<string, number>): Record<string, number> {
  const sum = Object.values(parts).reduce((total, part) => total + part, 0) || 1;
  const entries = Object.entries(parts).sort((a, b) => b[1] - a[1]);
  return Object.fromEntries(entries.map(([label, part]) => [label, Math.round((100 * part) / sum) / 100]));
}

function notice(problem: string): Stage {
  return { name: 'index', ran: true, reason: `kept in memory: ${problem}` };
}
