import { grown } from '../../shared/grown.js';
import type { RecentChunks } from './recent-chunks.js';
import type { Database } from './sqlite.js';

/**
 * Which chunks hold a stem, asked of full-text search once and then held in memory. New chunks have higher ids than any
 * before and are asked for as they come; those that went are struck out. So a list is read whole only once, however
 * often files change.
 */
export function createPostings(database: Database, recent: RecentChunks) {
  // One string instead of a row each: ten times faster than fetching the rows.
  const match = database.prepare(
    'SELECT group_concat(rowid) AS ids FROM words WHERE words MATCH ? AND rowid > ?',
  );
  // The order of a Map is that of its insertions: the first is the one that was not asked for the longest time.
  const held = new Map<string, Held>();
  let size = 0;

  return {
    /**
     * The chunks that hold any of the stems, and perhaps some that are gone. `lastId` is the newest id of the index. Good until the next
     * question: the list changes in its place.
     */
    idsOf(stems: readonly string[], lastId: number): Uint32Array {
      const expression = anyOf(stems);
      const list = held.get(expression) ?? { ids: new Uint32Array(0), count: 0, lastId: 0 };
      if (list.lastId !== lastId)
        extend(list, recent.holding(stems, list.lastId) ?? read(expression, list.lastId));
      list.lastId = lastId;
      hold(expression, list);
      return list.ids.subarray(0, list.count);
    },
    /** These chunks are gone for good: no list that is held names them any more. */
    strikeOut(gone: ReadonlySet<number>): void {
      const isGone = new Uint8Array(Math.max(0, ...gone) + 1);
      for (const id of gone) isGone[id] = 1;
      for (const list of held.values()) strike(list, isGone);
    },
    clear(): void {
      held.clear();
      size = 0;
    },
  };

  function read(expression: string, after: number): Uint32Array {
    return parseIds((match.get(expression, after)!.ids as string | null) ?? '');
  }

  function extend(list: Held, more: Uint32Array): void {
    const count = list.count + more.length;
    if (count > list.ids.length) {
      // While many files change, most questions find new chunks: a list of its exact length would be made anew each time.
      const longer = list.count === 0 ? more : new Uint32Array(Math.ceil(count * ROOM));
      longer.set(list.ids.subarray(0, list.count));
      size += longer.length - list.ids.length;
      list.ids = longer;
    }
    list.ids.set(more, list.count);
    list.count = count;
  }

  function hold(expression: string, list: Held): void {
    if (held.delete(expression)) size -= OVERHEAD;
    held.set(expression, list);
    size += OVERHEAD;
    for (const [oldest, { ids }] of held) {
      if (size <= MOST_IDS) return;
      held.delete(oldest);
      size -= ids.length + OVERHEAD;
    }
  }
}

/** A loop over a table: `filter` and a set take fifteen times as long, and there may be millions. */
function strike(list: Held, isGone: Uint8Array): void {
  const { ids, count } = list;
  let left = 0;
  for (let i = 0; i < count; i++) {
    const id = ids[i]!;
    ids[left] = id;
    if (isGone[id] !== 1) left++;
  }
  list.count = left;
}

/** The first `count` of `ids`; the rest is room for more. */
interface Held {
  ids: Uint32Array;
  count: number;
  lastId: number;
}

/** Of a list that grows. */
const ROOM = 1.125;

/** Four bytes each: 8 MB. */
const MOST_IDS = 2_000_000;
/** What an entry costs beside its ids. */
const OVERHEAD = 60;

/** A string of FTS5: nothing in it is syntax. */
export function anyOf(stems: readonly string[]): string {
  return stems.map((stem) => `"${stem.replaceAll('"', '""')}"`).join(' OR ');
}

/** Numbers separated by commas, as the index lists them. */
export function parseIds(list: string): Uint32Array {
  let ids = new Uint32Array(16 + list.length / 4);
  let count = 0;
  let id = 0;
  for (let i = 0; i <= list.length; i++) {
    const code = i < list.length ? list.charCodeAt(i) : COMMA;
    if (code !== COMMA) {
      id = id * 10 + code - ZERO;
      continue;
    }
    if (id === 0) continue;
    ids = grown(ids, count + 1);
    ids[count++] = id;
    id = 0;
  }
  return ids.slice(0, count);
}

const COMMA = 44;
const ZERO = 48;
