import type { Receipt } from '../service/receipts/receipt.js';

/** How the answers that were given came about. An id may be `last`, the newest answer. */
export interface Answers {
  /** Newest first. */
  list(limit: number): Promise<ListedAnswer[]>;
  /** Throws `not_found`. */
  explain(id: string): Promise<ExplainedReceipt>;
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
