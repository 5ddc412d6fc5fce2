import type { FileSource } from '../files.js';
import type { Reader } from './reader.js';
import type { Store } from './store.js';
import type { Candidate } from './word-list.js';

/** What a search asks of an index. */
export interface Searchable {
  reader: SearchReader;
  store: Pick<Store, 'totals'>;
  /** Why the index is kept in memory; null where it is not. */
  problem: string | null;
  /** Indexes a file as it was just read, which may not be the newest. Its chunks before and after, in their order. */
  reindex(path: string, file: ReturnType<FileSource['read']>): { before: Candidate[]; after: Candidate[] };
}

export type SearchReader = Pick<
  Reader,
  | 'snapshot'
  | 'candidates'
  | 'describe'
  | 'dayOf'
  | 'filterOf'
  | 'countsOf'
  | 'propose'
  | 'matchAll'
  | 'wordsLike'
>;
