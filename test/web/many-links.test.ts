import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PATIENT, pageTests, recorded, seriousViolations } from './support/page-tests.js';
import { put } from './support/sample-vault.js';

const SLOW = new URL('../support/slow-disk.mjs', import.meta.url).href;
const NOTES = Array.from({ length: 30 }, (_, number) => `projects/p${number % 7}/note-${number}.md`);

pageTests(
  'Moving a note that many notes link to',
  (world) => {
    async function manage(path: string, screen = {}): Promise<Page> {
      const page = await world.open(`/file/${path}`, screen);
      await page
        .getByRole('main')
        .getByRole('button', { name: /^(?:Rename, move or delete|Renommer, déplacer ou supprimer)$/ })
        .click();
      return page;
    }
    const path = (page: Page) =>
      page.getByRole('textbox', { name: /^(?:Path in the|Chemin dans le) vault$/ });

    it('says how many of them are done', async () => {
      await recorded(world.service);
      await world.service.stop();
      await world.service.start({ NODE_OPTIONS: `--import=${SLOW}` });
      const page = await manage('bucket/plan.md');
      await path(page).fill('bucket/print.md');
      await page.getByText('60 links in 30 notes will be updated.').waitFor();
      await page.keyboard.press('Enter');
      await page.getByText(/^Updating links: [1-9]\d* of 30 notes$/).waitFor();
      await expect.poll(() => new URL(page.url()).pathname, PATIENT).toBe('/file/bucket/print.md');
      for (const note of NOTES)
        expect(readFileSync(join(world.service.vault, note), 'utf8')).toContain(
          '[[print]] and [it](../../bucket/print.md)',
        );
    });

    it('names those that could not be changed, on a phone in French', async () => {
      put(world.service.vault, 'bucket/other.md', '# Other\n');
      const page = await manage('bucket/other.md', { width: 390, height: 800, language: 'fr' });
      const failed = ['vault/projects/p0/note-0.md', 'vault/projects/p1/note-1.md'];
      await page.route('**/api/files/move', (route) =>
        route.fulfill({ json: { notes: 0, links: 0, failed, warning: null } }),
      );
      await path(page).fill('bucket/third.md');
      await page.keyboard.press('Enter');
      await page.getByText('les liens de 2 notes n’ont pas pu être mis à jour').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'projects/p1/note-1.md' }).click();
      await expect.poll(() => new URL(page.url()).pathname, PATIENT).toBe('/file/projects/p1/note-1.md');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    });
  },
  {
    prepare(vault) {
      put(vault, 'bucket/plan.md', '# Plan\n');
      for (const note of NOTES)
        put(vault, note, '# Note\n\nAs in [[plan]] and [it](../../bucket/plan.md).\n');
    },
  },
);
