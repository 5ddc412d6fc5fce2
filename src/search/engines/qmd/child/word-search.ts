import type { FileHit, WordSearch } from '../protocol.js';
import { COLLECTION, hashOfFile } from './files.js';
import type { QmdRow, QmdStore } from './qmd-api.js';

/** QMD's own full-text search, before a deep search replaced it. */
export type FullTextSearch = (query: string, limit: number) => QmdRow[];

/** QMD's `search`, within the paths that are allowed. */
export function searchFullText(store: QmdStore, fullText: FullTextSearch, request: WordSearch): FileHit[] {
  const rows = rankWords(fullText, request, allowedSet(request));
  return rows.map(({ filepath, score }) => {
    const path = pathOf(filepath);
    return { path, hash: hashOfFile(store, path), score, line: null };
  });
}

/**
 * QMD joins words by AND, so that one word too many finds nothing. If the query as given finds too little, its
 * telling words are asked one by one and their BM25 added up: what a search for any of them would have given.
 */
export function rankWords(
  fullText: FullTextSearch,
  { query, words, limit }: Pick<WordSearch, 'query' | 'words' | 'limit'>,
  allowed: ReadonlySet<string> | null,
): QmdRow[] {
  const found = new Map<string, QmdRow>();
  const together = askUntilFilled(fullText, query, limit, allowed);
  for (const row of together) found.set(row.filepath, row);
  if (together.length < limit && words.length > 0 && !isStrict(query)) {
    for (const row of addUp(fullText, words, limit, allowed)) {
      const known = found.get(row.filepath);
      const score = together.length === 0 ? UNSURE * row.score : row.score;
      if (known === undefined || known.score < score) found.set(row.filepath, { ...row, score });
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score).slice(0, limit);
}

/** Words in quotes, and words with a minus before them, mean exactly what they say. */
function isStrict(query: string): boolean {
  return query.includes('"') || /(?:^|\s)-[\p{L}\p{N}]/u.test(query);
}

/** QMD takes a first hit above 0.85 for the answer; one that holds only some of the words is not that. */
const UNSURE = 0.8;
/** Files asked for per word: what lies further back brings a common word at most. */
const PER_WORD = 400;

function addUp(
  fullText: FullTextSearch,
  words: readonly string[][],
  limit: number,
  allowed: ReadonlySet<string> | null,
): QmdRow[] {
  const sums = new Map<string, { row: QmdRow; bm25: number }>();
  for (const spellings of words) {
    const best = new Map<string, QmdRow>();
    for (const spelling of spellings) {
      for (const row of askUntilFilled(fullText, spelling, Math.max(PER_WORD, limit), allowed)) {
        if ((best.get(row.filepath)?.score ?? -1) < row.score) best.set(row.filepath, row);
      }
    }
    for (const row of best.values()) {
      const sum = sums.get(row.filepath) ?? { row, bm25: 0 };
      sum.bm25 += row.score / (1 - Math.min(row.score, 0.9999));
      sums.set(row.filepath, sum);
    }
  }
  return [...sums.values()].map(({ row, bm25 }) => ({ ...row, score: bm25 / (1 + bm25) }));
}

/** QMD has no scopes: it is asked for more and more files, until enough of them are inside or it has no more. */
function askUntilFilled(
  fullText: FullTextSearch,
  query: string,
  wanted: number,
  allowed: ReadonlySet<string> | null,
): QmdRow[] {
  for (let asked = wanted; ; asked *= 8) {
    const rows = fullText(query, asked);
    const inside = allowed === null ? rows : rows.filter(({ filepath }) => allowed.has(pathOf(filepath)));
    if (inside.length >= wanted || rows.length < asked) return inside.slice(0, wanted);
  }
}

export function allowedSet({ allowed }: Pick<WordSearch, 'allowed'>): ReadonlySet<string> | null {
  return allowed === null ? null : new Set(allowed);
}

export function pathOf(file: string): string {
  return file.slice(`qmd://${COLLECTION}/`.length);
}
