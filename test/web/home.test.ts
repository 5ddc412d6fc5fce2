import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settled } from './support/browser.js';
import { choose, intercept, PATIENT, pageTests, send, seriousViolations } from './support/page-tests.js';
import { put, writeSampleVault } from './support/sample-vault.js';

/** A local day so many days from today. */
function day(distance: number): string {
  const date = new Date();
  date.setDate(date.getDate() + distance);
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}

pageTests(
  'Home',
  (world) => {
    it('shows tasks by date, projects with their state and next date, what happened, and a year', async () => {
      const page = await world.open('/');
      const tasks = page.getByRole('region', { name: '8 open tasks' });
      const rows = (await tasks.innerText()).split('\n').filter((line) => line.trim() !== '');
      const order = [
        'Overdue',
        'Repair the mast',
        'Today',
        'Paint the hull',
        'In the next 7 days',
        'Buy rope',
      ];
      const found = rows.map((row) => order.find((text) => row.startsWith(text)));
      expect(found.filter((text) => text !== undefined)).toEqual(order);

      const boat = page
        .getByRole('region', { name: 'Projects' })
        .getByRole('listitem')
        .filter({ hasText: 'boat' });
      await boat.getByText('In the shed since October.').waitFor();
      await boat.getByRole('link', { name: /^today Paint the hull/ }).waitFor();
      const happened = page.getByRole('region', { name: 'What happened' });
      await happened.getByText('today', { exact: true }).waitFor();
      await happened.getByRole('link', { name: /The keel is laid/ }).click();
      await page.locator('main mark', { hasText: 'The keel is laid' }).waitFor();
      await page.goBack();
      await page.getByRole('img', { name: /entries on \d+ days/ }).waitFor();
    });

    it('fetches its first data once, beside the script', async () => {
      const { context, page } = await world.browser.open();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      // A change of the vault would make it ask again.
      await intercept(page, 'events', (route) => route.abort());
      await page.goto(world.service.url);
      await page.getByRole('region', { name: 'Projects' }).waitFor();
      await page.getByRole('treeitem', { name: /^projects/ }).waitFor();
      const named = await page.locator('link[rel=preload][as=fetch]').count();
      await context.close();
      expect(named).toBeGreaterThan(0);
      const data = ['/api/tree', '/api/home', '/api/inbox/list', '/api/health'];
      expect(data.map((path) => asked.filter((other) => other === path).length)).toEqual([1, 1, 1, 1]);
      const first = asked.findIndex((path) => path.startsWith('/assets/first-') && path.endsWith('.js'));
      expect(asked.indexOf('/api/session')).toBeGreaterThan(first);
    });

    it('follows the files', async () => {
      const page = await world.open('/');
      await page.getByRole('region', { name: /open tasks/ }).waitFor();
      const path = join(world.service.vault, 'tasks.md');
      const before = readFileSync(path, 'utf8');
      appendFileSync(path, `\n# Feed the cat\nstatus: to do\ndeadline: ${day(0)}\n`);
      await page.getByRole('link', { name: /Feed the cat/ }).waitFor();
      put(world.service.vault, 'tasks.md', before);
      await page.getByRole('link', { name: /Feed the cat/ }).waitFor({ state: 'detached' });
    });

    it('lets open questions be answered on it, one after the other', async () => {
      const page = await world.open('/');
      for (const thing of ['kite', 'sandwich']) {
        await send(page, 'Remember', `Somebody left a ${thing}.`);
        await page.getByText('Needs an answer').waitFor();
        await page.getByRole('link', { name: 'Home', exact: true }).click();
        await page.getByRole('link', { name: new RegExp(thing) }).waitFor();
      }
      const open = page.getByRole('region', { name: /open questions?$/ });
      await page
        .getByRole('region', { name: '2 open questions' })
        .getByRole('link', { name: /sandwich/ })
        .waitFor();
      await settled(page);
      expect(await seriousViolations(page)).toEqual([]);
      await choose(page, 'Global bucket');
      await open.getByRole('link', { name: /kite/ }).waitFor();
      await open.getByRole('button', { name: 'Delete', exact: true }).click();
      await open.waitFor({ state: 'detached' });
      await expect
        .poll(
          async () => (await (await fetch(`${world.service.url}/api/inbox/list`)).json()) as object,
          PATIENT,
        )
        .toEqual({ items: [] });
    });

    it('says what is left to set up until it is dismissed, and brings that back', async () => {
      const page = await world.open('/', { language: 'fr', theme: 'dark', width: 390 });
      const setup = page.getByRole('region', { name: 'Configuration' });
      await setup.getByRole('link', { name: 'Choisir un modèle' }).waitFor();
      const dismiss = setup.getByRole('button', { name: /^Masquer/ });
      for (let left = await dismiss.count(); left > 0; left--) await dismiss.first().click();
      await setup.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByRole('heading', { name: 'Projets' }).waitFor();
      expect(await setup.count()).toBe(0);
      await page.setViewportSize({ width: 1200, height: 900 });
      await page.getByRole('button', { name: 'Réglages' }).click();
      await page.getByRole('button', { name: 'Réafficher les étapes de configuration' }).click();
      await setup.getByRole('link', { name: 'Choisir un modèle' }).waitFor();
    });
  },
  {
    prepare(vault) {
      writeSampleVault(vault);
      put(vault, 'projects/boat/state.md', '# Status\n\nIn the shed since October.\n');
      put(
        vault,
        'projects/boat/changelog.md',
        `# ${day(0)}\n\n## The keel is laid\nOak.\n\n# ${day(-9)}\n\n## Plans bought\n`,
      );
      put(
        vault,
        'projects/boat/tasks.md',
        `# Buy rope\nstatus: to do\ndeadline: ${day(3)}\n\n# Repair the mast\nstatus: to do\ndeadline: ${day(-2)}\n\n# Paint the hull\nstatus: in progress\ndeadline: ${day(0)}\n`,
      );
    },
  },
);

