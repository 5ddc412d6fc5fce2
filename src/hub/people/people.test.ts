import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openPglite, unsteadyPool } from '../../../test/support/postgres.js';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { recordedPath } from '../../vault/paths.js';
import type { SqlPool } from '../database/sql.js';
import { openVaultFolders } from '../vault-folders.js';
import { readAudit } from './audit.js';
import { issueCode, redeemCode } from './codes.js';
import { createPeopleDatabase } from './database.js';
import { openPeople } from './open-people.js';
import { createPeople } from './people.js';

const FOLDERS = {
  names: () => ['anna', 'team'],
  idOf: (name: string) => (['anna', 'team'].includes(name) ? `id-${name}` : null),
};
let pool: SqlPool;
beforeAll(async () => {
  pool = await openPglite();
}, 300_000);

function open() {
  const database = createPeopleDatabase(pool, 'postgresql://db/rappel');
  return { database, people: createPeople(database, FOLDERS) };
}

it('the address of a hub is kept as soon as the database answers', async () => {
  const late = Object.assign(unsteadyPool(pool), { cut: true });
  const said: string[] = [];
  const folders = openVaultFolders(tempFolder());
  const options = {
    databaseUrl: 'postgresql://db/rappel',
    folders,
    log: (text: string) => void said.push(text),
  };
  const { started, linkOf, close } = openPeople({ ...options, pool: late });
  await started('https://memory.example.org/');
  expect(said).toEqual([expect.stringContaining("PostgreSQL can't be reached")]);
  late.cut = false;
  await vi.waitUntil(async () => (await linkOf('x')) === 'https://memory.example.org/invitation#x', {
    timeout: 120_000,
  });
  await close();
});

describe('people of a hub', () => {
  it('are invited to vaults with a role, and have one account', async () => {
    const { people } = open();
    const first = await people.invite(' Ben@Example.org ', 'anna', 'editor', [recordedPath('projects/x')]);
    expect(first).toEqual({ email: 'ben@example.org', code: expect.stringMatching(/^[\w-]{43}$/) });
    await people.invite('ben@example.org', 'team', 'owner');
    const [ben] = await people.list();
    expect(ben).toMatchObject({
      email: 'ben@example.org',
      joined: null,
      vaults: [
        { vault: 'anna', role: 'editor', folders: ['vault/projects/x'] },
        { vault: 'team', role: 'owner', folders: null },
      ],
    });
    const days = (ben!.invited_until!.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    await people.remove('ben@example.org', 'anna');
    expect((await people.list())[0]!.vaults.map(({ vault }) => vault)).toEqual(['team']);
    await people.remove('BEN@example.org');
    expect(await people.list()).toEqual([]);
  });

  it('refuses what makes no sense', async () => {
    const { people } = open();
    const reject = (made: Promise<unknown>) => made.catch(({ code }) => code);
    expect(await reject(people.invite('ben', 'anna', 'reader'))).toBe('invalid_input');
    expect(await reject(people.invite('b@x', 'nosuch', 'reader'))).toBe('not_found');
    expect(await reject(people.invite('b@x', 'anna', 'owner', [recordedPath('a')]))).toBe('invalid_input');
    expect(await reject(people.remove('b@x'))).toBe('not_found');
    expect(await reject(people.inviteAgain('b@x'))).toBe('not_found');
    await people.invite('b@x', 'anna', 'reader');
    expect(await reject(people.remove('b@x', 'team'))).toBe('not_found');
    await people.remove('b@x');
  });

  it('gives codes that are good once, for one purpose, for a time', async () => {
    const { database, people } = open();
    const { code } = await people.invite('eve@x', 'anna', 'reader');
    const { code: second } = await people.inviteAgain('eve@x');
    const redeem = (kind: 'invitation' | 'passkey', given: string) =>
      database.work((client) => redeemCode(client, kind, given));
    expect(await redeem('invitation', code!)).toBe(null);
    expect(await redeem('passkey', second!)).toBe(null);
    expect(await redeem('invitation', second!)).toMatchObject({ person: expect.any(String) });
    expect(await redeem('invitation', second!)).toBe(null);
    const old = await database.work((client) => issueCode(client, 'passkey', { content: 'x' }));
    await database.ask(`UPDATE rappel.codes SET expires = clock_timestamp() - interval '1 second'`);
    expect(await redeem('passkey', old)).toBe(null);
    await people.remove('eve@x');
  });

  it('keeps who was let in, in a log that can only be added to', async () => {
    const { database, people } = open();
    await people.invite('kim@x', 'team', 'reader', [recordedPath('projects/x')]);
    await people.remove('kim@x');
    expect(await readAudit(database, { limit: 2 })).toMatchObject([
      { person: null, action: 'remove', detail: 'kim@x', vault: null, allowed: true },
      { person: null, action: 'invite', detail: 'kim@x reader projects/x', vault: 'team' },
    ]);
    for (const change of [
      'UPDATE rappel.audit SET person = NULL',
      'DELETE FROM rappel.audit',
      'TRUNCATE rappel.audit',
    ])
      await expect(database.ask(change)).rejects.toThrow('can only be added to');
  });

  it('is refused where PostgreSQL does not answer', async () => {
    const connect = async () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
    const database = createPeopleDatabase({ connect, close: async () => {} }, 'postgresql://u:p@db/rappel');
    await expect(createPeople(database, FOLDERS).list()).rejects.toThrow(
      "PostgreSQL can't be reached at db/rappel (ECONNREFUSED), so it is not known who may do what",
    );
  });
});
