import type { Usage } from '../../agents/answer.js';
import type { Choice } from '../../agents/clerk/review.js';
import type { AnsweredQuestion, Decision } from '../../agents/update.js';
import type { Told } from '../../words/message.js';
import type { Retry } from './retry.js';

type UpdateState = 'accepted' | 'running' | 'done' | 'needs_answer' | 'failed';

/** What is known of an update beside its input; kept as it is shown to clients. */
export interface UpdateStatus {
  id: string;
  state: UpdateState;
  accepted: string;
  /** The beginning of what was given, or what it answers; absent where it was stored by an older Rappel. */
  title?: string;
  /** The key of the wall that its caller was behind. */
  wall?: string | undefined;
  /** The email address of the person who told it, where people are known. */
  author?: string | undefined;
  /** What it did so far, or did in all. */
  steps: string[];
  summary: string | null;
  files: string[];
  /** The inbox item that it opened. */
  inbox: string | null;
  /** What that item asks, while it waits, and how to answer at this door; read from its review, never stored. */
  question?: { text: string; choices: Choice[]; answer?: string };
  /** Why it failed. */
  reason: string | null;
  /** The same as a value. */
  error?: Told | undefined;
  /** Its entry in the history. */
  history: string | null;
  /** Set where it was a question and was answered instead of filed. */
  answer?: AnsweredQuestion | undefined;
  /** It answered that the inbox item is to be deleted: nothing was filed. */
  deleted?: boolean | undefined;
  /** It answered whether a suspected secret is kept. */
  decided?: Decision | undefined;
  /** What it cost, where a model filed it. */
  usage?: Usage;
  /** Set while it is `accepted` and waits for its model. */
  retry?: Retry | undefined;
  /** `none`: to be filed without the model. */
  model?: 'none' | undefined;
  /** The user does not want it filed. Its state is `done`; a retry files it after all. */
  dismissed?: boolean | undefined;
  /** The user wants it tried now, whatever is known about the model. */
  asked?: boolean | undefined;
}

export function isFiled(state: UpdateState): boolean {
  return state === 'done' || state === 'needs_answer';
}

export function isWaiting(state: UpdateState): boolean {
  return state === 'accepted' || state === 'running';
}

/** An update that was just accepted. */
export const FRESH: Omit<UpdateStatus, 'id' | 'accepted'> = {
  state: 'accepted',
  steps: [],
  summary: null,
  files: [],
  inbox: null,
  reason: null,
  history: null,
};
