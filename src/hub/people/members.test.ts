import { beforeAll, describe, expect, it } from 'vitest';
import { openPglite } from '../../../test/support/postgres.js';
import type { Role } from '../../operations/role.js';
import { recordedPath } from '../../vault/paths.js';
import type { SqlPool } from '../database/sql.js';
import { readAudit } from './audit.js';
import { openPeople } from './open-people.js';
import type { SignedIn } from './sessions.js';

const NAMES = ['anna', 'board'];
const ORIGIN = { address: '10.0.0.9', browser: '' };
let pool: SqlPool;
beforeAll(async () => {
  pool = await openPglite();
}, 300_000);

/** A hub in which everybody is new. */
function open() {
  const run = Math.random().toString(36).slice(2);
  const folders = {
    names: () => NAMES,
    idOf: (name: string) => (NAMES.includes(name) ? `${run}-${name}` : null),
  };
  const hub = openPeople({
    pool,
    databaseUrl: 'postgresql://db/rappel',
    folders: folders as never,
    log: () => {},
  });
  const { members, accounts, sessions, people } = hub;
  const named = (name: string) => `${name}@${run}.org`;

  async function use(code: string, by: SignedIn | null = null): Promise<SignedIn> {
    const secret = await accounts.join(code, null, ORIGIN, by);
    return secret === null ? by! : (await sessions.find(secret))!;
  }
  async function join(name: string, vault: string, role: Role): Promise<SignedIn> {
    return use((await people.invite(named(name), vault, role)).code!);
  }
  const asked = (by: SignedIn, vault = 'anna') => ({ by, address: ORIGIN.address, vault });
  const rolesOf = async (by: SignedIn) =>
    Object.fromEntries(
      (await members.list(asked(by))).map(({ email, role, joined }) => [
        email.split('@')[0],
        `${role}${joined === null ? ' invited' : ''}`,
      ]),
    );
  return { ...hub, named, use, join, asked, rolesOf };
}

const codeOf = (made: Promise<unknown>) => made.then(String, ({ code }) => code);

