import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { newSecret, SESSION_SECONDS, secretHash } from '../../shared/login-secrets.js';
import type { SqlClient } from '../database/sql.js';
import { recordAudit } from './audit.js';
import type { PeopleDatabase } from './database.js';

const LONGEST_BROWSER = 200;

/** Where a request comes from. */
export interface Origin {
  address: string;
  /** How the browser calls itself. */
  browser: string;
}

export interface BrowserSession {
  id: string;
  address: string;
  browser: string;
  created: Date;
  used: Date;
}

export interface SignedIn {
  session: string;
  person: string;
  email: string;
}

/** Signs a person in, by whatever proved who it is; returns the secret that the browser sends from then on. */
export async function openSession(
  client: SqlClient,
  { person, email, how }: { person: string; email: string; how: string },
  { address, browser }: Origin,
): Promise<string> {
  const secret = newSecret();
  await client.query('DELETE FROM rappel.sessions WHERE expires < clock_timestamp()');
  await client.query(
    `INSERT INTO rappel.sessions (hash, id, person, address, browser, expires)
    VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 second')`,
    [secretHash(secret), newId(), person, address, browser.slice(0, LONGEST_BROWSER), SESSION_SECONDS],
  );
  await recordAudit(client, { person: email, address, action: 'sign in', detail: how });
  return secret;
}

/**
 * Whoever changes an account must still be signed in when the change is made: the session may have been ended since the request came.
 * Changes of one account wait for each other. Throws `outside_vault`.
 */
export async function demandSession(client: SqlClient, { session }: SignedIn): Promise<void> {
  const found = await client.query(
    `SELECT FROM rappel.people JOIN rappel.sessions ON person = people.id
    WHERE sessions.id = $1 AND expires > clock_timestamp() FOR UPDATE OF people, sessions`,
    [session],
  );
  if (found.length === 0) throw new RappelError('outside_vault', 'person.signed_out');
}

/** The browsers that people are signed in with. */
export function createPeopleSessions({ ask, work }: PeopleDatabase) {
  return {
    /** Null for a session that has ended, or never was. */
    async find(secret: string): Promise<SignedIn | null> {
      const [found] = await ask<SignedIn>(
        `SELECT sessions.id AS session, person, email FROM rappel.sessions JOIN rappel.people ON people.id = person
        WHERE hash = $1 AND expires > clock_timestamp()`,
        [secretHash(secret)],
      );
      return found ?? null;
    },
    /** Ends the session with this secret, if there is one. */
    async end(secret: string): Promise<void> {
      await ask('DELETE FROM rappel.sessions WHERE hash = $1', [secretHash(secret)]);
    },
    list: (person: string) =>
      ask<BrowserSession>(
        `SELECT id, address, browser, created, used FROM rappel.sessions
        WHERE person = $1 AND expires > clock_timestamp() ORDER BY used DESC`,
        [person],
      ),
    /** Throws `not_found` for one of somebody else too. */
    async revoke({ person, email }: SignedIn, id: string, address: string): Promise<void> {
      await work(async (client) => {
        const ended = await client.query(
          'DELETE FROM rappel.sessions WHERE person = $1 AND id = $2 RETURNING id',
          [person, id],
        );
        if (ended.length === 0) throw new RappelError('not_found', 'person.no_session');
        await recordAudit(client, { person: email, address, action: 'end session', detail: id });
      });
    },
  };
}
