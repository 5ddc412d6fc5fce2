import type { Told } from '../words/message.js';
/**
 * The search engine, as a port: Rappel's own index implements it, and QMD. It knows files as paths and texts.
 * Paths are those of the vault, without the leading `vault/`; results show them with it.
 */
export interface SearchEngine {
  /** Throws `RappelError` for a request that makes no sense; a missing or broken index is built, not an error. */
  search(request: SearchRequest): Promise<SearchAnswer>;
  /** How the words of a text spread over the folders directly below `parent`: what filing goes by. */
  spread(text: string, parent: string): Promise<Spread>;
  /** Files have changed, appeared or gone: the cost of each does not depend on the size of the vault. */
  update(...paths: string[]): Promise<void>;
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
  /** Files that the caller has in its context: they are left out of the results. */
  without?: readonly string[];
  /** Lines shown above and below a chunk. */
  context?: number | null;
  explain?: boolean;
  /** Explains each result, and says how long each stage took. */
  trace?: boolean;
  /** Also gives the units of each result with their scores, from which an answer is assembled. */
  units?: boolean;
  /** `false`: no model rewords the question. */
  expand?: boolean;
  signal?: AbortSignal;
  /** Waits until every file is indexed, however long that takes. */
  complete?: boolean;
}

export type OnIndexed = (done: number, total: number) => void;

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
  /** True where it lies in the inbox. */
  waiting?: true;
  /** Where its match was stated otherwise before: the older statements, newest first. */
  earlier?: EarlierStatement[];
  /** Where a newer statement gives another value: its place, `vault/projects/x/changelog.md:31`. */
  superseded_by?: string;
  /** Where it was asked for: what the score is made of. */
  explain?: Explanation;
  /** Where they were asked for, in the order of the file. */
  units?: ScoredUnit[];
}

/** What was stated about the same thing before. */
export interface EarlierStatement {
  place: string;
  text: string;
  /** The day on which it was stated. */
  since: string;
  /** The day of the statement that followed it. */
  until: string;
  /** The value that no longer holds; left out where both may hold. */
  was?: string;
}

/** A piece of a chunk that can be shown by itself, and what speaks for it. Line numbers are those of the file. */
export interface ScoredUnit {
  first: number;
  last: number;
  /** Lines further up that say what it belongs to: headings, the head of its table. */
  above: number[];
  text: string;
  /** The text of the lines above it. */
  aboveText: string;
  /**
   * Comparable within one search: a unit whose score is higher by 1 holds the answer e times as likely. No
   * upper bound; what follows says how much of the question it answers.
   */
  score: number;
  /** The terms of the question that it holds itself, and those that the lines above it hold, by their labels. */
  terms: string[];
  termsAbove: string[];
  /** Of the weight of all terms, the share of its own terms; `known` counts those above it too. */
  held: number;
  known: number;
  /** Nearness in meaning, from 0 to 1: of the whole, and word by word. Neighbours lend. 0 in a fast search. */
  sense: number;
  words: number;
  /** As in a result. */
  earlier?: EarlierStatement[];
  /** The place of a newer statement of the same form, which may have another value. */
  followed_by?: string;
}

/** One thing that a question looks for. */
export interface QuestionTerm {
  label: string;
  /** By its rarity and kind; all terms of the question together count 1. */
  weight: number;
  isStopWord: boolean;
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
  /** The failure that is the reason, as a value. */
  error?: Told;
}

export interface SearchAnswer {
  results: SearchResult[];
  stages: Stage[];
  /** Where units were asked for: the terms of the first query. */
  terms?: QuestionTerm[];
  /** Where a trace was asked for: milliseconds by stage. */
  times?: Record<string, number>;
}

/** Where the words of a text occur, and what to compare that with. */
export interface Spread {
  /** The distinct words of the text, without stop words, and its dates. */
  terms: SpreadTerm[];
  /** By name; where there are very many, those that share the most words with the text. */
  folders: SpreadFolder[];
  /** Everything that lies in none of the folders below `parent`, without the inbox. */
  elsewhere: SpreadFolder;
  /** Words of text in the whole vault. */
  words: number;
}

export interface SpreadTerm {
  /** As the text writes it. */
  label: string;
  /** How telling the word is in its language, from 0 to 1: `every` tells little, wherever it occurs. */
  weight: number;
  /** How many chunks hold it: in all, elsewhere, and in each of `folders`. */
  chunks: number;
  elsewhere: number;
  inFolders: number[];
}

export interface SpreadFolder {
  name: string;
  chunks: number;
  words: number;
  /** How many of its chunks are of which day. */
  days: ReadonlyMap<string, number>;
  /** Its newest chunks: their words, and how many distinct terms they hold, each by itself and together. */
  sample: { words: number; terms: number; distinct: number };
  /** How near in meaning the nearest of its chunks is; 0 for all folders where there are no vectors. */
  cosine: number;
}

export interface RefreshOptions {
  rebuild?: boolean;
  /** Also makes what deep search would otherwise make bit by bit, however long that takes. */
  vectors?: boolean;
  onProgress?: OnIndexed;
  /**
   * Told when many files are still to be compared, or many changed ones to be indexed, but the index holds most of the vault: a search
   * need not wait for them.
   */
  onLagging?: () => void;
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
