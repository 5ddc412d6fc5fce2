/** What is drawn from a session. A `fix` is an error with what solved it. */
export const DRAWN_KINDS = ['decision', 'task', 'fact', 'preference', 'fix'] as const;

export type DrawnKind = (typeof DRAWN_KINDS)[number];

/** One turn of a captured session. */
export interface SessionTurn {
  role: 'user' | 'assistant';
  text: string;
  /** The number of its first line in the transcript. */
  line: number;
}

/** Something worth keeping of a session, in the user's words. */
export interface Drawing {
  kind: DrawnKind;
  text: string;
  /** The lines of the transcript that it comes from, ascending. */
  lines: number[];
  /** Filed without a question; the others are suggested. */
  isCertain: boolean;
}
