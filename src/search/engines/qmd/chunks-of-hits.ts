import type { ChunkRow } from '../../index/chunk-rows.js';
import type { Query } from '../../query/parse-query.js';
import { searchWords } from '../../ranking/candidates.js';
import { QMD } from '../../ranking/parameters.js';
import type { Evidence, Ranked } from '../../ranking/ranked.js';
import type { QmdCatalogue } from './catalogue.js';
import type { FileHit } from './protocol.js';

/** A chunk of a file that QMD has found. */
export interface ChunkHit {
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
