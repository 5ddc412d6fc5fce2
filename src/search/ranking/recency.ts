import { RECENCY } from './parameters.js';
import { type Ranked, ratioOf } from './ranked.js';

/**
 * Among results that are worth nearly the same, the newer one comes first. Only days count, and only those that a chunk
 * has of its own: a changelog's day, or `updated` where it says something else than the file system.
 */
export function preferNewer(ranked: readonly Ranked[], dayOf: (id: number) => string | null): Ranked[] {
  const order = [...ranked];
  const examined = Math.min(order.length, RECENCY.examined);
  for (let start = 0; start + 1 < examined; ) {
    let end = start + 1;
    const least = RECENCY.tie * ratioOf(order[start]!.score);
    while (end < examined && ratioOf(order[end]!.score) >= least) end++;
    if (end - start > 1) sortByDay(order, start, end, dayOf);
    start = end;
  }
  return order;
}

/** Those without a day keep their places, and so do the scores, falling by a trace where they are equal. */
function sortByDay(order: Ranked[], start: number, end: number, dayOf: (id: number) => string | null): void {
  const dated: { place: number; item: Ranked; day: string }[] = [];
  for (let place = start; place < end; place++) {
    const day = dayOf(order[place]!.id);
    if (day !== null) dated.push({ place, item: order[place]!, day });
  }
  const newestFirst = dated.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : a.place - b.place));
  if (newestFirst.every((entry, index) => entry === dated[index])) return;
  const scores = order.slice(start, end).map(({ score }) => score);
  dated.forEach(({ place }, index) => {
    order[place] = newestFirst[index]!.item;
  });
  for (let place = start; place < end; place++) {
    order[place] = { ...order[place]!, score: scores[place - start]! - TRACE * (place - start) };
  }
}

const TRACE = 1e-9;
