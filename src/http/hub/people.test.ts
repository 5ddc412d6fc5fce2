import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { join as joinPaths } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PASSWORD, startPeopleHub } from '../../../test/support/hub-people.js';
import { CLIENT, startProvider } from '../../../test/support/openid-provider.js';
import { openPglite } from '../../../test/support/postgres.js';
import type { SqlPool } from '../../hub/database/sql.js';
import { readAudit } from '../../hub/people/audit.js';
import { createPersonRequests } from './person-requests.js';

let pool: SqlPool;
beforeAll(async () => {
  pool = await openPglite();
}, 300_000);

/** With headers that only browsers send; returns those of the answer. */
function visit(url: URL, headers: Record<string, string>): Promise<IncomingHttpHeaders> {
  return new Promise((resolve, reject) => {
    get(url, { headers }, (answer) => resolve(answer.resume().headers)).on('error', reject);
  });
}

const note = (path: string) => ({ path, base: null, text: 'The kettle is red.\n' });

describe('people of a hub', () => {
  it('join by an invitation once, sign in with a password, and see and end their sessions', async () => {
    const { send, people, join } = await startPeopleHub(pool, ['anna']);
    const { code } = await people.invite('Ben@x.org', 'anna', 'editor');
    expect((await send('POST', '/api/invitation/look', { code })).json).toEqual({
      email: 'ben@x.org',
      membership: null,
      has_account: false,
    });
    expect((await send('POST', '/api/invitation', { code, password: 'short' })).status).toBe(400);
    const joined = await send('POST', '/api/invitation', { code, password: PASSWORD });
    expect(joined.headers.get('set-cookie')).toMatch(/^rappel_hub_\d+=[\w-]{43}; .*HttpOnly; SameSite=Lax$/);
    expect((await send('POST', '/api/invitation', { code, password: PASSWORD })).status).toBe(401);
    const again = await send('POST', '/api/session', { email: 'BEN@x.org', password: PASSWORD });
    const cookie = { cookie: again.headers.get('set-cookie')!.split(';')[0]! };
    expect((await send('GET', '/api/session', undefined, cookie)).json).toMatchObject({
      email: 'ben@x.org',
      vaults: [{ vault: 'anna', role: 'editor', folders: null }],
    });
    expect((await send('GET', '/v/anna/api/tree', undefined, cookie)).status).toBe(200);
    const { sessions } = (await send('GET', '/api/sessions', undefined, cookie)).json;
    expect(sessions).toHaveLength(2);
    const eve = await join('eve@x.org', 'anna', 'reader');
    expect((await send('DELETE', `/api/sessions/${sessions[0].id}`, undefined, eve)).status).toBe(404);
    const own = (await send('GET', '/api/session', undefined, cookie)).json.session;
    expect((await send('DELETE', `/api/sessions/${own}`, undefined, cookie)).status).toBe(200);
    expect((await send('GET', '/v/anna/api/tree', undefined, cookie)).status).toBe(401);
    expect((await send('GET', '/api/sessions', undefined, cookie)).status).toBe(401);
    // Without its origin, a request that changes something counts for nothing.
    expect(
      (await send('POST', '/v/anna/api/files/save', note('bucket/x.md'), { ...eve, origin: '' })).status,
    ).toBe(403);
    await people.remove('ben@x.org');
    await people.remove('eve@x.org');
  });

  it('are told the same, after the same work, whether an account is there or not', async () => {
    const { send, join, people } = await startPeopleHub(pool, ['anna']);
    await join('ben@x.org', 'anna', 'editor');
    const times: Record<string, number[]> = { 'ben@x.org': [], 'nobody@x.org': [] };
    await send('POST', '/api/session', { email: 'warm@x.org', password: 'wrong password' });
    for (let round = 0; round < 4; round++)
      for (const [email, taken] of Object.entries(times)) {
        const began = process.cpuUsage();
        const answer = await send('POST', '/api/session', { email, password: 'wrong password' });
        const { user, system } = process.cpuUsage(began);
        taken.push(user + system);
        expect([answer.status, answer.json.error.message]).toEqual([401, 'wrong email address or password']);
      }
    const [known, unknown] = Object.values(times).map((taken) => Math.min(...taken));
    expect(unknown! / known!).toBeGreaterThan(0.5);
    expect(unknown! / known!).toBeLessThan(2);
    for (let round = 0; round < 6; round++)
      await send('POST', '/api/session', { email: 'ben@x.org', password: 'wrong password' });
    const late = await send('POST', '/api/session', { email: 'ben@x.org', password: PASSWORD });
    expect([late.status, late.json.error.message]).toEqual([503, 'too many failed sign-ins']);
    await people.remove('ben@x.org');
  });

  it('do in a vault what their role allows, at every door, and the history and the log know who', async () => {
    const { send, join, people, database, folder } = await startPeopleHub(pool, ['anna', 'bob']);
    const [reader, editor] = [
      await join('rita@x.org', 'anna', 'reader'),
      await join('ed@x.org', 'anna', 'editor'),
    ];
    const put = (cookie: object, path: string) =>
      send('POST', '/v/anna/api/files/save', note(path), { ...cookie });
    expect((await put(editor, 'bucket/kettle.md')).status).toBe(200);
    for (const [cookie, role] of [
      [reader, 'reader'],
      [editor, 'editor'],
    ] as const)
      expect((await send('GET', '/v/anna/api/session', undefined, cookie)).json.role).toBe(role);
    const denied = await put(reader, 'bucket/other.md');
    expect([denied.status, denied.json.error.message]).toEqual([
      403,
      'a person with the role reader may not do this',
    ]);
    const call = { calls: [{ tool: 'append', input: { path: 'bucket/kettle.md', content: 'More.' } }] };
    const writes: [string, string, unknown][] = [
      ['POST', '/api/calls', call],
      ['POST', '/api/update', { text: 'A note.' }],
      ['POST', '/api/imports/begin', {}],
      ['POST', '/api/example', {}],
      ['POST', '/api/exports/prepare', {}],
    ];
    for (const [method, path, body] of writes)
      expect([path, (await send(method, `/v/anna${path}`, body, reader)).status]).toEqual([path, 403]);
    for (const path of ['settings/read', 'tokens/list', 'clients/list'])
      expect([path, (await send('POST', `/v/anna/api/${path}`, {}, editor)).status]).toEqual([path, 403]);
    expect((await send('POST', '/v/anna/api/tokens/create', { name: 'x' }, editor)).status).toBe(403);
    expect((await send('POST', '/v/anna/api/calls', call, editor)).status).toBe(200);
    expect((await send('POST', '/v/anna/api/search', { question: 'kettle' }, reader)).text).toContain('red');
    expect((await send('GET', '/v/bob/api/tree', undefined, editor)).status).toBe(401);
    const mcp = (cookie: object, name: string, given: object) =>
      send(
        'POST',
        '/v/anna/mcp?profile=full',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
        { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18', ...cookie },
      );
    expect((await mcp(reader, 'append', { path: 'bucket/kettle.md', content: 'No.' })).text).toContain(
      'may not do this',
    );
    expect((await mcp(editor, 'append', { path: 'bucket/kettle.md', content: 'Yes.' })).text).not.toContain(
      'may not do this',
    );
    const told = await send('POST', '/v/anna/api/update', { text: 'Décision: the lamp stays.' }, editor);
    await vi.waitUntil(
      async () =>
        (await send('POST', '/v/anna/api/updates/find', { id: told.json.id }, reader)).json.state !==
        'accepted',
      { timeout: 120_000 },
    );
    writeFileSync(joinPaths(folder, 'anna', 'bucket', 'by-hand.md'), 'By hand.\n');
    const authors = async () => {
      const { entries } = (await send('GET', '/v/anna/api/history/list', undefined, reader)).json;
      return Object.fromEntries(entries.map((entry: Record<string, string>) => [entry.source, entry.author]));
    };
    const recorded = async () => Object.keys(await authors());
    await vi.waitUntil(async () => /outside.*update|update.*outside/.test(String(await recorded())), {
      timeout: 120_000,
    });
    const ed = 'ed@x.org';
    expect(await authors()).toMatchObject({ page: ed, tool: ed, update: ed });
    expect((await authors()).outside).toBeUndefined();
    await vi.waitUntil(
      async () => (await readAudit(database, { limit: 100 })).some(({ person }) => person === ed),
      { timeout: 120_000 },
    );
    const log = await readAudit(database, { limit: 100, vault: 'anna' });
    expect(log).toContainEqual(
      expect.objectContaining({
        person: 'rita@x.org',
        action: 'files/save',
        detail: 'bucket/other.md',
        allowed: false,
        address: '127.0.0.1',
      }),
    );
    expect(log).toContainEqual(
      expect.objectContaining({
        person: ed,
        action: 'calls',
        detail: 'append bucket/kettle.md',
        allowed: true,
      }),
    );
    expect(JSON.stringify(log)).not.toContain('the lamp stays');
    await people.remove('rita@x.org');
    await people.remove(ed);
  });

  it('have tokens of their own that open no more than they may, and end with them', async () => {
    const { send, join, people } = await startPeopleHub(pool, ['anna', 'bob']);
    const ben = await join('ben@x.org', 'anna', 'editor', ['projects/a', 'projects/b']);
    const make = async (wanted: object) =>
      (await send('POST', '/api/tokens', { vault: 'anna', ...wanted }, ben)).json.token as string;
    const as = (token: string) => ({ authorization: `Bearer ${token}`, origin: '' });
    const [wide, narrow] = [
      await make({ name: 'wide' }),
      await make({ name: 'narrow', role: 'reader', folders: ['projects/b', 'profile.md'] }),
    ];
    const asking = (path: string, body: unknown, token: string) => {
      const { origin: _, ...headers } = as(token);
      return fetchAs(path, body, headers);
    };
    const fetchAs = (path: string, body: unknown, headers: Record<string, string>) =>
      send(body === undefined ? 'GET' : 'POST', `/v/anna${path}`, body, headers);
    const append = (path: string) => ({ calls: [{ tool: 'append', input: { path, content: 'x' } }] });
    const outcome = async (path: string, token: string) => {
      const { status, json } = await asking('/api/calls', append(path), token);
      return status === 200 ? json.outcomes[0].ok : status;
    };
    expect(await outcome('projects/a/x.md', wide)).toBe(true);
    expect(await outcome('projects/b/x.md', wide)).toBe(true);
    expect(await outcome('bucket/x.md', wide)).toBe(false);
    expect(await outcome('projects/b/x.md', narrow)).toBe(403);
    const { files } = (await asking('/api/files/list', {}, narrow)).json;
    expect(files.map(({ path }: { path: string }) => path)).toEqual(['vault/projects/b/x.md']);
    expect((await send('GET', '/v/bob/api/tree', undefined, as(wide))).status).not.toBe(200);
    expect((await send('POST', '/api/tokens', { vault: 'bob', name: 'no' }, ben)).status).toBe(404);
    expect((await send('POST', '/api/tokens', { vault: 'anna', name: 'wide' }, ben)).status).toBe(409);
    const { tokens } = (await send('GET', '/api/tokens', undefined, ben)).json;
    const { id } = tokens.find(({ name }: { name: string }) => name === 'narrow');
    await send('DELETE', `/api/tokens/${id}`, undefined, ben);
    expect((await asking('/api/files/list', {}, narrow)).status).toBe(401);
    await people.remove('ben@x.org', 'anna');
    await vi.waitUntil(async () => (await asking('/api/files/list', {}, wide)).status === 401, {
      timeout: 120_000,
    });
    await people.remove('ben@x.org');
  });

  it('are managed by the owners of a vault, and by no one else', async () => {
    const { send, join, people, database } = await startPeopleHub(pool, ['anna', 'bob']);
    const [olga, ed, rita] = [
      await join('olga@x.org', 'anna', 'owner'),
      await join('ed@x.org', 'anna', 'editor'),
      await join('rita@x.org', 'anna', 'reader'),
    ];
    const members = '/api/vaults/anna/members';
    const wanted = { email: 'New@x.org', role: 'editor' };
    const requests: [string, string, unknown?][] = [
      ['GET', members],
      ['POST', members, wanted],
      ['PUT', `${members}/ed@x.org`, { role: 'owner' }],
      ['DELETE', `${members}/rita@x.org`],
    ];
    for (const [method, path, body] of requests) {
      const asked = async (cookie: Record<string, string>, at = path) => {
        const { status, json } = await send(method, at, body, cookie);
        return [status, json.error?.message];
      };
      for (const cookie of [ed, rita])
        expect(await asked(cookie)).toEqual([403, 'only an owner of the vault may do this']);
      expect(await asked({})).toEqual([401, 'sign in first']);
      // A stranger is told of a vault that is there what is said of one that is not.
      for (const name of ['bob', 'nosuch'])
        expect(await asked(olga, path.replace('anna', name))).toEqual([404, `you have no vault "${name}"`]);
      if (method !== 'GET') expect(await asked({ ...olga, origin: 'https://evil.example' })).toContain(403);
    }
    const invited = await send('POST', members, wanted, olga);
    expect(invited.json.link).toMatch(/\/invitation#[\w-]{43}$/);
    const code = invited.json.link.split('#')[1];
    expect((await send('POST', '/api/invitation/look', { code })).json).toEqual({
      email: 'new@x.org',
      membership: { vault: 'anna', role: 'editor', invited_by: 'olga@x.org' },
      has_account: false,
    });
    const joined = await send('POST', '/api/invitation', { code, password: PASSWORD });
    const recent = { cookie: joined.headers.get('set-cookie')!.split(';')[0]! };
    expect((await send('POST', '/v/anna/api/files/save', note('bucket/new.md'), recent)).status).toBe(200);
    await send('PUT', `${members}/new@x.org`, { role: 'reader' }, olga);
    expect((await send('POST', '/v/anna/api/files/save', note('bucket/other.md'), recent)).status).toBe(403);
    expect((await send('GET', members, undefined, olga)).json.members).toContainEqual({
      email: 'new@x.org',
      role: 'reader',
      folders: null,
      joined: expect.any(String),
      invited_by: null,
    });
    await send('DELETE', `${members}/new@x.org`, undefined, olga);
    expect((await send('GET', '/v/anna/api/tree', undefined, recent)).status).toBe(401);
    const last = await send('DELETE', `${members}/olga@x.org`, undefined, olga);
    expect([last.status, last.json.error.message]).toEqual([403, 'the vault would have no owner any more']);
    expect((await send('PUT', `${members}/ed@x.org`, { role: 'boss' }, olga)).status).toBe(400);
    expect(await readAudit(database, { limit: 1, email: 'olga@x.org', vault: 'anna' })).toMatchObject([
      { action: 'remove', detail: 'new@x.org', address: '127.0.0.1', allowed: true },
    ]);
    for (const name of ['olga', 'ed', 'rita', 'new']) await people.remove(`${name}@x.org`);
  });

  it('keep their last passkey while nothing else lets them in', async () => {
    const { send, people, database, join } = await startPeopleHub(pool, ['anna']);
    const pia = await join('pia@x.org', 'anna', 'reader');
    await database.ask(`INSERT INTO rappel.passkeys (id, person, public_key, counter)
      SELECT name, id, 'x', 0 FROM rappel.people, unnest(ARRAY['one', 'two']) AS name WHERE email = 'pia@x.org'`);
    await database.ask(`UPDATE rappel.people SET password = NULL WHERE email = 'pia@x.org'`);
    const answers = await Promise.all(
      ['one', 'two'].map((id) => send('DELETE', `/api/passkeys/${id}`, undefined, pia)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 403)!.json.error).toMatchObject({
      message: 'this passkey is your only way to sign in',
    });
    expect((await send('PUT', '/api/password', { password: PASSWORD }, pia)).status).toBe(200);
    for (const id of ['one', 'two']) await send('DELETE', `/api/passkeys/${id}`, undefined, pia);
    expect((await send('GET', '/api/passkeys', undefined, pia)).json.passkeys).toEqual([]);
    await people.remove('pia@x.org');
  });

  it('sign in through a provider with the verified address that they were invited by', async () => {
    const provider = await startProvider();
    const hub = await startPeopleHub(pool, ['anna'], {
      openId: { issuer: provider.issuer, ...CLIENT },
    });
    const { send, people, database, url } = hub;
    /** What a browser does: to the provider and back. Returns where it ends, and its cookies. */
    const walk = async (change: (back: URL) => void = () => {}, next = '') => {
      const begun = await send('GET', `/openid?next=${encodeURIComponent(next)}`);
      const state = begun.headers
        .getSetCookie()
        .map((one) => one.split(';')[0]!)
        .join('; ');
      const sent = await fetch(begun.headers.get('location')!, { redirect: 'manual' });
      const back = new URL(sent.headers.get('location')!);
      change(back);
      const cross = {
        'sec-fetch-site': 'cross-site',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
      };
      const ended = await visit(back, { cookie: state, ...cross });
      const cookie = ended['set-cookie']?.find((one) => /^rappel_hub_\d+=./.test(one));
      return { back, state, to: ended.location ?? null, cookie: cookie?.split(';')[0] ?? null };
    };
    const refused = { to: '../?refused=', cookie: null };
    provider.claims = { email: 'Ben@x.org', email_verified: true };
    expect(await walk()).toMatchObject(refused);
    await people.invite('ben@x.org', 'anna', 'editor');
    provider.claims = { email: 'ben@x.org', email_verified: false };
    expect(await walk()).toMatchObject(refused);
    provider.claims = { email: 'ben@x.org', email_verified: true };
    provider.nonce = 'another';
    expect(await walk()).toMatchObject(refused);
    provider.nonce = null;
    expect(await walk((back) => back.searchParams.set('state', 'guessed'))).toMatchObject(refused);
    expect(await walk((back) => back.searchParams.set('code', 'guessed'))).toMatchObject(refused);
    await database.ask(`UPDATE rappel.codes SET expires = clock_timestamp() WHERE kind = 'invitation'`);
    expect(await walk()).toMatchObject(refused);
    await people.inviteAgain('ben@x.org');
    const { to, cookie, back, state } = await walk();
    expect(to).toBe('../');
    expect((await send('GET', '/v/anna/api/tree', undefined, { cookie: cookie! })).status).toBe(200);
    // The page that they wanted, of an assistant that waits for example, is not forgotten on the way.
    expect(await walk(() => {}, 'v/anna/consent/x')).toMatchObject({ to: '../?next=v%2Fanna%2Fconsent%2Fx' });
    // Who goes back at the provider was not refused by the hub.
    const answered = (error: string) => (back: URL) => {
      back.searchParams.delete('code');
      back.searchParams.set('error', error);
    };
    expect(await walk(answered('access_denied'))).toMatchObject({ to: '../', cookie: null });
    expect(await walk(answered('server_error'))).toMatchObject({ to: '../?unreachable=', cookie: null });
    // The same answer of the provider again.
    expect(
      (await fetch(back, { headers: { cookie: state }, redirect: 'manual' })).headers.get('location'),
    ).toBe('../?refused=');
    // An owner of a vault took the address first, with an account of their own making.
    await people.remove('ben@x.org');
    const olga = await hub.join('olga@x.org', 'anna', 'owner');
    const offer = () =>
      send('POST', '/api/vaults/anna/members', { email: 'ben@x.org', role: 'reader' }, olga);
    const code = (await offer()).json.link.split('#')[1];
    const taken = (await send('POST', '/api/invitation', { code, password: PASSWORD })).headers;
    const thief = { cookie: taken.get('set-cookie')!.split(';')[0]! };
    expect((await send('GET', '/api/session', undefined, thief)).json.email).toBe('ben@x.org');
    expect(await walk()).toMatchObject({ to: '../' });
    expect((await send('GET', '/api/session', undefined, thief)).json.email).toBe(null);
    const [left] = await database.ask<{ password: string | null }>(
      `SELECT password FROM rappel.people WHERE email = 'ben@x.org'`,
    );
    expect(left).toEqual({ password: null });
    // Without the link, and without an account before.
    await people.remove('ben@x.org');
    await offer();
    expect(await walk()).toMatchObject({ to: '../' });
    expect((await people.list('ben@x.org'))[0]!.vaults).toMatchObject([{ vault: 'anna', role: 'reader' }]);
    await people.remove('olga@x.org');
    expect((await send('GET', '/api/session')).json.provider).toBe(new URL(provider.issuer).host);
    expect(back.href).toContain(`${url}/openid/callback?`);
    await people.remove('ben@x.org');
  });

  it('lose their open streams with their access, and are told when they ask too often', async () => {
    const caller = { email: 'ben@x.org', role: 'reader', wall: null } as const;
    let found: typeof caller | null = caller;
    const callers = { find: async () => found, isPersonalToken: () => true };
    const persons = createPersonRequests({ callers } as never, { lookMs: 20 });
    onTestFinished(() => persons.close());
    const response = Object.assign(new EventEmitter(), { destroy: vi.fn() });
    const head = { method: 'GET', path: '/mcp', header: () => 'Bearer rappelp_x' };
    persons.watch(head, 'anna', response as never);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(response.destroy).not.toHaveBeenCalled();
    found = null;
    await vi.waitUntil(() => response.destroy.mock.calls.length > 0, { timeout: 120_000 });
    const counted = Array.from({ length: 601 }, () => persons.count(caller));
    expect(counted.indexOf(false)).toBe(600);
    expect(persons.count({ ...caller, email: 'eve@x.org' })).toBe(true);
  });
});
