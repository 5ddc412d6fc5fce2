import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { passageTitle } from '../../web/src/activity/passage-title.js';
import { MESSAGES } from '../../web/src/i18n/messages.js';
import { wordPattern } from '../../web/src/markdown/word-pattern.js';
import { settled } from './support/browser.js';
import { PATIENT, pageTests, recorded, send, seriousViolations } from './support/page-tests.js';

pageTests('An answer', (world) => {
  it('names titles and dates, marks the words of the question, and leads to its sources', async () => {
    const page = await world.open('/');
    await send(page, 'Ask', 'Why no outside booking service?');
    const card = page.getByRole('article').filter({ hasText: 'takes 9 %' }).first();
    await card.getByRole('heading', { name: /^Changelog\s*harbour-cafe · 12 Nov · / }).waitFor();
    const marked = (await card.locator('.word').allInnerTexts()).map((word) => word.toLowerCase());
    expect(marked).toEqual(expect.arrayContaining(['outside', 'booking', 'service']));
    expect(await page.locator('main').innerText()).not.toMatch(/created: |updated: |vault\/projects/);
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await page
      .locator('main')
      .getByRole('link', { name: 'harbour-cafe/changelog', exact: true })
      .first()
      .click();
    await page.locator('main mark').first().waitFor();
    expect(new URL(page.url()).pathname).toBe('/file/projects/harbour-cafe/changelog.md');
  });

  it('says on a click why it shows these passages', async () => {
    const page = await world.open('/');
    await send(page, 'Ask', 'Why no outside booking service?');
    await page.getByText('Why these passages?').click();
    const why = page.locator('details').filter({ hasText: 'Why these passages?' });
    await why
      .getByText(/^Contains: .*booking/)
      .first()
      .waitFor();
    expect(await why.getByRole('link').count()).toBeGreaterThan(0);
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('underlines a citation that no longer holds, and leads to where its lines are now', async () => {
    await recorded(world.service);
    const page = await world.open('/');
    await send(page, 'Ask', 'Why no outside booking service?');
    const card = page.getByRole('article').filter({ hasText: 'takes 9 %' }).first();
    await card.waitFor();
    const file = join(world.service.vault, 'projects/harbour-cafe/changelog.md');
    writeFileSync(file, readFileSync(file, 'utf8').replace('takes 9 %', 'takes 12 %'));
    await card.getByText('Changed since').waitFor(PATIENT);
    expect(await card.getByRole('heading').getByRole('link').getAttribute('class')).toContain(
      'decoration-wavy',
    );
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await card.getByRole('link', { name: /changelog\.md, lines? / }).click();
    await page.locator('main').getByText('takes 12 %').first().waitFor(PATIENT);
  });

  it('takes the next question in the same place', async () => {
    const page = await world.open('/', { width: 390, theme: 'dark' });
    await send(page, 'Ask', 'Which coffee did we choose?');
    await page.getByRole('article').first().waitFor();
    await page.getByRole('button', { name: 'Ask a follow-up question' }).click();
    await page.keyboard.type('When does the café open?');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'When does the café open?' }).waitFor();
    const earlier = page.getByRole('listitem').filter({ hasText: 'Which coffee did we choose?' });
    await earlier.getByText('Which coffee did we choose?').click();
    await earlier.getByText('Quimper').first().waitFor();
    await page.reload();
    await earlier.waitFor();
    await page.getByRole('article').first().waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
  });
});

it('finds the words of a question in any form, whatever their accents', () => {
  const found = (question: string, text: string) => text.match(wordPattern(question) ?? /$^/) ?? [];
  expect(found('Pourquoi a-t-on abandonné les décisions ?', 'On abandonne la decision prise.')).toEqual([
    'abandonne',
    'decision',
  ]);
  expect(found('What did the suppliers deliver?', 'The supplier delivers in June.')).toEqual([
    'supplier',
    'delivers',
  ]);
  expect(wordPattern('Why did you?')).toBeNull();
});

it('calls a passage by what people know it as', () => {
  const block = (path: string, text: string) => ({ path, lines: null, parts: [{ text, firstLine: 1 }] });
  const title = (path: string, text = '') => passageTitle(block(path, text), MESSAGES.fr);
  expect(title('vault/projects/x/changelog.md', '# 2025-07-14\n\n## Décision')).toEqual({
    title: 'Journal',
    project: 'x',
    day: '2025-07-14',
  });
  expect(title('vault/changelog.md', '# 2025-07-14\n\n# 2025-07-13').day).toBeNull();
  expect(title('vault/projects/x/bucket/2025-03-30-port-de-brest.md')).toEqual({
    title: 'Port de brest',
    project: 'x',
    day: '2025-03-30',
  });
});
