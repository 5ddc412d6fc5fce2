import { grown } from '../../shared/grown.js';
import type { Database } from '../../shared/sqlite.js';
import { CANDIDATES } from '../ranking/parameters.js';
import type { Key } from '../text/words.js';
import { STRONG_MARK } from './analyse-file.js';
import { createChangeWatch } from './change-watch.js';
import { createChunkRows } from './chunk-rows.js';
import type { ChangedWords } from './chunk-writer.js';
import { createFilters, type Filter } from './filters.js';
import { anyOf, createPostings, parseIds } from './postings.js';
import { createVersionCheck } from './schema.js';
import { decodeAll } from './word-list.js';

export type Reader = ReturnType<typeof createReader>;

/** Questions to the index. */
export function createReader(database: Database) {
  const begin = database.prepare('BEGIN');
  const end = database.prepare('COMMIT');
  const match = database.prepare('SELECT group_concat(rowid) AS ids FROM words WHERE words MATCH ?');
  const like = database.prepare(
    'SELECT term, doc AS count FROM words_vocabulary WHERE term >= ? AND term < ? LIMIT ?',
  );
  const indexVersion = createVersionCheck(database);
  const changes = createChangeWatch(database);
  const proposer = createProposer();
  const postings = createPostings(database);
  const counts = createCounts(database);
  /** Chunks that lists in memory still name. */
  const gone = new Set<number>();
  return {
    ...createChunkRows(database),
    ...createFilters(database),

    /** Runs several reads in one transaction: they see one state of the index and take the lock once. */
    snapshot<Result>(read: () => Result): Result {
      if (database.isTransaction) return read();
      begin.run();
      try {
        indexVersion.demand();
        const result = read();
        end.run();
        return result;
      } catch (error) {
        if (database.isTransaction !== false) end.run();
        throw error;
      }
    },
    /** These chunks are gone: they are not proposed any more. */
    forget(ids: readonly number[]): void {
      for (const id of ids) gone.add(id);
      if (gone.size <= MOST_GONE) return;
      // Here, so that no question waits for it.
      postings.strikeOut(Uint32Array.from(gone).sort());
      gone.clear();
    },
    /** Chunks were stored or deleted. */
    learn({ stored, removed }: ChangedWords): void {
      postings.learn(stored);
      counts.change(
        stored.map(([, { words }]) => words),
        1,
      );
      counts.change(removed, -1);
    },
    /** The chunks that hold one of the stems, and perhaps some that are gone. */
    holding: (stems: readonly string[]) => postings.idsOf(stems, catchUp()),
    /** In how many chunks each term occurs. */
    countsOf(terms: readonly { keys: readonly Key[] }[]): number[] {
      catchUp();
      return terms.map(({ keys }) => keys.reduce((sum, key) => sum + counts.of(key), 0));
    },
    /** The most promising chunks that hold any of the terms, in no particular order. */
    propose(terms: readonly Proposal[], filter: Filter | null, limit: number): number[] {
      const lastId = catchUp();
      const idsOf = (stems: readonly string[]) => postings.idsOf(stems, lastId);
      return proposer.propose(terms, { idsOf, lastId, gone }, filter, limit);
    },
    /** Chunks that hold one of the keys of every group. */
    matchAll: (groups: readonly (readonly Key[])[], filter: Filter | null, limit: number) =>
      proposer.choose(holdingAll(groups), catchUp(), filter, limit),
    /** The words of the index that start like this one, with the number of chunks that hold them: for spelling. */
    wordsLike(start: string, limit: number) {
      return like.all(start, `${start}\u{10ffff}`, limit) as { term: string; count: number }[];
    },
  };

  /** All chunks that hold one of the keys of every group. */
  function holdingAll(groups: readonly (readonly Key[])[]): Uint32Array {
    const expression = groups.map((keys) => `(${anyOf(keys.map(textOf))})`).join(' AND ');
    return parseIds((match.get(expression)!.ids as string | null) ?? '');
  }

  /** Lets go of what another process may have changed. Returns the newest id of the index. */
  function catchUp(): number {
    if (changes.changedElsewhere()) {
      postings.clear();
      counts.clear();
      gone.clear();
    }
    return changes.newestId();
  }
}

