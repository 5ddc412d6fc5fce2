import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openPageFiles } from '../../src/http/page.js';
import { createPgPool } from '../../src/hub/database/pg-pool.js';
import { createNamedTokens } from '../../src/service/connection/named-tokens.js';
import { ensureToken } from '../../src/service/connection/token.js';
import { hubFolder, shareVault } from '../support/hub.js';
import { PASSWORD, startPeopleNode } from '../support/hub-people.js';
import { LIFE, serveVault, textsOf } from '../support/mcp.js';
import { connecting, createClientProvider, freePort } from '../support/oauth.js';
import { canUsePostgres, startPostgres } from '../support/postgres.js';
import { tempFolder, tempVault } from '../support/temp-vault.js';
import { type Browser, findChromium, launch, settled } from './support/browser.js';
import { seriousViolations, UNHURRIED } from './support/page-tests.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser?.close());

/** Where a program on the same computer waits for the answer. */
async function waitingProgram() {
  let told = new URLSearchParams();
  const server = createServer(({ url }, response) => {
    if (url?.startsWith('/callback')) told = new URL(url, 'http://localhost').searchParams;
    response.end('You can close this window.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, told: () => told };
}

describe.skipIf(findChromium() === null && process.env.CI !== 'true')('an assistant that signs in', () => {
  it('is let in by the owner, in a browser, for the folders that were ticked', UNHURRIED, async () => {
    const { root } = tempVault(LIFE);
    const port = await freePort();
    const base = `http://127.0.0.1:${port}`;
    const pageFiles = openPageFiles(`${process.cwd()}/dist/web`);
    await serveVault(root, undefined, { port, publicUrl: base, pageFiles });
    const waiting = await waitingProgram();
    const { provider, state } = createClientProvider(
      { client_uri: 'https://assistant.example' },
      waiting.url,
    );
    const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider: provider });
    const connecting = new Client({ name: 'browser', version: '1' }).connect(transport);
    await expect(connecting).rejects.toThrow(UnauthorizedError);

    const { page, context } = await browser.open({ language: 'fr' });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(String(state.opened));
    await page.getByLabel('Jeton d’accès').fill(ensureToken(root).token);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /Laisser entrer cet assistant/ }).waitFor();
    await page.getByText('Test assistant').waitFor();
    await page.getByText('https://assistant.example').waitFor();
    await page.getByText('un programme de votre ordinateur').waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByText('Certains dossiers').first().click();
    await expect.poll(() => page.getByRole('button', { name: 'Autoriser' }).isDisabled()).toBe(true);
    await page.getByRole('checkbox', { name: 'projects/startup-x/' }).check();
    await page.getByText('Lire seulement').click();
    if (process.env.RAPPEL_SCREENSHOTS)
      await page.screenshot({ path: `${process.env.RAPPEL_SCREENSHOTS}/consent.png` });
    await page.getByRole('button', { name: 'Autoriser' }).click();
    await page.getByText('You can close this window.').waitFor();
    await transport.finishAuth(waiting.told());
    expect(state.tokens?.access_token).toBeDefined();
    expect(createNamedTokens(root).list()).toMatchObject([
      { name: 'Test assistant', folders: ['vault/projects/startup-x'], read_only: true },
    ]);
    // Refused until the token was given.
    expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
    await context.close();
  });

  it.skipIf(!canUsePostgres)(
    'is let in by a member of a hub, through a node that does not lead the vault',
    UNHURRIED,
    async () => {
      const server = await startPostgres();
      onTestFinished(() => server.remove());
      const folder = await hubFolder(['anna']);
      const pool = createPgPool(server.url);
      onTestFinished(() => pool.close());
      await shareVault(folder, 'anna', { pool, databaseUrl: server.url });
      const port = await freePort();
      const publicUrl = `http://127.0.0.1:${port}`;
      const pageFiles = openPageFiles(`${process.cwd()}/dist/web`);
      const options = { publicUrl, pageFiles };
      const leading = await startPeopleNode(folder, server.url, 'leading', { ...options, port: 0 });
      const reached = await startPeopleNode(tempFolder(), server.url, 'reached', { ...options, port });
      const text = 'The secret garden is behind the mill.\n';
      const written = await leading.ask('anna', '/api/files/save', {
        method: 'POST',
        body: JSON.stringify({ path: 'bucket/garden.md', base: null, text }),
      });
      expect(written.status).toBe(200);
      const { people } = reached.hub.people!;
      const { code } = await people.invite('ben@x.org', 'anna', 'editor');
      const body = JSON.stringify({ code, password: PASSWORD });
      const headers = { 'content-type': 'application/json', origin: publicUrl };
      const joined = await fetch(`${publicUrl}/api/invitation`, { method: 'POST', headers, body });
      expect(joined.status).toBe(200);

      const waiting = await waitingProgram();
      const { provider, state } = createClientProvider({}, waiting.url);
      const first = connecting(`${publicUrl}/v/anna`, provider);
      await expect(first.connect()).rejects.toThrow(UnauthorizedError);
      const { page, context } = await browser.open();
      await page.goto(String(state.opened));
      await page.getByLabel('Email address').fill('ben@x.org');
      await page.getByLabel('Password').fill(PASSWORD);
      await page.keyboard.press('Enter');
      await page.getByText('Test assistant').waitFor();
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByText('You can close this window.').waitFor();
      await first.transport.finishAuth(waiting.told());
      const { client, connect } = connecting(`${publicUrl}/v/anna`, provider);
      await connect();
      const found = await client.callTool({ name: 'search', arguments: { question: 'secret garden' } });
      expect(textsOf(found).join()).toContain('behind the mill');
      expect([reached.hub.cluster!.leads('anna'), leading.hub.cluster!.leads('anna')]).toEqual([false, true]);
      await context.close();
    },
  );
});
