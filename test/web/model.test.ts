import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { scriptedModel, type Turn } from '../support/scripted-model.js';
import { type Browser, findChromium, launch, NO_CHROMIUM } from './support/browser.js';
import { choose, PATIENT, send, UNHURRIED } from './support/page-tests.js';
import { type RunningService, startService } from './support/running-service.js';
import { writeSampleVault } from './support/sample-vault.js';

if (findChromium() === null) console.error(`\n${NO_CHROMIUM}\n`);

describe.skipIf(findChromium() === null)('The page with a model', UNHURRIED, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser?.close());

  /** The page of a service whose model says these things, one after the other. */
  async function withModel(turns: Turn[]): Promise<{ page: Page; service: RunningService }> {
    const model = await scriptedModel('openai', turns);
    const service = await startService({
      prepare: writeSampleVault,
      env: { RAPPEL_MODEL: 'openai-compatible:scripted', RAPPEL_BASE_URL: model.url },
    });
    onTestFinished(() => service.close());
    const { context, page } = await browser.open();
    onTestFinished(() => context.close());
    await page.goto(service.url);
    await page.getByRole('tree').waitFor();
    return { page, service };
  }

  const call = (name: string, input: unknown) => ({ calls: [{ name, input }] });

  it('shows the steps of an update, then what was done, with the files that were really written', async () => {
    const { page, service } = await withModel([
      {
        thinking: 'The grinder belongs to the café.',
        ...call('read', { paths: ['projects/harbour-cafe/tasks.md'] }),
      },
      call('append', {
        path: 'projects/harbour-cafe/tasks.md',
        content: '# Receive the grinder\nstatus: to do',
      }),
      call('read', { paths: ['no/such.md'] }),
      { text: 'Added one task to the café. Nothing else was needed.' },
    ]);
    await send(page, 'Remember', 'The grinder comes on 3 December.');
    await page.getByText('Added one task to the café.').waitFor();
    await page.getByRole('button', { name: /steps/ }).click();
    const steps = page.getByRole('region', { name: 'Steps' });
    await steps.getByText('The grinder belongs to the café.').waitFor();
    await steps.getByText('Append to').waitFor();
    await steps.getByText('failed', { exact: true }).waitFor();
    await page.locator('main section').getByText('# Receive the grinder').waitFor();
    expect(await page.getByRole('heading', { name: /Changed files · 1 file/ }).count()).toBe(1);
    // Everything that was seen live is there after a reload, times included.
    const seen = await page.getByRole('button', { name: /steps/ }).innerText();
    const rows = await steps.getByRole('listitem').allInnerTexts();
    await page.reload();
    await page.getByRole('button', { name: /steps/ }).click();
    await steps.getByText('The grinder belongs to the café.').waitFor();
    expect(await page.getByRole('button', { name: /steps/ }).innerText()).toBe(seen);
    expect(await steps.getByRole('listitem').allInnerTexts()).toEqual(rows);
    expect(readFileSync(join(service.vault, 'projects/harbour-cafe/tasks.md'), 'utf8')).toContain('grinder');
  });

  it('says why a note waits for the model, and dismisses it or tries it again', async () => {
    const { page, service } = await withModel([
      { status: 401 },
      call('append', { path: 'bucket/ideas.md', content: 'Something vague' }),
      { text: 'Kept the idea.' },
    ]);
    await send(page, 'Remember', 'Something vague about nothing in particular.');
    await page.getByText('Saved. This note waits for the model.').waitFor();
    await page.getByText('Check the key in Settings, under Model.').waitFor();
    await page.getByText('1 try so far').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.getByText('Dismissed: nothing was filed.').waitFor();
    expect(await page.getByRole('button', { name: 'Dismiss' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Kept the idea.').waitFor();
    expect(readFileSync(join(service.vault, 'bucket/ideas.md'), 'utf8')).toContain('Something vague');
  });

  it('shows the passages while the model still works on the answer', async () => {
    const { page } = await withModel([{ hang: true }]);
    await send(page, 'Ask', 'Why no booking service?');
    await page.getByText('The model is still working').waitFor();
    await page.getByRole('article').first().getByText('takes 9 % of every table').waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped.').waitFor();
    await page.getByRole('article').first().getByText('takes 9 % of every table').waitFor();
  });

  it('streams the steps of a question while it runs, and can stop it', async () => {
    const { page } = await withModel([
      call('search', { queries: ['booking service'] }),
      call('read', { paths: ['projects/harbour-cafe/changelog.md'] }),
      { hang: true },
    ]);
    await send(page, 'Ask', 'Why no booking service?');
    const steps = page.getByRole('region', { name: 'Steps' });
    // One quiet line says what is being done, and opens.
    await steps.getByRole('button', { name: /projects\/harbour-cafe\/changelog\.md/ }).click();
    await steps.getByText('Search', { exact: true }).waitFor();
    await steps.getByRole('listitem').filter({ hasText: 'harbour-cafe/changelog.md' }).waitFor();
    await page.getByRole('status').getByText('Searching').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByText('Working').waitFor({ state: 'attached' });
    // It goes on without the page, and is seen from everywhere.
    await page.reload();
    await steps.getByText('projects/harbour-cafe/changelog.md').waitFor();
    const { context, page: other } = await browser.open();
    onTestFinished(() => context.close());
    await other.goto(`${new URL(page.url()).origin}/activity`);
    await other.getByRole('link', { name: /Why no booking service\?.*Searching/s }).click();
    await other
      .getByRole('region', { name: 'Steps' })
      .getByText('projects/harbour-cafe/changelog.md')
      .waitFor();
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('Stopped.').waitFor();
    await other.getByText('Stopped.').waitFor();
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
  });

  it('answers with the model’s overview and the passages it chose', async () => {
    const { page } = await withModel([
      call('search', { queries: ['booking service'] }),
      call('read', { paths: ['projects/harbour-cafe/changelog.md'] }),
      call('concat', { files: [{ path: 'projects/harbour-cafe/changelog.md', lines: '9-11' }] }),
      { text: 'You dropped it on **12 November**: too dear, and no calendar before June.' },
    ]);
    await send(page, 'Ask', 'Why no booking service?');
    await page.getByText('You dropped it on').waitFor();
    await page.getByText('Written by scripted').waitFor();
    const card = page.getByRole('article');
    await card.getByText('takes 9 % of every table').waitFor();
    await card
      .getByRole('link', { name: /changelog\.md$/ })
      .first()
      .click();
    await page.locator('main mark').first().waitFor();
    expect(page.url()).toContain('/file/projects/harbour-cafe/changelog.md#L');
  });

  it('asks the model’s own question, and closes it with the answer', async () => {
    const review =
      '# Which Marie signs the lease?\n\nTwo people of that name are known.\n\n## Choices\n\n1. Marie the sign painter\n2. Marie of the town hall\n';
    const item = 'inbox/2026-11-15-which-marie';
    const { page, service } = await withModel([
      call('write', { path: `${item}/review.md`, content: review }),
      call('write', { path: `${item}/input.md`, content: 'Marie signs on Monday.' }),
      { text: 'One question is open.' },
      call('read', { paths: [`${item}/`] }),
      call('append', {
        path: 'changelog.md',
        content: '# 2026-11-15\n\n## Marie of the town hall signs on Monday',
      }),
      call('delete', { path: item }),
      { text: 'Filed: Marie of the town hall signs on Monday.' },
    ]);
    await send(page, 'Remember', 'Marie signs on Monday.');
    await page.getByRole('link', { name: 'Answer the question' }).click();
    await page.getByRole('heading', { name: 'Which Marie signs the lease?' }).waitFor();
    await page.getByText('What Rappel checked').click();
    await page.getByText('Two people of that name are known.').waitFor();
    await choose(page, 'Marie of the town hall');
    await page.getByText('Filed', { exact: true }).waitFor();
    expect(existsSync(join(service.vault, item))).toBe(false);
    await expect
      .poll(() => page.getByRole('navigation', { name: 'Main' }).innerText(), PATIENT)
      .not.toContain('question for you');
  });

  it('answers by rule where the model fails, and says so', async () => {
    const { page } = await withModel([{ status: 401 }]);
    await send(page, 'Ask', 'Why no booking service?');
    await page.getByText('The model did not answer. Rappel used its built-in rules.').waitFor();
    await page.getByRole('article').getByText('takes 9 % of every table').first().waitFor();
  });

  it('files nothing while the model fails, and says what it waits for', async () => {
    const { page, service } = await withModel([{ status: 401 }]);
    await send(page, 'Remember', 'Buy twine.');
    await page.getByText('scripted 401').first().waitFor();
    await page.getByText('Saved. This note waits for the model.').waitFor();
    expect(readFileSync(join(service.vault, 'tasks.md'), 'utf8')).not.toContain('Buy twine');
  });
});
