import type { Database } from '../../shared/sqlite.js';
import type { Key } from '../text/words.js';
import { createChangeWatch } from './change-watch.js';
import { createChunkRows } from './chunk-rows.js';
import type { ChangedWords } from './chunk-writer.js';
import { createCounts } from './counts.js';
import { createFilters, type Filter } from './filters.js';
import { anyOf, createPostings, parseIds } from './postings.js';
import { createProposer, type Proposal } from './proposer.js';
import { createVersionCheck } from './schema.js';

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