pageTests(
  'The inbox',
  (world) => {
    it('shows the content first, guesses with a reason, and goes on to the next question', async () => {
      const page = await world.open('/');
      await page.goto(`${world.service.url}/inbox`);
      await page.getByRole('link', { name: /stairs/ }).click();
      const guess = page.getByRole('radio', { name: /moving-house$/ });
      await guess.waitFor();
      expect(await guess.isChecked()).toBe(true);
      await page.getByText(/^Because of/).waitFor();
      const content = (await page.getByText('the instrument is 88 cm').first().boundingBox())!;
      expect(content.y).toBeLessThan((await guess.boundingBox())!.y);

      // The keyboard is on the guess: Enter answers, and the next question is there with the keyboard on it.
      await expect.poll(() => page.evaluate('document.activeElement.type'), PATIENT).toBe('radio');
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByRole('link', { name: 'View activity' }).waitFor();
      await page.locator('main').getByText('Somebody left a kite.').first().waitFor();
      await expect.poll(() => page.evaluate('document.activeElement.type'), PATIENT).toBe('radio');
      const radios = page.getByRole('main').getByRole('radio');
      for (let step = 0; step < (await radios.count()); step++) {
        if (await page.getByRole('radio', { name: /^New project/ }).isChecked()) break;
        await page.keyboard.press('ArrowDown');
      }
      await page.getByRole('textbox', { name: 'Name of the project' }).fill('lost and found');
      await page.keyboard.press('Enter');
      await page.getByText('Filed', { exact: true }).waitFor();
      expect(
        readFileSync(join(world.service.vault, 'projects/lost-and-found/changelog.md'), 'utf8'),
      ).toContain('kite');
    });

    it('takes an answer in one’s own words without a model', async () => {
      const page = await world.open('/', { language: 'fr' });
      await page.getByRole('form', { name: 'Note ou question' }).getByText('Noter', { exact: true }).click();
      await page.getByRole('textbox').fill('Quelqu’un a laissé un parapluie.');
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Répondre à la question' }).click();
      await page.getByRole('button', { name: 'Répondre avec vos mots' }).click();
      await page.keyboard.type('C’est pour le projet harbour-cafe, comme tâche');
      await page.keyboard.press('Enter');
      await page.locator('main header').getByText('Classé', { exact: true }).waitFor();
      expect(readFileSync(join(world.service.vault, 'projects/harbour-cafe/tasks.md'), 'utf8')).toContain(
        'parapluie',
      );
    });
  },
  {
    prepare(vault) {
      writeSampleVault(vault);
      put(vault, 'inbox/2026-11-15-stairs/input.md', `${NOTE}\n`);
      put(vault, 'inbox/2026-11-15-stairs/review.md', review(NOTE, '2026-11-15T10:00:00'));
      put(vault, 'inbox/2026-11-14-kite/input.md', 'Somebody left a kite.\n');
      put(vault, 'inbox/2026-11-14-kite/review.md', review('Somebody left a kite.', '2026-11-14T10:00:00'));
    },
  },
);

const NOTE = 'The stairs are 92 cm wide at the counter, the instrument is 88 cm.';

/** As Rappel writes them. */
const review = (note: string, created: string) => `---
created: ${created}
asks: place
---

# Where does this belong?

> ${note}

Content: input.md

## Candidates

- moving-house (0.42)
  - vault/projects/moving-house/tasks.md (lines 7-7): # Measure the stairs for the piano
- harbour-cafe (0.10)
  - vault/projects/harbour-cafe/state.md (lines 9-9): The counter: oak, 3.20 m, to be built by the end of March.

## Question

Which project does this belong to, or what should be done with it?

## Choices

1. moving-house
2. harbour-cafe
3. New project: stairs
4. Delete
`;
