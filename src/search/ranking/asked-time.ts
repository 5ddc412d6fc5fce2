import { describeSpan, isWithin } from '../../shared/calendar.js';
import type { ChunkRow } from '../index/chunk-rows.js';
import type { AskedTime } from '../query/asked-time.js';
import type { Query } from '../query/parse-query.js';
import { dayOf } from '../text/dates.js';
import { TIME } from './parameters.js';
import { byScore, calibrate, type Ranked, ratioOf, withStage } from './ranked.js';

/** Chunks that are of the time that the question names gain: a daily note, a changelog day, a dated file. */
export function preferAskedTime(
  ranked: readonly Ranked[],
  query: Query,
  describe: (id: number) => ChunkRow | null,
): Ranked[] {
  const { times } = query;
  const weight = TIME.ownDay * shareOfTime(query);
  return ranked
    .map((item) => {
      const row = describe(item.id);
      const day = row === null ? null : ownDayOf(row);
      const matched = day === null ? 0 : times.filter(({ spans }) => isWithin(day, spans)).length;
      if (matched === 0) return item;
      const gain = (weight * matched) / times.length;
      return withStage(item, calibrate(ratioOf(item.score) + gain), 'time', gain);
    })
    .sort(byScore);
}

/** How a time was read: `2025-06-30..2025-07-06`, `2025-03-03 or 2026-03-03`. */
export function describeTime({ spans }: AskedTime): string {
  return spans.map(describeSpan).join(' or ');
}

/** How much of the question is its time: all of `March 3, 2024`, a third of `the book I finished last week`. */
function shareOfTime({ terms, times }: Query): number {
  const words = new Set(times.flatMap((time) => time.words));
  const others = terms.filter(
    ({ form, isStopWord, label }) => form !== 0 && !isStopWord && !words.has(label),
  );
  return times.length / (times.length + others.length);
}

/** The day that a heading above the chunk or the name of its file gives; `updated` only says when it was written to. */
function ownDayOf({ path, headings }: ChunkRow): string | null {
  const names: string[] = [...JSON.parse(headings).reverse(), path.slice(path.lastIndexOf('/') + 1)];
  for (const name of names) {
    const day = dayOf(name);
    if (day !== null) return day;
  }
  return null;
}