const MOST_GONE = 1_000;

function textOf({ text }: Key): string {
  return text;
}

const MOST_COUNTS = 50_000;

/**
 * In how many chunks a stem occurs. Full-text search reads the whole list of a stem to count it: 10 ms for one in 268,000 chunks. So it counts
 * once, and from then on the word lists of chunks that come and go say what they change.
 */
export function createCounts(database: Database) {
  const select = database.prepare('SELECT doc FROM words_vocabulary WHERE term = ?');
  const known = new Map<number, { stem: string; count: number }>();

  return {
    clear: () => known.clear(),
    of({ text: stem, hash }: Key): number {
      const before = known.get(hash);
      if (before?.stem === stem) return before.count;
      const count = Number(select.get(stem)?.doc ?? 0);
      if (known.size >= MOST_COUNTS) known.clear();
      known.set(hash, { stem, count });
      return count;
    },
    /** Chunks with these word lists have come (1) or gone (-1). */
    change(lists: readonly Uint8Array[], by: 1 | -1): void {
      // A command stores every file of the vault before it counts anything.
      if (known.size === 0) return;
      for (const list of lists) {
        for (const hash of new Set(decodeAll(list, [list.length])[0]!.stems)) {
          const found = known.get(hash);
          if (found !== undefined) found.count += by;
        }
      }
    },
  };
}

/** A term of a question and what it is worth. */
interface Proposal {
  keys: readonly Key[];
  worth: number;
}

/** Which chunks hold which stems. */
interface PostingSource {
  /** The chunks that hold any of the stems, and perhaps some that are gone. */
  idsOf(stems: readonly string[]): Uint32Array;
  /** No chunk has a higher id. */
  lastId: number;
  gone: ReadonlySet<number>;
}

/** Sums that differ by less count as equal when the best are chosen. */
const CLEARLY = 1.002;

/** Chooses the chunks that are worth ranking. */
export function createProposer() {
  const scores = createScoreAccumulator();
  return {
    /** The most promising chunks that hold any of the terms, in no particular order. */
    propose(
      terms: readonly Proposal[],
      { idsOf, lastId, gone }: PostingSource,
      filter: Filter | null,
      limit: number,
    ): number[] {
      const { strongWorth } = CANDIDATES;
      scores.begin(lastId);
      let later = terms.reduce((sum, { worth }) => sum + strongWorth * worth, 0);
      // Once enough chunks are worth more than any new one could become, a term only tells among those.
      const isDecided = () => scores.countAbove(later) >= limit + gone.size;
      for (const [index, { keys, worth }] of terms.entries()) {
        const stems = keys.map(({ text }) => text);
        const strong = idsOf(stems.map((stem) => STRONG_MARK + stem));
        const decided = isDecided();
        const most = index === terms.length - 1 ? scores.most() : Number.POSITIVE_INFINITY;
        later -= strongWorth * worth;
        // A chunk that holds a stem strongly holds it: this is known before the long list is read.
        scores.add(strong, strongWorth * worth, filter, decided);
        // If enough chunks that hold the last stem strongly are worth more than any other could become, the long list decides nothing.
        const best = scores.above(CLEARLY * (most + worth), strong);
        const tells = best.length < limit + gone.size;
        later += worth;
        scores.add(tells ? idsOf(stems) : best, worth, filter, decided || isDecided());
        later -= worth;
        scores.add(tells ? strong : best, -worth, filter, true);
      }
      scores.remove(gone);
      return scores.take(limit);
    },
    /** Some of these chunks, the newest first to be chosen. */
    choose(ids: Uint32Array, lastId: number, filter: Filter | null, limit: number): number[] {
      scores.begin(lastId);
      scores.add(ids, 1, filter);
      return scores.take(limit);
    },
  };
}

/**
 * Sums what each term is worth over the chunks that hold it, and gives the best back. One array serves every question,
 * so that none pays for the size of the vault.
 */
