import { grown } from '../../shared/grown.js';
import type { Database } from './sqlite.js';

/**
 * Which chunks hold a stem, asked of full-text search once and then held in memory. New chunks have higher ids than any
 * before and are asked for as they come; those that went are struck out. So a list is read whole only once, however
 * often files change.
 */
export function createPostings(database: Database) {
  // One string instead of a row each: ten times faster than fetching the rows.
  const match = database.prepare(
    'SELECT group_concat(rowid) AS ids FROM words WHERE words MATCH ? AND rowid > ?',
  );
  // The order of a Map is that of its insertions: the first is the one that was not asked for the longest time.
  const held = new Map<string, Held>();
  let size = 0;

  return {
    /** The chunks that hold any of the stems, and perhaps some that are gone. `lastId` is the newest id of the index. */
    idsOf(stems: readonly string[], lastId: number): Uint32Array {
      const expression = anyOf(stems);
      const known = held.get(expression);
      const ids = known === undefined ? read(expression, 0) : extended(known, expression, lastId);
      hold(expression, { ids, lastId });
      return ids;
    },
    /** These chunks are gone for good: no list that is held names them any more. */
    strikeOut(gone: ReadonlySet<number>): void {
      const isGone = new Uint8Array(Math.max(0, ...gone) + 1);
      for (const id of gone) isGone[id] = 1;
      for (const entry of held.values()) {
        const before = entry.ids.length;
        entry.ids = without(entry.ids, isGone);
        size -= before - entry.ids.length;
      }
    },
    clear(): void {
      held.clear();
      size = 0;
    },
  };

  function extended({ ids, lastId: upTo }: Held, expression: string, lastId: number): Uint32Array {
    if (upTo === lastId) return ids;
    const more = read(expression, upTo);
    if (more.length === 0) return ids;
    const all = new Uint32Array(ids.length + more.length);
    all.set(ids);
    all.set(more, ids.length);
    return all;
  }

  function read(expression: string, after: number): Uint32Array {
    return parseIds((match.get(expression, after)!.ids as string | null) ?? '');
  }

  function hold(expression: string, entry: Held): void {
    const before = held.get(expression);
    if (before !== undefined) {
      size -= before.ids.length + OVERHEAD;
      held.delete(expression);
    }
    held.set(expression, entry);
    size += entry.ids.length + OVERHEAD;
    for (const [oldest, { ids }] of held) {
      if (size <= MOST_IDS) return;
      held.delete(oldest);
      size -= ids.length + OVERHEAD;
    }
  }
}

/** A loop over a table: `filter` and a set take fifteen times as long, and there may be millions. */
function without(ids: Uint32Array, isGone: Uint8Array): Uint32Array {
  const left = ids.slice();
  let count = 0;
  for (let i = 0; i < ids.length; i++) {
    left[count] = ids[i]!;
    if (isGone[ids[i]!] !== 1) count++;
  }
  return count === ids.length ? ids : left.subarray(0, count);
}

interface Held {
  ids: Uint32Array;
  lastId: number;
}

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
