import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PATIENT, pageTests, seriousViolations } from './support/page-tests.js';
import { put, writeSampleVault } from './support/sample-vault.js';

const NOTE = '# Counter\n\nOak, 3.20 m.\n\n# Seats\n\nTwelve seats.\n';

pageTests(
  'Editing a note',
  (world) => {
    const file = (path: string) => join(world.service.vault, path);
    const read = (path: string) => readFileSync(file(path), 'utf8');
    const editor = (page: Page) => page.getByRole('textbox', { name: /^Texte? (?:of|de) / });
    const saved = (page: Page) => page.getByText(/^(?:Saved|Enregistré)$/).waitFor();

    async function openEditor(path: string, screen = {}): Promise<Page> {
      const page = await world.open(`/file/${path}?edit`, screen);
      await editor(page).waitFor();
      return page;
    }

    /** Types at the end of the text. */
    async function type(page: Page, text: string): Promise<void> {
      await editor(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(text);
    }

    it('saves while one types, shows the preview beside, and is one entry under you', async () => {
      put(world.service.vault, 'bucket/plain.md', NOTE);
      const page = await world.open('/file/bucket/plain.md');
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await editor(page).waitFor();
      expect(await editor(page).innerText()).not.toContain('created:');
      await type(page, 'And a **terrace**, from / to /.');
      const preview = page.getByRole('region', { name: 'Preview' });
      await preview.locator('strong', { hasText: 'terrace' }).waitFor();
      await saved(page);
      expect(read('bucket/plain.md')).toMatch(/^---\ncreated: /);
      expect(read('bucket/plain.md')).toContain('Twelve seats.\nAnd a **terrace**, from / to /.');

      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
      expect(await page.getByText('You have unsaved changes').count()).toBe(0);
      await page.getByRole('link', { name: 'File history' }).click();
      await page.getByText('You changed bucket/plain.md').first().waitFor();
      expect(await page.getByText('You changed bucket/plain.md').count()).toBe(1);
    });

    it('merges an edit on disk, and keeps what is typed meanwhile', async () => {
      put(world.service.vault, 'bucket/merged.md', NOTE);
      const page = await openEditor('bucket/merged.md');
      await type(page, 'Mine.');
      await saved(page);
      writeFileSync(file('bucket/merged.md'), read('bucket/merged.md').replace('Oak', 'Birch'));
      await type(page, ' More of mine.');
      await expect.poll(() => editor(page).innerText(), PATIENT).toContain('Birch, 3.20 m.');
      await saved(page);
      expect(await editor(page).innerText()).toContain('Mine. More of mine.');
      expect(read('bucket/merged.md')).toContain('Birch, 3.20 m.');
      expect(read('bucket/merged.md')).toContain('Mine. More of mine.');
    });

    it('asks before it saves what looks like a secret, and keeps the text until then', async () => {
      put(world.service.vault, 'bucket/secret.md', NOTE);
      const page = await openEditor('bucket/secret.md');
      await type(page, 'The password of the alarm is Zx9-plage-42.');
      const alert = page.getByRole('alert').filter({ hasText: 'seems to contain a secret' });
      await alert.waitFor();
      expect(read('bucket/secret.md')).not.toContain('Zx9');
      expect(await seriousViolations(page)).toEqual([]);
      await alert.getByRole('button', { name: 'Save anyway' }).click();
      await saved(page);
      expect(read('bucket/secret.md')).toContain('The password of the alarm is Zx9-plage-42.');
      await type(page, ' More.');
      await expect.poll(() => read('bucket/secret.md'), PATIENT).toContain('Zx9-plage-42. More.');
      expect(await alert.count()).toBe(0);
    });

    it('shows both versions where the page and the disk changed the same line', async () => {
      put(world.service.vault, 'bucket/both.md', NOTE);
      const page = await openEditor('bucket/both.md');
      await world.service.stop();
      await editor(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Backspace');
      await page.keyboard.type(' And a terrace.');
      await page.getByText('Your text is kept in this browser').waitFor();
      writeFileSync(file('bucket/both.md'), read('bucket/both.md').replace('Twelve seats.', 'Nine seats.'));
      await world.service.start();
      await page.getByText('Part of this has changed since').waitFor();
      expect(read('bucket/both.md')).toContain('Nine seats.');
      await page.getByText('Use my version').click();
      // The choice stays, and what it is about is as it is now.
      writeFileSync(file('bucket/both.md'), read('bucket/both.md').replace('Nine seats.', 'Ten seats.'));
      await page.getByRole('alert').getByText('Ten seats.').waitFor();
      await page.getByRole('button', { name: 'Apply choices' }).click();
      await saved(page);
      expect(read('bucket/both.md')).toContain('Twelve seats. And a terrace.');
    });

    it('keeps a draft through a lost connection and a reload', async () => {
      put(world.service.vault, 'bucket/draft.md', NOTE);
      const page = await openEditor('bucket/draft.md');
      await world.service.stop();
      await type(page, 'Typed offline.');
      await page.getByText('Your text is kept in this browser').waitFor();
      await world.service.start();
      await page.reload();
      await editor(page).waitFor();
      await expect.poll(() => read('bucket/draft.md'), PATIENT).toContain('Typed offline.');
      await saved(page);
    });

    it('keeps what two tabs typed without a connection, each its own', async () => {
      put(world.service.vault, 'bucket/two.md', NOTE);
      const one = await openEditor('bucket/two.md');
      const two = await one.context().newPage();
      await two.goto(one.url());
      await editor(two).waitFor();
      await world.service.stop();
      await type(one, 'Of the one.');
      await editor(two).click();
      await two.keyboard.press('Control+Home');
      await two.keyboard.type('Of the other.');
      for (const page of [one, two]) await page.getByText('Your text is kept in this browser').waitFor();
      // Both are gone before anything could be saved.
      for (const page of [one, two]) await page.goto('about:blank');
      await world.service.start();
      for (const page of [one, two]) {
        await page.goto(`${world.service.url}/file/bucket/two.md?edit`);
        await editor(page).waitFor();
        await saved(page);
      }
      expect(read('bucket/two.md')).toContain('Of the one.');
      expect(read('bucket/two.md')).toContain('Of the other.');
    });

    it('edits the frontmatter in the raw view alone, and saves with Ctrl S', async () => {
      put(world.service.vault, 'bucket/raw.md', `---\nabout: A counter.\n---\n\n${NOTE}`);
      const page = await openEditor('bucket/raw.md');
      expect(await editor(page).innerText()).not.toContain('about:');
      await page.getByRole('button', { name: 'Raw' }).click();
      await expect.poll(() => editor(page).innerText(), PATIENT).toContain('about: A counter.');
      await type(page, 'Raw too.');
      await page.keyboard.press('Control+s');
      await saved(page);
      expect(read('bucket/raw.md')).toContain('Raw too.');
      expect(read('bucket/raw.md')).toContain('about: A counter.');
    });

    it('works on a phone in French, in the dark, without barriers', async () => {
      put(world.service.vault, 'bucket/mobile.md', NOTE);
      const phone = await openEditor('bucket/mobile.md', {
        width: 390,
        height: 800,
        language: 'fr',
        theme: 'dark',
      });
      await type(phone, 'Une *terrasse*.');
      await saved(phone);
      await phone.getByRole('button', { name: 'Aperçu' }).tap();
      await phone.getByRole('region', { name: 'Aperçu' }).locator('em', { hasText: 'terrasse' }).waitFor();
      expect(await seriousViolations(phone)).toEqual([]);
      const desktop = await openEditor('bucket/mobile.md');
      expect(await seriousViolations(desktop)).toEqual([]);
    });
  },
  { prepare: writeSampleVault },
);
