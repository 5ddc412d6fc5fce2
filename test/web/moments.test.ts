import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runAt } from '../support/run-at.js';
import { settled } from './support/browser.js';
import {
  COMPOSER,
  choose,
  PATIENT,
  pageTests,
  send,
  seriousViolations,
  WHERE,
} from './support/page-tests.js';
import { put } from './support/sample-vault.js';

pageTests('The three great moments', (world) => {
  it('files a raw text by itself while the tree moves', async () => {
    const page = await world.open('/');
    const project = page.getByRole('treeitem', { name: /^harbour-cafe/ });
    const before = await project.innerText();
    await send(page, 'Remember', 'harbour-cafe: the grinder comes with the second carrier, who calls first.');

    await page.getByText('Filed', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/activity\//);
    await page.getByRole('heading', { name: /Changed files/ }).waitFor();
    // The changes themselves are there to be read.
    await page
      .locator('main section')
      .getByText('the grinder comes with the second carrier')
      .first()
      .waitFor();
    await project.locator('[data-flash]').waitFor({ state: 'attached' });
    await expect.poll(() => project.innerText(), PATIENT).not.toBe(before);
  });

  it('answers a question with passages that open at the right line', async () => {
    const page = await world.open('/');
    await send(page, 'Ask', 'Which coffee did we choose at the tasting?');
    const card = page.getByRole('article').filter({ hasText: 'roastery' }).first();
    await card.locator('mark').first().waitFor();
    expect(await page.locator('main').innerText()).toContain('No model connected: passages only.');

    await card
      .getByRole('link', { name: /changelog\.md$/ })
      .first()
      .click();
    const { pathname, hash } = new URL(page.url());
    expect(pathname).toBe('/file/projects/harbour-cafe/changelog.md');
    const [, first = '0'] = /^#L(\d+)/.exec(hash)!;
    const lines = readFileSync(join(world.service.vault, 'projects/harbour-cafe/changelog.md'), 'utf8').split(
      '\n',
    );
    const mark = page.locator('main mark').first();
    await mark.waitFor();
    expect(lines[Number(first) - 1]).toContain(await mark.innerText());
    const box = (await mark.boundingBox())!;
    expect(box.y).toBeGreaterThan(0);
    expect(box.y).toBeLessThan(900);
  });

  it('copies the very bytes of the answer', async () => {
    const page = await world.open('/');
    await send(page, 'Ask', 'When does the café open?');
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Copy the whole answer' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    const response = await fetch(`${world.service.url}/api/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ question: 'When does the café open?' }),
    });
    expect(copied).toBe(((await response.json()) as { text: string }).text);
  });

  it('shows a doubt, takes the answer, and lets it disappear', async () => {
    const page = await world.open('/');
    await send(page, 'Remember', 'The stairs are 92 cm wide at the counter, the instrument is 88 cm.');
    await page.getByText('Needs an answer').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByText('1 question for you').waitFor();

    await page.getByRole('link', { name: 'Answer the question' }).click();
    await page.getByRole('heading', { name: WHERE }).waitFor();
    const item = decodeURIComponent(new URL(page.url()).pathname.slice('/inbox/'.length));
    await page.locator('main').getByText('the instrument is 88 cm').first().waitFor();
    await choose(page, /moving-house$/);

    await page.getByText('Filed', { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Main' }).innerText(), PATIENT)
      .not.toContain('question for you');
    expect(existsSync(join(world.service.vault, 'inbox', item))).toBe(false);
    await page.getByRole('link', { name: /^Inbox/ }).click();
    await page.getByText('No open questions').waitFor();
  });

  it('answers a doubt in words, with a banner that can be closed', async () => {
    const page = await world.open('/');
    await send(page, 'Remember', 'Somebody called back.');
    await page.getByRole('link', { name: 'Answer the question' }).click();
    await page.getByRole('button', { name: 'Reply in your own words' }).click();
    const form = page.getByRole('form', { name: COMPOSER });
    await form.getByText('Answering:').waitFor();
    await form.getByRole('button', { name: 'Cancel answer' }).click();
    await form.getByText('Answering:').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Reply in your own words' }).click();
    await form.getByRole('textbox').fill('harbour-cafe');
    await page.keyboard.press('Enter');
    await page.getByText('Filed', { exact: true }).waitFor();
  });

  it('takes an update back, and explains where it can’t', async () => {
    const page = await world.open('/');
    await send(page, 'Remember', 'atlas: map 18 is drawn.');
    await page.getByText('Filed', { exact: true }).waitFor();
    const changelog = () => readFileSync(join(world.service.vault, 'projects/atlas/changelog.md'), 'utf8');
    expect(changelog()).toContain('map 18 is drawn');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    expect(changelog()).not.toContain('map 18 is drawn');
    await page.reload();
    await page.getByText('Undone', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Redo' }).click();
    await page.getByText('Filed', { exact: true }).waitFor();
    expect(changelog()).toContain('map 18 is drawn');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();

    await send(page, 'Remember', 'atlas: map 19 is drawn.');
    await page.getByText('Filed', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    put(
      world.service.vault,
      'projects/atlas/changelog.md',
      changelog().replaceAll('map 19 is drawn', 'map 19 is half drawn'),
    );
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Part of this has changed since').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'projects/atlas/changelog.md' }).waitFor();
    await page.getByRole('alert').getByText('map 19 is half drawn').waitFor();
    expect(changelog()).toContain('map 19 is half drawn');
    await page.getByRole('alert').getByText('Undo', { exact: true }).click();
    await page.getByRole('button', { name: 'Apply choices' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    expect(changelog()).not.toContain('map 19');
  });

  it('asks about each item that was changed since, by keyboard, on a phone, in French', async () => {
    const path = 'bucket/supplies.md';
    const note = () => readFileSync(join(world.service.vault, path), 'utf8').split('\n');
    const entries = async (): Promise<{ id: string }[]> => {
      return (await runAt(world.service.url)('history/list', { path })).entries;
    };
    const write = (...items: string[]) =>
      put(world.service.vault, path, `# Supplies\n\n- Paper for the maps: ${items.join('\n- ')}\n`);
    write('matt', 'Ink for the legends: blue', 'Ruler: steel');
    await expect.poll(async () => (await entries()).length, PATIENT).toBe(1);
    write('glossy', 'Ink for the legends: black', 'Ruler: wood');
    await expect.poll(async () => (await entries()).length, PATIENT).toBe(2);
    const [entry] = await entries();
    write('glossy, 120 g', 'Ink for the legends: black, two bottles', 'Ruler: wood');

    const page = await world.open(`/history/${entry!.id}`, { width: 390, language: 'fr' });
    await page.getByRole('button', { name: 'Annuler' }).press('Enter');
    const paper = page.getByRole('group', { name: 'bucket/supplies.md › Supplies' }).first();
    await paper.getByText('Avant : - Paper for the maps: glossy', { exact: true }).waitFor();
    await paper.getByText('Maintenant : - Paper for the maps: glossy, 120 g', { exact: true }).waitFor();
    await paper.getByText('Deviendrait : - Paper for the maps: matt', { exact: true }).waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);

    // Tab goes to the link and to the choice of each item; an arrow changes the second choice.
    await paper.getByRole('link').focus();
    for (const key of ['Tab', 'Tab', 'Tab', 'ArrowRight', 'Tab', 'Enter']) await page.keyboard.press(key);
    await page.getByText(/· Annulé/).waitFor();
    expect(note().slice(-4)).toEqual([
      '- Paper for the maps: glossy, 120 g',
      '- Ink for the legends: blue',
      '- Ruler: steel',
      '',
    ]);
  });

  it('moves a filed note to another project with one menu', async () => {
    const page = await world.open('/');
    await send(page, 'Remember', 'harbour-cafe: the awning is striped.');
    await page.getByText('Filed', { exact: true }).waitFor();
    const menu = page.getByRole('combobox', { name: 'Move to…' });
    await menu.selectOption('atlas');
    await page.locator('main section').getByText('projects/atlas/changelog.md').first().waitFor();
    const log = (project: string) =>
      readFileSync(join(world.service.vault, `projects/${project}/changelog.md`), 'utf8');
    expect(log('atlas')).toContain('the awning is striped');
    expect(log('harbour-cafe')).not.toContain('the awning is striped');
  });

  it('answers a question that was written as a note, and offers to keep it', async () => {
    const page = await world.open('/');
    await send(page, 'Remember', 'Which coffee did we choose at the tasting?');
    await page.getByText('Question', { exact: true }).waitFor();
    await page.getByRole('article').filter({ hasText: 'roastery' }).first().waitFor();
    await page.getByRole('button', { name: 'Keep it as a note' }).click();
    await page.getByText(/^(?:Filed|Needs an answer)$/).waitFor();
  });
});