export function createScoreAccumulator() {
  let sums = new Float32Array(1024);
  let touched = new Uint32Array(1024);
  let size = 0;

  return {
    /** Starts from nothing; no id will be higher than this. */
    begin(lastId: number): void {
      empty();
      sums = grown(sums, lastId + 1);
    },
    /** If `allowed` is given, counts only these; with `known`, only what was proposed before. */
    add(ids: Uint32Array, worth: number, allowed: ReadonlySet<number> | null, known = false): void {
      if (!known) touched = grown(touched, size + ids.length);
      for (let i = 0; i < ids.length; i++) {
        const id = ids[i]!;
        if (allowed !== null && !allowed.has(id)) continue;
        const sum = sums[id]!;
        if (sum === 0) {
          if (known) continue;
          touched[size++] = id;
        }
        sums[id] = sum + worth;
      }
    },
    /** How many are worth more than this. */
    countAbove(worth: number): number {
      let count = 0;
      for (let i = 0; i < size; i++) if (sums[touched[i]!]! > worth) count++;
      return count;
    },
    /** Those of `ids` that are worth more than this. */
    above(worth: number, ids: Uint32Array): Uint32Array {
      const found: number[] = [];
      for (let i = 0; i < ids.length; i++) if (sums[ids[i]!]! > worth) found.push(ids[i]!);
      return Uint32Array.from(found);
    },
    /** What the best is worth. */
    most(): number {
      let most = 0;
      for (let i = 0; i < size; i++) if (sums[touched[i]!]! > most) most = sums[touched[i]!]!;
      return most;
    },
    /** Takes chunks out again. */
    remove(ids: Iterable<number>): void {
      for (const id of ids) if (id < sums.length) sums[id] = 0;
    },
    /** The best `count` ids in no particular order; among equals the newest. Empties the sums. */
    take(count: number): number[] {
      const best = select(touched.subarray(0, size), sums, count);
      empty();
      return best;
    },
  };

  function empty(): void {
    for (let i = 0; i < size; i++) sums[touched[i]!] = 0;
    size = 0;
  }
}

const STEPS = 2048;
const sizes = new Uint32Array(STEPS);

/** By steps of the sum instead of by sorting: there may be tens of thousands. */
function select(ids: Uint32Array, sums: Float32Array, count: number): number[] {
  let most = 0;
  for (let i = 0; i < ids.length; i++) if (sums[ids[i]!]! > most) most = sums[ids[i]!]!;
  const scale = STEPS / most;
  sizes.fill(0);
  for (let i = 0; i < ids.length; i++) sizes[Math.min(STEPS - 1, (sums[ids[i]!]! * scale) | 0)]!++;
  let step = STEPS - 1;
  let above = 0;
  while (step > 0 && above + sizes[step]! <= count) above += sizes[step--]!;
  const best: number[] = [];
  const equals: number[] = [];
  // One comparison rules out everything below the step.
  const least = step / scale;
  for (let i = 0; i < ids.length; i++) {
    const sum = sums[ids[i]!]!;
    if (sum === 0 || sum < 0.999 * least) continue;
    const own = Math.min(STEPS - 1, (sum * scale) | 0);
    if (own > step) best.push(ids[i]!);
    else if (own === step) equals.push(ids[i]!);
  }
  return best.concat(newestOf(equals, count - best.length));
}

/** The same for ids alone: a common word has thousands of equals. */
function newestOf(ids: number[], count: number): number[] {
  if (ids.length <= count) return ids;
  let most = 0;
  for (const id of ids) if (id > most) most = id;
  const scale = STEPS / (most + 1);
  sizes.fill(0);
  for (const id of ids) sizes[(id * scale) | 0]!++;
  let step = STEPS - 1;
  let above = 0;
  while (step > 0 && above + sizes[step]! <= count) above += sizes[step--]!;
  const newest = ids.filter((id) => id * scale >= step);
  return newest.sort((a, b) => b - a).slice(0, count);
}
