import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { ERROR_CODES, type ErrorFacts, errorFromFacts, RappelError } from '../../../shared/errors.js';

/** How long a service may say nothing; checking a large push takes long. */
const LONGEST_SILENCE_MS = 60_000;
const LONGEST_WORK_MS = 15 * 60_000;
const MOST_JSON_BYTES = 1024 * 1024;

export interface AskedService {
  /** Ends with a slash. */
  address: string;
  token: string | null;
  /** When a question, and when a request that sends or works much, must have been answered to its end. */
  answerWithinMs: number;
  exchangeWithinMs: number;
  /** Ends every request. */
  signal?: AbortSignal;
}

export interface ServiceRequest {
  method?: 'GET' | 'POST' | 'PUT';
  json?: unknown;
  bytes?: Buffer;
  /** Its answer is large. */
  isLong?: boolean;
}

/**
 * The answer of another service, as a stream. Redirections are not followed: the token is for this address. Throws the
 * service's own error, `protected` where it asks for another token, and `io` where it can't be reached.
 */
export async function askService(
  { address, token, answerWithinMs, exchangeWithinMs, signal }: AskedService,
  path: string,
  { method = 'GET', json, bytes, isLong = false }: ServiceRequest = {},
): Promise<IncomingMessage> {
  const body = bytes ?? (json === undefined ? undefined : Buffer.from(JSON.stringify(json)));
  const type = bytes === undefined ? 'application/json' : 'application/octet-stream';
  const headers = {
    ...(token !== null && { authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'content-type': type, 'content-length': body.length }),
  };
  // Sending takes long on a slow line, and checking what was sent.
  const within = isLong || method !== 'GET' ? exchangeWithinMs : answerWithinMs;
  const late = AbortSignal.timeout(within);
  const ends = signal === undefined ? late : AbortSignal.any([late, signal]);
  const timeout = Math.min(within, method === 'POST' ? LONGEST_WORK_MS : LONGEST_SILENCE_MS);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = address.startsWith('https:') ? overHttps : overHttp;
    const options = { method, headers, timeout, agent: false, signal: ends };
    const asked = send(new URL(path, address), options, resolve);
    asked.on('timeout', () => asked.destroy(new Error('it does not answer')));
    asked.on('error', (error) =>
      reject(unreachable(address, late.aborted ? 'it did not answer in time' : error.message || error.name)),
    );
    asked.end(body);
  });
  if (response.statusCode === 200) return response;
  throw await errorIn(response, address);
}

/** The same as JSON. */
export async function askServiceJson(
  service: AskedService,
  path: string,
  request: ServiceRequest = {},
): Promise<unknown> {
  return parse(await textOf(await askService(service, path, request), service.address), service.address);
}

async function errorIn(response: IncomingMessage, address: string): Promise<RappelError> {
  const { statusCode } = response;
  if (statusCode === 401) return new RappelError('protected', 'sync.needs_token', { address });
  const text = await textOf(response, address);
  const { error } = (text.startsWith('{') ? parse(text, address) : {}) as { error?: Record<string, unknown> };
  const code = ERROR_CODES.find((known) => known === error?.code);
  if (code === undefined || typeof error?.message !== 'string') return notAService(address, statusCode);
  const hint = typeof error.hint === 'string' ? error.hint : null;
  const { reason, fields } = error as unknown as ErrorFacts;
  return errorFromFacts({ code, reason, fields, message: error.message, hint });
}

/** An answer to its end. Throws `io` where the connection ends before. */
export async function* whole(response: IncomingMessage, address: string): AsyncGenerator<Buffer> {
  try {
    yield* response as AsyncIterable<Buffer>;
  } catch (error) {
    throw unreachable(address, (error as Error).message);
  }
}

async function textOf(response: IncomingMessage, address: string): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of whole(response, address)) {
    bytes += part.length;
    if (bytes > MOST_JSON_BYTES) throw notAService(address, response.statusCode);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parse(text: string, address: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw notAService(address, 200);
  }
}

export function notAService(address: string, status: number | undefined): RappelError {
  return new RappelError('io', 'sync.no_service', { address, status: String(status) });
}

function unreachable(address: string, reason: string): RappelError {
  return new RappelError('io', 'sync.unreachable', { remote: address, reason });
}
