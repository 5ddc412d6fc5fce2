import { RappelError } from '../../shared/errors.js';
import { secretHash } from '../../shared/login-secrets.js';
import type { SqlClient } from '../database/sql.js';
import type { Attempts } from './attempts.js';
import { recordAudit } from './audit.js';
import { redeemCode } from './codes.js';
import type { PeopleDatabase } from './database.js';
import { emailOf } from './email.js';
import { findInvitation, type OpenInvitation, takeInvitation } from './invitations.js';
import type { Accept } from './memberships.js';
import { ensurePerson, giveAccount } from './memberships.js';
import type { Passwords } from './passwords.js';
import { demandSession, type Origin, openSession, type SignedIn } from './sessions.js';

/** Whom an invitation is for. */
export interface Invitee {
  email: string;
  /** The vault that an owner invites to; null for an invitation of the operator. */
  membership: Pick<OpenInvitation, 'vault' | 'role' | 'invited_by'> | null;
  /** They have to sign in, and accept then. */
  has_account: boolean;
}

export type Accounts = ReturnType<typeof createAccounts>;

/** How people with local accounts sign in. Whatever is wrong, the answer is the same, after the same work. */
export function createAccounts(
  { ask, work }: PeopleDatabase,
  { passwords, attempts, accept }: { passwords: Passwords; attempts: Attempts; accept: Accept },
) {
  return {
    /** Returns the secret of a session. Throws `outside_vault`, or `busy` after too many failures. */
    async signIn(given: string, password: string, origin: Origin): Promise<string> {
      const email = emailOf(given);
      await attempts.demand(email, origin.address);
      const [found] = await ask<{ id: string; password: string | null }>(
        'SELECT id, password FROM rappel.people WHERE email = $1',
        [email],
      );
      const isRight = await passwords.matches(password, found?.password ?? null);
      const secret = isRight
        ? await work(async (client) => {
            // Meanwhile the password may have been changed, or the account removed.
            const same = await client.query(
              'SELECT FROM rappel.people WHERE id = $1 AND password = $2 FOR SHARE',
              [found!.id, found!.password],
            );
            if (same.length === 0) return null;
            return openSession(client, { person: found!.id, email, how: 'password' }, origin);
          })
        : null;
      if (secret !== null) return secret;
      await attempts.failed(email, origin.address);
      await work((client) =>
        recordAudit(client, { person: email, address: origin.address, action: 'sign in', allowed: false }),
      );
      throw new RappelError('outside_vault', 'person.wrong_login');
    },
    /** Null where it was used or has ended. The vault is named by its id. */
    async invited(code: string): Promise<Invitee | null> {
      return work(async (client) => {
        const [found] = await client.query<{ email: string }>(
          `SELECT email FROM rappel.codes JOIN rappel.people ON people.id = person
          WHERE hash = $1 AND kind = 'invitation' AND expires > clock_timestamp()`,
          [secretHash(code)],
        );
        if (found !== undefined) return { email: found.email, membership: null, has_account: false };
        const open = await findInvitation(client, code);
        if (open === null) return null;
        const { email, vault, role, invited_by } = open;
        return {
          email,
          membership: { vault, role, invited_by },
          has_account: await hasAccount(client, email),
        };
      });
    },
    /**
     * Uses an invitation and signs in; returns the secret of the session. Without a password, a passkey is made next. Who has an account
     * is signed in already and stays so: null. Throws `outside_vault`.
     */
    async join(
      code: string,
      password: string | null,
      origin: Origin,
      signedIn: SignedIn | null = null,
    ): Promise<string | null> {
      const hash = password === null ? null : await passwords.hash(password);
      return work(async (client) => {
        const redeemed = await redeemCode(client, 'invitation', code);
        const open = redeemed === null ? await takeInvitation(client, code) : null;
        if (open !== null && signedIn?.email === open.email) {
          await accept(client, { person: signedIn.person, address: origin.address }, open);
          return null;
        }
        const person = open === null ? redeemed?.person : await newAccount(client, open);
        if (person == null) throw new RappelError('outside_vault', 'invitation.over');
        if (open === null) await giveAccount(client, person);
        const [joined] = await client.query<{ email: string }>(
          `UPDATE rappel.people SET joined = coalesce(joined, clock_timestamp()), password = coalesce($2, password)
          WHERE id = $1 RETURNING email`,
          [person, hash],
        );
        if (open !== null) await accept(client, { person, address: origin.address }, open);
        return openSession(client, { person, email: joined!.email, how: 'invitation' }, origin);
      });
    },
    /** Throws `outside_vault` where the password until now is wrong. Ends all other sessions. */
    async setPassword(
      signedIn: SignedIn,
      { current, password }: { current: string | null; password: string },
      { address }: Origin,
    ): Promise<void> {
      const { person, email, session } = signedIn;
      await attempts.demand(email, address);
      const [found] = await ask<{ password: string | null }>(
        'SELECT password FROM rappel.people WHERE id = $1',
        [person],
      );
      const known = found?.password ?? null;
      if (known !== null && !(await passwords.matches(current ?? '', known))) {
        await attempts.failed(email, address);
        throw new RappelError('outside_vault', 'person.wrong_password');
      }
      const hash = await passwords.hash(password);
      await work(async (client) => {
        await demandSession(client, signedIn);
        const changed = await client.query(
          'UPDATE rappel.people SET password = $2 WHERE id = $1 AND password IS NOT DISTINCT FROM $3 RETURNING id',
          [person, hash, known],
        );
        if (changed.length === 0) throw new RappelError('outside_vault', 'person.wrong_password');
        await client.query('DELETE FROM rappel.sessions WHERE person = $1 AND id <> $2', [person, session]);
        await recordAudit(client, { person: email, address, action: 'set password' });
      });
    },
  };
}

/** Someone whom the operator let in has an account, whether they have used their own invitation or not. */
async function hasAccount(client: SqlClient, email: string): Promise<boolean> {
  const found = await client.query(
    `SELECT FROM rappel.people WHERE email = $1
    AND (joined IS NOT NULL OR EXISTS (SELECT FROM rappel.memberships WHERE person = people.id))`,
    [email],
  );
  return found.length > 0;
}

/**
 * The account of someone whom an owner invites. An owner could use the link in their place, so it must open nothing that others gave
 * to the same address. Throws `outside_vault`.
 */
async function newAccount(client: SqlClient, { email, invited_by }: OpenInvitation): Promise<string> {
  const { id } = await ensurePerson(client, email);
  if (await hasAccount(client, email))
    throw new RappelError('outside_vault', 'invitation.other_person', { email });
  await client.query('UPDATE rappel.people SET invited_by = $2 WHERE id = $1', [id, invited_by]);
  return id;
}
