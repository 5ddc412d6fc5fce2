/**
 * What Rappel asks the process in which QMD runs, and what that replies.
 */
interface Operations {
  /** The first request: which QMD, which index, which models. */
  open: { request: OpenRequest; reply: { version: string } };
  /** What is indexed: each path with the hash of the file's text. */
  known: { request: Nothing; reply: { files: [path: string, hash: string][] } };
  /** Files that are new or changed, and files that are gone, as one transaction. */
  change: { request: { put: IndexedFile[]; remove: string[] }; reply: Nothing };
  /** QMD's `search`: BM25, no model. */
  search: { request: WordSearch; reply: { hits: FileHit[] } };
  /** QMD's `query`: expansion, BM25, vectors, fusion, re-ranking, each where its model is there. */
  query: { request: WordSearch & { seconds: number }; reply: { hits: FileHit[]; stages: ChildStage[] } };
  /** Makes vectors for this long, then says how many files still have none; null without a model. */
  embed: { request: { milliseconds: number }; reply: { made: number; missing: number | null } };
  ping: { request: Nothing; reply: Nothing };
}

export type RequestName = keyof Operations;
export type RequestOf<Name extends RequestName> = Operations[Name]['request'];
export type ReplyOf<Name extends RequestName> = Operations[Name]['reply'];

type Nothing = Record<string, never>;

export interface OpenRequest {
  /** The folder of QMD's package. */
  package: string;
  database: string;
  models: Record<ModelRole, ModelFile>;
}

export type ModelRole = 'embed' | 'generate' | 'rerank';

export interface ModelFile {
  /** The name under which QMD knows it, `hf:…` or a path; vectors are kept under this name. */
  name: string;
  /** Its path; null if it is missing, and then it is not used: nothing is ever downloaded. */
  path: string | null;
}

export interface IndexedFile {
  path: string;
  /** What QMD reads; line by line the file's own text. */
  text: string;
  hash: string;
}

export interface WordSearch {
  query: string;
  /** The telling words of the query, each in the spellings that mean the same. */
  words: string[][];
  limit: number;
  /** The paths that may be found; null for all. */
  allowed: string[] | null;
}

export interface FileHit {
  path: string;
  hash: string;
  /** QMD's own; only its order and proportions mean something. */
  score: number;
  /** Where vectors found it, from 1; null where words did. */
  line: number | null;
}

export interface ChildStage {
  name: string;
  ran: boolean;
  reason: string | null;
}
