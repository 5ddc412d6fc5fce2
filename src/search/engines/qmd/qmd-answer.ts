import { MONTHS } from '../../../shared/calendar-words.js';
import { blobHash } from '../../../vault/blob-id.js';
import { shownLines } from '../../../vault/lines.js';
import type { SearchAnswer, SearchEngine, Stage } from '../../engine.js';
import type { FileSource } from '../../files.js';
import type { ChunkRow } from '../../index/chunk-rows.js';
import { type CloseReader, createCloseReader } from '../../passages/close-reader.js';
import { presentChunks, questionTerms } from '../../passages/present.js';
import type { FoundChunk } from '../../passages/score-units.js';
import type { Query, Term } from '../../query/parse-query.js';
import type { Plan } from '../../query/plan.js';
import { resolveQuotes } from '../../query/quotes.js';
import { parseScopes } from '../../query/scopes.js';
import { searchWords } from '../../ranking/candidates.js';
import { shares } from '../../ranking/explain.js';
import { QMD } from '../../ranking/parameters.js';
import type { Evidence, Ranked } from '../../ranking/ranked.js';
import { waitingLast } from '../../ranking/waiting.js';
import { isSmallWord } from '../../text/stop-words.js';
import type { QmdCatalogue } from './catalogue.js';
import { type QmdClient, QmdProblem } from './client.js';
import type { FileHit, WordSearch } from './protocol.js';
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

/**
 * The telling words of a query, rarest first, each in the spellings under which QMD may have it. QMD matches the start
 * of words: a stem covers all of its forms, French ones too, which its English rules would miss.
 */
export function spellingsOf(query: Query, countsOf: (terms: readonly Term[]) => number[]): string[][] {
  // A span of days has no spelling, and too many days to ask for each.
  const asked = query.terms.filter(({ isStopWord, label }) => !isStopWord && !label.includes('..'));
  const telling = asked.filter(({ label }) => !isSmallWord(label));
  const terms = telling.length === 0 ? asked : telling;
  const counts = countsOf(terms);
  return terms
    .map((term, index) => ({ term, count: counts[index]! || Number.MAX_SAFE_INTEGER }))
    .sort((a, b) => a.count - b.count)
    .slice(0, QMD.mostWords)
    .map(({ term }) => spellings(term));
}

function spellings({ label, keys }: Term): string[] {
  const date = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(label);
  if (date !== null) return datesOf(date[1]!, Number(date[2]), date[3]);
  const word = label.replace(/^\[|\]$/g, '');
  const found = new Set<string>();
  for (const { text } of keys) {
    if (!/^[\p{L}\p{N}]+$/u.test(text)) continue;
    found.add(text.length >= QMD.longStem ? text : exactly(text));
  }
  const starts = [...found].some((text) => word.startsWith(text));
  if (!starts) found.add(word.length >= QMD.longStem || /\s/.test(word) ? word : exactly(word));
  // A stem that starts another one finds everything the longer one does.
  const shortest = [...found].filter(
    (text) => ![...found].some((other) => other !== text && text.startsWith(other)),
  );
  // The commonest of an irregular verb come first; each further one is a question of its own.
  const few = shortest.slice(0, QMD.mostSpellings);
  const joined = /oe|ae/.test(word)
    ? few.filter((text) => word.startsWith(text)).map((text) => text.replace('oe', 'œ').replace('ae', 'æ'))
    : [];
  return [...few, ...joined];
}

function exactly(text: string): string {
  return `"${text}"`;
}

function datesOf(year: string, month: number, day: string | undefined): string[] {
  const { french, english } = MONTHS[month - 1] ?? { french: '', english: '' };
  const two = String(month).padStart(2, '0');
  if (day === undefined)
    return [`${year}-${two}`, exactly(`${french} ${year}`), exactly(`${english} ${year}`)];
  const plain = String(Number(day));
  return [
    `${year}-${two}-${day}`,
    exactly(`${day} ${two} ${year}`),
    exactly(`${plain} ${french} ${year}`),
    exactly(`${plain} ${english} ${year}`),
    exactly(`${english} ${plain} ${year}`),
  ];
}

