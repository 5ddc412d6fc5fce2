import type { Agent } from 'node:http';
import { request } from 'node:http';
import { ERROR_CODES, RappelError } from '../shared/errors.js';
import { isOnThisMachine } from '../shared/process-identity.js';
import { currentLease, type Lease } from './lease.js';
import { createProvenAgent } from './proven-agent.js';
import { readToken } from './token.js';

const LONGEST_LOOK_MS = 10_000;

/** The running service of a vault, as another process on its machine asks it. */
export interface ServiceClient {
  readonly lease: Lease;
  /**
   * Sends and answers with JSON. Aborting hangs up, which stops the work. Throws the service's own error, and `io` where
   * the service does not answer or does not prove that it serves this vault; then it was sent nothing.
   */
  request(method: 'GET' | 'POST', path: string, body?: unknown, signal?: AbortSignal): Promise<unknown>;
  /** The number of its process, as it proved it. Throws like `request`. */
  pid(): Promise<number>;
}

/** The service that serves this vault on this machine; null where none does. */
export function runningService(root: string): ServiceClient | null {
  const lease = currentLease(root);
  if (lease === null || !isOnThisMachine(lease)) return null;
  const token = readToken(root);
  let pid = 0;
  const agent = createProvenAgent(root, token, lease, (proved) => {
    pid = proved;
  });
  const client: ServiceClient = {
    lease,
    async request(method, path, body, signal) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const sent = send(lease.url + path, {
        agent,
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
        ...(signal && { signal }),
        // A question may take its time; a look at something never does.
        ...(method === 'GET' && { mostMs: LONGEST_LOOK_MS }),
      });
      return answerOf(
        await sent.catch((cause) => {
          throw cause instanceof RappelError || signal?.aborted ? cause : noAnswer(lease, cause);
        }),
        lease,
      );
    },
    async pid() {
      if (pid === 0) await client.request('GET', '/api/session');
      return pid;
    },
  };
  return client;
}

interface Sending {
  agent: Agent;
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  mostMs?: number;
}

/** Not by `fetch`: it can't be told which connection to use. */
function send(url: string, { body, mostMs, ...options }: Sending): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }),
      );
    });
    asked.on('error', reject);
    if (mostMs !== undefined) asked.setTimeout(mostMs, () => asked.destroy(new Error('no answer')));
    asked.end(body);
  });
}

function answerOf({ status, text }: { status: number; text: string }, lease: Lease): unknown {
  let answer: { error?: { code: string; message: string; hint: string | null } };
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    throw noAnswer(lease, cause);
  }
  if (status < 400 || answer.error === undefined) return answer;
  const { code, message, hint } = answer.error;
  throw new RappelError(
    ERROR_CODES.find((known) => known === code) ?? 'io',
    message,
    hint === null ? {} : { hint },
  );
}

function noAnswer({ url, pid }: Lease, cause: unknown): RappelError {
  return new RappelError('io', `the service at ${url} (process ${pid}) does not answer`, {
    hint: 'Stop it with: rappel stop, and start it again with: rappel serve',
    cause,
  });
}
