import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RappelError } from '../shared/errors.js';
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
      const response = await fetch(lease.url + path, {
        method,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== null && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // A question may take its time; a look at something never does.
        ...(method === 'GET' && { signal: AbortSignal.timeout(LONGEST_LOOK_MS) }),
      }).catch((cause) => {
        throw new RappelError('io', `the service at ${lease.url} (process ${lease.pid}) does not answer`, {
          hint: 'Stop it with: rappel stop, and start it again with: rappel serve',
          cause,
        });
      });
      const answer = (await response.json()) as {
        error?: { code: never; message: string; hint: string | null };
      };
      if (!response.ok && answer.error !== undefined) {
        const { code, message, hint } = answer.error;
        throw new RappelError(code, message, hint === null ? {} : { hint });
      }
      return answer;
    },
  };
}

function tokenFile(root: string): string {
  return join(root, '.rappel', 'token');
}

export function readToken(root: string): string | null {
  return existsSync(tokenFile(root)) ? readFileSync(tokenFile(root), 'utf8').trim() : null;
}

/** The token of a vault, made at the first call and readable by its owner alone. */
export function ensureToken(root: string): { token: string; file: string; isNew: boolean } {
  const known = readToken(root);
  if (known !== null) return { token: known, file: tokenFile(root), isNew: false };
  const token = randomBytes(24).toString('base64url');
  writeDurably(tokenFile(root), `${token}\n`);
  return { token, file: tokenFile(root), isNew: true };
}
