import type { Database } from '../index/sqlite.js';
import { type Ranked, ratioOf } from './rank.js';

/**
 * Among results that are worth nearly the same, the newer one comes first. Only days count, and only those that a chunk
 * has of its own: a changelog's day, or `updated` where it says something else than the file system.
 */
export function preferNewer(ranked: readonly Ranked[], dayOf: (id: number) => string | null): Ranked[] {
  const order = [...ranked];
  for (let start = 0; start + 1 < Math.min(order.length, LOOKED_AT); ) {
    let end = start + 1;
    const least = CLOSE * ratioOf(order[start]!.score);
    while (end < order.length && end < LOOKED_AT && ratioOf(order[end]!.score) >= least) end++;
    if (end - start > 1) sortByDay(order, start, end, dayOf);
    start = end;
  }
  return order;
}

/** A share of the evidence: less than that is chance. */
const CLOSE = 0.99;
const LOOKED_AT = 30;

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

/** The day of a chunk's own date; null where its file only has the time that the file system gives it. */
export function createDayOf(
  database: Database,
  stampOf: (modified: number) => string,
): (id: number) => string | null {
  const select = database.prepare(
    'SELECT date, modified FROM chunks JOIN files ON files.id = chunks.file WHERE chunks.id = ?',
  );
  return (id) => {
    const row = select.get(id) as { date: string | null; modified: number } | undefined;
    if (row === undefined || row.date === null || row.date === stampOf(row.modified)) return null;
    const day = row.date.slice(0, 10);
    return /^\d{4}-\d\d-\d\d$/.test(day) ? day : null;
  };
}
