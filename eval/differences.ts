import type { SearchResult } from '../src/search/engine.js';

/** Counts the answers in which two engines differ, and those that equal scores explain. */
export function createDifferences() {
  let questions = 0;
  let ties = 0;
  let others = 0;
  return {
    compare(one: readonly SearchResult[], other: readonly SearchResult[]): void {
      questions++;
      if (isEqual(one.map(keyOf), other.map(keyOf))) return;
      if (isTie(one, other)) ties++;
      else others++;
    },
    summary: () =>
      `different answers: ${ties + others} of ${questions}, ${ties} of them by equal scores alone`,
  };
}

/** The same scores in the same order, and above the last score the same chunks: only equals changed places. */
function isTie(one: readonly SearchResult[], other: readonly SearchResult[]): boolean {
  const scores = (results: readonly SearchResult[]) => results.map(({ score }) => String(score)).sort();
  const least = one.at(-1)?.score ?? 0;
  const above = (results: readonly SearchResult[]) =>
    results
      .filter(({ score }) => score > least)
      .map(keyOf)
      .sort();
  return isEqual(scores(one), scores(other)) && isEqual(above(one), above(other));
}

function keyOf({ path, lines, score, match_lines }: SearchResult): string {
  return JSON.stringify([path, lines, match_lines, score]);
}

function isEqual(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}
