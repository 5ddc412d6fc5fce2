import { RappelError } from '../../shared/errors.js';
import { secretHash } from '../../shared/login-secrets.js';
import type { PeopleDatabase } from './database.js';

/** Failed sign-ins in a quarter of an hour: for one account, from anywhere, and from one address, for any account. */
const MOST = { person: 10, address: 50 };
const MINUTES = 15;

export type Attempts = ReturnType<typeof createSignInAttempts>;

/** Limits how often someone can guess. An address that nobody has counts as one that somebody has. */
export function createSignInAttempts({ ask, work }: PeopleDatabase) {
  const keysOf = (email: string, address: string) => ({
    person: secretHash(`person ${email}`),
    address: secretHash(`address ${address}`),
  });
  return {
    /** Throws `busy` where there were too many. */
    async demand(email: string, address: string): Promise<void> {
      const keys = keysOf(email, address);
      const rows = await ask<{ key: string; count: number }>(
        `SELECT key, count(*)::integer AS count FROM rappel.attempts
        WHERE key = ANY($1) AND at > clock_timestamp() - $2 * interval '1 minute' GROUP BY key`,
        [[keys.person, keys.address], MINUTES],
      );
      const counts = new Map(rows.map(({ key, count }) => [key, count]));
      const isOver =
        (counts.get(keys.person) ?? 0) >= MOST.person || (counts.get(keys.address) ?? 0) >= MOST.address;
      if (isOver) throw new RappelError('busy', 'person.too_many_attempts', { minutes: MINUTES });
    },
    async failed(email: string, address: string): Promise<void> {
      const keys = keysOf(email, address);
      await work(async (client) => {
        await client.query(
          `DELETE FROM rappel.attempts WHERE at < clock_timestamp() - $1 * interval '1 minute'`,
          [MINUTES],
        );
        await client.query('INSERT INTO rappel.attempts (key) VALUES ($1), ($2)', [
          keys.person,
          keys.address,
        ]);
      });
    },
  };
}
