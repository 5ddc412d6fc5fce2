import type { ErrorBody } from '../../../src/http/errors.js';
import type { MessageFields, Told } from '../../../src/words/message.js';
import { withBase } from './base.js';
import { createKeptStore } from './store.js';

/** An error of the service, in its own words; `offline` if it did not answer, `locked` if it asks for the token. */
export class ApiError extends Error implements Told {
  readonly reason: string;
  readonly fields: MessageFields;
  readonly hint: string | null;
  readonly data: ErrorBody['error']['data'];
  constructor(
    readonly code: ErrorBody['error']['code'] | 'offline' | 'locked',
    {
      message,
      reason = '',
      fields = {},
      hint = null,
      data,
    }: { message: string } & Partial<ErrorBody['error']>,
  ) {
    super(message);
    this.reason = reason;
    this.fields = fields;
    this.hint = hint;
    this.data = data;
  }
}

/** Told to the window: the service refused an answer without the token, or a stream without saying why. */
export const REFUSED = 'rappel:refused';
/** Told to the window: an answer came; its detail is the last event that the service knew then. */
export const ANSWERED = 'rappel:answered';

/** The time zone of the service, in which the vault's local times are; null before its first answer. */
export const serviceZone = createKeptStore<string | null>('rappel.zone', null);

/** Calls the service as `fetch` does. Throws `ApiError` for every answer that is not a success. */
export const send: typeof fetch = async (input, init) => {
  const response = await fetch(input, init).catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    throw new ApiError('offline', error);
  });
  const event = response.headers.get('rappel-event');
  if (event !== null) dispatchEvent(new CustomEvent(ANSWERED, { detail: event }));
  const zone = response.headers.get('rappel-time-zone');
  if (zone !== null) serviceZone.set(zone);
  if (response.ok) return response;
  if (response.status === 401 && input !== withBase('/api/session')) dispatchEvent(new Event(REFUSED));
  throw await errorOf(response);
};

async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { error }: ErrorBody = await response.json();
    return new ApiError(response.status === 401 ? 'locked' : error.code, error);
  } catch {
    return new ApiError('io', { message: `${response.status} ${response.statusText}` });
  }
}