describe('the owners of a vault', () => {
  it('see who is a member, invite, change roles, remove and withdraw, and the log knows it', async () => {
    const { members, named, join, use, asked, rolesOf, accounts, database } = open();
    const olga = await join('olga', 'anna', 'owner');
    const by = asked(olga);
    const [ben, eve] = [named('ben'), named('eve')];
    const first = await members.invite(by, ben, 'reader');
    const second = await members.invite(by, ` ${ben.toUpperCase()} `, 'editor');
    expect(await accounts.invited(first)).toBe(null);
    expect(await accounts.invited(second)).toMatchObject({
      email: ben,
      membership: { role: 'editor', invited_by: olga.email },
      has_account: false,
    });
    expect(await rolesOf(olga)).toEqual({ olga: 'owner', ben: 'editor invited' });
    expect((await use(second)).email).toBe(ben);
    expect(await codeOf(members.invite(by, ben, 'reader'))).toBe('exists');
    expect(await codeOf(use(second))).toBe('outside_vault');
    await members.changeRole(by, ben, 'reader');
    const withdrawn = await members.invite(by, eve, 'reader');
    expect(await rolesOf(olga)).toEqual({ olga: 'owner', ben: 'reader', eve: 'reader invited' });
    await members.remove(by, eve);
    expect(await codeOf(use(withdrawn))).toBe('outside_vault');
    await members.remove(by, ben);
    expect(await rolesOf(olga)).toEqual({ olga: 'owner' });
    expect(await codeOf(members.remove(by, ben))).toBe('not_found');
    expect(await codeOf(members.changeRole(by, ben, 'owner'))).toBe('not_found');
    const log = await readAudit(database, { limit: 20, email: olga.email, vault: 'anna' });
    expect(log.map(({ action, detail }) => `${action} ${detail}`)).toEqual([
      `remove ${ben}`,
      `remove ${eve}`,
      `invite ${eve} reader`,
      `change role ${ben} reader`,
      `invite ${ben} editor`,
      `invite ${ben} reader`,
    ]);
    expect(await readAudit(database, { limit: 1, email: ben, vault: 'anna' })).toMatchObject([
      { action: 'accept invitation', detail: 'editor', address: ORIGIN.address },
    ]);
  });

  it('alone do so: others are refused, which is in the log, and strangers are told nothing', async () => {
    const { members, named, join, asked, database } = open();
    const [ed, rita] = [await join('ed', 'anna', 'editor'), await join('rita', 'anna', 'reader')];
    const other = await join('bo', 'board', 'owner');
    const attempts = (by: SignedIn, vault?: string) =>
      [
        members.list(asked(by, vault)),
        members.invite(asked(by, vault), named('x'), 'owner'),
        members.changeRole(asked(by, vault), by.email, 'owner'),
        members.remove(asked(by, vault), rita.email),
      ].map(codeOf);
    for (const by of [ed, rita]) expect(await Promise.all(attempts(by))).toEqual(Array(4).fill('protected'));
    expect(await Promise.all(attempts(other))).toEqual(Array(4).fill('not_found'));
    expect(await Promise.all(attempts(other, 'nosuch'))).toEqual(Array(4).fill('not_found'));
    expect(await readAudit(database, { limit: 4, email: ed.email, vault: 'anna' })).toEqual(
      Array(4).fill(expect.objectContaining({ allowed: false })),
    );
  });

  it('stay at least one, also if two of them act at once, and invitations end with the owner', async () => {
    const { members, named, join, use, asked, rolesOf, people } = open();
    const olga = await join('olga', 'anna', 'owner');
    await people.invite(named('late'), 'anna', 'owner');
    expect(await codeOf(members.remove(asked(olga), olga.email))).toBe('protected');
    expect(await codeOf(members.changeRole(asked(olga), olga.email, 'editor'))).toBe('protected');
    const kim = await join('kim', 'anna', 'owner');
    const code = await members.invite(asked(kim), named('friend'), 'owner');
    const outcomes = await Promise.all([
      codeOf(members.changeRole(asked(olga), kim.email, 'reader')),
      codeOf(members.changeRole(asked(kim), olga.email, 'reader')),
    ]);
    expect(outcomes).toEqual(['undefined', 'protected']);
    expect(await rolesOf(olga)).toEqual({ olga: 'owner', kim: 'reader', late: 'owner invited' });
    expect(await codeOf(use(code))).toBe('outside_vault');
  });

  it("can't make an owner of someone who is bound to folders, whose folders stay", async () => {
    const { members, named, join, asked, people } = open();
    const olga = await join('olga', 'anna', 'owner');
    await people.invite(named('ben'), 'anna', 'reader', [recordedPath('projects/x')]);
    await members.changeRole(asked(olga), named('ben'), 'editor');
    expect(await members.list(asked(olga))).toContainEqual(
      expect.objectContaining({ role: 'editor', folders: ['vault/projects/x'] }),
    );
    expect(await codeOf(members.changeRole(asked(olga), named('ben'), 'owner'))).toBe('invalid_input');
  });

  it('open nothing else by a link that they use in the place of someone', async () => {
    const { members, people, named, join, use, asked, accounts, sessions } = open();
    const [mallory, olga] = [await join('mallory', 'anna', 'owner'), await join('olga', 'board', 'owner')];
    const seen = async (email: string) =>
      (await people.list(email))[0]?.vaults.map(({ vault }) => vault) ?? [];
    // Whom the operator has invited to another vault: only their own link makes the account.
    const { code: own } = await people.invite(named('chief'), 'board', 'owner');
    const stolen = await members.invite(asked(mallory), named('chief'), 'reader');
    expect(await accounts.invited(stolen)).toMatchObject({ has_account: true });
    expect(await codeOf(use(stolen))).toBe('outside_vault');
    const chief = await use(own!);
    expect(await codeOf(use(stolen, mallory))).toBe('outside_vault');
    expect(await use(stolen, chief)).toEqual(chief);
    expect(await seen(chief.email)).toEqual(['anna', 'board']);
    // Who took an address first gets nothing that is given to it later, by owners or the operator.
    const taken = await use(await members.invite(asked(mallory), named('cfo'), 'reader'));
    const meant = await members.invite(asked(olga, 'board'), named('cfo'), 'editor');
    expect(await seen(taken.email)).toEqual(['anna']);
    expect(await codeOf(use(meant))).toBe('outside_vault');
    const { code: operators } = await people.invite(named('cfo'), 'board', 'editor');
    expect(operators).not.toBe(null);
    expect(await seen(taken.email)).toEqual(['anna']);
    expect(await people.invitations()).toContainEqual(
      expect.objectContaining({ email: taken.email, vault: 'board', role: 'editor', invited_by: null }),
    );
    await use(operators!, taken);
    expect(await seen(taken.email)).toEqual(['anna', 'board']);
    // The operator gives the address to whom it belongs.
    const { code: again } = await people.inviteAgain(taken.email);
    const owner = await use(again!);
    expect(await sessions.list(taken.person)).toHaveLength(1);
    expect(owner.session).not.toBe(taken.session);
    expect((await people.invite(taken.email, 'board', 'reader')).code).toBe(null);
    await people.remove(taken.email);
    expect(await people.invitations()).toEqual([]);
  });
});
