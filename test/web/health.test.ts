import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { settled } from './support/browser.js';
import { pageTests, recorded, seriousViolations } from './support/page-tests.js';

pageTests('The health of the files', (world) => {
  const file = (path: string) => join(world.service.vault, path);

  it('shows a finding with its lines, previews and fixes it by keyboard, and takes the fix back', async () => {
    await recorded(world.service);
    const text = 'The same forty characters and some more, twice.\n';
    writeFileSync(file('bucket/copy-a.md'), text);
    writeFileSync(file('bucket/copy-bb.md'), text);
    const page = await world.open('/');
    await page.getByRole('main').getByRole('link', { name: 'Health' }).click();
    const copies = page.getByRole('region', { name: 'Copies' });
    const card = copies.getByRole('article').filter({ hasText: 'copy-bb.md' });
    await card.getByText('This file is the same as vault/bucket/copy-a.md. Keep one of them.').waitFor();
    await card.getByRole('button', { name: 'Preview the fix' }).focus();
    await page.keyboard.press('Enter');
    await card.getByText('bucket/copy-bb.md is deleted; the history keeps it.').waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await card.getByRole('button', { name: 'Fix it' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('Fixed.').waitFor();
    await card.waitFor({ state: 'detached' });
    expect(existsSync(file('bucket/copy-bb.md'))).toBe(false);
    await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
    await card.waitFor();
    expect(readFileSync(file('bucket/copy-bb.md'), 'utf8')).toContain(text);
  });

  it('dismisses a finding, shows it again, and speaks French', async () => {
    writeFileSync(file('bucket/lost.md'), 'See [[Nowhere at all]].\n');
    const page = await world.open('/health', { language: 'fr' });
    const card = page.getByRole('article').filter({ hasText: 'Nowhere at all' });
    await card.getByText('« Nowhere at all » ne mène à aucun fichier.').waitFor();
    await card.getByRole('button', { name: 'Masquer' }).click();
    await card.waitFor({ state: 'detached' });
    await page.getByText('1 constat masqué.').waitFor();
    await page.getByRole('status').getByRole('button', { name: 'Annuler' }).click();
    await card.waitFor();
  });
});
