import { timingSafeEqual } from 'node:crypto';
import { RappelError } from '../shared/errors.js';
import { newSecret, SESSION_SECONDS, secretHash } from '../shared/login-secrets.js';
import type { Database } from '../shared/sqlite.js';
import { changeState, peekState } from '../vault/state-database.js';

const MOST = 100;

/** `by`: the named token that a browser logged in with; null for the vault's own. */
interface Session {
  until: number;
  by: string | null;
}

export type Sessions = ReturnType<typeof createSessions>;

/**
 * The browsers that logged in with the token. Sessions survive a restart; a new token ends them all. Only hashes are
 * stored: reading them gives no access.
 */
export function createSessions(root: string, token: string, now: () => number = Date.now) {
  const owner = secretHash(token);
  /** On a full or read-only disk, sessions last until the service stops. */
  const unstored = new Map<string, Session>();

  function find(secret: string): Session | null {
    const hash = secretHash(secret);
    const found =
      unstored.get(hash) ??
      peekState<Session | null>(root, null, (database) => {
        const row = database
          .prepare('SELECT until, opened_by FROM sessions WHERE hash = ? AND token = ?')
          .get(hash, owner);
        if (row === undefined) return null;
        return { until: Number(row.until), by: row.opened_by === null ? null : String(row.opened_by) };
      });
    return found !== null && found.until > now() ? found : null;
  }

  /** False where the disk takes no change. */
  function change(work: (database: Database) => void): boolean {
    try {
      changeState(root, work);
      return true;
    } catch (error) {
      if (error instanceof RappelError) return false;
      throw error;
    }
  }

  return {
    /** Logs a browser in; returns the secret that it sends from then on. */
    open(by: string | null = null): string {
      const secret = newSecret();
      const hash = secretHash(secret);
      const until = now() + SESSION_SECONDS * 1_000;
      const isStored = change((database) => {
        database.prepare('DELETE FROM sessions WHERE until <= ? OR token <> ?').run(now(), owner);
        database
          .prepare('INSERT INTO sessions (hash, token, until, opened_by) VALUES (?, ?, ?, ?)')
          .run(hash, owner, until, by);
        database
          .prepare(
            'DELETE FROM sessions WHERE rowid NOT IN (SELECT rowid FROM sessions ORDER BY rowid DESC LIMIT ?)',
          )
          .run(MOST);
      });
      if (!isStored) unstored.set(hash, { until, by });
      return secret;
    },
    /** `isValid` is asked about the named token that it was opened with. */
    has(secret: string, isValid: (by: string) => boolean = () => true): boolean {
      const found = find(secret);
      return found !== null && (found.by === null || isValid(found.by));
    },
    /** The named token that it was opened with; null for the vault's own, or where there is no such session. */
    openedBy: (secret: string): string | null => find(secret)?.by ?? null,
    close(secret: string): void {
      const hash = secretHash(secret);
      unstored.delete(hash);
      change((database) => {
        database.prepare('DELETE FROM sessions WHERE hash = ?').run(hash);
      });
    },
  };
}

/** Compares two secrets in a time that depends on neither. */
export function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(secretHash(a)), Buffer.from(secretHash(b)));
}
