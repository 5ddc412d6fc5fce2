import type { z } from 'zod';
import { RappelError } from '../../../shared/errors.js';
import { maskIn } from '../../../shared/secrets.js';
import { type Field, words } from '../../../words/message.js';

export interface Endpoint {
  url: string;
  model: string;
  apiKey?: string;
  /** Milliseconds before a request is given up. */
  timeout?: number;
}

/**
 * Posts JSON to a path below the address of an endpoint, and checks the answer. Every failure (down, slow, wrong, too
 * much) is a `RappelError` with the code `model` and a reason for a person; it never contains the key.
 */
export async function post<Answer>(
  endpoint: Endpoint,
  path: string,
  body: object,
  schema: z.ZodType<Answer>,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const url = path === '' ? endpoint.url : endpoint.url.replace(/\/+$/, '') + path;
  const answer = await postJson({ ...endpoint, url }, body, signal);
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw failed(endpoint, words`its answer has another form than ${path || '/rerank'}`);
}

async function postJson(endpoint: Endpoint, body: object, signal: AbortSignal | undefined): Promise<unknown> {
  const limit = AbortSignal.timeout(endpoint.timeout ?? DEFAULT_TIMEOUT);
  let response: Response;
  try {
    response = await fetch(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(endpoint.apiKey && { authorization: `Bearer ${endpoint.apiKey}` }),
      },
      body: JSON.stringify(maskIn(body)),
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      redirect: 'error',
    });
    if (response.ok) return await readJson(response);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RappelError) throw error;
    throw failed(
      endpoint,
      limit.aborted ? words`it did not answer in time` : words`it can't be reached`,
      error,
    );
  }
  await response.body?.cancel();
  throw failed(endpoint, words`it answered ${response.status}`);

  async function readJson(answer: Response): Promise<unknown> {
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of answer.body ?? []) {
      size += part.length;
      if (size > MAX_BYTES) throw failed(endpoint, words`its answer is too large`);
      parts.push(part);
    }
    try {
      return JSON.parse(Buffer.concat(parts).toString('utf8'));
    } catch (error) {
      throw failed(endpoint, words`its answer is not JSON`, error);
    }
  }
}

export function failed({ url, model }: Endpoint, reason: Field, cause?: unknown): RappelError {
  return new RappelError('model', 'endpoint.failed', { model, host: hostOf(url), reason, cause });
}

const DEFAULT_TIMEOUT = 15_000;
const MAX_BYTES = 64 * 1024 * 1024;

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return 'an invalid address';
  }
}
