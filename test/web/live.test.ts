import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runAt } from '../support/run-at.js';
import { inPage } from './support/in-page.js';
import { longText } from './support/long-text.js';
import { COMPOSER, intercept, PATIENT, pageTests, send } from './support/page-tests.js';
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
      const state = async (id: string) => (await runAt(world.service.url)('updates/find', { id })).history;
      await intercept(
        page,
        'activities/find',
        async (route) => {
          const response = await route.fetch();
          const body = JSON.stringify({ ...(await response.json()), state: 'running', history: null });
          // True when it was asked, old by the time the page hears it: the service is done, and has said so.
          await expect.poll(() => state(route.request().postDataJSON().id), PATIENT).not.toBeNull();
          await page.evaluate(
            'new Promise((passed) => { const heard = new EventSource("/api/events"); heard.addEventListener("hello", () => { heard.close(); passed(); }); })',
          );
          await route.fulfill({ response, body });
        },
        { times: 1 },
      );
      await send(page, 'Remember', 'atlas: note: the survey boat leaves on 9 December at six.');
      await undo.waitFor();
      await page.locator('main section').getByText('the survey boat leaves').first().waitFor();
    });

    it('hears of what happened while its first answers were under way', async () => {
      const page = await world.open('/inbox');
      await page.getByText('No open questions').waitFor();
      // The first answer about the tree is from before; the file comes while it is on its way.
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      let tellAnswer = () => {};
      const answered = new Promise<void>((resolve) => {
        tellAnswer = resolve;
      });
      await intercept(
        page,
        'tree',
        async (route) => {
          const response = await route.fetch();
          tellAnswer();
          await held;
          await route.fulfill({ response });
        },
        { times: 1 },
      );
      await page.reload();
      await answered;
      put(world.service.vault, 'late.md', 'Late.\n');
      await expect
        .poll(
          async () => JSON.stringify(await (await fetch(`${world.service.url}/api/tree`)).json()),
          PATIENT,
        )
        .toContain('late.md');
      release();
      await page.getByRole('treeitem', { name: /^late\.md/ }).waitFor();
      rmSync(join(world.service.vault, 'late.md'));
    });

    it('hears of what happened between its answers and the beginning of the stream', async () => {
      const page = await world.open('/inbox');
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await intercept(page, 'events', async (route) => {
        await held;
        await route.continue();
      });
      await page.reload();
      await page.getByRole('treeitem', { name: /^projects/ }).waitFor();
      put(world.service.vault, 'between.md', 'Between.\n');
      await expect
        .poll(
          async () => JSON.stringify(await (await fetch(`${world.service.url}/api/tree`)).json()),
          PATIENT,
        )
        .toContain('between.md');
      release();
      await page.getByRole('treeitem', { name: /^between\.md/ }).waitFor();
      rmSync(join(world.service.vault, 'between.md'));
    });

    it('scrolls to a heading again when its entry of the outline is clicked again', async () => {
      const page = await world.open('/file/projects/atlas/long.md');
      const entry = page
        .getByRole('navigation', { name: 'On this page' })
        .getByRole('link', { name: 'Day 31', exact: true });
      const heading = page.getByRole('heading', { name: 'Day 31', exact: true });
      const inSight = async () => {
        const y = (await heading.boundingBox())?.y ?? -1;
        return y > 0 && y < 900;
      };
      await entry.click();
      await expect.poll(inSight, PATIENT).toBe(true);
      await page.evaluate('scrollTo(0, 0)');
      await expect.poll(inSight, PATIENT).toBe(false);
      await entry.click();
      await expect.poll(inSight, PATIENT).toBe(true);
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
      await page.getByText('File not found').waitFor();
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

    it('loads the page again for a view that could not be loaded, and says so where that does not help', async () => {
      const page = await world.open('/');
      const view = '**/assets/health-view-*.js';
      const health = page.getByRole('heading', { name: 'Health', level: 1 });
      const open = () => page.getByRole('link', { name: 'Health' }).first().click();
      await page.route(view, (route) => route.abort());
      await Promise.all([page.waitForEvent('requestfailed'), page.reload()]);
      await page.unroute(view);
      await open();
      await health.waitFor();

      await page.route(view, (route) => route.abort());
      await Promise.all([page.waitForEvent('requestfailed'), page.goto(world.service.url)]);
      await open();
      await page.getByText('This view can’t be shown').waitFor();
      await page.unroute(view);
      await page.getByRole('button', { name: 'Reload the page' }).click();
      await health.waitFor();
    });

    it('survives the service: nothing typed is lost, and what changed meanwhile is there', async () => {
      const page = await world.open('/file/profile.md');
      await page.locator('main').getByText('cartographer').waitFor();
      await world.service.stop();
      await page.getByText('Rappel is not responding.').waitFor();
      const field = page.getByRole('form', { name: COMPOSER }).getByRole('textbox');
      await field.fill('a thought that must not be lost');
      await page.keyboard.press('Enter');
      await page.getByRole('form', { name: COMPOSER }).getByRole('alert').waitFor();
      expect(await field.inputValue()).toBe('a thought that must not be lost');

      put(world.service.vault, 'profile.md', '# Who\n\nAnna Le Goff, baker.\n');
      await world.service.start();
      await page.locator('main').getByText('baker').waitFor();
      await page
        .getByText('Rappel is not responding.')
        .first()
        .waitFor({ state: 'detached' })
        .catch(() => {});
      expect(await page.getByText('Reconnecting…').count()).toBe(0);
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
