import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { settled } from './support/browser.js';
import { intercept, PATIENT, pageTests, recorded, seriousViolations } from './support/page-tests.js';
import { put } from './support/sample-vault.js';

/** Opens the search box, types and chooses with the keyboard alone. */
async function command(page: Page, typed: string, name: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(typed);
  await page.getByRole('option', { name }).waitFor();
  const chosen = page.locator('[role=option][aria-selected=true]');
  for (let step = 0; step < 20 && !(await chosen.innerText()).includes(name); step++)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('listbox').waitFor({ state: 'hidden' });
}

pageTests('The search box', (world) => {
  it('offers recent notes and commands before anything is typed, and names at once', async () => {
    const page = await world.open('/file/projects/atlas/state.md');
    await page.getByRole('main').getByText('The cliffs of Crozon').waitFor();
    await page.getByRole('tree').waitFor();
    await page.keyboard.press('Control+k');
    const recent = page.getByRole('group', { name: 'Recent notes' }).getByRole('option');
    await expect.poll(() => recent.count(), PATIENT).toBe(7);
    expect(await recent.first().innerText()).toMatch(/^state\.md\s+projects\/atlas/);
    await page.getByRole('group', { name: 'Commands' }).getByRole('option', { name: 'New note' }).waitFor();
    // The focus stays in the field, which names the chosen option.
    const field = page.getByRole('combobox', { name: 'Search your memory' });
    await page.keyboard.press('ArrowDown');
    const active = await field.getAttribute('aria-activedescendant');
    expect(await page.locator('[role=option][aria-selected=true]').getAttribute('id')).toBe(active);
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    // Names are found in the page: also while no search is answered.
    const { asked } = await intercept(page, 'tools/search', () => {});
    await field.fill('harbour chang');
    await asked;
    await page
      .getByRole('group', { name: 'Notes' })
      .getByRole('option', { name: /^changelog\.md/ })
      .waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/file/projects/harbour-cafe/changelog.md');
  });

  it('stays open where it is opened again before its closing was announced', async () => {
    const page = await world.open('/');
    await page.getByRole('tree').waitFor();
    // In one go: the browser announces the closing only afterwards.
    await page.evaluate(`(async () => {
      for (const _ of ['open', 'close', 'open']) {
        dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }));
        for (let turn = 0; turn < 20; turn++) await null;
      }
    })()`);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))');
    expect(await page.getByRole('listbox').isVisible()).toBe(true);
  });

  it('runs commands: appearance, language, new note, shortcuts', async () => {
    const page = await world.open('/');
    await page.getByRole('tree').waitFor();
    await command(page, 'dark', 'dark theme');
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await command(page, 'français', 'Language: French');
    await page.getByRole('heading', { name: 'Projets' }).waitFor();
    // Also by its English name.
    await command(page, 'new note', 'Nouvelle note');
    await page.getByRole('dialog', { name: 'Nouvelle note' }).waitFor();
    await page.keyboard.press('Escape');
    await command(page, 'anglais', 'Langue');
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.keyboard.press('?');
    const shortcuts = page.getByRole('dialog', { name: 'Shortcuts' });
    await shortcuts.getByText('Ctrl K').waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'hidden' });
    await command(page, 'go hist', 'Go to history');
    await page.waitForURL('**/history');
  });

  it('leads to every part of the page, in both languages', async () => {
    const page = await world.open('/file/projects/atlas/state.md');
    await page.getByRole('tree').waitFor();
    const at = () => new URL(page.url()).pathname + new URL(page.url()).search + new URL(page.url()).hash;
    for (const [typed, name, address] of [
      ['this hist', 'History of this file', '/history?path=projects%2Fatlas%2Fstate.md'],
      ['export', 'Export: download the vault', '/settings#vault'],
      ['assistant', 'Connect an assistant', '/settings#assistants'],
      ['key', 'Settings: model and key', '/settings#model'],
      ['search endpoints', 'Settings: search endpoints', '/settings#search'],
      ['tokens', 'Settings: tokens', '/settings#tokens'],
      ['sync', 'Settings: sync', '/settings#sync'],
      ['sessions', 'Go to sessions of assistants', '/sessions'],
      ['tasks', 'Go to tasks', '/#tasks'],
      ['import', 'Import files', '/import'],
      ['inbox', 'Go to inbox', '/inbox'],
      ['activity', 'Go to activity', '/activity'],
      ['home', 'Go to home', '/'],
    ] as const) {
      await command(page, typed, name);
      await expect.poll(at, PATIENT).toBe(address);
    }
    // What is about one file is offered where a file is open.
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: 'New note' }).waitFor();
    expect(await page.getByRole('option', { name: 'Edit this note' }).count()).toBe(0);
    await page.keyboard.press('Escape');

    const french = await world.open('/file/projects/atlas/state.md', { language: 'fr' });
    await french.getByRole('tree').waitFor();
    await command(french, 'renommer', 'Renommer, déplacer ou supprimer ce fichier');
    await french.getByRole('dialog', { name: 'Renommer, déplacer ou supprimer' }).waitFor();
    await french.keyboard.press('Escape');
    await command(french, 'modifier', 'Modifier cette note');
    await french.getByRole('textbox', { name: 'Texte de state.md' }).waitFor();
    await command(french, 'tâches', 'Aller aux tâches');
    await french.getByRole('region', { name: /tâches/i }).waitFor();
    await french.keyboard.press('Control+k');
    await french.keyboard.type('comptoir');
    await french.getByRole('option', { name: 'Poser cette question « comptoir »' }).waitFor();
  });

  it('undoes the last change after it has shown what that takes out, on a phone too', async () => {
    await recorded(world.service);
    put(world.service.vault, 'projects/atlas/bucket/printer.md', 'The printer in Lorient takes A2.\n');
    const page = await world.open('/history', { width: 390 });
    await page.getByText(/added .*printer\.md/).waitFor();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('combobox', { name: 'Search your memory' }).fill('undo');
    await page.getByRole('option', { name: 'Undo the last change' }).tap();
    const dialog = page.getByRole('dialog', { name: 'Undo the last change' });
    await dialog.getByText('The printer in Lorient takes A2.').waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Undo', exact: true }).click();
    await dialog.getByText('Undone').waitFor();
    await dialog.getByRole('button', { name: 'Redo' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.goto(`${world.service.url}/file/projects/atlas/bucket/printer.md`);
    await page.getByText('File not found').waitFor();
  });
});
