import { expect, it, onTestFinished, vi } from 'vitest';
import { createPgPool } from '../src/hub/database/pg-pool.js';
import { readAudit } from '../src/hub/people/audit.js';
import { hubFolder, shareVault } from './support/hub.js';
import { PASSWORD, startPeopleNode } from './support/hub-people.js';
import { canUsePostgres, startPostgres } from './support/postgres.js';
import { tempFolder } from './support/temp-vault.js';

/** An answer of the database about a person counts for 2 s. */
const SOON = { timeout: 120_000, interval: 50 };

it.skipIf(!canUsePostgres)('people are the same on every node of a hub', async () => {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  const first = await hubFolder(['anna']);
  const pool = createPgPool(server.url);
  onTestFinished(() => pool.close());
  await shareVault(first, 'anna', { pool, databaseUrl: server.url });

  async function startNode(id: string, folder: string) {
    const hub = await startPeopleNode(folder, server.url, id);
    /** As a browser; the name of its cookie is that of the node's port. */
    async function send(method: string, path: string, session: string | null, body?: object) {
      const cookie = `rappel_hub_${new URL(hub.url).port}=${session}`;
      const answer = await fetch(`${hub.url}${path}`, {
        method,
        headers: {
          origin: hub.url,
          'content-type': 'application/json',
          ...(session !== null && { cookie }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const given = /^rappel_hub_\d+=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1] ?? '';
      return { status: answer.status, text: await answer.text(), session: given };
    }
    const write = (session: string, path: string) =>
      send('POST', '/v/anna/api/files/save', session, { path, base: null, text: 'The kettle is red.\n' });
    return { ...hub, send, write };
  }

  const [one, two] = [await startNode('one', first), await startNode('two', tempFolder())];
  const people = one.hub.people!;
  const { code } = await people.people.invite('ben@x.org', 'anna', 'editor');
  expect((await one.ask('anna', '/api/health')).status).toBe(200);
  expect((await two.send('POST', '/api/invitation', null, { code, password: PASSWORD })).status).toBe(200);
  const signIn = { email: 'ben@x.org', password: PASSWORD };
  const { session } = await two.send('POST', '/api/session', null, signIn);

  // At the node that does not lead the vault, and at the one that does.
  expect((await two.write(session, 'bucket/two.md')).status).toBe(200);
  expect((await one.write(session, 'bucket/one.md')).status).toBe(200);
  const byBen = async () => {
    const { entries } = JSON.parse((await two.send('GET', '/v/anna/api/history/list', session)).text);
    return JSON.stringify(entries.filter(({ author }: { author?: string }) => author === 'ben@x.org'));
  };
  await vi.waitUntil(async () => /one\.md/.test(await byBen()) && /two\.md/.test(await byBen()), SOON);

  await people.people.invite('ben@x.org', 'anna', 'reader');
  let at = 0;
  for (const node of [two, one])
    await vi.waitUntil(
      async () => (await node.write(session, `bucket/late-${at++}.md`)).status === 403,
      SOON,
    );
  expect((await two.send('GET', '/v/anna/api/tree', session)).status).toBe(200);

  // An owner, at the node that does not lead the vault; what they may do is in the database.
  const { code: owners } = await people.people.invite('olga@x.org', 'anna', 'owner');
  const olga = await two.send('POST', '/api/invitation', null, { code: owners, password: PASSWORD });
  const member = '/api/vaults/anna/members/ben@x.org';
  expect((await two.send('DELETE', member, session)).status).toBe(403);
  expect((await two.send('DELETE', member, olga.session)).status).toBe(200);
  for (const node of [two, one])
    await vi.waitUntil(
      async () => (await node.send('GET', '/v/anna/api/tree', session)).status === 401,
      SOON,
    );

  // Two owners lower each other at once: one of them stays.
  const { code: kims } = await people.people.invite('kim@x.org', 'anna', 'owner');
  const kim = await one.send('POST', '/api/invitation', null, { code: kims, password: PASSWORD });
  const lower = (node: typeof one, by: string, email: string) =>
    node.send('PUT', `/api/vaults/anna/members/${email}`, by, { role: 'reader' });
  const lowering = await people.database.work(async (client) => {
    await client.query('SELECT FROM rappel.memberships FOR UPDATE');
    const both = [lower(one, kim.session, 'olga@x.org'), lower(two, olga.session, 'kim@x.org')];
    const waiting = () => client.query('SELECT FROM pg_locks WHERE NOT granted');
    await vi.waitUntil(async () => (await waiting()).length >= 2, SOON);
    return { both };
  });
  const lowered = await Promise.all(lowering.both);
  expect(lowered.map(({ status }) => status).sort()).toEqual([200, 403]);

  // Whoever has no access is answered where they ask, so that time does not tell that another node has such a vault.
  const forwarded = async () =>
    /answered="forwarded"} (\d+)/.exec((await two.send('GET', '/metrics', null)).text)![1];
  const before = await forwarded();
  for (const name of ['anna', 'none'])
    for (const by of [session, null])
      expect((await two.send('POST', `/v/${name}/api/files/save`, by, {})).status).toBe(401);
  expect(await forwarded()).toBe(before);

  const recorded = async () =>
    (await readAudit(people.database, { limit: 50 })).map(({ person, vault, action, detail, allowed }) =>
      [person, vault, action, detail, allowed ? 'done' : 'refused'].join(' '),
    );
  const ben = 'ben@x.org anna files/save';
  const wanted = [
    ' anna invite ben@x.org editor done',
    'ben@x.org  sign in password done',
    `${ben} bucket/two.md done`,
    `${ben} bucket/one.md done`,
    ' anna invite ben@x.org reader done',
    `${ben} bucket/late-${at - 1}.md refused`,
    'ben@x.org anna remove ben@x.org refused',
    'olga@x.org anna remove ben@x.org done',
  ];
  // The log is added to without waiting for it.
  await vi.waitFor(async () => expect(await recorded()).toEqual(expect.arrayContaining(wanted)), SOON);
});
