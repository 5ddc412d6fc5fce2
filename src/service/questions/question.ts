import type { Answer } from '../../agents/answer.js';
import type { Told } from '../../words/message.js';
import type { Step } from '../updates/steps.js';

/** `stopped`: by the caller, or because the service ended. */
type QuestionState = 'running' | 'done' | 'failed' | 'stopped';

/** A question without its answer. */
export interface QuestionStatus {
  id: string;
  question: string;
  scopes: string[] | null;
  date_from: string | null;
  date_to: string | null;
  state: QuestionState;
  /** When it was asked and answered, in milliseconds since 1970. */
  started: number;
  ended: number | null;
  /** How many passages the answer has. */
  passages: number;
  /** Why it failed, and what to do. */
  reason: string | null;
  hint: string | null;
  /** The same as a value. */
  error: Told | null;
}

/** A question with its answer and steps. */
export interface AskedQuestion extends QuestionStatus {
  run: readonly Step[];
  /** While it runs or if it was stopped: what the clerk found at once. */
  answer: Answer | null;
  /** The lines that match the question, by shown path. */
  matches: Record<string, string[]>;
}
