import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inPage } from './support/in-page.js';
import { longText } from './support/long-text.js';
import { PATIENT, pageTests, send } from './support/page-tests.js';
import { put, writeSampleVault } from './support/sample-vault.js';

const LONG = Array.from(
  { length: 60 },
  (_, day) => `# Day ${60 - day}\n\n## Entry of day ${60 - day}\nSomething happened, number ${60 - day}.\n`,
).join('\n');

pageTests(
  'The page while the vault changes',
  (world) => {
    it('shows an edit from outside and keeps what is being read where it is', async () => {
      const page = await world.open('/file/projects/atlas/long.md');
      const entry = page.getByRole('heading', { name: 'Entry of day 20' });
      await entry.evaluate(inPage('scrollTo(0, element.getBoundingClientRect().top + scrollY - 300)'));
      const before = (await entry.boundingBox())!.y;

      const path = join(world.service.vault, 'projects/atlas/long.md');
      const text = readFileSync(path, 'utf8');
      writeFileSync(
        path,
        text.replace('# Day 60', '# Day 61\n\n## A new day\nWith *several* lines.\n\n# Day 60'),
      );
      await page.getByRole('heading', { name: 'A new day' }).waitFor({ state: 'attached' });
      expect(Math.abs((await entry.boundingBox())!.y - before)).toBeLessThan(4);
    });

    it('keeps the place in a file of 5 MB when lines come above it', async () => {
      const page = await world.open('/file/projects/atlas/five-megabytes.md#L30001');
      const mark = page.locator('main mark').first();
      await mark.waitFor();
      await page.evaluate('history.replaceState(history.state, "", location.pathname)');
      const line = page.getByText('This is line 30003 ').first();
      await page.evaluate('scrollBy(0, 40)');
      await expect.poll(() => stable(() => line.boundingBox()), PATIENT).toBe(true);
      const before = (await line.boundingBox())!.y;
      const path = join(world.service.vault, 'projects/atlas/five-megabytes.md');
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, text.replace('## Section 0', '## New\n\nOne.\n\n## Newer\n\nTwo.\n\n## Section 0'));
      // Its new number proves that the new version is drawn.
      await expect
        .poll(() => line.evaluate(inPage('Number(element.closest("[data-line]").dataset.line)')), PATIENT)
        .toBeGreaterThan(30_003);
      await expect.poll(() => stable(() => line.boundingBox()), PATIENT).toBe(true);
      expect(Math.abs((await line.boundingBox())!.y - before)).toBeLessThan(4);
    });

    it('believes the newest word about an update, also when an older answer comes late', async () => {
      const page = await world.open('/');
      const undo = page.getByRole('main').getByRole('button', { name: 'Undo' });
      const old = new Promise<void>((heard) => {
        void page.route(
          '**/api/updates/*',
          async (route) => {
            const response = await route.fetch();
            // True when it was asked, old by the time the page hears it.
            await undo.waitFor();
            await route.fulfill({ response });
            heard();
          },
          { times: 1 },
        );
      });
      await send(page, 'Update', 'atlas: the survey boat leaves on 9 December at six.');
      await old;
      await page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
      await undo.waitFor();
      await page.locator('main section').getByText('the survey boat leaves').first().waitFor();
    });

    it('shows new files in the tree, marks them, and forgets those that are gone', async () => {
      const page = await world.open('/');
      put(world.service.vault, 'bucket-list.md', 'See Iceland.\n');
      const row = page.getByRole('treeitem', { name: /^bucket-list\.md/ });
      await row.waitFor();
      await row.locator('[data-flash]').waitFor({ state: 'attached' });
      rmSync(join(world.service.vault, 'bucket-list.md'));
      await row.waitFor({ state: 'detached' });
    });

    it('says that a file is gone, and shows it again when it is back', async () => {
      put(world.service.vault, 'projects/atlas/ghost.md', 'Here.\n');
      const page = await world.open('/file/projects/atlas/ghost.md');
      await page.locator('main').getByText('Here.').waitFor();
      rmSync(join(world.service.vault, 'projects/atlas/ghost.md'));
      await page.getByText('There is no such file').waitFor();
      put(world.service.vault, 'projects/atlas/ghost.md', 'Here again.\n');
      await page.locator('main').getByText('Here again.').waitFor();
    });

    it('lists an outside edit in the history, with its diff', async () => {
      const page = await world.open('/history?path=tasks.md');
      const entries = page.locator('main a[href^="/history/"]');
      await entries.first().waitFor();
      const before = await entries.count();
      appendFileSync(join(world.service.vault, 'tasks.md'), '\n# Paint the door\nstatus: to do\n');
      await expect.poll(() => entries.count(), PATIENT).toBeGreaterThan(before);
      await entries.first().click();
      await page.locator('main section').getByText('# Paint the door').waitFor();
    });

    it('survives the service: nothing typed is lost, and what changed meanwhile is there', async () => {
      const page = await world.open('/file/profile.md');
      await page.locator('main').getByText('cartographer').waitFor();
      await world.service.stop();
      await page.getByText('The service does not answer.').waitFor();
      const field = page.getByRole('form').getByRole('textbox');
      await field.fill('a thought that must not be lost');
      await page.keyboard.press('Enter');
      await page.getByRole('form').getByRole('alert').waitFor();
      expect(await field.inputValue()).toBe('a thought that must not be lost');

      put(world.service.vault, 'profile.md', '# Who\n\nAnna Le Goff, baker.\n');
      await world.service.start();
      await page.locator('main').getByText('baker').waitFor();
      await page
        .getByText('The service does not answer.')
        .first()
        .waitFor({ state: 'detached' })
        .catch(() => {});
      expect(await page.getByText('Trying again…').count()).toBe(0);
      await field.press('Enter');
      await page.getByText('Needs an answer').waitFor();
      expect(await field.inputValue()).toBe('');
    });
  },
  {
    prepare(vault) {
      writeSampleVault(vault);
      put(vault, 'projects/atlas/long.md', LONG);
      put(vault, 'projects/atlas/five-megabytes.md', longText());
    },
  },
);

/** Whether something stands where it stood a moment ago. */
async function stable(box: () => Promise<{ y: number } | null>): Promise<boolean> {
  const [first, second] = [await box(), await box()];
  return first !== null && first.y === second?.y;
}
