import type { SearchResult } from '../../search/engine.js';
import { countTokens } from '../../vault/tokens.js';

/** Lines of a file that belong in an answer; touching chunks form one passage. */
export interface Passage {
  path: string;
  first: number;
  last: number;
  wholeFile: boolean;
  score: number;
  headings: string[];
  /** The text of each chunk with its line numbers, as the search found it. */
  quotes: string[];
}

/** Results far below the best one are noise, and every token of an answer costs money. */
const LEAST_SHARE = 0.75;
/** Below this score only common words or distant meanings matched: not an answer. */
export const LEAST_SCORE = 0.2;
const MOST_PASSAGES = 10;

/**
 * The best results as passages, best first; adjacent chunks of a file are joined, and the list ends at the
 * token budget. The best passage is always included.
 */
export function choosePassages(results: readonly SearchResult[], budget: number): Passage[] {
  const best = results[0]?.score ?? 0;
  const chosen: Passage[] = [];
  let left = budget;
  for (const result of results) {
    if (result.score < Math.max(LEAST_SCORE, best * LEAST_SHARE) || chosen.length === MOST_PASSAGES) break;
    const tokens = countTokens(result.chunk_with_context);
    if (tokens > left && chosen.length > 0) continue;
    left -= tokens;
    add(chosen, passageOf(result));
  }
  return chosen;
}

function passageOf({ path, lines, whole_file, score, headings, chunk_with_context }: SearchResult): Passage {
  const [first = 1, last = 1] = lines.split('-').map(Number);
  return { path, first, last, wholeFile: whole_file, score, headings, quotes: [chunk_with_context] };
}

/** Merges a passage with a touching one of the same file; heading and score come from the better one. */
function add(chosen: Passage[], passage: Passage): void {
  const neighbour = chosen.find(
    ({ path, first, last }) =>
      path === passage.path && passage.first <= last + 2 && passage.last >= first - 2,
  );
  if (neighbour === undefined) {
    chosen.push(passage);
    return;
  }
  neighbour.first = Math.min(neighbour.first, passage.first);
  neighbour.last = Math.max(neighbour.last, passage.last);
  neighbour.quotes.push(...passage.quotes);
}
