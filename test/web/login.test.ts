import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { settled } from './support/browser.js';
import { inPage } from './support/in-page.js';
import { COMPOSER, pageTests, send, seriousViolations } from './support/page-tests.js';
import { put, writeSampleVault } from './support/sample-vault.js';

pageTests(
  'The page beyond its own machine',
  (world) => {
    const token = () => readFileSync(join(world.service.vault, '.rappel/token'), 'utf8').trim();
    const enter = async (page: Page, given: string) => {
      await page.getByLabel('Token').fill(given);
      await page.keyboard.press('Enter');
    };

    it('shows nothing without the token, and everything with it', async () => {
      const page = await world.open('/file/projects/harbour-cafe/description.md', { theme: 'dark' });
      await page.getByRole('heading', { name: 'Enter your access token' }).waitFor();
      expect(await page.locator('body').innerText()).not.toContain('harbour');
      await enter(page, 'guessed');
      await page.getByRole('alert').getByText('Incorrect access token.').waitFor();
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      await enter(page, token());
      // Where one wanted to go, with its images, and live.
      await page.getByRole('main').getByText('twelve seats').waitFor();
      const image = page.getByRole('main').getByRole('img', { name: 'The plan of the room' });
      await expect.poll(() => image.evaluate(inPage('element.naturalWidth'))).toBeGreaterThan(0);
      await send(page, 'Remember', 'atlas: the paper came.');
      await page.getByText('Filed', { exact: true }).waitFor();
      await page
        .getByRole('treeitem', { name: /^atlas/ })
        .locator('[data-flash]')
        .waitFor({ state: 'attached' });
      await page.reload();
      await page.getByText('Filed', { exact: true }).waitFor();
      expect(await page.evaluate('document.cookie')).toBe('');

      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('heading', { name: 'Enter your access token' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'Enter your access token' }).waitFor();
    });

    it('names no data to fetch before it is opened', async () => {
      const page = await world.open('/');
      await page.getByRole('heading', { name: 'Enter your access token' }).waitFor();
      const named = page.locator('link[rel=preload][as=fetch]');
      expect(await named.count()).toBe(0);
      await enter(page, token());
      await page.getByRole('tree').waitFor();
      await page.reload();
      await page.getByRole('tree').waitFor();
      expect(await named.count()).toBeGreaterThan(0);
    });

    it('asks again when a session ends while the page is open, and loses no typed text', async () => {
      const page = await world.open('/');
      await enter(page, token());
      await page.getByRole('tree').waitFor();
      await page.getByRole('form', { name: COMPOSER }).getByRole('textbox').fill('a thought');
      await page.context().clearCookies();
      // Something happens, the page asks for it, and is refused.
      put(world.service.vault, 'bucket/news.md', 'News.\n');
      await page.getByRole('heading', { name: 'Enter your access token' }).waitFor();
      await enter(page, token());
      await page.getByRole('heading', { name: 'Projects' }).waitFor();
      expect(await page.getByRole('form', { name: COMPOSER }).getByRole('textbox').inputValue()).toBe(
        'a thought',
      );
    });

    it('is opened by the login link, without a token, and the link works once', async () => {
      const file = readFileSync(join(world.service.vault, '.rappel/login.html'), 'utf8');
      const link = /href="[^"]*(\/#login=[\w-]+)"/.exec(file)![1]!;
      const page = await world.open(link);
      await page.getByRole('tree').waitFor();
      expect(new URL(page.url()).hash).toBe('');
      await page.reload();
      await page.getByRole('tree').waitFor();
      const other = await world.open(link);
      await other.getByRole('heading', { name: 'Enter your access token' }).waitFor();
    });

    it('asks accessibly on a narrow screen, in French', async () => {
      const page = await world.open('/', { width: 390, theme: 'light', language: 'fr' });
      await page.getByLabel('Jeton').fill('faux');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').getByText('Jeton d’accès incorrect.').waitFor();
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect(overflow).toBeLessThanOrEqual(0);
    });
  },
  { prepare: writeSampleVault, host: '0.0.0.0' },
);
