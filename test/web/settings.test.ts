import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { readMemoryConsent } from '../../src/service/capture/own-memories.js';
import { readSyncSetting } from '../../src/service/state/sync-setting.js';
import { createVaultSync } from '../../src/service/sync/sync-vault.js';
import { createModelServer } from '../support/model-server.js';
import { removeFolder } from '../support/remove-folder.js';
import { tempFolder, tempVault } from '../support/temp-vault.js';
import { settled } from './support/browser.js';
import { PATIENT, pageTests, seriousViolations } from './support/page-tests.js';
import { writeSampleVault } from './support/sample-vault.js';

/** Files nothing: it calls no tool. */
const model = await createModelServer('openai', () => ({ text: 'I call no tools.' }));
afterAll(model.close);

/** Stands for the site that has the model files. */
const reranker = await createReranker();
afterAll(reranker.close);

pageTests(
  'The settings, on the machine that serves them',
  (world) => {
    const home = () => dirname(world.service.vault);
    const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

    it('connect an assistant after showing the lines, say so on home, and disconnect it', async () => {
      const page = await world.open('/');
      const setup = page.getByRole('region', { name: 'Set up' });
      await setup.getByRole('link', { name: 'Connect an assistant' }).click();
      const assistants = panel(page, 'Assistants');
      const file = join(home(), '.cursor', 'mcp.json');
      await assistants.getByRole('button', { name: 'Connect Cursor' }).click();
      // The server, and the hooks.
      await assistants.getByText('These lines are added to').nth(1).waitFor();
      await assistants.getByText(`"${world.service.vault}"`).first().waitFor();
      await assistants.getByText(`rappel install cursor --vault ${world.service.vault}`).waitFor();
      expect(existsSync(file)).toBe(false);
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await assistants.getByRole('button', { name: 'Add these lines' }).click();
      await assistants.getByText('Cursor is connected. Cursor asks once').waitFor();
      await assistants.getByText('Connected, not used yet').waitFor();
      expect(JSON.parse(readFileSync(file, 'utf8')).mcpServers.rappel.args).toContain(world.service.vault);

      // A real client, over MCP.
      await callTool(world.service.url, 'cursor-vscode');
      await page.reload();
      await assistants.getByText(/^Connected, last used \d/).waitFor();
      await page.getByRole('link', { name: 'Home', exact: true }).click();
      await setup.getByRole('link', { name: 'Choose a model' }).waitFor();
      expect(await setup.getByRole('link', { name: 'Connect an assistant' }).count()).toBe(0);
      await page.goBack();
      await assistants.getByRole('button', { name: 'Disconnect Cursor' }).click();
      await assistants.getByText('Cursor is disconnected.').waitFor();
      expect(existsSync(file)).toBe(false);

      // One that keeps notes of its own, which are read only if that is ticked.
      await assistants.getByRole('button', { name: 'Connect Claude Code' }).click();
      const ownNotes = assistants.getByLabel('Also read what Claude Code notes for itself');
      expect(await ownNotes.isChecked()).toBe(false);
      await ownNotes.check();
      await assistants.getByRole('button', { name: 'Add these lines' }).click();
      await assistants.getByText('To stop: rappel memories off claude-code').waitFor();
      expect(readMemoryConsent(world.service.vault)).toEqual(['claude-code']);
      await assistants.getByRole('button', { name: 'Disconnect Claude Code' }).click();
      await assistants.getByText('Claude Code is disconnected.').waitFor();
    });

    it('sync with a remote after showing what would be merged, and leave it again', async () => {
      const remote = join(home(), 'remote.git');
      await syncFrom(remote, 'desktop', { 'from-desktop.md': '# Hello\n' });
      const page = await world.open('/settings#sync');
      const sync = panel(page, 'Sync');
      await sync.getByLabel('Folder, git repository or service').fill(remote);
      await sync.getByLabel('Name of this machine').fill('laptop');
      await page.keyboard.press('Enter');
      await sync.getByText('1 file comes here').waitFor();
      expect(readSyncSetting(world.service.vault)).toBeNull();
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      await sync.getByRole('button', { name: 'Merge them' }).click();
      await sync.getByText('This machine is called laptop.').waitFor();
      expect(existsSync(join(world.service.vault, 'from-desktop.md'))).toBe(true);
      await sync.getByRole('heading', { name: 'desktop' }).waitFor();
      await sync.getByText(/^\d+ entries behind$/).waitFor();
      const phone = await world.open('/settings#sync', { width: 375, language: 'fr', theme: 'dark' });
      await panel(phone, 'Synchronisation').getByText('Cette machine s’appelle laptop.').waitFor();
      await settled(phone);
      expect(await seriousViolations(phone)).toEqual([]);
      expect(await phone.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(
        0,
      );

      removeFolder(remote);
      writeFileSync(remote, 'not a folder');
      await sync.getByRole('button', { name: 'Sync now' }).click();
      await sync.getByRole('alert').waitFor();
      await sync.getByRole('button', { name: 'Turn off' }).click();
      await sync.getByText('Nothing more is exchanged.').waitFor();
      await sync.getByRole('button', { name: 'Turn off' }).click();
      await sync.getByLabel('Folder, git repository or service').waitFor();
      expect(readSyncSetting(world.service.vault)).toBeNull();

      // A service asks for a token, anything else can be encrypted.
      const address = sync.getByLabel('Folder, git repository or service');
      await address.fill('https://memory.example.org/');
      await sync.getByLabel('Token of that service').waitFor();
      await address.fill(join(home(), 'encrypted'));
      await sync.getByLabel('Encrypt everything that goes there').check();
      await sync.getByLabel('Key', { exact: true }).waitFor();
      await sync.getByRole('button', { name: 'Set up' }).click();
      await sync.getByText(/^AGE-SECRET-KEY-1/).waitFor();
      if (process.env.SHOTS) await sync.screenshot({ path: `${process.env.SHOTS}/sync-key.png` });
      await sync.getByRole('button', { name: 'I kept it, go on' }).click();
      await sync.getByText('encrypted (encrypted)').waitFor();
    });

    it('try a model and say in a sentence what happened, keep its key private, and let it go again', async () => {
      const page = await world.open('/settings#model');
      const form = panel(page, 'Model');
      await form.getByText('In use: None (built-in rules)').waitFor();
      await form.getByLabel('Provider').selectOption('openai-compatible');
      await form.getByLabel('Address').fill(model.url);
      await form.getByLabel('Model', { exact: true }).fill('scripted');
      await form.getByLabel('Key').fill('sk-private');
      await form.getByRole('button', { name: 'Test', exact: true }).click();
      await form.getByText("scripted can't file notes: it called no tool.").waitFor();
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('In use: openai-compatible:scripted').waitFor();
      await form.getByText('A key is saved. Leave this empty to keep it.').waitFor();
      expect(await form.getByLabel('Key').inputValue()).toBe('');
      const keys = join(home(), '.config', 'rappel', 'keys.json');
      expect(JSON.parse(readFileSync(keys, 'utf8'))).toEqual({ 'openai-compatible': 'sk-private' });
      expect(statSync(keys).mode & 0o077).toBe(0);
      expect(await page.content()).not.toContain('sk-private');
      await form.getByRole('button', { name: 'Use no model' }).click();
      await form.getByText('In use: None (built-in rules)').waitFor();
    });

    it('make a token that is shown once, and revoke it; on a phone, in French, in the dark', async () => {
      const page = await world.open('/settings', { width: 390, language: 'fr', theme: 'dark' });
      const tokens = panel(page, 'Autres machines');
      await tokens.getByLabel('Nom de la machine ou du programme').fill('portable');
      await page.keyboard.press('Enter');
      const once = tokens.getByText(/Copiez-le maintenant/);
      await once.waitFor();
      const token = /rappel_[\w-]{40,}/.exec(await tokens.innerText())![0];
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await tokens.getByRole('button', { name: 'C’est copié' }).click();
      await once.waitFor({ state: 'detached' });
      await page.reload();
      await tokens.getByText('jamais utilisé').waitFor();
      expect(await page.content()).not.toContain(token);
      await tokens.getByRole('button', { name: 'Révoquer portable' }).click();
      await tokens.getByText('Aucun jeton pour l’instant.').waitFor();
    });

    it('show where the vault lies, download it, and change the language of the program', async () => {
      const page = await world.open('/settings', { theme: 'dark' });
      const vault = panel(page, 'Vault');
      await vault.getByRole('button', { name: 'Copy path' }).click();
      await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(world.service.vault);
      await vault.getByText(/of 500 MB for earlier versions/).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        vault.getByRole('button', { name: 'Download the archive' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^rappel-\d{4}-\d\d-\d\d\.tar\.gz$/);
      expect([...readFileSync(await download.path()).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
      await vault.getByText(/files in the archive\.$/).waitFor();

      const language = page.getByRole('group', { name: 'Language of commands and new files' });
      await language.getByText('Français').click();
      const config = join(home(), '.config', 'rappel', 'config.json');
      await expect
        .poll(() => (JSON.parse(readFileSync(config, 'utf8')) as { language?: string }).language, PATIENT)
        .toBe('fr');
    });

    it('say what each search model brings, and try an endpoint before they keep it', async () => {
      const page = await world.open('/settings#search', { theme: 'dark' });
      const search = panel(page, 'Search endpoints');
      await search.getByText('comes with Rappel', { exact: true }).waitFor();
      await search.getByRole('button', { name: 'Change: Ranking' }).press('Enter');
      const use = async (url: string) => {
        await search.getByLabel(/^Address of the endpoint/).fill(url);
        await search.getByLabel('Name of the model').fill('judge');
        await search.getByRole('button', { name: 'Use', exact: true }).press('Enter');
      };
      await use('http://127.0.0.1:1/rerank');
      await search.getByRole('alert').getByText("judge at 127.0.0.1:1: it can't be reached").waitFor();
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      await use(reranker.url);
      await search.getByText(`judge (${reranker.url})`).waitFor();
      await search.getByRole('button', { name: 'Remove: Ranking' }).press('Enter');
      await search.getByText('none', { exact: true }).waitFor();
    });
  },
  { prepare: writeSampleVault },
);

pageTests(
  'The settings, elsewhere',
  (world) => {
    it('are read-only, with the commands to copy', async () => {
      const token = readFileSync(join(world.service.vault, '.rappel/token'), 'utf8').trim();
      const page = await world.open('/settings');
      // As a proxy on that machine says it.
      await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': '192.168.1.7' });
      await page.getByLabel('Token').fill(token);
      await page.keyboard.press('Enter');
      await page.getByText('Read-only here').waitFor();
      await page.getByText(`rappel install cursor --vault ${world.service.vault}`).waitFor();
      await page.getByText('rappel token create NAME').waitFor();
      await page.getByText('rappel setup').waitFor();
      await page.getByText('rappel models').waitFor();
      expect(await page.getByRole('button', { name: /^(?:Connect|Save|Create|Change)/ }).count()).toBe(0);
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
    });
  },
  { prepare: writeSampleVault, host: '0.0.0.0' },
);

/** Another machine, which has sent these files. */
async function syncFrom(remote: string, name: string, files: Record<string, string>): Promise<void> {
  const { vault } = tempVault(files);
  const env = { ...process.env, XDG_CACHE_HOME: tempFolder() };
  const sync = createVaultSync({ vault, env, language: 'en', afterChanges: async () => null });
  await sync.setUp(remote, name);
  await sync.run();
}

/** An endpoint that gives every passage the same score. */
async function createReranker() {
  const server = createServer((_, response) => response.end(JSON.stringify([{ index: 0, score: 1 }])));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/rerank`,
    close: () => void server.close(),
  };
}

/** As a client of the older protocol does it. */
async function callTool(url: string, name: string): Promise<void> {
  const post = (body: object, headers: Record<string, string> = {}) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
    });
  const clientInfo = { name, version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const started = await post({ method: 'initialize', params });
  const session = { 'mcp-session-id': started.headers.get('mcp-session-id')! };
  await started.text();
  const called = await post(
    { method: 'tools/call', params: { name: 'search', arguments: { question: 'counter' } } },
    session,
  );
  expect(await called.text()).toContain('oak');
}