/** A chunk of a file that QMD has found. */
interface ChunkHit {
  row: ChunkRow;
  score: number;
  /** QMD's place for the file, from 1. */
  rank: number;
  weights: readonly number[];
  /** What our own score is made of. */
  evidence: Evidence;
}

/**
 * QMD finds files; our own ranking says which of their chunks are meant. The order of files is QMD's. The scores are
 * QMD's in proportion, at the height that our own ranking gives to the best of the first file: QMD's numbers alone are
 * near zero for common words.
 */
export function chunksOfHits(
  hits: readonly FileHit[],
  query: Query,
  catalogue: QmdCatalogue,
  days: { from: string | null; to: string | null },
): ChunkHit[] {
  const { reader, store } = catalogue.index();
  const { rank: rankAll, weights } = searchWords(query, reader, store, NONE);
  const rows = catalogue.chunksOf(
    hits.map(({ path }) => path),
    days.from,
    days.to,
  );
  const ranked = new Map(rankAll(reader.candidates(rows.map(({ id }) => id))).map((item) => [item.id, item]));
  const byPath = new Map<string, ChunkRow[]>();
  for (const row of rows) {
    const others = byPath.get(row.path);
    if (others === undefined) byPath.set(row.path, [row]);
    else others.push(row);
  }
  const chosen = hits.flatMap((hit, index) => {
    const chunks = choose(hit, byPath.get(hit.path) ?? [], ranked, query);
    return chunks.length === 0 ? [] : [{ hit, chunks, rank: index + 1 }];
  });
  const first = chosen[0];
  if (first === undefined) return [];
  const height = ranked.get(first.chunks[0]!.row.id)?.score || QMD.unknown;
  const telling = new Set(query.terms.filter(({ isStopWord }) => !isStopWord).map(({ label }) => label));
  const holds = ({ id }: ChunkRow) =>
    Object.keys(ranked.get(id)?.evidence().terms ?? {}).some((label) => telling.has(label));
  return chosen.flatMap(({ hit, chunks, rank }) => {
    // Found by the start of a word that goes on differently: QMD can't tell.
    const isDoubtful = hit.line === null && holds(first.chunks[0]!.row) && !holds(chunks[0]!.row);
    const doubt = isDoubtful ? QMD.doubtful : 1;
    const level = height * Math.min(1, hit.score / (first.hit.score || 1)) * doubt;
    return chunks.map(({ row, share }) => ({
      row,
      rank,
      weights,
      score: Math.max(LEAST, level * share),
      evidence: ranked.get(row.id)?.evidence() ?? { terms: {}, stages: {} },
    }));
  });
}

/** How many files QMD is asked for: some of them may hold no chunk that counts. */
export function filesFor(limit: number): number {
  return Math.max(QMD.fewestFiles, limit);
}

const NONE: ReadonlySet<number> = new Set();
const LEAST = 0.0001;

function choose(
  { line }: FileHit,
  rows: readonly ChunkRow[],
  ranked: ReadonlyMap<number, Ranked>,
  query: Query,
): { row: ChunkRow; share: number }[] {
  const scored = rows
    .flatMap((row) => {
      const score = ranked.get(row.id)?.score ?? 0;
      return score > 0 ? [{ row, score }] : [];
    })
    .sort((a, b) => b.score - a.score);
  const best = scored[0];
  const there = line === null ? undefined : rows.find(({ first, last }) => first <= line && line <= last);
  if (there !== undefined && (best === undefined || best.score < QMD.weak)) return [{ row: there, share: 1 }];
  if (best !== undefined) {
    return scored
      .filter(({ score }) => score >= QMD.worthShowing * best.score)
      .map(({ row, score }, index) => ({ row, share: index === 0 ? 1 : (QMD.further * score) / best.score }));
  }
  // Found by the start of a word or the name of the file: no chunk is better than another. But a quote must be in one.
  return rows.length === 0 || query.quoted.length > 0 ? [] : [{ row: rows[0]!, share: 1 }];
}
