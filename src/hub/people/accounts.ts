import { RappelError } from '../../shared/errors.js';
import type { Attempts } from './attempts.js';
import { recordAudit } from './audit.js';
import { redeemCode } from './codes.js';
import type { PeopleDatabase } from './database.js';
import { emailOf } from './email.js';
import type { Passwords } from './passwords.js';
import { hashOf } from './secrets.js';
import { type Origin, openSession, type SignedIn } from './sessions.js';

export type Accounts = ReturnType<typeof createAccounts>;

/** How people with local accounts sign in. Whatever is wrong, the answer is the same, after the same work. */
export function createAccounts({ ask, work }: PeopleDatabase, passwords: Passwords, attempts: Attempts) {
  return {
    /** Returns the secret of a session. Throws `outside_vault`, or `busy` after too many failures. */
    async signIn(given: string, password: string, origin: Origin): Promise<string> {
      const email = emailOf(given);
      await attempts.demand(email, origin.address);
      const [found] = await ask<{ id: string; password: string | null }>(
        'SELECT id, password FROM rappel.people WHERE email = $1',
        [email],
      );
      if (!(await passwords.matches(password, found?.password ?? null))) {
        await attempts.failed(email, origin.address);
        await work((client) =>
          recordAudit(client, { person: email, address: origin.address, action: 'sign in', allowed: false }),
        );
        throw new RappelError('outside_vault', 'wrong email address or password');
      }
      return work((client) => openSession(client, { person: found!.id, email, how: 'password' }, origin));
    },
    /** Whom an invitation is for; null where it was used or has ended. */
    async invited(code: string): Promise<string | null> {
      const [found] = await ask<{ email: string }>(
        `SELECT email FROM rappel.codes JOIN rappel.people ON people.id = person
        WHERE hash = $1 AND kind = 'invitation' AND expires > clock_timestamp()`,
        [hashOf(code)],
      );
      return found?.email ?? null;
    },
    /** Uses an invitation and signs in. Without a password, a passkey is made next. Throws `outside_vault`. */
    async join(code: string, password: string | null, origin: Origin): Promise<string> {
      const hash = password === null ? null : await passwords.hash(password);
      return work(async (client) => {
        const redeemed = await redeemCode(client, 'invitation', code);
        if (redeemed?.person == null)
          throw new RappelError('outside_vault', 'this invitation was used already or has ended', {
            hint: 'Ask for a new one.',
          });
        const { person } = redeemed;
        const [joined] = await client.query<{ email: string }>(
          `UPDATE rappel.people SET joined = coalesce(joined, clock_timestamp()), password = coalesce($2, password)
          WHERE id = $1 RETURNING email`,
          [person, hash],
        );
        return openSession(client, { person, email: joined!.email, how: 'invitation' }, origin);
      });
    },
    /** Throws `outside_vault` where the password until now is wrong. Ends all other sessions. */
    async setPassword(
      { person, email, session }: SignedIn,
      { current, password }: { current: string | null; password: string },
      { address }: Origin,
    ): Promise<void> {
      await attempts.demand(email, address);
      const [found] = await ask<{ password: string | null }>(
        'SELECT password FROM rappel.people WHERE id = $1',
        [person],
      );
      const known = found?.password ?? null;
      if (known !== null && !(await passwords.matches(current ?? '', known))) {
        await attempts.failed(email, address);
        throw new RappelError('outside_vault', 'wrong password');
      }
      const hash = await passwords.hash(password);
      await work(async (client) => {
        await client.query('UPDATE rappel.people SET password = $2 WHERE id = $1', [person, hash]);
        await client.query('DELETE FROM rappel.sessions WHERE person = $1 AND id <> $2', [person, session]);
        await recordAudit(client, { person: email, address, action: 'set password' });
      });
    },
  };
}
