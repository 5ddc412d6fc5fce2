import { kindOf } from '../../vault/kinds.js';
import { RECENCY } from './parameters.js';
import { ratioOf } from './ranked.js';

/** What waits in the inbox for an answer. */
export function isInInbox(path: string): boolean {
  return kindOf(path) === 'inbox';
}

/** The question about an inbox item. It repeats what other files say: the input, candidates, their lines. */
export function isReview(path: string): boolean {
  return REVIEW.test(path);
}

const REVIEW = /^(?:vault\/)?inbox\/[^/]+\/review\.md$/;

/** Best first as before, but what waits in the inbox comes after everything filed that is as good, and a review last. */
export function waitingLast<Item extends { row: { path: string }; score: number }>(
  ranked: readonly Item[],
): Item[] {
  const ordered: Item[] = [];
  let waiting: Item[] = [];
  const add = (item: Item) =>
    ordered.push({ ...item, score: Math.min(item.score, ordered.at(-1)?.score ?? item.score) });
  for (const item of ranked.filter(({ row }) => !isReview(row.path))) {
    if (isInInbox(item.row.path)) {
      waiting.push(item);
      continue;
    }
    const isBetter = ({ score }: Item) => ratioOf(item.score) < RECENCY.tie * ratioOf(score);
    waiting.filter(isBetter).forEach(add);
    waiting = waiting.filter((other) => !isBetter(other));
    add(item);
  }
  waiting.forEach(add);
  ranked.filter(({ row }) => isReview(row.path)).forEach(add);
  return ordered;
}
