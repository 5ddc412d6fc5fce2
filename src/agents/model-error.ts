import { hideCredentials } from '../shared/address.js';
import { RappelError } from '../shared/errors.js';
import type { ModelSettings } from './model-settings.js';

/** A model's failure as one sentence with a next step; a `RappelError` passes through. */
export function modelError(
  error: unknown,
  { provider, model }: ModelSettings,
  state: { timedOut: boolean; cancelled: boolean },
): RappelError {
  if (error instanceof RappelError) return error;
  if (state.cancelled) return new RappelError('model', 'the run was cancelled', { cause: error });
  if (state.timedOut) {
    return new RappelError('model', `${model} took too long`, {
      hint: 'Try again, or choose a faster model with: rappel setup',
      cause: error,
    });
  }
  const cause = lastOf(error);
  const status = (cause as { statusCode?: number }).statusCode;
  const message =
    hideCredentials((cause as Error).message?.split('\n')[0] ?? '').slice(0, 200) || 'no reason given';
  const hint = status === undefined ? NETWORK_HINT : (HINTS[status] ?? 'Try again later.');
  return new RappelError('model', `${provider} (${model}) failed: ${message}`, { hint, cause: error });
}

/** Retries end in an error that contains the earlier ones. */
function lastOf(error: unknown): unknown {
  return (error as { lastError?: unknown }).lastError ?? error;
}

const NETWORK_HINT = 'Check the address and the connection, then try again.';

const HINTS: Record<number, string> = {
  400: 'The provider rejected the request; check the name of the model with: rappel setup',
  401: 'Check the key with: rappel setup',
  403: 'This key has no access to the model; choose another with: rappel setup',
  404: 'Check the name of the model and the address with: rappel setup',
  429: 'The provider limits how often it answers; try again in a moment.',
};
