import type { ErrorCode } from './types.js';

/** What the service refused, in its own words; `offline` where it did not answer at all. */
export class ApiError extends Error {
  constructor(
    readonly code: ErrorCode | 'offline',
    message: string,
    readonly hint: string | null = null,
  ) {
    super(message);
  }
}

interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal;
  accept?: string;
}

/** Calls the service and gives back its JSON. Throws `ApiError`. */
export async function request<Result>(
  method: 'GET' | 'POST',
  path: string,
  options?: RequestOptions,
): Promise<Result> {
  const response = await send(method, path, options);
  return (await response.json()) as Result;
}

/** The same without reading the body. Throws `ApiError` for every answer that is not a success. */
export async function send(
  method: 'GET' | 'POST',
  path: string,
  { body, signal, accept }: RequestOptions = {},
): Promise<Response> {
  const response = await fetch(`/api${path}`, {
    method,
    headers: {
      ...(accept !== undefined && { accept }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: Error) => {
    if (error.name === 'AbortError') throw error;
    throw new ApiError('offline', error.message);
  });
  if (response.ok) return response;
  throw await errorOf(response);
}

async function errorOf(response: Response): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as {
      error: { code: ErrorCode; message: string; hint: string | null };
    };
    return new ApiError(error.code, error.message, error.hint);
  } catch {
    return new ApiError('io', `${response.status} ${response.statusText}`);
  }
}

/** A path of the vault as part of an address. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
