import { blobHash } from '../../../vault/blob-id.js';
import { shownLines } from '../../../vault/lines.js';
import type { SearchAnswer, SearchEngine, Stage } from '../../engine.js';
import type { FileSource } from '../../files.js';
import { type CloseReader, createCloseReader } from '../../passages/close-reader.js';
import { presentChunks, questionTerms } from '../../passages/present.js';
import type { FoundChunk } from '../../passages/score-units.js';
import type { Query } from '../../query/parse-query.js';
import type { Plan } from '../../query/plan.js';
import { resolveQuotes } from '../../query/quotes.js';
import { parseScopes } from '../../query/scopes.js';
import { shares } from '../../ranking/explain.js';
import { waitingLast } from '../../ranking/waiting.js';
import type { QmdCatalogue } from './catalogue.js';
import { type ChunkHit, chunksOfHits, filesFor } from './chunks-of-hits.js';
import { type QmdClient, QmdProblem } from './client.js';
import type { FileHit, WordSearch } from './protocol.js';
import { spellingsOf } from './spellings.js';
import type { QmdSync } from './sync.js';

interface QmdAnswerDeps {
  plan: Plan;
  client: QmdClient;
  catalogue: QmdCatalogue;
  sync: QmdSync;
  files: FileSource;
  own: SearchEngine;
  /** How long a search may take. */
  seconds: number;
}

/** Asks QMD for files, then looks at the files themselves: where one has changed it is indexed first and QMD asked again. */
export async function answerWithQmd(deps: QmdAnswerDeps): Promise<SearchAnswer> {
  const { plan, files, own, sync } = deps;
  const readers = plan.request.mode === 'deep' ? await closeReaders(plan.queries) : null;
  for (let round = 1; ; round++) {
    const { found, stages, outdated } = await findChunks(deps);
    const texts = new Map<string, string>();
    const stale = new Set(outdated);
    for (const { row } of found) {
      if (texts.has(row.path) || stale.has(row.path)) continue;
      const file = files.read(row.path);
      if (file !== null && blobHash(file.text).equals(row.fileHash)) texts.set(row.path, file.text);
      else stale.add(row.path);
    }
    if (stale.size > 0 && round < MOST_ROUNDS) {
      await own.update(...stale);
      await sync.tell([...stale]);
      continue;
    }
    // A file that changes faster than it can be indexed is left out rather than quoted wrongly.
    const current = waitingLast(found.filter(({ row }) => texts.has(row.path)));
    const chunks = current.map(
      (item): FoundChunk => ({
        ...item,
        reader: readers?.get(item.query) ?? null,
        lines: shownLines(texts.get(item.row.path)!),
      }),
    );
    const { explain = false, units = false } = plan.request;
    const results = presentChunks(chunks, plan, units);
    if (explain) {
      current.forEach(({ query, evidence, rank }, at) => {
        const explanation = { query: query.text, ...shares(evidence), ranks: { qmd: rank } };
        Object.assign(results[at]!, { explain: explanation });
      });
    }
    const [best] = current;
    return { results, stages, ...(units && { terms: best ? questionTerms(best.query, best.weights) : [] }) };
  }
}

async function closeReaders(queries: readonly Query[]): Promise<Map<Query, CloseReader | null>> {
  const found = queries.map(async (query) => [query, await createCloseReader(query.text)] as const);
  return new Map(await Promise.all(found));
}

const MOST_ROUNDS = 5;
const TIME_TO_SEARCH = 10_000;
/** A longer query is a text: its telling words are enough. */
const LONGEST_QUERY = 500;

type Found = ChunkHit & { query: Query };

async function findChunks(
  deps: QmdAnswerDeps,
): Promise<{ found: Found[]; stages: Stage[]; outdated: string[] }> {
  const { plan, catalogue } = deps;
  const allowed = catalogue.allowed(plan.scopes, plan.from, plan.to);
  const best = new Map<number, Found>();
  const stages: Stage[] = [{ name: 'qmd', ran: true, reason: null }];
  const outdated: string[] = [];
  for (const asked of allowed?.length === 0 ? [] : plan.queries) {
    const query = withQuotesResolved(asked, deps);
    const { hits, stages: ran } = await ask(deps, query, allowed);
    if (stages.length === 1) stages.push(...ran);
    outdated.push(...unlikeOurs(hits, catalogue));
    for (const hit of chunksOfHits(hits, query, catalogue, plan)) {
      const known = best.get(hit.row.id);
      if (known === undefined || known.score < hit.score) best.set(hit.row.id, { ...hit, query: asked });
    }
  }
  const hidden = parseScopes(plan.request.without ?? []);
  const found = [...best.values()]
    .filter(({ score, row }) => score >= plan.min_score && !hidden.some(({ takes }) => takes(row.path)))
    .sort((a, b) => b.score - a.score || a.rank - b.rank || a.row.id - b.row.id)
    .slice(0, plan.limit);
  return { found, stages, outdated };
}

function withQuotesResolved(query: Query, { plan, catalogue }: QmdAnswerDeps): Query {
  if (query.quoted.length === 0) return query;
  const { reader } = catalogue.index();
  return resolveQuotes(query, reader, reader.filterOf(plan.scopes, plan.from, plan.to));
}

async function ask(
  { plan, client, catalogue, seconds }: QmdAnswerDeps,
  query: Query,
  allowed: string[] | null,
): Promise<{ hits: FileHit[]; stages: Stage[] }> {
  const { reader } = catalogue.index();
  const request: WordSearch = {
    query: query.text.slice(0, LONGEST_QUERY).replace(/\s+/g, ' ').trim(),
    words: spellingsOf(query, (terms) => reader.countsOf(terms)),
    limit: filesFor(plan.limit),
    allowed,
  };
  if (plan.request.mode !== 'deep') {
    const { hits } = await client.request('search', request, Math.min(TIME_TO_SEARCH, seconds * 1000));
    return { hits: checked(hits), stages: [{ name: 'bm25', ran: true, reason: null }] };
  }
  const { hits, stages } = await client.request('query', { ...request, seconds }, seconds * 1000);
  return { hits: checked(hits), stages };
}

function checked(hits: FileHit[]): FileHit[] {
  const isHit = (hit: FileHit) => typeof hit?.path === 'string' && Number.isFinite(hit.score);
  if (Array.isArray(hits) && hits.every(isHit)) return hits;
  throw new QmdProblem('QMD sent an unreadable reply');
}

/** Files of which QMD knows another text than we do. */
function unlikeOurs(hits: readonly FileHit[], catalogue: QmdCatalogue): string[] {
  const { store } = catalogue.index();
  return hits
    .filter(({ path, hash }) => {
      const known = store.find(path);
      return known === null || Buffer.from(known.hash).toString('hex') !== hash;
    })
    .map(({ path }) => path);
}
