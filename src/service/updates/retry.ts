import { isTemporary } from '../../agents/model-error.js';
import { errorMessage, type ModelFailure, RappelError } from '../../shared/errors.js';

/** An update that waits for its model. Times are in milliseconds since 1970, so that a restart keeps the schedule. */
export interface Retry {
  /** How often the model has failed on it. */
  tries: number;
  /** The first and the last failure. */
  since: number;
  last: number;
  /** The next try. */
  next: number;
  /** After this, the librarian files it or asks about it. */
  until: number;
  /** The last error in one sentence, and what to do about it. */
  reason: string;
  hint: string | null;
  failure: ModelFailure;
  /** The settings of the model that failed. */
  settings: string;
}

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** Many updates that failed together do not try again together. */
const JITTER = 0.2;

interface RetryContext {
  now: number;
  patienceMs: number;
  settings: string;
  /** From 0 to 1. */
  random: number;
}

/** When to try again after an error; null if waiting can't help, or not any longer. */
export function planRetry(before: Retry | undefined, error: unknown, context: RetryContext): Retry | null {
  const model = error instanceof RappelError ? error.data?.model : undefined;
  if (model === undefined || !isTemporary(model.failure)) return null;
  const { now, patienceMs, random, settings } = context;
  // A clock that was set back begins anew.
  const since = before === undefined || before.since > now ? now : before.since;
  const until = since + patienceMs;
  if (now >= until) return null;
  const tries = (before?.tries ?? 0) + 1;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
  const spread = pause * (1 + JITTER * (2 * random - 1));
  const next = Math.min(now + Math.max(spread, model.retryAfterMs ?? 0), until);
  const hint = (error as RappelError).hint;
  return {
    tries,
    since,
    last: now,
    next: Math.round(next),
    until,
    reason: errorMessage(error),
    hint,
    failure: model.failure,
    settings,
  };
}

/** An update that was not tried, because the model just failed on another one, waits until that one is tried again. */
export function joinRetry(
  own: Retry | undefined,
  other: Retry,
  { now, patienceMs }: RetryContext,
): Retry | null {
  const { tries = 0, since = now, until = now + patienceMs } = own ?? {};
  return now >= until ? null : { ...other, tries, since, until };
}

/** Also if the settings have changed since the last failure, or the clock was set back. */
export function isDue(retry: Retry | undefined, now: number, settings: string): boolean {
  return retry === undefined || now >= retry.next || now < retry.last || settings !== retry.settings;
}
