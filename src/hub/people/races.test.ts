import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { canUsePostgres, startPostgres } from '../../../test/support/postgres.js';
import { createPgPool } from '../database/pg-pool.js';
import { createAccounts } from './accounts.js';
import { createSignInAttempts } from './attempts.js';
import { createPeopleDatabase, type PeopleDatabase } from './database.js';
import { createMembers } from './members.js';
import { createAccept } from './memberships.js';
import type { Passwords } from './passwords.js';
import { createPeople } from './people.js';
import { createPersonalTokens } from './personal-tokens.js';
import { createPeopleSessions, type SignedIn } from './sessions.js';

const FOLDERS = { names: () => ['anna'], idOf: (name: string) => `id-${name}` };
const ORIGIN = { address: '127.0.0.1', browser: 'test' };

/** Passwords that are their own hashes; `meanwhile` is what happens while one is compared or hashed. */
function slowPasswords(meanwhile: () => Promise<unknown>): Passwords {
  return {
    async hash(password) {
      await meanwhile();
      return password;
    },
    async matches(password, known) {
      await meanwhile();
      return password === known;
    },
    close: async () => {},
  };
}

describe.skipIf(!canUsePostgres)('what happens to an account between two steps', () => {
  let database: PeopleDatabase;
  let address = '';
  beforeAll(async () => {
    const server = await startPostgres();
    address = server.url;
    const pool = createPgPool(address);
    database = createPeopleDatabase(pool, address);
    return async () => {
      await pool.close();
      await server.remove();
    };
  });

  function open(meanwhile: () => Promise<unknown> = async () => {}) {
    const deps = {
      passwords: slowPasswords(meanwhile),
      attempts: createSignInAttempts(database),
      accept: createAccept(() => 'anna'),
    };
    const sessions = createPeopleSessions(database);
    const people = createPeople(database, FOLDERS);
    const accounts = createAccounts(database, deps);
    return { accounts, sessions, people, tokens: createPersonalTokens(database, FOLDERS) };
  }

  /** Someone with an account, signed in. */
  async function join(email: string): Promise<SignedIn> {
    const { people, accounts, sessions } = open();
    const { code } = await people.invite(email, 'anna', 'owner');
    onTestFinished(() => people.remove(email).catch(() => {}));
    return (await sessions.find((await accounts.join(code!, 'the password', ORIGIN))!))!;
  }

  /** What is left of this person's sessions. */
  const sessionsOf = async (ben: SignedIn) => (await open().sessions.list(ben.person)).map(({ id }) => id);

  it('a password that is changed while it is compared lets nobody in', async () => {
    const ben = await join('ben@x.org');
    const change = () =>
      open().accounts.setPassword(ben, { current: 'the password', password: 'new' }, ORIGIN);
    const signing = open(change).accounts.signIn('ben@x.org', 'the password', ORIGIN);
    await expect(signing).rejects.toThrow('wrong email address or password');
    expect(await sessionsOf(ben)).toEqual([ben.session]);
  });

  it('an account that is removed while its password is compared is like one that never was', async () => {
    await join('eve@x.org');
    const remove = () => open().people.remove('eve@x.org');
    const signing = open(remove).accounts.signIn('eve@x.org', 'the password', ORIGIN);
    await expect(signing).rejects.toThrow('wrong email address or password');
  });

  it('a session that is ended changes no password and makes no token any more', async () => {
    const ben = await join('ben@x.org');
    const end = () =>
      open()
        .sessions.revoke(ben, ben.session, '')
        .catch(() => {});
    const given = { current: 'the password', password: 'of a thief' };
    await expect(open(end).accounts.setPassword(ben, given, ORIGIN)).rejects.toThrow('sign in first');
    const wanted = { name: 'later', vault: 'anna', role: 'owner', folders: null } as const;
    await expect(open().tokens.create(ben, wanted, '')).rejects.toThrow('sign in first');
  });

  it('a token whose name another request takes meanwhile is refused in a sentence', async () => {
    const ben = await join('ben@x.org');
    const { client, commit } = await begin();
    await client.query('SELECT FROM rappel.people WHERE id = $1 FOR UPDATE', [ben.person]);
    await client.query(
      `INSERT INTO rappel.personal_tokens (hash, id, person, vault, name, role)
      VALUES ('h', 'i', $1, 'id-anna', 'same', 'reader')`,
      [ben.person],
    );
    const wanted = { name: 'same', vault: 'anna', role: 'reader', folders: null } as const;
    const making = open().tokens.create(ben, wanted, '');
    making.catch(() => {});
    await untilSomeoneWaits();
    await commit();
    await expect(making).rejects.toMatchObject({ code: 'exists' });
  });

  it('an invitation that is withdrawn while it is accepted brings nothing', async () => {
    const olga = await join('olga@x.org');
    const members = createMembers(database, FOLDERS);
    const asked = { by: olga, address: '', vault: 'anna' };
    const code = await members.invite(asked, 'new@x.org', 'reader');
    // Withdrawn, but not committed yet, when the link is used.
    const { client, commit } = await begin();
    await client.query(`DELETE FROM rappel.invitations WHERE email = 'new@x.org'`);
    const joining = open().accounts.join(code, 'the password', ORIGIN);
    joining.catch(() => {});
    await untilSomeoneWaits();
    await commit();
    await expect(joining).rejects.toThrow('this invitation was used already or has ended');
    expect((await members.list(asked)).map(({ email }) => email)).toEqual(['olga@x.org']);
  });

  it('who is removed while they accept an invitation is no member', async () => {
    const olga = await join('olga@x.org');
    const members = createMembers(database, FOLDERS);
    const asked = { by: olga, address: '', vault: 'anna' };
    const code = await members.invite(asked, 'new@x.org', 'reader');
    onTestFinished(() =>
      open()
        .people.remove('new@x.org')
        .catch(() => {}),
    );
    // The account is kept busy: accepting has begun, and waits for it.
    await database.ask(`INSERT INTO rappel.people (id, email) VALUES ('new', 'new@x.org')`);
    const { client, commit } = await begin();
    await client.query(`SELECT FROM rappel.people WHERE email = 'new@x.org' FOR UPDATE`);
    const joining = open().accounts.join(code, 'the password', ORIGIN);
    await untilSomeoneWaits();
    const removing = members.remove(asked, 'new@x.org');
    await untilSomeoneWaits(2);
    await commit();
    await Promise.all([joining, removing]);
    expect((await members.list(asked)).map(({ email }) => email)).toEqual(['olga@x.org']);
  });

  /** A transaction of another request. */
  async function begin() {
    const pool = createPgPool(address);
    const { client, release } = await pool.connect();
    onTestFinished(() => pool.close());
    await client.script('BEGIN');
    const commit = async () => {
      await client.script('COMMIT');
      release(false);
    };
    return { client, commit };
  }

  /** Until so many transactions wait for another one. */
  async function untilSomeoneWaits(count = 1): Promise<void> {
    await expect
      .poll(
        async () =>
          (await database.ask(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)).length,
        { timeout: 120_000, interval: 20 },
      )
      .toBe(count);
  }
});
