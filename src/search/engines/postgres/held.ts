import type { ChunkRow } from '../../index/chunk-rows.js';
import type { WordList } from '../../index/word-list.js';
import type { SqlClient } from './sql.js';
import type { VaultState } from './vault-rows.js';

export interface HeldRow extends ChunkRow {
  /** The time of its file. */
  modified: number;
}

/** What was fetched of one version of the index. It stays true for that version; another version starts with nothing. */
export interface Held {
  state: VaultState;
  /** In how many chunks each stem occurs. */
  counts: Map<string, number>;
  /** The chunks that a `tsquery` matches. */
  matches: Map<string, Uint32Array>;
  /** Null for chunks that are not there. */
  rows: Map<number, HeldRow | null>;
  tokens: Map<number, Uint16Array | null>;
  /** Answers to other questions, by a name for each. */
  others: Map<string, unknown>;
  /** The words of a chunk never change and its id is never given twice: these are true for every version. */
  words: Map<number, WordList>;
}

export function holdNothing(state: VaultState, words: Held['words']): Held {
  const maps = {
    counts: new Map(),
    matches: new Map(),
    rows: new Map(),
    tokens: new Map(),
    others: new Map(),
  };
  return { state, words, ...maps };
}

/** About how many bytes it takes. */
export function sizeOf({ counts, matches, rows, tokens }: Held): number {
  let size = 60 * counts.size + 400 * rows.size + 600 * tokens.size;
  for (const ids of matches.values()) size += 60 + ids.byteLength;
  return size;
}

/** Thrown where something is asked for that is not held: it must be fetched, then the question is asked again. */
export class NotHeld extends Error {
  override name = 'NotHeld';
  constructor(readonly fetch: (client: SqlClient, held: Held) => Promise<void>) {
    super('not held');
  }
}

/** The result of another query. Its name must say everything the result depends on. */
export function other<Value>(held: Held, name: string, fetch: (client: SqlClient) => Promise<Value>): Value {
  if (held.others.has(name)) return held.others.get(name) as Value;
  throw new NotHeld(async (client, into) => void into.others.set(name, await fetch(client)));
}

/** Thrown where a file must be indexed first: the question is asked again afterwards. */
export class NotIndexed extends Error {
  override name = 'NotIndexed';
  constructor(readonly index: () => Promise<void>) {
    super('not indexed');
  }
}
