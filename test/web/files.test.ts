import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { toggled } from '../../web/src/markdown/tick.js';
import { runAt } from '../support/run-at.js';
import { inPage } from './support/in-page.js';
import {
  COMPOSER,
  intercept,
  PATIENT,
  pageTests,
  recorded,
  seriousViolations,
} from './support/page-tests.js';
import { put } from './support/sample-vault.js';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

pageTests('Files in the page', (world) => {
  const file = (path: string) => join(world.service.vault, path);
  const read = (path: string) => readFileSync(file(path), 'utf8');

  it('ticks a checkbox of a note, with the keyboard too', async () => {
    const page = await world.open('/file/overview.md');
    const box = page.getByRole('checkbox', { name: 'Find a printer for the atlas before February' });
    await box.check();
    await expect.poll(() => read('overview.md'), PATIENT).toContain('- [x] Find a printer');
    await box.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => read('overview.md'), PATIENT).toContain('- [ ] Find a printer');
    expect(read('overview.md')).toContain('- [x] Leave the old studio');
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('creates a note beside the open one, and opens it for editing', async () => {
    const page = await world.open('/file/projects/atlas/description.md');
    await page.getByRole('complementary').getByRole('button', { name: 'New note' }).click();
    const path = page.getByRole('textbox', { name: 'Path in the vault' });
    expect(await path.inputValue()).toBe('projects/atlas/');
    expect(await seriousViolations(page)).toEqual([]);
    await path.fill('projects/atlas/printers');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Text of printers.md' }).waitFor();
    expect(read('projects/atlas/printers.md')).toContain('# printers');
    await page.getByRole('treeitem', { name: /^printers\.md/ }).waitFor();
  });

  it('renames a file, says where the name is taken, deletes and restores it', async () => {
    put(world.service.vault, 'bucket/old-name.md', '# Old\n\nKept.\n');
    const page = await world.open('/file/bucket/old-name.md');
    await page.getByText('Kept.').waitFor();
    await page.getByRole('main').getByRole('button', { name: 'Rename, move or delete' }).click();
    const path = page.getByRole('textbox', { name: 'Path in the vault' });
    await path.fill('profile.md');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('already exists').waitFor();
    await path.fill('bucket/new-name.md');
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname, PATIENT).toBe('/file/bucket/new-name.md');
    await page.getByText('Kept.').waitFor();
    expect(existsSync(file('bucket/old-name.md'))).toBe(false);

    await page.getByRole('main').getByRole('button', { name: 'Rename, move or delete' }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('File not found').waitFor();
    expect(existsSync(file('bucket/new-name.md'))).toBe(false);
    await page.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Kept.').waitFor();
    expect(read('bucket/new-name.md')).toContain('Kept.');
    await page.getByRole('link', { name: 'File history' }).click();
    await page.getByText('You deleted bucket/new-name.md').waitFor();
  });

  it('moves a note by drag; the dialog says how many links follow, and one undo takes it back', async () => {
    const { vault, url } = world.service;
    put(
      vault,
      'bucket/moving.md',
      '# Moving\n\nSee [[profile]] and [the plan](../projects/atlas/state.md).\n',
    );
    put(
      vault,
      'bucket/linking.md',
      '# Linking\n\n[[bucket/moving|there]], [[moving]] and ![m](moving.md#moving).\n',
    );
    const page = await world.open('/file/bucket/moving.md');
    await page.getByRole('treeitem', { name: /^linking\.md/ }).waitFor();
    await page
      .getByRole('treeitem', { name: /^moving\.md/ })
      .dragTo(page.getByRole('treeitem', { name: /^atlas/ }));
    const path = page.getByRole('textbox', { name: 'Path in the vault' });
    expect(await path.inputValue()).toBe('projects/atlas/moving.md');
    await page.getByText('3 links in 2 notes will be updated.').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await path.fill('projects/atlas/moved.md');
    await page.getByText('4 links in 2 notes will be updated.').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => new URL(page.url()).pathname, PATIENT).toBe('/file/projects/atlas/moved.md');
    expect(read('bucket/linking.md')).toContain(
      '[[projects/atlas/moved|there]], [[moved]] and ![m](../projects/atlas/moved.md#moving).',
    );
    expect(read('projects/atlas/moved.md')).toContain('See [[profile]] and [the plan](state.md).');

    await page.getByRole('link', { name: 'File history' }).click();
    await page.getByText('You moved bucket/moving.md to projects/atlas/moved.md').first().waitFor();
    const run = runAt(url);
    const { entries } = await run('history/list', { path: 'bucket/moving.md' });
    await run('history/undo', { id: entries[0]!.id });
    expect(read('bucket/linking.md')).toContain(
      '[[bucket/moving|there]], [[moving]] and ![m](moving.md#moving).',
    );
    expect(read('bucket/moving.md')).toContain('[the plan](../projects/atlas/state.md)');
    expect(existsSync(file('projects/atlas/moved.md'))).toBe(false);
  });

  it('shows the fields of tasks as chips, and closes a task with its checkbox', async () => {
    const task = (title: string, deadline: string) =>
      `# ${title}\nstatus: in progress | prio: high | added: 2020-01-01 | project: —\ndeadline: ${deadline}\n\nBody of it.\n`;
    put(
      world.service.vault,
      'projects/atlas/tasks.md',
      `${task('Order paper', '2020-02-01')}\n${task('Print it', '2999-01-01')}`,
    );
    const page = await world.open('/file/projects/atlas/tasks.md');
    const text = page.getByTestId('text');
    const chips = text.locator('.chips').first().getByRole('listitem');
    await chips.first().waitFor();
    expect(await chips.allInnerTexts()).toEqual([
      'status in progress',
      'prio high',
      'added 2020-01-01',
      'deadline 2020-02-01',
    ]);
    expect(await chips.nth(3).getAttribute('data-look')).toBe('bad');
    expect(await text.locator('[data-field=deadline]').nth(1).getAttribute('data-look')).toBeNull();
    expect(await seriousViolations(page)).toEqual([]);
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/tasks.png` });
    await page.getByRole('checkbox', { name: 'Done: Order paper' }).focus();
    await page.keyboard.press('Space');
    await text.getByText('Order paper').waitFor({ state: 'detached' });
    expect(read('projects/atlas/tasks.md')).not.toContain('Order paper');
    expect(read('projects/atlas/tasks.md')).toContain('# Print it');
    expect(read('projects/atlas/changelog.md')).toContain('## Done: Order paper');
  });

  it('attaches a picture that is pasted or dropped into the editor, and links it', async () => {
    put(world.service.vault, 'projects/atlas/sketch.md', '# Sketch\n\nBelow:\n');
    const page = await world.open('/file/projects/atlas/sketch.md?edit');
    const editor = page.getByRole('textbox', { name: 'Text of sketch.md' });
    await editor.click();
    await page.keyboard.press('Control+End');
    const give = (event: string) =>
      editor.evaluate(
        inPage(`(() => {
          const bytes = Uint8Array.from(atob(${JSON.stringify(PNG)}), (one) => one.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], 'image.png', { type: 'image/png' }));
          element.dispatchEvent(${event});
        })()`),
      );
    // The picture takes its time, and the person goes on typing elsewhere.
    let arrive = () => {};
    const arrives = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const { asked } = await intercept(page, 'files/attach', async (route) => {
      await arrives;
      await route.continue();
    });
    await give("new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })");
    await asked;
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('My ');
    arrive();
    await expect
      .poll(() => read('projects/atlas/sketch.md'), PATIENT)
      .toMatch(/Below:\n!\[\]\(bucket\/[\w-]+\.png\)/);
    await page.keyboard.type('own ');
    await expect.poll(() => read('projects/atlas/sketch.md'), PATIENT).toContain('My own # Sketch');
    await give(
      "new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, clientX: 1, clientY: 1 })",
    );
    await expect
      .poll(() => read('projects/atlas/sketch.md').match(/!\[\]\(bucket/g)?.length, PATIENT)
      .toBe(2);
    await page.getByRole('button', { name: 'Done' }).click();
    const picture = page.getByTestId('text').locator('img').first();
    await expect.poll(() => picture.evaluate(inPage('element.naturalWidth')), PATIENT).toBe(1);
    // What was dropped into the note is not in the input.
    expect(await page.getByRole('form', { name: COMPOSER }).locator('img').count()).toBe(0);
  });

  it('deletes from the tree with the keyboard alone, in French', async () => {
    put(world.service.vault, 'bucket/tree.md', '# Tree\n');
    const page = await world.open('/file/bucket/tree.md', { language: 'fr' });
    await page.getByRole('treeitem', { name: /^tree\.md/ }).waitFor();
    await page.getByRole('tree').focus();
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Renommer, déplacer ou supprimer' }).waitFor();
    await page.getByRole('button', { name: 'Supprimer', exact: true }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Fichier introuvable').waitFor();
    expect(existsSync(file('bucket/tree.md'))).toBe(false);
  });

  it('keeps the text of a note that is deleted while it is edited', async () => {
    put(world.service.vault, 'bucket/gone.md', '# Gone\n');
    const page = await world.open('/file/bucket/gone.md?edit');
    const editor = page.getByRole('textbox', { name: 'Text of gone.md' });
    await editor.waitFor();
    await runAt(world.service.url)('files/delete', { path: 'bucket/gone.md' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('Typed after that.');
    await page.getByText('This file was deleted or moved meanwhile').waitFor();
    await page.getByRole('button', { name: 'Save it again' }).click();
    await expect.poll(() => existsSync(file('bucket/gone.md')), PATIENT).toBe(true);
    expect(read('bucket/gone.md')).toContain('Typed after that.');
  });
});

it('toggles the box of one line and no other byte', () => {
  const text = '- [ ] a\r\n> 1. [x] b\n* [X] c\n[ ] d\n- [ ]e\n';
  expect(toggled(text, 1)).toBe(text.replace('[ ] a', '[x] a'));
  expect(toggled(text, 2)).toBe(text.replace('[x] b', '[ ] b'));
  expect(toggled(text, 3)).toBe(text.replace('[X] c', '[ ] c'));
  expect([toggled(text, 4), toggled(text, 5), toggled(text, 99)]).toEqual([null, null, null]);
});

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
      await intercept(page, 'files/move', (route) =>
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
