import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { toggled } from '../../web/src/markdown/tick.js';
import { PATIENT, pageTests, seriousViolations } from './support/page-tests.js';
import { put } from './support/sample-vault.js';

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
    const gone = await fetch(`${world.service.url}/api/files/bucket/gone.md`, { method: 'DELETE' });
    expect(gone.status).toBe(200);
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
