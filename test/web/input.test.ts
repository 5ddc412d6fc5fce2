import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { gif, jpeg, webp } from '../support/images.js';
import { removeFolder } from '../support/remove-folder.js';
import { settled } from './support/browser.js';
import { inPage } from './support/in-page.js';
import { COMPOSER, intercept, pageTests, recorded, send, seriousViolations } from './support/page-tests.js';
import { png, put } from './support/sample-vault.js';

/** Resolves when the browser has written what it was given to keep: a transaction waits for those before it. */
const KEPT = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('rappel', 1);
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const writing = opening.result.transaction('images', 'readwrite');
    writing.objectStore('images').delete('nothing');
    writing.oncomplete = () => { opening.result.close(); resolve(); };
  };
})`;

pageTests('The input', (world) => {
  it('keeps what was typed over a reload, and grows with it', async () => {
    const page = await world.open('/');
    const field = page.getByRole('form', { name: COMPOSER }).getByRole('textbox');
    const small = (await field.boundingBox())!.height;
    await field.fill('one\ntwo\nthree\nfour');
    expect((await field.boundingBox())!.height).toBeGreaterThan(small * 2);
    await page.reload();
    expect(await field.inputValue()).toBe('one\ntwo\nthree\nfour');
  });

  it('takes images by button, shows them, lets one be removed, and files them', async () => {
    const page = await world.open('/');
    const form = page.getByRole('form', { name: COMPOSER });
    await form.getByText('Remember', { exact: true }).click();
    const images = [
      { name: 'board.png', mimeType: 'image/png', buffer: png(40, 30) },
      { name: 'board.jpg', mimeType: 'image/jpeg', buffer: jpeg(40, 30) },
      { name: 'board.gif', mimeType: 'image/gif', buffer: gif(40, 30) },
      { name: 'board.webp', mimeType: 'image/webp', buffer: webp(40, 30) },
    ];
    const other = { name: 'other.png', mimeType: 'image/png', buffer: png(20, 10) };
    await form.locator('input[type=file]').setInputFiles([...images, other]);
    await form.getByRole('img', { name: 'board.png' }).waitFor();
    await form.getByRole('button', { name: 'Remove other.png' }).click();
    await form.getByRole('img', { name: 'other.png' }).waitFor({ state: 'detached' });
    await form.getByRole('textbox').fill('harbour-cafe: note: the plan on the board');
    await page.keyboard.press('Enter');
    await page.getByText('Filed', { exact: true }).waitFor();
    const bucket = join(world.service.vault, 'projects/harbour-cafe/bucket');
    const filed = readdirSync(bucket).map((name) => readFileSync(join(bucket, name)));
    for (const { buffer } of images) expect(filed.filter((bytes) => bytes.equals(buffer))).toHaveLength(1);
    expect(filed.some((bytes) => bytes.equals(other.buffer))).toBe(false);
    await form.getByRole('img').waitFor({ state: 'detached' });
  });

  it('takes a pasted image and refuses what is none', async () => {
    const page = await world.open('/');
    const form = page.getByRole('form', { name: COMPOSER });
    const paste = (name: string, type: string) =>
      form.getByRole('textbox').evaluate(
        inPage(`(() => {
          const data = new DataTransfer();
          data.items.add(new File([new Uint8Array([1, 2, 3])], ${JSON.stringify(name)}, { type: ${JSON.stringify(type)} }));
          const paste = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
          element.dispatchEvent(paste);
        })()`),
      );
    await paste('note.pdf', 'application/pdf');
    await form.getByText('note.pdf is not a PNG, JPEG, GIF or WebP image').waitFor();
    await paste('shot.png', 'image/png');
    await form.getByRole('img', { name: 'shot.png' }).waitFor();
  });

  it('takes dropped images, keeps them and the text over a reload, and files both', async () => {
    const page = await world.open('/');
    const form = page.getByRole('form', { name: COMPOSER });
    const drag = (kind: string, name = 'board.png') =>
      form.evaluate(
        inPage(`(() => {
          const data = new DataTransfer();
          const bytes = Uint8Array.from(atob('${png(12, 8).toString('base64')}'), (char) => char.charCodeAt(0));
          data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'image/png' }));
          const drag = new DragEvent(${JSON.stringify(kind)}, { dataTransfer: data, bubbles: true, cancelable: true });
          element.dispatchEvent(drag);
        })()`),
      );
    await drag('dragover');
    await form.getByText(/^Drop images/).waitFor();
    await drag('drop');
    await form.getByText(/^Drop images/).waitFor({ state: 'detached' });
    await form.getByRole('img', { name: 'board.png' }).waitFor();
    await drag('drop', 'second.png');
    await form.getByRole('textbox').fill('atlas: note: both boards of the survey');
    // Drawn, and therefore handed to the browser's own store before it.
    await form.getByRole('img', { name: 'second.png' }).waitFor();
    await page.evaluate(KEPT);

    await page.reload();
    await form.getByRole('img', { name: 'second.png' }).waitFor();
    expect(await form.getByRole('img').evaluateAll(inPage('element.map((image) => image.alt)'))).toEqual([
      'board.png',
      'second.png',
    ]);
    await form.getByRole('button', { name: 'Remove second.png' }).click();
    await page.evaluate(KEPT);
    await page.reload();
    await form.getByRole('img', { name: 'board.png' }).waitFor();
    expect(await form.getByRole('img').count()).toBe(1);
    expect(await form.getByRole('textbox').inputValue()).toBe('atlas: note: both boards of the survey');
    await form.getByRole('textbox').press('Enter');
    await page.getByText('Filed', { exact: true }).waitFor();
    const bucket = join(world.service.vault, 'projects/atlas/bucket');
    const [filed, ...more] = readdirSync(bucket).filter((name) => name.endsWith('.png'));
    expect(more).toEqual([]);
    expect(readFileSync(join(bucket, filed!))).toEqual(png(12, 8));
    await page.evaluate(KEPT);
    await page.reload();
    await page.getByText('Filed', { exact: true }).waitFor();
    expect(await form.getByRole('img').count()).toBe(0);
  });

  it('takes what is typed after a click on a mode, and keeps arrows on the modes', async () => {
    const page = await world.open('/');
    const form = page.getByRole('form', { name: COMPOSER });
    await form.getByText('Ask', { exact: true }).click();
    await page.keyboard.type('Is the plotter of atlas blocked');
    expect(await form.getByRole('textbox').inputValue()).toBe('Is the plotter of atlas blocked');
    await form.getByRole('radio', { name: 'Ask' }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await form.getByRole('radio', { name: 'Remember' }).isChecked()).toBe(true);
    await page.keyboard.press('ArrowRight');
    expect(await form.getByRole('radio', { name: 'Ask' }).isChecked()).toBe(true);
    await form.getByText('Remember', { exact: true }).click();
    await page.keyboard.type('?');
    await form.getByRole('button', { name: 'Ask it' }).click();
    await page.keyboard.press('Enter');
    await page.getByRole('article').first().waitFor();
  });

  it('sends the same thing once, however often Enter is pressed', async () => {
    const page = await world.open('/');
    await page.getByRole('form', { name: COMPOSER }).getByText('Remember', { exact: true }).click();
    await page.getByRole('form', { name: COMPOSER }).getByRole('textbox').fill('atlas: one note, once');
    await Promise.all([
      page.keyboard.press('Enter'),
      page.keyboard.press('Enter'),
      page.keyboard.press('Enter'),
    ]);
    await page.getByText('Filed', { exact: true }).waitFor();
    const { updates } = (await (await fetch(`${world.service.url}/api/updates/list`)).json()) as {
      updates: { summary: string | null }[];
    };
    expect(updates.filter(({ summary }) => summary?.includes('one note, once'))).toHaveLength(1);
  });

  it('what was told and asked is listed in every browser, also after a restart', async () => {
    const page = await world.open('/');
    await send(page, 'Ask', 'What is blocked?');
    await page.getByRole('article').first().waitFor();
    const answer = await page.getByRole('main').innerText();
    await send(page, 'Remember', 'atlas: the plotter is repaired.');
    await page.getByText('Filed', { exact: true }).waitFor();

    await world.service.stop();
    await world.service.start();
    const other = await world.open('/activity');
    await other.getByRole('link', { name: /^atlas: the plotter is repaired\./ }).waitFor();
    await other.getByRole('link', { name: /What is blocked\?/ }).click();
    await other.getByRole('article').first().waitFor();
    await other.locator('main mark').first().waitFor();
    const withoutAge = (text: string) => text.replace(/^.*(?:now|ago)\.?$/gm, '');
    expect(withoutAge(await other.getByRole('main').innerText())).toBe(withoutAge(answer));
  });

  it('keeps the question that is being answered over a reload', async () => {
    const page = await world.open('/');
    await send(page, 'Remember', 'The tide table for 2027 is in the drawer.');
    await page.getByRole('link', { name: 'Answer the question' }).click();
    await page.getByRole('button', { name: 'Reply in your own words' }).click();
    const form = page.getByRole('form', { name: COMPOSER });
    await form.getByRole('textbox').fill('discard');
    await page.reload();
    await form.getByText('Answering:').waitFor();
    expect(await form.getByRole('textbox').inputValue()).toBe('discard');
    // Answered elsewhere meanwhile: there is nothing to answer any more, and the words stay.
    const item = decodeURIComponent(new URL(page.url()).pathname.slice('/inbox/'.length));
    removeFolder(join(world.service.vault, 'inbox', item));
    await form.getByText('Answering:').waitFor({ state: 'detached' });
    expect(await form.getByRole('textbox').inputValue()).toBe('discard');
  });

  it('answers a question that the list of the inbox does not have yet', async () => {
    const page = await world.open('/');
    await intercept(page, 'inbox/list', (route) => route.fulfill({ json: { items: [] } }));
    await send(page, 'Remember', 'The key of the boathouse hangs behind the clock.');
    await page.getByRole('link', { name: 'Answer the question' }).click();
    await page.getByRole('button', { name: 'Reply in your own words' }).click();
    const form = page.getByRole('form', { name: COMPOSER });
    await form.getByText('Answering:').waitFor();
    await form.getByRole('textbox').fill('discard');
    await page.reload();
    await form.getByText('Answering:').waitFor();
    await form.getByRole('button', { name: 'Answer', exact: true }).click();
    await form.getByText('Answering:').waitFor({ state: 'detached' });
  });
});

pageTests(
  'The first run',
  (world) => {
    beforeAll(() => recorded(world.service));

    it('loads the example memory while the tree fills, refuses it a second time, and undoes it in one step', async () => {
      const page = await world.open('/', { language: 'fr' });
      const other = await world.open('/', { width: 390, theme: 'dark' });
      for (const one of [page, other]) {
        await one.getByRole('heading', { level: 1 }).waitFor();
        await settled(one);
        expect(await seriousViolations(one)).toEqual([]);
      }
      await other.setViewportSize({ width: 1440, height: 900 });
      await page.getByRole('button', { name: 'Charger l’exemple' }).click();
      for (const one of [page, other]) {
        await one.getByRole('treeitem', { name: /^halle-verte/ }).waitFor();
        await one.getByRole('main').getByText('halle-verte').first().waitFor();
      }
      await other.getByRole('navigation', { name: 'Main' }).getByText('2 questions for you').waitFor();
      await send(other, 'Ask', 'pourquoi a-t-on abandonné l’API de PanierPro ?');
      await other.getByRole('article').first().waitFor();

      await other.getByRole('link', { name: 'History', exact: true }).click();
      await other.getByRole('link', { name: /You imported \d+ files/ }).click();
      await other.getByRole('button', { name: 'Preview the undo' }).click();
      await other.getByText('is removed').first().waitFor();
      await other.getByRole('button', { name: 'Undo', exact: true }).click();
      await other.getByText('Undone').waitFor();
      await page.getByRole('button', { name: 'Charger l’exemple' }).waitFor();
      await page.getByRole('treeitem', { name: /^halle-verte/ }).waitFor({ state: 'detached' });

      // Something of one's own comes first; a page that has not heard of it yet is told.
      const { asked } = await intercept(page, 'tree/nodes', (route) => route.abort());
      put(world.service.vault, 'bucket/mine.md', 'Mine.\n');
      await page.getByRole('button', { name: 'Charger l’exemple' }).click();
      await page.getByRole('alert').getByText('vault/bucket/mine.md').waitFor();
      await asked;
      rmSync(join(world.service.vault, 'bucket/mine.md'));
    });

    it('begins its history with the vault, in words that are true', async () => {
      const page = await world.open('/history');
      const entries = page.locator('main a[href^="/history/"]');
      await entries.first().waitFor();
      expect(await entries.last().innerText()).toContain('The vault was created');
    });

    it('says what this is, and fills the input with an example', async () => {
      const page = await world.open('/');
      await page.getByRole('heading', { name: 'One memory for every AI tool' }).waitFor();
      await page.getByRole('button', { name: 'Try an example' }).click();
      const field = page.getByRole('form', { name: COMPOSER }).getByRole('textbox');
      expect(await field.inputValue()).toContain('Marie');
      await field.press('Enter');
      await page.getByText('Filed', { exact: true }).waitFor();
      // What is left of the first steps stays on home, and leads to a choice of assistants.
      await page.getByRole('link', { name: 'Home', exact: true }).click();
      await page.getByRole('link', { name: 'Connect an assistant' }).click();
      await page.getByRole('button', { name: 'Connect Cursor' }).waitFor();
    });

    it('answers its example question once the example note is filed', async () => {
      const page = await world.open('/');
      await page
        .getByRole('region', { name: 'Set up' })
        .getByRole('button', { name: 'Try a question' })
        .click();
      await page.getByRole('form', { name: COMPOSER }).getByRole('textbox').press('Enter');
      await page.getByRole('article').getByText('deliver before June').first().waitFor();
    });

    it('says when nothing was found', async () => {
      const page = await world.open('/');
      await send(page, 'Ask', 'zzyzx qwrtpsdfg');
      await page.getByText('No results', { exact: true }).waitFor();
    });
  },
  {},
);
