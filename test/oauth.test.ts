import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { HttpOptions } from '../src/http/serve.js';
import { createNamedTokens } from '../src/service/connection/named-tokens.js';
import { ensureToken } from '../src/service/connection/token.js';
import { LIFE, serveVault, textsOf } from './support/mcp.js';
import {
  answerConsent,
  askMcp,
  connecting,
  createBrowser,
  createClientProvider,
  freePort,
  signIn,
  startDocument,
} from './support/oauth.js';
import { tempVault } from './support/temp-vault.js';

async function served(fetchOutside?: HttpOptions['fetchOutside']) {
  const vault = tempVault({ ...LIFE, 'journal.md': 'The secret garden is behind the mill.\n' });
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const reached = { port, publicUrl: base, ...(fetchOutside && { fetchOutside }) };
  await serveVault(vault.root, undefined, reached);
  return { vault, base };
}

/** An assistant that was let in. */
async function letIn(
  { vault, base }: Awaited<ReturnType<typeof served>>,
  answer: object = {},
  document?: string,
) {
  const { provider, state, client: registered } = createClientProvider({}, undefined, document);
  const first = connecting(base, provider);
  await expect(first.connect()).rejects.toThrow(UnauthorizedError);
  const browser = createBrowser();
  const uid = await signIn(browser, vault.root, base, state.opened!);
  const { json: asking } = await browser.call('GET', `${base}/api/consent/${uid}`);
  await first.transport.finishAuth(await answerConsent(browser, base, uid, { allow: true, ...answer }));
  const { client, connect } = connecting(base, provider);
  await connect();
  const search = async (question: string) =>
    textsOf(await client.callTool({ name: 'search', arguments: { question } })).join();
  const renew = (token: string) => {
    const grant = { grant_type: 'refresh_token', refresh_token: token, client_id: registered().client_id };
    return fetch(`${base}/oauth/token`, { method: 'POST', body: new URLSearchParams(grant) });
  };
  return { tokens: state.tokens!, id: registered().client_id, asking, client, search, renew };
}

