import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { createGitHistory } from '../../src/service/history/git-history.js';
import { ROOT } from '../../src/vault/paths.js';
import { createVault } from '../../src/vault/vault.js';
import { settled } from './support/browser.js';
import { COMPOSER, pageTests, send, seriousViolations } from './support/page-tests.js';

const STATE = 'projects/halle-verte/state.md';

/** On 2024-03-01 the permit is granted; on 2024-03-05 it is refused, and further down. */
async function twoDays(root: string): Promise<void> {
  mkdirSync(dirname(join(root, STATE)), { recursive: true });
  const on = async (day: string, text: string) => {
    writeFileSync(join(root, STATE), text);
    const vault = createVault({ root, clock: { now: () => new Date(`${day}T09:00:00`) } });
    await createGitHistory(vault).record({ source: 'tool', reason: 'change', paths: [ROOT] });
  };
  await on('2024-03-01', '# Status\nThe building permit is granted.\n');
  await on('2024-03-05', 'Nothing new.\n\n# Status\nThe building permit is refused.\n');
}

pageTests(
  'A question as of a day',
  (world) => {
    it.each([
      ['en', 1440, { ask: 'Ask', pick: 'Ask as of a day', told: 'As of', now: 'Show today’s file' }],
      [
        'fr',
        390,
        {
          ask: 'Demander',
          pick: 'Interroger la mémoire à une date passée',
          told: 'À la date du',
          now: 'Voir le fichier d’aujourd’hui',
        },
      ],
    ] as const)(
      'is answered from the files of that day, which it opens (%s, %s px)',
      async (language, width, words) => {
        const page = await world.open('/', { language, width });
        const form = page.getByRole('form', { name: COMPOSER });
        await form.getByText(words.ask, { exact: true }).click();
        await form.getByRole('button', { name: words.pick }).click();
        await form.getByLabel(words.pick).fill('2024-03-02');
        await settled(page);
        expect(await seriousViolations(page)).toEqual([]);
        await form.locator('textarea').fill('Is the building permit granted?');
        await page.keyboard.press('Enter');
        await page.locator('main').getByText(words.told).waitFor();
        const link = page.locator('main .prose').first().getByRole('link').first();
        expect(await link.getAttribute('href')).toMatch(
          /\/file\/projects\/halle-verte\/state\.md\?as_of=2024-03-02#L2$/,
        );
        const card = page.getByRole('article').filter({ hasText: 'permit is granted' });
        await card.getByRole('link').first().click();
        await page.getByRole('link', { name: words.now }).waitFor();
        await page.getByText('The building permit is granted.', { exact: true }).waitFor();
        expect(new URL(page.url()).search).toBe('?as_of=2024-03-02');
        await page.getByRole('link', { name: words.now }).click();
        await page.getByText('The building permit is refused.', { exact: true }).waitFor();
      },
    );

    it('is one of today again when it was asked', async () => {
      const page = await world.open('/');
      const form = page.getByRole('form', { name: COMPOSER });
      await form.getByText('Ask', { exact: true }).click();
      await form.getByRole('button', { name: 'Ask as of a day' }).click();
      await form.getByLabel('Ask as of a day').fill('2024-03-02');
      await form.getByRole('button', { name: 'Ask as of today' }).click();
      await send(page, 'Ask', 'Is the building permit refused?');
      await page.getByRole('article').filter({ hasText: 'permit is refused' }).waitFor();
    });
  },
  { prepare: twoDays },
);
