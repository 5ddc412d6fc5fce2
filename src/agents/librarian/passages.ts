import type { SearchResult } from '../../search/engine.js';
import { countTokens } from '../../vault/tokens.js';

/** Lines of a file that belong into an answer; several chunks that touch are one passage. */
export interface Passage {
  path: string;
  first: number;
  last: number;
  wholeFile: boolean;
  score: number;
  headings: string[];
  /** The lines of each chunk in it, with their numbers, as they were found. */
  quotes: string[];
}

/** Results far below the best one are noise in an answer that somebody pays for by the token. */
const LEAST_SHARE = 0.75;
/** Below this only small words met, or words of a distant sense: that is not an answer. */
export const LEAST_SCORE = 0.2;
const MOST_PASSAGES = 10;

/**
 * The best results as passages, best first: adjacent chunks of a file joined, cut where the budget ends. The best one is
 * always there.
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

/** Joins a passage to one of the same file that it touches; the better one gives heading and score. */
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
