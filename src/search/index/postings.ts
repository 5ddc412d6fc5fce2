import { grown } from '../../shared/grown.js';
import type { Database } from '../../shared/sqlite.js';

/** A new chunk with its word list and what full-text search has of it: stems, each after a space. */
export type StoredWords = readonly [id: number, { stems: Uint8Array; words: Uint8Array }];

/**
 * Which chunks hold a stem, asked of full-text search once and then held in memory. New chunks have higher ids than any
 * before: those that this process stores are added to the lists at once, others are asked for. Those that went are struck
 * out. So a list is read whole only once, however often files change, and a question waits for neither.
 */
export function createPostings(database: Database) {
  // One string instead of a row each: ten times faster than fetching the rows.
  const match = database.prepare(
    'SELECT group_concat(rowid) AS ids FROM words WHERE words MATCH ? AND rowid > ?',
  );
  // The order of a Map is that of its insertions: the first is the one that was not asked for the longest time.
  const held = new Map<string, Held>();
  const byStem = new Map<string, Set<Held>>();
  let size = 0;
  /** Every list that is held names the chunks up to this id. */
  let learnt = 0;

  return {
    /**
     * The chunks that hold any of the stems, and perhaps some that are gone. `lastId` is the newest id of the index. Good until the next
     * question: the list changes in its place.
     */
    idsOf(stems: readonly string[], lastId: number): Uint32Array {
      const expression = anyOf(stems);
      const before = held.get(expression);
      const list = before ?? { stems, ids: new Uint32Array(0), count: 0, lastId: 0 };
      const known = before === undefined ? 0 : Math.max(before.lastId, learnt);
      if (known < lastId) extend(list, read(expression, known));
      list.lastId = lastId;
      hold(expression, list);
      return list.ids.subarray(0, list.count);
    },
    /** Adds chunks that were just stored, in the order of their ids. */
    learn(chunks: readonly StoredWords[]): void {
      // A command stores every file of the vault, and asks nothing meanwhile.
      if (held.size === 0) return;
      for (const [id, { stems }] of chunks) {
        for (const stem of textOf(stems).split(' '))
          for (const list of byStem.get(stem) ?? []) if (newestOf(list) < id) append(list, id);
        learnt = id;
      }
    },
    /** These chunks, in the order of their ids, are gone for good: no list that is held names them any more. */
    strikeOut(gone: Uint32Array): void {
      for (const list of held.values()) strike(list, gone);
    },
    clear(): void {
      held.clear();
      byStem.clear();
      size = 0;
      learnt = 0;
    },
  };

  function read(expression: string, after: number): Uint32Array {
    return parseIds((match.get(expression, after)!.ids as string | null) ?? '');
  }

  function extend(list: Held, more: Uint32Array): void {
    makeRoom(list, more.length);
    list.ids.set(more, list.count);
    list.count += more.length;
  }

  function append(list: Held, id: number): void {
    makeRoom(list, 1);
    list.ids[list.count++] = id;
  }

  function makeRoom(list: Held, more: number): void {
    const count = list.count + more;
    if (count <= list.ids.length) return;
    // While many files change, most questions find new chunks: a list of its exact length would be made anew each time.
    const longer = new Uint32Array(list.count === 0 ? count : Math.ceil(count * ROOM));
    longer.set(list.ids.subarray(0, list.count));
    size += longer.length - list.ids.length;
    list.ids = longer;
  }

  function hold(expression: string, list: Held): void {
    if (held.delete(expression)) size -= OVERHEAD;
    else for (const stem of list.stems) byStem.set(stem, (byStem.get(stem) ?? new Set()).add(list));
    held.set(expression, list);
    size += OVERHEAD;
    for (const [oldest, { ids }] of held) {
      if (size <= MOST_IDS) return;
      letGo(oldest);
      size -= ids.length + OVERHEAD;
    }
  }

  function letGo(expression: string): void {
    const list = held.get(expression)!;
    held.delete(expression);
    for (const stem of list.stems) {
      const lists = byStem.get(stem);
      lists?.delete(list);
      if (lists?.size === 0) byStem.delete(stem);
    }
  }
}

function textOf(stems: Uint8Array): string {
  return Buffer.from(stems.buffer, stems.byteOffset, stems.byteLength).toString();
}

function newestOf({ ids, count }: Held): number {
  return count === 0 ? 0 : ids[count - 1]!;
}

/** Both are in order: whichever is behind jumps to where the other one is, and what lies between moves in one piece. */
function strike(list: Held, gone: Uint32Array): void {
  const { ids, count } = list;
  let [left, from, at, next] = [0, 0, 0, 0];
  while (at < count && next < gone.length) {
    if (ids[at]! < gone[next]!) at = firstFrom(ids, at, count, gone[next]!);
    else if (ids[at]! > gone[next]!) next = firstFrom(gone, next, gone.length, ids[at]!);
    else {
      ids.copyWithin(left, from, at);
      left += at - from;
      from = ++at;
      next++;
    }
  }
  if (from === 0) return;
  ids.copyWithin(left, from, count);
  list.count = left + count - from;
}

/** The place of the first number that is not less than `least`, from a place whose number is; in steps that double. */
function firstFrom(numbers: Uint32Array, from: number, to: number, least: number): number {
  let [low, step] = [from, 1];
  while (low + step < to && numbers[low + step]! < least) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, to);
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < least) low = middle;
    else high = middle;
  }
  return high;
}

/** The first `count` of `ids`, in order; the rest is room for more. */
interface Held {
  stems: readonly string[];
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

/**
 * Numbers separated by commas, as the index lists them: V8 reads them as JSON faster than a loop that is not compiled yet. A part at a time:
 * on the way it takes five times the memory of the numbers.
 */
export function parseIds(list: string): Uint32Array {
  let ids = new Uint32Array(0);
  let count = 0;
  for (let at = 0; at < list.length; ) {
    const comma = list.indexOf(',', at + PARSED_AT_ONCE);
    const end = comma === -1 ? list.length : comma;
    const part: number[] = JSON.parse(`[${list.slice(at, end)}]`);
    ids = grown(ids, count + part.length);
    ids.set(part, count);
    count += part.length;
    at = end + 1;
  }
  return count === ids.length ? ids : ids.slice(0, count);
}

const PARSED_AT_ONCE = 100_000;
