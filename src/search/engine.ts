/**
 * The search engine, as a port: Rappel's own index stands behind it, others may. It knows files as paths and texts.
 * Paths are those of the vault, without the leading `vault/`; results show them with it.
 */
export interface SearchEngine {
  /** Throws `RappelError` for a request that makes no sense; a missing or broken index is built, not an error. */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** One file has changed, appeared or gone: its cost does not depend on the size of the vault. */
  update(path: string): Promise<void>;
  /** Compares every file with the index and makes up for what was missed. `rebuild` starts from nothing. */
  refresh(options?: RefreshOptions): Promise<RefreshReport>;
  status(): EngineStatus;
  close(): void;
}

export interface SearchRequest {
  queries: string[];
  mode?: SearchMode;
  /** Paths or globs; null for the whole vault. */
  scopes?: string[] | null;
  date_from?: string | null;
  date_to?: string | null;
  /** The day from which `last week` is seen; today where it is not given. */
  asked_on?: string | null;
  min_score?: number | null;
  limit?: number | null;
  /** Lines shown above and below a chunk. */
  context?: number | null;
  explain?: boolean;
  signal?: AbortSignal;
}

export type SearchMode = 'fast' | 'deep';

/** A chunk, in the form in which every door gives it out. */
export interface SearchResult {
  path: string;
  lines: string;
  match_lines: string;
  score: number;
  whole_file: boolean;
  headings: string[];
  chunk_with_context: string;
  /** Where it was asked for: what the score is made of. */
  explain?: Explanation;
}

export interface Explanation {
  query: string;
  /** What each term gave, as a share of all evidence. */
  terms: Record<string, number>;
  /** What each stage gave, as a share of all evidence; `bm25` is the sum of the terms. */
  stages: Record<string, number>;
  /** The rank that each stage gave it, from 1. */
  ranks: Record<string, number>;
}

export interface Stage {
  name: string;
  ran: boolean;
  reason: string | null;
}

export interface SearchAnswer {
  results: SearchResult[];
  stages: Stage[];
}

export interface RefreshOptions {
  rebuild?: boolean;
  /** Also makes what deep search would otherwise make bit by bit, however long that takes. */
  vectors?: boolean;
  onProgress?: (done: number, total: number) => void;
  signal?: AbortSignal;
}

export interface RefreshReport {
  files: number;
  chunks: number;
  /** How many files were indexed anew, and how many were forgotten. */
  indexed: number;
  removed: number;
}

export interface EngineStatus {
  files: number;
  chunks: number;
  /** Where the index lies; null where it could only be kept in memory, with the reason. */
  location: string | null;
  problem: string | null;
}
