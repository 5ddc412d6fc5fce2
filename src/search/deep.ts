import type { Embedder } from './embed/embedder.js';
import type { Stage } from './engine.js';
import { searchFast } from './fast.js';
import type { FileSource } from './files.js';
import type { Index } from './open-index.js';
import type { Query } from './query.js';
import type { Ranked } from './rank.js';
import type { Filter } from './reader.js';

export interface DeepModels {
  embedder?: Embedder;
}

export interface DeepRequest {
  query: Query;
  index: Index;
  filter: Filter | null;
  files: FileSource;
  signal: AbortSignal | undefined;
}

export interface DeepAnswer {
  ranked: Ranked[];
  weights: number[];
  stages: Stage[];
  ranks: Map<number, Record<string, number>> | null;
}

export async function searchDeep(
  { query, index, filter }: DeepRequest,
  _models: DeepModels,
): Promise<DeepAnswer> {
  return {
    ...searchFast(query, index.reader, index.store, filter),
    stages: [{ name: 'bm25', ran: true, reason: null }],
    ranks: null,
  };
}
