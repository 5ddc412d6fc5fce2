import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { runAt } from '../support/run-at.js';
import { intercept, PATIENT, pageTests, recorded, seriousViolations } from './support/page-tests.js';
import { put, writeSampleVault } from './support/sample-vault.js';

pageTests(
  'A file that is moved while it is open',
  (world) => {
    const file = (path: string) => join(world.service.vault, path);
    const read = (path: string) => readFileSync(file(path), 'utf8');
    const editor = (page: Page) => page.getByRole('textbox', { name: /^Texte? (?:of|de) / });
    const at = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;
    const move = (from: string, to: string) =>
      fetch(`${world.service.url}/api/files/move`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from, to }),
      });

    beforeAll(() => recorded(world.service));

    /** A note that the history knows, in an editor with the cursor behind its third line. */
    async function editNote(path: string, screen = {}): Promise<Page> {
      await expect
        .poll(async () => (await runAt(world.service.url)('history/list', { path })).entries.length, PATIENT)
        .toBeGreaterThan(0);
      const page = await world.open(`/file/${path}?edit`, screen);
      await editor(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('End');
      return page;
    }

    it('is followed by its editor, with the cursor, what is typed and its undo', async () => {
      const page = await editNote('bucket/first.md');
      await page.keyboard.type(' Typed before.');
      await page.getByText('Saved', { exact: true }).waitFor();
      expect((await move('bucket/first.md', 'projects/atlas/second.md')).status).toBe(200);
      await expect.poll(() => at(page), PATIENT).toBe('/file/projects/atlas/second.md?edit');
      await page.keyboard.type(' Typed after.');
      await expect
        .poll(() => read('projects/atlas/second.md'), PATIENT)
        .toContain('See [the plan](state.md).\n\nTwo. Typed before. Typed after.\n');
      await page.getByText('Saved', { exact: true }).waitFor();
      expect(existsSync(file('bucket/first.md'))).toBe(false);
      await page.keyboard.press('Control+z');
      await page.keyboard.press('Control+z');
      await expect.poll(() => read('projects/atlas/second.md'), PATIENT).not.toContain('Typed');
      // The old path is free for another file, which has its own editor.
      put(world.service.vault, 'bucket/first.md', '# Another\n');
      await page.getByRole('treeitem', { name: /^first\.md/ }).click();
      await page.getByTestId('text').getByText('Another').waitFor();
    });

    it('is followed after a move on the disk, once the history knows it', async () => {
      const page = await editNote('bucket/on-disk.md', { width: 390, height: 800, language: 'fr' });
      renameSync(file('bucket/on-disk.md'), file('bucket/moved on disk.md'));
      await page.keyboard.type(' Tapé ensuite.');
      await expect.poll(() => at(page), PATIENT).toBe('/file/bucket/moved%20on%20disk.md?edit');
      await page.getByText('Enregistré', { exact: true }).waitFor();
      expect(read('bucket/moved on disk.md')).toContain('Two. Tapé ensuite.');
      expect(existsSync(file('bucket/on-disk.md'))).toBe(false);
    });

    it('keeps its editor when it is renamed in the dialog, with what was not saved yet', async () => {
      const page = await editNote('bucket/mine.md');
      await page.keyboard.type(' Not saved yet.');
      await page.getByRole('main').getByRole('button', { name: 'Rename, move or delete' }).click();
      await page.getByRole('textbox', { name: 'Path in the vault' }).fill('bucket/yours.md');
      await page.keyboard.press('Enter');
      await expect.poll(() => at(page), PATIENT).toBe('/file/bucket/yours.md?edit');
      await expect.poll(() => read('bucket/yours.md'), PATIENT).toContain('Two. Not saved yet.');
      expect(existsSync(file('bucket/mine.md'))).toBe(false);
    });

    it('gets what was typed although the editor was left meanwhile', async () => {
      const page = await editNote('bucket/left.md');
      // The page does not hear of the move.
      await intercept(page, 'events', (route) => route.abort());
      await page.reload();
      await editor(page).click();
      await page.keyboard.press('Control+End');
      await move('bucket/left.md', 'bucket/found.md');
      await page.keyboard.type('Typed and left.');
      await page.getByRole('link', { name: 'History', exact: true }).first().click();
      await expect.poll(() => read('bucket/found.md'), PATIENT).toContain('Typed and left.');
      expect(existsSync(file('bucket/left.md'))).toBe(false);
    });

    it('asks where the same lines were changed at the new place', async () => {
      const page = await editNote('bucket/conflict.md');
      await intercept(page, 'events', (route) => route.abort());
      await page.reload();
      await editor(page).click();
      await page.keyboard.press('Control+End');
      await page.keyboard.press('Backspace');
      await move('bucket/conflict.md', 'bucket/changed.md');
      writeFileSync(file('bucket/changed.md'), read('bucket/changed.md').replace('Two.', 'Three.'));
      await page.keyboard.type(' Mine.');
      await page.getByText('Part of this has changed since').waitFor();
      await page.getByText('Use my version').click();
      await page.getByRole('button', { name: 'Apply choices' }).click();
      await expect.poll(() => at(page), PATIENT).toBe('/file/bucket/changed.md?edit');
      expect(read('bucket/changed.md')).toContain('Two. Mine.');
      expect(existsSync(file('bucket/conflict.md'))).toBe(false);
    });

    it('is named where it was, for who reads it', async () => {
      const page = await editNote('bucket/read.md');
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByTestId('text').getByText('Two.').waitFor();
      await move('bucket/read.md', 'bucket/reads.md');
      await page.getByText('This file is now bucket/reads.md').waitFor();
      expect(await seriousViolations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Open', exact: true }).click();
      await page.getByTestId('text').getByText('Two.').waitFor();
    });
  },
  {
    // Before the service starts: its first entry then holds them all, and no test waits for one of its own.
    prepare(vault) {
      writeSampleVault(vault);
      for (const name of ['first', 'on-disk', 'mine', 'left', 'conflict', 'read'])
        put(vault, `bucket/${name}.md`, '# One\n\nSee [the plan](../projects/atlas/state.md).\n\nTwo.\n');
    },
  },
);
