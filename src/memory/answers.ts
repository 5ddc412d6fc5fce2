import type { CheckedQuestion } from '../service/questions/check-kept.js';
import type { KeptQuestion } from '../service/questions/kept-questions.js';
import type { Curve } from '../service/questions/measure-kept.js';
import type { Receipt } from '../service/receipts/receipt.js';
import type { Replay } from '../service/receipts/replay.js';

/** The answers that were given: how they came about, and those kept as good. An id may be `last`, the newest answer. */
export interface Answers {
  /** Newest first. */
  list(limit: number): Promise<ListedAnswer[]>;
  /** Throws `not_found`. */
  explain(id: string): Promise<ExplainedReceipt>;
  /** Asks again as it was asked, and says what changed. Throws `not_found`. */
  replay(id: string): Promise<Replay>;
  /** Newest first. */
  kept(): Promise<KeptQuestion[]>;
  /** Throws `not_found`, `busy` while there is no answer yet, and `invalid_input` for one without passages. */
  keep(id: string): Promise<KeptQuestion[]>;
  remove(id: string): Promise<KeptQuestion[]>;
  /** Asks all kept questions again, and says which no longer find their lines. */
  check(): Promise<KeptCheck>;
  /** How well both modes of search find the lines of the kept questions. */
  measure(): Promise<Curve>;
}

export interface ListedAnswer {
  id: string;
  /** An ISO time. */
  time: string;
  question: string;
  /** How many it shows. */
  passages: number;
}

/** A receipt with the entry that was the newest of the history; null if there was none. */
export interface ExplainedReceipt extends Receipt {
  vault: Receipt['vault'] & { entry: string | null };
}

export interface KeptCheck {
  /** False if a question has lost its lines. */
  ok: boolean;
  questions: CheckedQuestion[];
}
