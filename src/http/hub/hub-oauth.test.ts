import { writeFileSync } from 'node:fs';
import { join as joinPaths } from 'node:path';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from 'vitest';
import { startPeopleHub } from '../../../test/support/hub-people.js';
import { textsOf } from '../../../test/support/mcp.js';
import {
  answerConsent,
  askMcp,
  connecting,
  createBrowser,
  createClientProvider,
  freePort,
  waitingFor,
} from '../../../test/support/oauth.js';
import { openPglite } from '../../../test/support/postgres.js';
import type { SqlPool } from '../../hub/database/sql.js';

let pool: SqlPool;
beforeAll(async () => {
  pool = await openPglite();
}, 300_000);

async function start(...others: string[]) {
  const port = await freePort();
  const hub = await startPeopleHub(pool, ['anna', ...others], {
    port,
    publicUrl: `http://127.0.0.1:${port}`,
  });
  for (const [path, text] of [
    ['journal.md', 'The secret garden is behind the mill.\n'],
    ['bucket/lamp.md', 'The lamp is green.\n'],
  ])
    writeFileSync(joinPaths(hub.folder, 'anna', path!), text!);
  return { ...hub, base: `${hub.url}/v/anna`, other: `${hub.url}/v/bob` };
}
type Started = Awaited<ReturnType<typeof start>>;

/** A client that waits for the consent of a person. */
async function asks({ base }: Pick<Started, 'base'>, cookie: string) {
  const { provider, state, client } = createClientProvider();
  const { connect, transport } = connecting(base, provider);
  await expect(connect()).rejects.toThrow(UnauthorizedError);
  const browser = createBrowser(cookie);
  return { provider, state, client, transport, browser, uid: await waitingFor(browser, state.opened!) };
}

/** An assistant that a person let in. */
async function letIn(hub: Started, cookie: string, answer: object = {}) {
  const { provider, state, client: registered, transport, browser, uid } = await asks(hub, cookie);
  await transport.finishAuth(await answerConsent(browser, hub.base, uid, { allow: true, ...answer }));
  const { client, connect } = connecting(hub.base, provider);
  await connect();
  const id = registered().client_id;
  return {
    tokens: state.tokens!,
    id,
    call: async (name: string, given: Record<string, unknown>) =>
      textsOf(await client.callTool({ name, arguments: given })).join(),
    renew: (token: string, url = hub.url) => {
      const grant = { grant_type: 'refresh_token', refresh_token: token, client_id: id };
      return fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) });
    },
  };
}

