import type { Agent, IncomingMessage } from 'node:http';
import { request } from 'node:http';
import { type errorFacts, errorFromFacts, RappelError } from '../../shared/errors.js';
import { isOnThisMachine } from '../../shared/process-identity.js';
import type { Wall } from '../../vault/wall.js';
import type { EventOf } from '../events/events.js';
import { currentLease, type Lease } from '../locks/lease.js';
import { createProvenAgent } from './proven-agent.js';
import { parseEvents } from './server-events.js';
import { readToken } from './token.js';
import { encodeWall, WALL_HEADER } from './wall-header.js';

const LONGEST_LOOK_MS = 10_000;

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The running service of a vault, as another process on its machine uses it. */
export interface ServiceClient {
  readonly lease: Lease;
  /**
   * Sends and receives JSON. Aborting closes the connection, which stops the work. Throws the service's own error,
   * or `io` if the service does not answer or does not prove that it serves this vault; in that case nothing was
   * sent to it.
   */
  request(method: Method, path: string, body?: unknown, signal?: AbortSignal): Promise<unknown>;
  /** The bytes at a path. Throws like `request`, and `invalid_input` for more than `mostBytes`. */
  bytes(path: string, mostBytes: number): Promise<Buffer>;
  /** Server-sent events, until the service ends them or `signal` aborts. Throws like `request`. */
  events<Events>(
    path: string,
    options: { body?: unknown; signal?: AbortSignal | undefined },
  ): AsyncIterable<EventOf<Events>>;
  /** The number of its process, as it proved it. Throws like `request`. */
  pid(): Promise<number>;
}

/** The service that serves this vault on this machine; null if none does. `wall`: what it is asked to show. */
export function runningService(root: string, wall: Wall | null = null): ServiceClient | null {
  const lease = currentLease(root);
  return lease === null || !isOnThisMachine(lease) ? null : createClient(root, lease, wall);
}

function createClient(root: string, lease: Lease, wall: Wall | null): ServiceClient {
  const token = readToken(root);
  let pid = 0;
  const agent = createProvenAgent(root, token, lease, (proved) => {
    pid = proved;
  });
  const authorization = `Bearer ${token}`;
  const walled = wall && { [WALL_HEADER]: encodeWall(wall) };

  async function ask(
    path: string,
    { method, body, accept, signal, mostMs }: Asked,
  ): Promise<IncomingMessage> {
    const response = await send(lease.url + path, {
      agent,
      method,
      headers: { 'content-type': 'application/json', authorization, ...walled, ...(accept && { accept }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(mostMs !== undefined && { mostMs }),
    }).catch((cause) => {
      throw cause instanceof RappelError || signal?.aborted ? cause : noAnswer(lease, cause);
    });
    if ((response.statusCode ?? 0) >= 400) throw errorIn(await jsonOf(response, lease), lease);
    return response;
  }

  const client: ServiceClient = {
    lease,
    async request(method, path, body, signal) {
      // Answering a question may take long; reading something never does.
      const mostMs = method === 'GET' ? LONGEST_LOOK_MS : undefined;
      return jsonOf(await ask(path, { method, body, signal, mostMs }), lease);
    },
    async bytes(path, mostBytes) {
      const response = await ask(path, { method: 'GET', mostMs: LONGEST_LOOK_MS });
      if (Number(response.headers['content-length'] ?? 0) <= mostBytes) return bytesOf(response);
      response.destroy();
      throw new RappelError('invalid_input', 'file.too_many_bytes', { bytes: mostBytes });
    },
    async *events(path, { body, signal }) {
      const method = body === undefined ? 'GET' : 'POST';
      yield* parseEvents(await ask(path, { method, body, signal, accept: 'text/event-stream' }), signal);
    },
    async pid() {
      if (pid === 0) await client.request('GET', '/api/session');
      return pid;
    },
  };
  return client;
}

interface Asked {
  method: Method;
  body?: unknown;
  accept?: string;
  signal?: AbortSignal | undefined;
  mostMs?: number | undefined;
}

interface Sending {
  agent: Agent;
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  mostMs?: number;
}

/** Not with `fetch`, which can't be told which connection to use. */
function send(url: string, { body, mostMs, ...options }: Sending): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asked = request(url, options, resolve);
    asked.on('error', reject);
    if (mostMs !== undefined) asked.setTimeout(mostMs, () => asked.destroy(new Error('no answer')));
    asked.end(body);
  });
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  return Buffer.concat(parts);
}

async function jsonOf(response: IncomingMessage, lease: Lease): Promise<unknown> {
  try {
    return JSON.parse((await bytesOf(response)).toString('utf8'));
  } catch (cause) {
    throw noAnswer(lease, cause);
  }
}

function errorIn(answer: unknown, lease: Lease): RappelError {
  const { error } = answer as { error?: ReturnType<typeof errorFacts> };
  if (error === undefined) return noAnswer(lease, answer);
  return errorFromFacts(error);
}

function noAnswer({ url, pid }: Lease, cause: unknown): RappelError {
  return new RappelError('io', 'service.silent', { address: url, pid, cause });
}
