import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { RappelError } from '../shared/errors.js';
import { stateFolder } from '../vault/state-folder.js';
import { writeDurably } from './durable.js';
import { currentLease } from './lease.js';

const LONGEST_LOOK_MS = 10_000;

/** Asks the running service of a vault; null where none runs. */
export function runningService(root: string) {
  const lease = currentLease(root);
  if (lease === null) return null;
  return {
    lease,
    async request(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
      const token = readToken(root);
      const { status, text } = await send(lease.url + path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A question may take its time; a look at something never does.
        ...(method === 'GET' && { mostMs: LONGEST_LOOK_MS }),
      }).catch((cause) => {
        throw new RappelError('io', `the service at ${lease.url} (process ${lease.pid}) does not answer`, {
          hint: 'Stop it with: rappel stop, and start it again with: rappel serve',
          cause,
        });
      });
      const answer = JSON.parse(text) as { error?: { code: never; message: string; hint: string | null } };
      if (status >= 400 && answer.error !== undefined) {
        const { code, message, hint } = answer.error;
        throw new RappelError(code, message, hint === null ? {} : { hint });
      }
      return answer;
    },
  };
}

/**
 * Not by `fetch`: in Node 20 that waits for ever, and lets the process end without a word, where the other side closes the
 * connection at once.
 */
function send(
  url: string,
  { body, mostMs, ...options }: { method: string; headers: object; body?: string; mostMs?: number },
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { ...options, headers: { ...options.headers } }, (response) => {
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

function tokenFile(root: string): string {
  return join(root, '.rappel', 'token');
}

export function readToken(root: string): string | null {
  return existsSync(tokenFile(root)) ? readFileSync(tokenFile(root), 'utf8').trim() : null;
}

/** The token of a vault, made at the first call and readable by its owner alone. Throws where it is too short to be one. */
export function ensureToken(root: string): { token: string; file: string } {
  const file = tokenFile(root);
  let token = readToken(root);
  if (token === null) {
    token = randomBytes(24).toString('base64url');
    stateFolder(root);
    writeDurably(file, `${token}\n`);
  }
  if (token.length >= SHORTEST_TOKEN) return { token, file };
  throw new RappelError('protected', `the token in ${file} is too short: it could be guessed`, {
    hint: 'Delete that file and start again: Rappel makes a new token.',
  });
}

/** 120 random bits in base64: no number of attempts is enough, so a wrong token need not lock anybody out. */
const SHORTEST_TOKEN = 20;
