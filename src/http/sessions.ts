import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../service/durable.js';
import { stateFolder } from '../vault/state-folder.js';

/** The browsers that were let in with the token. They outlive the service; another token ends them all. */
export interface Sessions {
  /** Lets a browser in; returns what it has to show from then on. */
  open(): string;
  has(secret: string): boolean;
  close(secret: string): void;
}

export const SESSION_SECONDS = 30 * 24 * 60 * 60;
const MOST = 100;

interface Kept {
  /** Of which token, as a hash. */
  token: string;
  sessions: { hash: string; until: number }[];
}

/** Only hashes are kept: who reads the file can't come in with it. */
export function createSessions(root: string, token: string, now: () => number = Date.now): Sessions {
  const file = join(root, '.rappel', 'sessions.json');
  let sessions = readKept(file, hashOf(token));

  function keep(next: Kept['sessions']): void {
    sessions = next.filter(({ until }) => until > now()).slice(-MOST);
    try {
      stateFolder(root);
      writeDurably(file, JSON.stringify({ token: hashOf(token), sessions } satisfies Kept));
    } catch {
      // A full or read-only disk: they hold as long as the service runs.
    }
  }

  return {
    open() {
      const secret = randomBytes(32).toString('base64url');
      keep([...sessions, { hash: hashOf(secret), until: now() + SESSION_SECONDS * 1_000 }]);
      return secret;
    },
    has(secret) {
      const hash = hashOf(secret);
      return sessions.some((session) => session.until > now() && isSame(session.hash, hash));
    },
    close(secret) {
      const hash = hashOf(secret);
      keep(sessions.filter((session) => session.hash !== hash));
    },
  };
}

/** Compares without telling by its time how much was right. */
export function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function readKept(file: string, token: string): Kept['sessions'] {
  try {
    const kept: Kept = JSON.parse(readFileSync(file, 'utf8'));
    return kept.token === token && Array.isArray(kept.sessions) ? kept.sessions : [];
  } catch {
    return [];
  }
}
