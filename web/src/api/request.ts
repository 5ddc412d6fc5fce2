import type { ErrorCode } from './types.js';

/** What the service refused, in its own words; `offline` where it did not answer at all, `locked` where it wants the token. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode | 'offline' | 'locked',
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

/** Told to the window: the service refused an answer without the token, or a stream without saying why. */
export const REFUSED = 'rappel:refused';
/** Told to the window: an answer came; its detail is the last event that the service knew then. */
export const ANSWERED = 'rappel:answered';

type Method = 'GET' | 'POST' | 'DELETE';

interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal;
}

/** Calls the service and gives back its JSON. Throws `ApiError`. */
export async function request<Result>(
  method: Method,
  path: string,
  options?: RequestOptions,
): Promise<Result> {
  const response = await send(method, path, options);
  return (await response.json()) as Result;
}

/** The same without reading the body. Throws `ApiError` for every answer that is not a success. */
export async function send(
  method: Method,
  path: string,
  { body, signal }: RequestOptions = {},
): Promise<Response> {
  const response = await fetch(`/api${path}`, {
    method,
    ...(signal && { signal }),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  }).catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    throw new ApiError('offline', error.message);
  });
  const event = response.headers.get('rappel-event');
  if (event !== null) dispatchEvent(new CustomEvent(ANSWERED, { detail: event }));
  if (response.ok) return response;
  if (response.status === 401 && path !== '/session') dispatchEvent(new Event(REFUSED));
  throw await errorOf(response);
}

async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as {
      error: { code: ErrorCode; message: string; hint: string | null };
    };
    return new ApiError(response.status === 401 ? 'locked' : error.code, error.message, error.hint);
  } catch {
    return new ApiError('io', `${response.status} ${response.statusText}`);
  }
}
