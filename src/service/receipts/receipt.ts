import type { Answer, Question } from '../../agents/answer.js';
import type { RefusalReason } from '../../agents/librarian/passages.js';
import type { SearchMode, Stage } from '../../search/engine.js';

/** An answer as the doors give it: its receipt has the same id. */
export type GivenAnswer = Answer & { id: string };

/** A question with every parameter; `asked_on` is a day, so that asking again later means the same. */
export type AskedWith = { [Key in Exclude<keyof Question, 'model'>]-?: NonNullable<Question[Key]> | null } & {
  question: string;
  asked_on: string;
};

/**
 * How an answer came about. It names lines and holds no text of the vault, except what a stage says of words
 * (`spelling`) and of scopes.
 */
export interface Receipt {
  id: string;
  /** When it was asked: an ISO time. */
  time: string;
  asked: AskedWith;
  vault: VaultState;
  made_by: MadeBy;
  verdict: Answer['verdict'];
  confidence: number | null;
  stages: Stage[];
  /** Milliseconds by stage; `answer` is all of it. */
  times: Record<string, number>;
  /** What the answer shows, in order. */
  passages: TakenPassage[];
  /** The best of what it does not show. */
  left_out: LeftOutPassage[];
  /** The chunks that the searches found, best first. */
  candidates: FoundCandidate[];
}

export interface VaultState {
  /** The newest commit of the history; null if there was none. */
  head: string | null;
  /** True if some changed files were not indexed yet. */
  index_behind: boolean;
}

export interface MadeBy {
  /** The version of Rappel. */
  rappel: string;
  engine: string;
  /** Of the search; null where the answer needed none. */
  mode: SearchMode | null;
  /** The language model; null for the clerk. */
  model: string | null;
}

/** What each stage gave, as a share of all evidence, and the rank that it gave. */
export interface ReceiptEvidence {
  score: number;
  stages: Record<string, number>;
  ranks: Record<string, number>;
}

export interface TakenPassage {
  ref: string;
  /** What chose it: the clerk from a search, a rule that needs no search, or a language model. */
  by: 'search' | 'rule' | 'model';
  /** The words of the question that its lines hold, and those that only the headings above them hold. */
  words: string[];
  words_above: string[];
  /** Those of both that no passage before it holds. */
  adds: string[];
  /** Of the chance that any of the lines found holds the answer. */
  share: number | null;
  /** Of the chunk that it is from; null if no search found it. */
  evidence: ReceiptEvidence | null;
}

export interface LeftOutPassage {
  path: string;
  lines: string;
  share: number;
  why: RefusalReason | 'nothing';
}

export interface FoundCandidate extends ReceiptEvidence {
  path: string;
  lines: string;
  shown: boolean;
}
