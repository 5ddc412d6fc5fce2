import type { Stage } from '../search/engine.js';
import type { Verdict } from '../search/passages/confidence.js';
import type { Quotation } from '../vault/citation.js';
import type { AnswerTrace } from './trace.js';

/** A question to the memory. */
export interface Question {
  question: string;
  scopes?: string[] | null;
  /** ISO date, or `7 days ago`. */
  date_from?: string | null;
  date_to?: string | null;
  /** The day from which `last week` is seen, an ISO date; today where it is not given. */
  asked_on?: string | null;
  /** `none`: answered without a model, whatever the settings say. */
  model?: 'none' | null;
  /** How long the answer may be; `MAX_TOKENS` if none is given. */
  max_tokens?: number | null;
}

/** An answer takes its room from the context window of the assistant that reads it. */
export const MAX_TOKENS = 1_500;

/** The answer, the same at every door: `text` is overview, rule and blocks in one document. */
export interface Answer {
  text: string;
  overview: string;
  /** `nothing` comes without passages, the other two with some. */
  verdict: Verdict;
  /** How likely the best passage answers, from 0 to 1; null where a model judged. */
  confidence: number | null;
  /** What the blocks show, in order. */
  files: Quotation[];
  stages: Stage[];
  usage: Usage;
}

/** What a run cost; all zero without a model. */
export interface Usage {
  model: string | null;
  inputTokens: number;
  /** How many of the input tokens the provider took from its prompt cache. */
  cachedTokens: number;
  outputTokens: number;
  steps: number;
  /** In US dollars; null if the price is unknown. */
  cost: number | null;
}

/** An event of a run, streamed to clients as it happens. */
export type AgentEvent =
  | { type: 'thinking'; text: string }
  | { type: 'tool-call'; id: string; tool: string; input: unknown }
  | { type: 'tool-result'; id: string; tool: string; ok: boolean; text: string }
  | { type: 'text'; text: string }
  /** What the clerk found at once, while the model still works; the answer replaces it. */
  | { type: 'draft'; answer: Answer }
  | { type: 'usage'; usage: Usage }
  | { type: 'done' };

/** A tool call in one line: `read vault/tasks.md`. */
export function stepOf({ tool, input }: { tool: string; input: unknown }): string {
  return `${tool} ${subjectOf(input)}`.trim().slice(0, 200);
}

/** What a tool was called on: paths, questions. */
export function subjectOf(input: unknown): string {
  const given = (input ?? {}) as {
    path?: string;
    paths?: string | string[];
    queries?: string[];
    from?: string;
    to?: string;
    files?: { path: string }[];
  };
  if (given.from !== undefined && given.to !== undefined) return `${given.from} → ${given.to}`;
  const files = Array.isArray(given.files) ? given.files.map((file) => file?.path) : undefined;
  return [given.path ?? given.to ?? given.paths ?? given.queries ?? files ?? '']
    .flat()
    .filter((part) => typeof part === 'string')
    .join(', ')
    .slice(0, 300);
}

export interface RunOptions {
  onEvent?: (event: AgentEvent) => void;
  signal?: AbortSignal;
  /** Gathers what the answer is made of. */
  trace?: AnswerTrace;
}

/** Answers questions: the search agent, or the clerk if there is no model. */
export type Answerer = (question: Question, options?: RunOptions) => Promise<Answer>;

export const NO_USAGE: Usage = {
  model: null,
  inputTokens: 0,
  cachedTokens: 0,
  outputTokens: 0,
  steps: 0,
  cost: null,
};
