import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, type ErrorFacts, errorFacts, RappelError } from '../shared/errors.js';
import { refusalPause } from '../shared/refusal-pause.js';

const STATUS: Record<ErrorCode, ContentfulStatusCode> = {
  invalid_input: 400,
  not_found: 404,
  outside_vault: 403,
  not_text: 415,
  bad_range: 400,
  not_read: 409,
  stale: 409,
  no_match: 409,
  several_matches: 409,
  exists: 409,
  protected: 403,
  busy: 503,
  model: 502,
  io: 500,
};

/** Every error in one form, `{error: {code, reason, fields, message, hint}}`, with its status. */
export async function errorResponse(error: unknown, context: Context): Promise<Response> {
  if (error instanceof RappelError && error.code === 'busy') await refusalPause();
  return context.json(errorBody(error), statusOf(error));
}

export function statusOf(error: unknown): ContentfulStatusCode {
  return error instanceof RappelError ? STATUS[error.code] : 500;
}

export interface ErrorBody {
  error: ErrorFacts;
}

export function errorBody(error: unknown): ErrorBody {
  if (error instanceof RappelError) return { error: errorFacts(error) };
  return { error: errorFacts(new RappelError('io', 'http.unexpected')) };
}
