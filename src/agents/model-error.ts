import { hideCredentials } from '../shared/address.js';
import { type ModelFailure, RappelError } from '../shared/errors.js';
import { message } from '../words/message.js';
import type { ModelSettings } from './model-settings.js';

/** A model's failure as one sentence with a next step, and its kind as data; a `RappelError` passes through. */
export function modelError(
  error: unknown,
  { provider, model }: Pick<ModelSettings, 'provider' | 'model'>,
  state: { timedOut: boolean; cancelled: boolean; answered?: boolean },
): RappelError {
  if (error instanceof RappelError) return error;
  if (state.cancelled) return new RappelError('model', 'model.cancelled', { cause: error });
  if (state.timedOut) {
    return new RappelError('model', 'model.slow', {
      model,
      data: { model: { failure: state.answered ? 'slow' : 'unreachable' } },
      cause: error,
    });
  }
  const cause = lastOf(error) as { statusCode?: number; responseHeaders?: Headers; message?: string };
  const { statusCode: status, responseHeaders } = cause;
  const problem =
    hideCredentials(cause.message?.split('\n')[0] ?? '').slice(0, 200) || message('model.no_reason');
  const wait = retryAfterMs(responseHeaders ?? {}, Date.now());
  return new RappelError('model', 'model.failed', {
    provider,
    model,
    problem,
    step: message(stepAfter(status)),
    data: { model: { failure: failureOf(status), ...(wait !== null && { retryAfterMs: wait }) } },
    cause: error,
  });
}

/** Whether the same request may succeed later. */
export function isTemporary(failure: ModelFailure | undefined): boolean {
  return failure !== undefined && ['unreachable', 'limited', 'settings', 'slow'].includes(failure);
}

type Headers = Record<string, string>;

/** Retries end in an error that contains the earlier ones. */
function lastOf(error: unknown): unknown {
  return (error as { lastError?: unknown }).lastError ?? error;
}

function failureOf(status: number | undefined): ModelFailure {
  // A reply that can't be read has the status of a good one.
  if (status === undefined || status < 400 || status >= 500 || [408, 409, 425].includes(status))
    return 'unreachable';
  if (status === 429) return 'limited';
  return [401, 402, 403, 404].includes(status) ? 'settings' : 'rejected';
}

/** When the provider wants to be asked again: a number of seconds or a date; null if it does not say. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const given = headers['retry-after'];
  const milliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '');
  if (milliseconds >= 0) return milliseconds;
  if (given === undefined) return null;
  const wait = /^\d+(\.\d+)?$/.test(given.trim()) ? Number(given) * 1_000 : Date.parse(given) - now;
  return wait >= 0 && Number.isFinite(wait) ? wait : null;
}

function stepAfter(status: number | undefined) {
  if (status === undefined) return 'model.step_network';
  return STEPS.find((step) => step === `model.step_${status}`) ?? 'model.step_later';
}

const STEPS = [
  'model.step_400',
  'model.step_401',
  'model.step_402',
  'model.step_403',
  'model.step_404',
  'model.step_429',
] as const;
