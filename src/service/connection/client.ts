import type { ClientRequestArgs, IncomingMessage } from 'node:http';
import { Agent, request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { type errorFacts, errorFromFacts, RappelError } from '../../shared/errors.js';
import { isOnThisMachine } from '../../shared/process-identity.js';
import type { Wall } from '../../vault/wall.js';
import type { EventOf } from '../events/events.js';
import { currentLease, type Lease } from '../locks/lease.js';
import { isProof, newNonce, type Proof } from './proof.js';
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

/** Reads server-sent events: `event:` and `data:` lines up to an empty one; skips comments and ids. */
async function* parseEvents<Events>(
  response: IncomingMessage,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventOf<Events>> {
  response.setEncoding('utf8');
  let rest = '';
  try {
    for await (const part of response) {
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop()!;
      yield* blocks.flatMap((block) => eventIn<Events>(block));
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

function eventIn<Events>(block: string): EventOf<Events>[] {
  const lines = block.split('\n');
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trim());
  const [type] = valuesOf('event');
  if (type === undefined) return [];
  // The service is of this version: its events have these types.
  return [{ type, data: JSON.parse(valuesOf('data').join('\n')) } as EventOf<Events>];
}

const LONGEST_PROOF_MS = 10_000;
const LONGEST_PROOF_CHARACTERS = 1_000;

/**
 * Provides connections to the service of a vault, and only those whose other end has proved to be that service:
 * nothing but the challenge is sent before. The proved connection is the one that is used, so no other program can
 * take over the address in between.
 */
function createProvenAgent(
  root: string,
  token: string | null,
  lease: Lease,
  proved: (pid: number) => void,
): Agent {
  return new (class extends Agent {
    override createConnection(
      _: ClientRequestArgs,
      done: (error: Error | null, socket: Duplex) => void,
    ): undefined {
      open(root, token, lease).then(
        ({ socket, pid }) => {
          proved(pid);
          done(null, socket);
        },
        (error) => done(error, undefined as never),
      );
    }
  })({ keepAlive: true });
}

async function open(
  root: string,
  token: string | null,
  lease: Lease,
): Promise<{ socket: Socket; pid: number }> {
  const socket = connect(addressOf(lease));
  const nonce = newNonce();
  try {
    const proof = await askForProof(socket, lease.url, nonce);
    // Without a token there is no key: any program could make such a proof.
    if (token !== null && proof !== null && isProof(root, token, { nonce, url: lease.url }, proof))
      return { socket, pid: proof.pid };
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.destroy();
  throw new RappelError('io', 'service.unproven', { address: lease.url });
}

/**
 * The answer of the program at the other end, if it has the form of a proof and keeps the connection open; rejects
 * if it does not answer.
 */
function askForProof(socket: Socket, url: string, nonce: string): Promise<Proof | null> {
  return new Promise((resolve, reject) => {
    const options = { createConnection: () => socket, headers: { connection: 'keep-alive' } };
    const asked = request(`${url}/api/identity?nonce=${nonce}`, options, (response) => {
      const proof = readProof(response);
      proof.catch(reject);
      socket.once('free', () => resolve(proof));
    });
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), LONGEST_PROOF_MS);
    asked.on('error', reject);
    socket.once('close', () => reject(new Error('no answer')));
    for (const event of ['free', 'close'] as const) socket.once(event, () => clearTimeout(timer));
    asked.end();
  });
}

async function readProof(response: IncomingMessage): Promise<Proof | null> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) {
    text += part;
    if (text.length > LONGEST_PROOF_CHARACTERS) return null;
  }
  try {
    const { pid, hash } = JSON.parse(text);
    return Number.isInteger(pid) && typeof hash === 'string' ? { pid, hash } : null;
  } catch {
    return null;
  }
}

/** Where to connect: only an address of this machine, whatever `service.json` says. Throws `io`. */
export function addressOf({ url }: Pick<Lease, 'url'>): { host: string; port: number } {
  const { protocol, hostname, port } = URL.canParse(url) ? new URL(url) : new URL('http://invalid.invalid');
  const host = hostname.replaceAll(/[[\]]/g, '');
  const isHere = LOOPBACK.has(host) || isOwnAddress(host);
  if (protocol === 'http:' && isHere) return { host: ANY.get(host) ?? host, port: Number(port || 80) };
  throw new RappelError('io', 'service.foreign_address', { address: String(JSON.stringify(url)) });
}

/** A service that listens on every address is reached through loopback. */
const ANY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);
const LOOPBACK = new Set(['localhost', '::1', ...ANY.keys()]);

function isOwnAddress(host: string): boolean {
  if (isIP(host) === 0) return false;
  if (host.startsWith('127.')) return true;
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === host));
}
