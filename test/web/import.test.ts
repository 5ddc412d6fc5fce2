import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pdf } from '../support/import-fixtures.js';
import { removeFolder } from '../support/remove-folder.js';
import { zip } from '../support/zip.js';
import { settled } from './support/browser.js';
import { intercept, pageTests, recorded, seriousViolations } from './support/page-tests.js';
import { put, writeSampleVault } from './support/sample-vault.js';

const NOTE = '# Tide tables\n\nHigh water at 14:32.\n';

pageTests(
  'Importing in the page',
  (world) => {
    const inVault = (path: string) => join(world.service.vault, path);
    const chosen = (page: Page) => page.locator('main input[type=file][multiple]');

    it('shows what a dropped file would become, imports it, and takes it back', async () => {
      await recorded(world.service);
      const page = await world.open('/');
      await page.getByRole('heading', { name: 'Projects' }).waitFor();
      await drop(page, 'tides.md', `${NOTE}\npassword: hunter2hunter2\n`);
      await page.getByRole('heading', { name: 'Import', exact: true }).waitFor();
      await page.getByText('vault/bucket/tides.md', { exact: true }).waitFor();
      await page.getByText('1 secret found. It is masked, and you are asked whether to keep it.').waitFor();
      expect(existsSync(inVault('bucket/tides.md'))).toBe(false);
      await page.getByLabel('Into').selectOption('atlas');
      await page.getByText('vault/projects/atlas/bucket/tides.md', { exact: true }).waitFor();
      await page.getByLabel('Leave out keys, tokens and passwords').check();
      await page.getByText('1 secret found. Removed from the imported text.').waitFor();
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Import 1 file' }).click();
      await page.getByText('1 file imported.').waitFor();
      const imported = inVault('projects/atlas/bucket/tides.md');
      expect(readFileSync(imported, 'utf8')).toContain('High water at 14:32.');
      expect(readFileSync(imported, 'utf8')).not.toContain('hunter2');
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone: the imported files are gone again.').waitFor();
      expect(existsSync(imported)).toBe(false);
      expect(
        readdirSync(tmpdir()).filter((name) => name.startsWith('rappel-import-') && ownedBy(name)),
      ).toEqual([]);
    });

    it('takes a dropped folder with what is below it, without hidden files', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rappel-dropped-'));
      for (const path of ['Notes/a.md', 'Notes/deep/er/b.md', 'Notes/.hidden/c.md']) put(folder, path, NOTE);
      put(folder, 'Notes/quote.pdf', pdf(['The printer asks for 6200 euros.']));
      const page = await world.open('/', { theme: 'dark' });
      await page.getByRole('heading', { name: 'Projects' }).waitFor();
      await dropFolder(page, join(folder, 'Notes'));
      await page.getByText('vault/bucket/Notes/deep/er/b.md', { exact: true }).waitFor();
      removeFolder(folder);
      await page.getByRole('button', { name: 'Import 4 files' }).click();
      await page.getByText('4 files imported.').waitFor();
      expect(readFileSync(inVault('bucket/Notes/a.md'), 'utf8')).toContain('High water');
      expect(readFileSync(inVault('bucket/Notes/quote.pdf.md'), 'utf8')).toContain('6200 euros');
    });

    it('stops while it imports, says how far it is, and takes back what it wrote', async () => {
      await world.service.stop();
      await world.service.start({ NODE_OPTIONS: `--import=${SLOW}` });
      const page = await world.open('/import');
      const notes = Array.from({ length: MANY }, (_, at) => ({ name: `${at}.md`, content: `Note ${at}.\n` }));
      await chosen(page).setInputFiles({
        name: 'Many.zip',
        mimeType: 'application/zip',
        buffer: zip(notes),
      });
      // The service has begun, and waits until the person has stopped it.
      await intercept(page, 'imports/run', async (route) => {
        const response = await route.fetch();
        world.service.suspend();
        await route.fulfill({ response });
      });
      await page.getByRole('button', { name: `Import ${MANY} files` }).click();
      const running = page.getByRole('status').filter({ has: page.getByRole('progressbar') });
      await running.getByText('Importing').waitFor();
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      await running.getByRole('button', { name: 'Cancel' }).press('Enter');
      world.service.resume();
      await page.getByText(new RegExp(`^Stopped: \\d+ of ${MANY} files are imported\\.`)).waitFor();
      await page.getByText('To continue, import the same files again.').waitFor();
      expect(existsSync(inVault('bucket/Many'))).toBe(true);
      await page.getByRole('button', { name: 'Undo' }).click();
      await page.getByText('Undone: the imported files are gone again.').waitFor();
      expect(existsSync(inVault('bucket/Many'))).toBe(false);
      await world.service.stop();
      await world.service.start();
    });

    it('reads an archive on a phone, in French, in the dark, says what is left out, and cancels', async () => {
      const page = await world.open('/import', { width: 390, language: 'fr', theme: 'dark' });
      const archive = zip([
        { name: 'a.md', content: NOTE },
        { name: 'tool.exe', content: 'MZ' },
        { name: '../outside.md', content: 'x' },
      ]);
      await chosen(page).setInputFiles({ name: 'Carnet.zip', mimeType: 'application/zip', buffer: archive });
      await page.getByText('vault/bucket/Carnet/a.md').waitFor();
      await page.getByText('2 fichiers ignorés').first().waitFor();
      await page.getByText(/son chemin mène hors de l’archive/).waitFor();
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      await page.getByRole('button', { name: 'Annuler' }).click();
      await page.getByRole('button', { name: 'Choisir des fichiers' }).waitFor();
      expect(existsSync(inVault('bucket/Carnet'))).toBe(false);

      await chosen(page).setInputFiles({
        name: 'tool.exe',
        mimeType: 'application/octet-stream',
        buffer: Buffer.from('MZ'),
      });
      await page.getByRole('alert').getByText(/\.exe/).waitFor();
      await page.getByRole('button', { name: 'Importer autre chose' }).click();
      await page.getByRole('button', { name: 'Choisir des fichiers' }).waitFor();
    });

    it('is found by keyboard alone, and imports a chat export', async () => {
      const page = await world.open('/');
      await page.getByRole('heading', { name: 'Projects' }).waitFor();
      await page.keyboard.press('Control+k');
      await page.keyboard.type('import');
      await page.getByRole('option', { name: 'Import files' }).waitFor();
      await page.keyboard.press('Enter');
      const choose = page.getByRole('button', { name: 'Choose files' });
      await choose.waitFor();
      // The palette hands the focus back when it has closed.
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), choose.press('Enter')]);
      await chooser.setFiles({
        name: 'conversations.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(CHAT)),
      });
      await page.getByText('Claude export').waitFor();
      await page.getByRole('button', { name: 'Import 1 file' }).press('Enter');
      await page.getByText('1 file imported.').waitFor();
      await page.getByRole('link', { name: 'Open the folder' }).click();
      await page.getByRole('main').getByRole('link').first().waitFor();
    });
  },
  { prepare: writeSampleVault },
);

/** Those that a process left which still runs belong to other tests. */
function ownedBy(name: string): boolean {
  return name.startsWith(`rappel-import-${process.pid}-`);
}

/** On a slow disk, so many that the service is not done before it is suspended. */
const MANY = 80;
const SLOW = new URL('../support/slow-disk.mjs', import.meta.url).href;

/** As the browser hears of a folder that is dragged from the desktop. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data });
  await devtools.detach();
}

/** As a person drops a file somewhere on the page. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  await page.evaluate(
    `(() => {
      const data = new DataTransfer();
      data.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}, { type: 'text/markdown' }));
      const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
      document.querySelector('main').dispatchEvent(drop);
    })()`,
  );
}

const CHAT = [
  {
    uuid: '11111111-2222-3333-4444-555555555555',
    name: 'Choosing the paper',
    created_at: '2026-03-01T09:00:00Z',
    updated_at: '2026-03-01T09:05:00Z',
    chat_messages: [
      { uuid: 'a', sender: 'human', text: 'Which paper for the atlas?', created_at: '2026-03-01T09:00:00Z' },
      { uuid: 'b', sender: 'assistant', text: 'A 120 g offset.', created_at: '2026-03-01T09:01:00Z' },
    ],
  },
];
