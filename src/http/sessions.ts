import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { writeDurably } from '../service/state/durable.js';
import { newSecret, SESSION_SECONDS, secretHash } from '../shared/login-secrets.js';
import { readJsonOrNull } from '../shared/read-or-null.js';
import { stateFolder } from '../vault/state-folder.js';

const MOST = 100;

interface Kept {
  /** A hash of the token they belong to. */
  token: string;
  /** `by`: the named token that a browser logged in with; left out for the vault's own. */
  sessions: { hash: string; until: number; by?: string }[];
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * The browsers that logged in with the token. Sessions survive a restart; a new token ends them all. Only hashes are
 * stored: reading the file gives no access.
 */
export function createSessions(root: string, token: string, now: () => number = Date.now) {
  const file = join(root, '.rappel', 'sessions.json');
  let sessions = readKept(file, secretHash(token));

  function keep(next: Kept['sessions']): void {
    sessions = next.filter(({ until }) => until > now()).slice(-MOST);
    try {
      stateFolder(root);
      writeDurably(file, JSON.stringify({ token: secretHash(token), sessions } satisfies Kept));
    } catch {
      // On a full or read-only disk, sessions last until the service stops.
    }
  }

  function find(secret: string): Kept['sessions'][number] | undefined {
    const hash = secretHash(secret);
    return sessions.find(({ until, hash: kept }) => until > now() && isSame(kept, hash));
  }

  return {
    /** Logs a browser in; returns the secret that it sends from then on. */
    open(by: string | null = null): string {
      const secret = newSecret();
      const until = now() + SESSION_SECONDS * 1_000;
      keep([...sessions, { hash: secretHash(secret), until, ...(by !== null && { by }) }]);
      return secret;
    },
    /** `isValid` is asked about the named token that it was opened with. */
    has(secret: string, isValid: (by: string) => boolean = () => true): boolean {
      const found = find(secret);
      return found !== undefined && (found.by === undefined || isValid(found.by));
    },
    /** The named token that it was opened with; null for the vault's own, or where there is no such session. */
    openedBy: (secret: string): string | null => find(secret)?.by ?? null,
    close(secret: string): void {
      const hash = secretHash(secret);
      keep(sessions.filter((session) => session.hash !== hash));
    },
  };
}

/** Compares two secrets in a time that depends on neither. */
export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(a)), Buffer.from(secretHash(b)));
}

function readKept(file: string, token: string): Kept['sessions'] {
  const kept = readJsonOrNull(file) as Kept | null;
  return kept?.token === token && Array.isArray(kept.sessions) ? kept.sessions : [];
}
