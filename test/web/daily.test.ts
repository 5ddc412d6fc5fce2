import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { duration } from '../../web/src/ui/duration.js';
import { inPage } from './support/in-page.js';
import { COMPOSER, intercept, PATIENT, pageTests, send } from './support/page-tests.js';
import { png, put, writeSampleVault } from './support/sample-vault.js';

const LINKED = `# Contents

See [the second part](#second-part), [the same name again](#notes-1) and a note[^1].

${'A line of the first part.\n\n'.repeat(60)}
## Notes

The first notes.

${'More of them.\n\n'.repeat(40)}
## Notes

The second notes.

${'And more.\n\n'.repeat(40)}
# Second part

Here it is.

![A plan that is lost](lost.png)

${'The end is near.\n\n'.repeat(40)}
[^1]: The footnote itself.
`;

pageTests(
  'The page day by day',
  (world) => {
    it('follows links to headings and footnotes, and back', async () => {
      const page = await world.open('/file/projects/atlas/linked.md');
      const isInSight = async (text: string) => {
        const box = await page.getByText(text).first().boundingBox();
        return box !== null && box.y > 0 && box.y < 900;
      };
      await page.getByRole('link', { name: 'the second part' }).click();
      await expect.poll(() => isInSight('Here it is.'), PATIENT).toBe(true);
      expect(new URL(page.url()).hash).toBe('#second-part');
      await page.goBack();
      await expect.poll(() => isInSight('See the second part'), PATIENT).toBe(true);
      await page.getByRole('link', { name: 'the same name again' }).click();
      await expect.poll(() => isInSight('The second notes.'), PATIENT).toBe(true);
      await page.goBack();
      await page.getByRole('link', { name: '1', exact: true }).click();
      await expect.poll(() => isInSight('The footnote itself.'), PATIENT).toBe(true);
      await page.getByRole('link', { name: /Back to reference/ }).click();
      await expect.poll(() => isInSight('See the second part'), PATIENT).toBe(true);
    });

    it('says that an image is missing', async () => {
      const page = await world.open('/file/projects/atlas/linked.md#second-part');
      await page.getByText('A plan that is lost').waitFor();
      await page.getByText('· not found').waitFor();
      expect(await page.locator('main img').count()).toBe(0);
    });

    it('shows a pasted picture in the note it was filed with', async () => {
      const page = await world.open('/');
      const form = page.getByRole('form', { name: COMPOSER });
      await form.getByRole('textbox').evaluate(
        inPage(`(() => {
          const data = new DataTransfer();
          const bytes = Uint8Array.from(atob('${png(64, 40).toString('base64')}'), (char) => char.charCodeAt(0));
          data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
          element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
        })()`),
      );
      await form.getByRole('img', { name: 'image.png' }).waitFor();
      await form.getByRole('textbox').fill('atlas: note: the sketch of the lighthouse.');
      await page.keyboard.press('Enter');
      await page.getByText('Filed', { exact: true }).waitFor();
      await page.goto(`${world.service.url}/file/projects/atlas/changelog.md`);
      const picture = page.locator('main img');
      await picture.waitFor();
      await expect.poll(() => picture.evaluate(inPage('element.naturalWidth')), PATIENT).toBe(64);
    });

    it('reaches every button of the input with Tab', async () => {
      const page = await world.open('/');
      await page.getByRole('tree').waitFor();
      await page.keyboard.press('/');
      await page.keyboard.type('atlas: a word');
      const reached: unknown[] = [];
      for (let step = 0; step < 3; step++) {
        await page.keyboard.press('Tab');
        reached.push(
          await page.evaluate(
            'document.activeElement.getAttribute("aria-label") ?? document.activeElement.closest("label")?.innerText.trim()',
          ),
        );
      }
      expect(reached).toEqual(['Remember', 'Add images', 'Remember']);
      await page.keyboard.press('Control+/');
      expect(
        await page.getByRole('form', { name: COMPOSER }).getByRole('radio', { name: 'Ask' }).isChecked(),
      ).toBe(true);
    });

    it('takes a file that is dropped beside the input', async () => {
      const page = await world.open('/');
      const dropped = await page.locator('main').evaluate(
        inPage(`(() => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array([1])], 'beside.png', { type: 'image/png' }));
          const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true });
          element.dispatchEvent(drop);
          return drop.defaultPrevented;
        })()`),
      );
      expect(dropped).toBe(true);
      await page.getByRole('form', { name: COMPOSER }).getByRole('img', { name: 'beside.png' }).waitFor();
    });

    it('offers to ask what is typed as a note and is a question', async () => {
      const page = await world.open('/');
      const form = page.getByRole('form', { name: COMPOSER });
      await form.getByText('Remember', { exact: true }).click();
      await form.getByRole('textbox').fill('Which coffee did we choose?');
      await form.getByRole('button', { name: 'Ask it' }).click();
      expect(await form.getByRole('radio', { name: 'Ask' }).isChecked()).toBe(true);
      await form.getByRole('textbox').press('Enter');
      await page.getByRole('article').first().waitFor();
      expect(await page.locator('main').getByText('Filed', { exact: true }).count()).toBe(0);
    });

    it('calls a deleted note deleted, and never says answered before it is', async () => {
      const page = await world.open('/');
      await page.evaluate(`
        window.badges = [];
        new MutationObserver(() => {
          const badge = document.querySelector('main header span')?.innerText;
          if (badge && window.badges.at(-1) !== badge) window.badges.push(badge);
        }).observe(document, { subtree: true, childList: true, characterData: true });
      `);
      await send(page, 'Remember', 'Somebody left an umbrella.');
      await page.getByRole('link', { name: 'Answer the question' }).click();
      expect(await page.evaluate('window.badges')).not.toContain('Answered');
      const asked = page.url();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.locator('main header').getByText('Deleted', { exact: true }).waitFor();
      expect(await page.evaluate('window.badges')).not.toContain('Filed');
      expect(asked).toContain('/inbox/');
      await page.getByRole('link', { name: 'Activity', exact: true }).click();
      await page.getByRole('link', { name: /umbrella.*Answered/s }).waitFor();
      await page.getByRole('link', { name: /Deleted/ }).waitFor();
    });

    it('leaves the error of one question behind with it', async () => {
      const page = await world.open('/');
      for (const text of ['Somebody left a kite.', 'Somebody left a sandwich.']) {
        await send(page, 'Remember', text);
        await page.locator('main').getByText(text).first().waitFor();
        await page.getByText('Needs an answer').waitFor();
      }
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await page.getByRole('link', { name: /kite/ }).click();
      await intercept(page, 'inbox/answer', (route) =>
        route.fulfill({ status: 409, json: { error: { code: 'stale', message: 'not now', hint: null } } }),
      );
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('alert').waitFor();
      await page.getByRole('link', { name: /^Inbox/ }).click();
      await page.getByRole('link', { name: /sandwich/ }).click();
      await page.locator('main').getByText('Somebody left a sandwich.').first().waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
    });

    it('stays where one went while a note was being sent', async () => {
      const page = await world.open('/');
      let go = () => {};
      const held = new Promise<void>((resolve) => {
        go = resolve;
      });
      await intercept(page, 'update', async (route) => {
        await held;
        await route.continue();
      });
      await send(page, 'Remember', 'Somebody left a scarf.');
      await page.getByRole('link', { name: /^Inbox/ }).click();
      go();
      await page.getByRole('link', { name: /scarf/ }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/inbox');
    });

    it('loads what changed of the tree, compressed, and never all of it again', async () => {
      const page = await world.open('/');
      const row = page.getByRole('treeitem', { name: /^tasks\.md/ });
      await row.waitFor();
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/tree')) asked.push(`${pathname} ${request.postData() ?? ''}`);
      });
      const before = await row.innerText();
      appendFileSync(
        join(world.service.vault, 'tasks.md'),
        '\n# Buy varnish for the counter\nstatus: to do\n',
      );
      await expect.poll(() => row.innerText(), PATIENT).not.toBe(before);
      put(world.service.vault, 'projects/boat/plans/sail.md', 'Red.\n');
      await page.getByRole('treeitem', { name: /^boat/ }).click();
      await page.getByRole('treeitem', { name: /^plans/ }).click();
      await page.getByRole('treeitem', { name: /^sail\.md/ }).waitFor();
      expect(asked).toContain('/api/tree/nodes {"paths":["tasks.md"]}');
      expect(asked.filter((request) => !request.startsWith('/api/tree/nodes'))).toEqual([]);
      const shown = (await page.getByRole('tree').innerText()).split('\n');
      await page.reload();
      await row.waitFor();
      await page.getByRole('treeitem', { name: /^sail\.md/ }).waitFor();
      expect((await page.getByRole('tree').innerText()).split('\n')).toEqual(shown);
      for (const path of ['/api/tree', await page.locator('script[src*="/first-"]').getAttribute('src')]) {
        const { headers } = await fetch(new URL(path!, world.service.url), {
          headers: { 'accept-encoding': 'gzip' },
        });
        expect(headers.get('content-encoding'), path!).toBe('gzip');
      }
    });

    it('takes an error back when the service is, and names vault and port until then', async () => {
      const page = await world.open('/file/profile.md');
      await page.locator('main').getByText('cartographer').waitFor();
      await world.service.stop();
      await page.getByText('Rappel is not responding.').waitFor();
      const { port } = new URL(world.service.url);
      await page.getByText(`rappel serve --vault ${world.service.vault} --port ${port}`).first().waitFor();
      await page.getByRole('form', { name: COMPOSER }).getByRole('textbox').fill('atlas: written meanwhile');
      await page.keyboard.press('Enter');
      await page.getByRole('form', { name: COMPOSER }).getByRole('alert').waitFor();
      await world.service.start();
      await page.getByRole('form', { name: COMPOSER }).getByRole('alert').waitFor({ state: 'detached' });
      await page.getByRole('form', { name: COMPOSER }).getByRole('textbox').press('Enter');
      await page.getByText('Filed', { exact: true }).waitFor();
      expect(readFileSync(join(world.service.vault, 'projects/atlas/changelog.md'), 'utf8')).toContain(
        'written meanwhile',
      );
    });
  },
  {
    prepare(vault) {
      writeSampleVault(vault);
      put(vault, 'projects/atlas/linked.md', LINKED);
    },
  },
);

it('gives no duration as sixty seconds', () => {
  expect([59_400, 59_600, 119_700, 3_000, 83_000].map((ms) => duration(ms, 'en'))).toEqual([
    '59 s',
    '1 min 0 s',
    '2 min 0 s',
    '3.0 s',
    '1 min 23 s',
  ]);
});