describe('an assistant that runs elsewhere', () => {
  it('finds out how to sign in, is let in by the owner, and answers from the memory', async () => {
    const service = await served();
    const { base, vault } = service;
    const refused = await askMcp(base);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toBe(
      `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"`,
    );
    const how = await fetch(`${base}/.well-known/oauth-authorization-server/oauth`);
    expect(await how.json()).toMatchObject({
      issuer: `${base}/oauth`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      client_id_metadata_document_supported: true,
    });
    const { asking, search, tokens } = await letIn(service);
    expect(asking).toEqual({
      client: 'Test assistant',
      site: null,
      returnsTo: null,
      vault: null,
      read_only: false,
    });
    expect(await search('secret garden')).toContain('behind the mill');
    expect(createNamedTokens(vault.root).list()).toMatchObject([{ name: 'Test assistant', folders: null }]);
    // Its token opens nothing but /mcp.
    const headers = { authorization: `Bearer ${tokens.access_token}` };
    for (const path of [
      '/api/tree',
      '/api/files/journal.md',
      '/api/files/mcp',
      '/api/sync/status',
      '/api/consent/x',
    ])
      expect([path, (await fetch(base + path, { headers })).status]).toEqual([path, 401]);
    expect(readFileSync(join(vault.root, '.rappel/state.db'), 'latin1')).not.toContain(tokens.access_token);
    // No stranger has it ask this machine, or a network that is not public.
    const { url, asked } = await startDocument();
    for (const id of [url, url.replace('127.0.0.1', 'localhost'), 'https://192.168.1.1/client.json']) {
      const query = { client_id: id, response_type: 'code', redirect_uri: 'http://127.0.0.1:9/callback' };
      const refused = await fetch(`${base}/oauth/auth?${new URLSearchParams(query)}`);
      expect([refused.status, await refused.text()]).toEqual([
        400,
        'invalid_client: client_id metadata document fetch failed\n',
      ]);
    }
    expect(asked).toEqual([]);
  });

  it('is described by its document, and sees the folders of the consent until the owner revokes it', async () => {
    const { url, fetchOutside, asked } = await startDocument();
    const service = await served(fetchOutside);
    const { client, id, asking, search, tokens, renew } = await letIn(
      service,
      { folders: ['projects'], read_only: true },
      url,
    );
    expect([id, asking.client, asked]).toEqual([url, 'Described', ['/client.json']]);
    expect(await search('secret garden')).not.toContain('behind the mill');
    const read = await client.callTool({ name: 'read', arguments: { paths: ['journal.md'] } });
    expect(textsOf(read).join()).not.toContain('behind the mill');
    const noted = await client.callTool({ name: 'update', arguments: { text: 'A note.' } });
    expect(textsOf(noted).join()).toContain('this token is for reading only');
    // A client that asks for both is told which it got.
    expect(tokens.scope).toBe('memory:read');
    await createNamedTokens(service.vault.root).revoke('Described');
    expect((await askMcp(service.base, tokens.access_token)).status).toBe(401);
    expect((await renew(tokens.refresh_token!)).status).toBe(400);
  });

  it('renews its token, gives its access back, and loses it when a used token is shown again', async () => {
    const service = await served();
    const { base, vault } = service;
    const one = await letIn(service);
    const renewed = await one.renew(one.tokens.refresh_token!);
    expect(renewed.status).toBe(200);
    const fresh = (await renewed.json()) as { access_token: string; refresh_token: string };
    expect((await askMcp(base, fresh.access_token)).status).toBe(200);
    expect((await one.renew(one.tokens.refresh_token!)).status).toBe(400);
    expect((await askMcp(base, fresh.access_token)).status).toBe(401);
    expect((await one.renew(fresh.refresh_token)).status).toBe(400);
    expect(createNamedTokens(vault.root).list()).toEqual([]);
    const other = await letIn(service);
    const body = new URLSearchParams({ token: other.tokens.refresh_token!, client_id: other.id });
    expect((await fetch(`${base}/oauth/token/revocation`, { method: 'POST', body })).status).toBe(200);
    expect((await askMcp(base, other.tokens.access_token)).status).toBe(401);
    expect(createNamedTokens(vault.root).list()).toEqual([]);
  });

  it('is let in by nobody but the owner, with a code for one use, its own verifier and this memory', async () => {
    const { vault, base } = await served();
    const { provider, state, client } = createClientProvider();
    await expect(connecting(base, provider).connect()).rejects.toThrow(UnauthorizedError);
    const [owner, stranger] = [createBrowser(), createBrowser()];
    const foreign = new URL(state.opened!);
    foreign.searchParams.set('resource', 'https://elsewhere.example/mcp');
    await expect(signIn(owner, vault.root, base, foreign)).rejects.toThrow();
    const uid = await signIn(owner, vault.root, base, state.opened!);
    const consent = `${base}/api/consent/${uid}`;
    expect((await stranger.call('GET', consent)).status).toBe(401);
    const named = await createNamedTokens(vault.root).create('laptop');
    await stranger.call('POST', `${base}/api/session`, { token: named.token });
    expect((await stranger.call('POST', consent, { allow: true })).status).toBe(403);
    // The owner, in a browser that the client did not open: somebody sent a link.
    const elsewhere = createBrowser();
    await elsewhere.call('POST', `${base}/api/session`, { token: ensureToken(vault.root).token });
    expect((await elsewhere.call('POST', consent, { allow: true })).status).toBe(404);
    expect((await answerConsent(owner, base, uid, { allow: false })).get('error')).toBe('access_denied');
    expect((await owner.call('GET', consent)).json.error.message).toBe('this sign-in is over');

    const again = await signIn(owner, vault.root, base, state.opened!);
    const told = await answerConsent(owner, base, again, { allow: true });
    const redeem = (verifier: string) => {
      const grant = { grant_type: 'authorization_code', code: told.get('code')!, code_verifier: verifier };
      const sender = { client_id: client().client_id, redirect_uri: String(provider.redirectUrl) };
      const body = new URLSearchParams({ ...grant, ...sender });
      return fetch(`${base}/oauth/token`, { method: 'POST', body });
    };
    expect((await redeem('x'.repeat(43))).status).toBe(400);
    const right = await redeem(await provider.codeVerifier());
    expect(right.status).toBe(200);
    const { access_token } = (await right.json()) as { access_token: string };
    expect((await askMcp(base, access_token)).status).toBe(200);
    // A code that comes twice was seen by somebody else: what it brought is taken back.
    expect((await redeem(await provider.codeVerifier())).status).toBe(400);
    expect((await askMcp(base, access_token)).status).toBe(401);
  });
});
