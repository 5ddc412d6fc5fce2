import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inPage } from './support/in-page.js';
import { pageTests, send } from './support/page-tests.js';
import { png } from './support/sample-vault.js';

pageTests('The input', (world) => {
  it('keeps what was typed over a reload, and grows with it', async () => {
    const page = await world.open('/');
    const field = page.getByRole('form').getByRole('textbox');
    const small = (await field.boundingBox())!.height;
    await field.fill('one\ntwo\nthree\nfour');
    expect((await field.boundingBox())!.height).toBeGreaterThan(small * 2);
    await page.reload();
    expect(await field.inputValue()).toBe('one\ntwo\nthree\nfour');
  });

  it('takes images by button, shows them, lets one be removed, and files them', async () => {
    const page = await world.open('/');
    const form = page.getByRole('form');
    await form.getByText('Update', { exact: true }).click();
    const image = (name: string) => ({ name, mimeType: 'image/png', buffer: png(40, 30) });
    await form.locator('input[type=file]').setInputFiles([image('board.png'), image('other.png')]);
    await form.getByRole('img', { name: 'board.png' }).waitFor();
    await form.getByRole('button', { name: 'Remove other.png' }).click();
    await form.getByRole('img', { name: 'other.png' }).waitFor({ state: 'detached' });
    await form.getByRole('textbox').fill('harbour-cafe: the plan on the board');
    await page.keyboard.press('Enter');
    await page.getByText('Filed', { exact: true }).waitFor();
    const filed = readdirSync(join(world.service.vault, 'projects/harbour-cafe/bucket'));
    const added = filed.filter((name) => name.endsWith('.png') && name !== 'floor-plan.png');
    expect(added).toHaveLength(1);
    await form.getByRole('img').waitFor({ state: 'detached' });
  });

  it('takes a pasted image and refuses what is none', async () => {
    const page = await world.open('/');
    const form = page.getByRole('form');
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

  it('sends the same thing once, however often Enter is pressed', async () => {
    const page = await world.open('/');
    await page.getByRole('form').getByText('Update', { exact: true }).click();
    await page.getByRole('form').getByRole('textbox').fill('atlas: one note, once');
    await Promise.all([
      page.keyboard.press('Enter'),
      page.keyboard.press('Enter'),
      page.keyboard.press('Enter'),
    ]);
    await page.getByText('Filed', { exact: true }).waitFor();
    const { updates } = (await (await fetch(`${world.service.url}/api/updates`)).json()) as {
      updates: { summary: string | null }[];
    };
    expect(updates.filter(({ summary }) => summary?.includes('one note, once'))).toHaveLength(1);
  });

  it('lists what was told and asked, also after a reload', async () => {
    const page = await world.open('/');
    await send(page, 'Search', 'What is blocked?');
    await page.getByRole('article').first().waitFor();
    await page.goto(`${world.service.url}/activity`);
    await page.getByRole('link', { name: /What is blocked\?/ }).click();
    await page.getByRole('article').first().waitFor();
  });
});

pageTests(
  'The first run',
  (world) => {
    it('says what this is, and fills the input with an example', async () => {
      const page = await world.open('/');
      await page.getByRole('heading', { name: 'One memory for every tool' }).waitFor();
      await page.getByRole('button', { name: 'Try an example' }).click();
      const field = page.getByRole('form').getByRole('textbox');
      expect(await field.inputValue()).toContain('Marie');
      await field.press('Enter');
      await page.getByText('Needs an answer').waitFor();
    });

    it('says when nothing was found', async () => {
      const page = await world.open('/');
      await send(page, 'Search', 'zzyzx qwrtpsdfg');
      await page.getByText('Nothing was found').waitFor();
    });
  },
  {},
);