describe('an assistant that a person of a hub lets in', () => {
  it('finds out how to sign in, and works in one vault as far as the person may, on every node', async () => {
    const hub = await start('bob');
    const { base, other, url } = hub;
    const { cookie } = await hub.join('ben@x.org', 'anna', 'editor');
    await hub.people.invite('ben@x.org', 'bob', 'reader');
    for (const name of ['anna', 'nowhere']) {
      const metadata = `${url}/.well-known/oauth-protected-resource/v/${name}/mcp`;
      const refused = await askMcp(`${url}/v/${name}`);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        `Bearer resource_metadata="${metadata}"`,
      ]);
      expect(await (await fetch(metadata)).json()).toMatchObject({
        resource: `${url}/v/${name}/mcp`,
        authorization_servers: [`${url}/oauth`],
      });
    }
    const { tokens, call, renew } = await letIn(hub, cookie);
    expect(await call('search', { question: 'secret garden' })).toContain('behind the mill');
    const listed = (await hub.send('GET', '/api/tokens', undefined, { cookie })).json.tokens;
    expect(listed).toMatchObject([{ name: 'Test assistant', vault: 'anna', role: 'editor', folders: null }]);
    expect(listed[0].used).not.toBeNull();
    // Its token is for this vault and for /mcp.
    expect((await askMcp(other, tokens.access_token)).status).toBe(401);
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    for (const path of ['/api/tree', '/api/files/journal.md', '/api/files/mcp', '/api/consent/x'])
      expect([path, (await fetch(base + path, { headers })).status]).toEqual([path, 401]);
    const foreign = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token!, client_id: 'x' };
    const body = new URLSearchParams(foreign);
    expect((await fetch(`${url}/oauth/token`, { method: 'POST', body })).status).toBe(401);
    // Another node renews what this one gave.
    const renewed = await renew(tokens.refresh_token!, (await hub.startNode()).url);
    expect(renewed.status).toBe(200);
    const { access_token } = (await renewed.json()) as { access_token: string };
    expect((await askMcp(base, access_token)).status).toBe(200);
    // No secret is readable in the database.
    const rows = JSON.stringify(await hub.database.ask('SELECT * FROM rappel.oauth'));
    expect(rows).not.toContain(access_token);

    // No more than the person may, and less where the consent says so.
    const { cookie: reader } = await hub.join('rita@x.org', 'anna', 'reader', ['bucket']);
    const bound = await letIn(hub, reader);
    expect(await bound.call('search', { question: 'green lamp' })).toContain('is green');
    expect(await bound.call('search', { question: 'secret garden' })).not.toContain('behind the mill');
    expect(await bound.call('update', { text: 'A note.' })).toContain('may not do this');
    const narrowed = await letIn(hub, cookie, { folders: ['bucket'], read_only: true });
    expect(await narrowed.call('update', { text: 'A note.' })).toContain('may not do this');
    expect(await narrowed.call('search', { question: 'secret garden' })).not.toContain('behind the mill');
    for (const name of ['rita', 'ben']) await hub.people.remove(`${name}@x.org`);
  });

  it('is let in by a member, in the browser that it opened, with a code for one use', async () => {
    const hub = await start('bob');
    const { base, other, url } = hub;
    const { cookie } = await hub.join('ben@x.org', 'anna', 'editor');
    const { cookie: stranger } = await hub.join('eve@x.org', 'bob', 'owner');
    const { provider, client, browser, uid } = await asks(hub, cookie);
    const consent = `${base}/api/consent/${uid}`;
    expect((await createBrowser().call('GET', consent)).status).toBe(401);
    expect((await createBrowser(cookie).call('POST', consent, { allow: true })).status).toBe(404);
    expect((await createBrowser(stranger).call('POST', consent, { allow: true })).status).toBe(401);
    // The owner of another vault can't answer there for this one.
    const theirs = await asks({ base }, stranger);
    const elsewhere = await theirs.browser.call('POST', `${other}/api/consent/${theirs.uid}`, {
      allow: true,
    });
    expect([elsewhere.status, elsewhere.json.error.message]).toEqual([
      404,
      'this sign-in is for another vault',
    ]);
    const made = { name: 'mine', vault: 'anna' };
    const { token } = (await hub.send('POST', '/api/tokens', made, { cookie })).json;
    const program = await fetch(consent, { headers: { authorization: `Bearer ${token}`, cookie } });
    expect(program.status).toBe(403);

    const told = await answerConsent(browser, base, uid, { allow: true });
    const redeem = (verifier: string) => {
      const grant = { grant_type: 'authorization_code', code: told.get('code')!, code_verifier: verifier };
      const sender = { client_id: client().client_id, redirect_uri: String(provider.redirectUrl) };
      return fetch(`${url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ ...grant, ...sender }),
      });
    };
    expect((await redeem('x'.repeat(43))).status).toBe(400);
    const right = await redeem(await provider.codeVerifier());
    const { access_token } = (await right.json()) as { access_token: string };
    expect((await askMcp(base, access_token)).status).toBe(200);
    expect((await redeem(await provider.codeVerifier())).status).toBe(400);
    expect((await askMcp(base, access_token)).status).toBe(401);
    for (const name of ['ben', 'eve']) await hub.people.remove(`${name}@x.org`);
  });

  it('loses its access with its token, the membership, the person, a used token or its time', async () => {
    const hub = await start();
    const { base, people, send } = hub;
    const enter = async (name: string) => {
      const { cookie } = await hub.join(`${name}@x.org`, 'anna', 'editor');
      return { cookie, ...(await letIn(hub, cookie)) };
    };
    const [revoked, left, removed, used, ended, back] = [
      await enter('a'),
      await enter('b'),
      await enter('c'),
      await enter('d'),
      await enter('e'),
      await enter('f'),
    ];
    const { tokens } = (await send('GET', '/api/tokens', undefined, { cookie: revoked.cookie })).json;
    await send('DELETE', `/api/tokens/${tokens[0].id}`, undefined, { cookie: revoked.cookie });
    await people.remove('b@x.org', 'anna');
    await people.remove('c@x.org');
    expect((await used.renew(used.tokens.refresh_token!)).status).toBe(200);
    expect((await used.renew(used.tokens.refresh_token!)).status).toBe(400);
    await hub.database.ask(
      `UPDATE rappel.oauth SET expires = clock_timestamp() - interval '1 second'
      WHERE payload ->> 'clientId' = $1 AND model IN ('AccessToken', 'RefreshToken')`,
      [ended.id],
    );
    const body = new URLSearchParams({ token: back.tokens.refresh_token!, client_id: back.id });
    expect((await fetch(`${hub.url}/oauth/token/revocation`, { method: 'POST', body })).status).toBe(200);
    // An answer of the database counts for 2 s.
    const expectRefused = async (access: string) =>
      expect.poll(async () => (await askMcp(base, access)).status, { timeout: 120_000 }).toBe(401);
    for (const lost of [revoked, left, removed, used, ended, back]) {
      await expectRefused(lost.tokens.access_token);
      expect((await lost.renew(lost.tokens.refresh_token!)).status).toBe(400);
    }
    const kept = await hub.database.ask(
      `SELECT model FROM rappel.oauth WHERE grant_id IS NOT NULL AND payload ->> 'clientId' <> $1`,
      [ended.id],
    );
    expect(kept).toEqual([]);
    for (const name of 'abdef') await people.remove(`${name}@x.org`);
  });
});
