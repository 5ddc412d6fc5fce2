import type { FileSource } from '../../files.js';
import type { Searchable } from '../../index/searchable.js';
import type { Candidate, WordList } from '../../index/word-list.js';
import { fetchChunks } from './fetch.js';
import { type Held, holdNothing, NotHeld, NotIndexed, sizeOf } from './held.js';
import { createHeldReader } from './held-reader.js';
import type { VaultRows, VaultState } from './vault-rows.js';
import { changeOf, type FileChange } from './write-files.js';

/** What may be held in memory, in bytes, and the number of chunks whose words may be. */
const MOST_HELD = 16_000_000;
const MOST_WORDS = 10_000;

/** One search: it holds to a version of the index for as long as everything it asks for is held. */
export interface SearchSession extends Searchable {
  held(): Held;
}

/** Opens searches. What they fetch is held for the next ones, until the index changes. */
export function createSessions(rows: VaultRows, write: (changes: readonly FileChange[]) => Promise<void>) {
  let words = new Map<number, WordList>();
  let newest: Held | null = null;

  return {
    async open(): Promise<SearchSession> {
      return createSession(rows, write, heldOf, heldOf(await rows.read(async (_, state) => state)));
    },
  };

  function heldOf(state: VaultState): Held {
    // A database that was restored from a backup may give ids again.
    const isOlder = newest !== null && state.version < newest.state.version;
    if (isOlder || words.size > MOST_WORDS) {
      words = new Map();
      newest = null;
    }
    if (newest?.state.version !== state.version || sizeOf(newest) > MOST_HELD)
      newest = holdNothing(state, words);
    return newest;
  }
}

function createSession(
  rows: VaultRows,
  write: (changes: readonly FileChange[]) => Promise<void>,
  heldOf: (state: VaultState) => Held,
  begun: Held,
): SearchSession {
  let held = begun;
  const reindexed = new Map<string, ReturnType<Searchable['reindex']>>();
  const reader = createHeldReader(() => held, rows.lexemes);
  return {
    held: () => held,
    reader,
    problem: null,
    store: {
      totals() {
        const { chunks, bodies } = held.state;
        return { chunks, averageLength: chunks === 0 ? 1 : bodies / chunks || 1 };
      },
    },
    async read(work) {
      for (;;) {
        try {
          return await readHeld(work);
        } catch (error) {
          if (!(error instanceof NotIndexed)) throw error;
          await error.index();
        }
      }
    },
    reindex(path, file) {
      const key = JSON.stringify([path, file?.version.size, file?.version.modified]);
      const known = reindexed.get(key);
      if (known !== undefined) return known;
      throw new NotIndexed(async () => void reindexed.set(key, await replace(path, file)));
    },
  };

  async function readHeld<Result>(work: () => Result): Promise<Result> {
    const first = attempt(work);
    if ('result' in first) return first.result;
    return rows.read(async (client, state) => {
      // Nothing of another version is mixed with this one.
      if (state.version !== held.state.version) held = heldOf(state);
      for (;;) {
        const next = attempt(work);
        if ('result' in next) return next.result;
        await next.missing.fetch(client, held);
      }
    });
  }

  async function replace(path: string, file: ReturnType<FileSource['read']>) {
    const before = await chunksOf(path);
    await write([changeOf(path, file)]);
    return { before, after: await chunksOf(path) };
  }

  function chunksOf(path: string): Promise<Candidate[]> {
    return rows.read(async (client, state) => {
      held = heldOf(state);
      const found = await client.query<{ id: number }>('SELECT id FROM rappel.chunks WHERE path = $1', [
        path,
      ]);
      const ids = found.map(({ id }) => id);
      await fetchChunks(client, held, ids);
      return reader.candidates(ids);
    });
  }
}

function attempt<Result>(work: () => Result): { result: Result } | { missing: NotHeld } {
  try {
    return { result: work() };
  } catch (error) {
    if (error instanceof NotHeld) return { missing: error };
    throw error;
  }
}
