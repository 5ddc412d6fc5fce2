import { isTemporary } from '../../agents/model-error.js';
import { type ModelFailure, RappelError, toldOf } from '../../shared/errors.js';
import type { Told } from '../../words/message.js';

/** An update that waits for its model. Times are in milliseconds since 1970, so that a restart keeps the schedule. */
export interface Retry {
  /** How often the model has failed on it. */
  tries: number;
  /** The first and the last failure. */
  since: number;
  last: number;
  /** The next try. */
  next: number;
  /** The last error in one sentence, and what to do about it. */
  reason: string;
  hint: string | null;
  /** The same as a value. */
  error: Told;
  failure: ModelFailure;
  /** The settings of the model that failed. */
  settings: string;
}

const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 60 * 60_000;
/** A provider may ask for no longer pause than this. */
const MOST_ASKED_MS = 24 * LONGEST_PAUSE_MS;
/** Many updates that failed together do not try again together. */
const JITTER = 0.2;

interface RetryContext {
  now: number;
  settings: string;
  /** From 0 to 1. */
  random: number;
}

/** When to try again after an error; null if waiting can't help. */
export function planRetry(before: Retry | undefined, error: unknown, context: RetryContext): Retry | null {
  const model = error instanceof RappelError ? error.data?.model : undefined;
  if (model === undefined || !isTemporary(model.failure)) return null;
  const { now, random, settings } = context;
  // A clock that was set back begins anew.
  const since = before === undefined || before.since > now ? now : before.since;
  const tries = (before?.tries ?? 0) + 1;
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
  const spread = pause * (1 + JITTER * (2 * random - 1));
  const next = now + Math.max(spread, Math.min(model.retryAfterMs ?? 0, MOST_ASKED_MS));
  const told = toldOf(error);
  return {
    tries,
    since,
    last: now,
    next: Math.round(next),
    reason: told.message,
    hint: told.hint,
    error: told,
    failure: model.failure,
    settings,
  };
}

/** An update that was not tried, because the model just failed on another one, waits until that one is tried again. */
export function joinRetry(own: Retry | undefined, other: Retry, now: number): Retry {
  const { tries = 0, since = now } = own ?? {};
  return { ...other, tries, since };
}

/**
 * Those of these updates, oldest first, that can run now, in their order: one that waits for its model holds up all behind it, but for those that
 * `isFree`. A new one is a reason to try the model again, once it was left alone for a while.
 */
export function dueUpdates<Update extends { retry?: Retry | undefined }>(
  waiting: readonly Update[],
  isFree: (update: Update) => boolean,
  { now, settings }: { now: number; settings: string },
): Update[] {
  const isAsked = waiting.some(({ retry }) => retry === undefined);
  let isHeldUp = false;
  return waiting.filter((update) => {
    const { retry } = update;
    if (isFree(update)) return true;
    if (isHeldUp) return false;
    if (isDue(retry, now, settings) || (isAsked && now - retry!.last >= KNOWN_MS)) return true;
    // A slow model answers, and another input may be shorter.
    isHeldUp = retry!.failure !== 'slow';
    return false;
  });
}

/** A model that failed is not called again for this long, whatever comes. */
export const KNOWN_MS = 60_000;

/** Also if the settings have changed since the last failure, or the clock was set back. */
export function isDue(retry: Retry | undefined, now: number, settings: string): boolean {
  return retry === undefined || now >= retry.next || now < retry.last || settings !== retry.settings;
}
