import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { settled } from './support/browser.js';
import { PATIENT, pageTests, recorded, send, seriousViolations, type World } from './support/page-tests.js';
import { put } from './support/sample-vault.js';

async function callTool(world: World, tool: string, input: object): Promise<void> {
  const response = await fetch(`${world.service.url}/api/calls`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ calls: [{ tool, input }] }),
  });
  expect(response.ok).toBe(true);
}

pageTests('The history', (world) => {
  beforeAll(() => recorded(world.service));

  it('reads as sentences that say who did what, in the language of the page', async () => {
    const page = await world.open('/');
    await send(page, 'Remember', 'atlas: map 18 is drawn.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone', { exact: true }).waitFor();
    await callTool(world, 'write', { path: 'bucket/by-assistant.md', content: 'Noted.' });
    const profile = join(world.service.vault, 'profile.md');
    put(world.service.vault, 'profile.md', `${readFileSync(profile, 'utf8')}- Tea, no coffee.\n`);

    await page.getByRole('link', { name: 'History', exact: true }).click();
    await page.getByRole('link', { name: /^You undid: .*map 18 is drawn/ }).waitFor();
    await page.getByRole('link', { name: /^An assistant added bucket\/by-assistant\.md/ }).waitFor();
    await page.getByRole('link', { name: /^Another program changed profile\.md/ }).waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);

    const french = await world.open('/history', { language: 'fr', width: 390, theme: 'dark' });
    await french.getByRole('link', { name: /^Un assistant a ajouté bucket\/by-assistant\.md/ }).waitFor();
    await french.getByRole('link', { name: /^Un autre programme a modifié profile\.md/ }).waitFor();
    expect(await french.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  });

  it('is filtered by who, kind, date and file, and keeps the filters in its address', async () => {
    const page = await world.open('/history');
    const entries = page.locator('main a[href^="/history/"]');
    await entries.first().waitFor();
    await page.getByLabel('Who').selectOption('Assistants');
    await expect
      .poll(() => entries.allInnerTexts(), PATIENT)
      .toEqual([expect.stringContaining('An assistant added')]);
    await page.reload();
    await expect.poll(() => entries.count(), PATIENT).toBe(1);
    await page.getByLabel('Who').selectOption('Everyone');
    await page.getByLabel('Kind').selectOption('Undone or restored');
    await expect.poll(() => entries.allInnerTexts(), PATIENT).toEqual([expect.stringContaining('You undid')]);
    await page.getByLabel('Kind').selectOption('Every kind');
    await page.getByLabel('File name').fill('PROFILE');
    await page.getByLabel('Who').selectOption('Other programs');
    await expect.poll(() => entries.count(), PATIENT).toBe(1);
    await page.getByLabel('Date').selectOption('Last 7 days');
    await expect.poll(() => entries.count(), PATIENT).toBe(1);
    await page.getByLabel('File name').fill('no such file');
    await page.getByText('No entry matches these filters').waitFor();
  });

  it('shows a change side by side, without the fields that Rappel stamps', async () => {
    const page = await world.open('/history?who=program&file=profile');
    await page.locator('main a[href^="/history/"]').first().click();
    const added = page.locator('main section').getByText('- Tea, no coffee.');
    await added.waitFor();
    const { x } = (await added.boundingBox())!;
    const before = (await page.locator('main section').getByText('- Short answers').first().boundingBox())!;
    expect(x).toBeGreaterThan(before.x + before.width / 2);
    const text = await page.locator('main section').innerText();
    expect(text).not.toMatch(/updated: |tokens: /);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(async () => (await added.boundingBox())!.x, PATIENT).toBeLessThan(120);
    await page.getByRole('button', { name: 'Preview the undo' }).click();
    await page.getByText('Takes out:').waitFor();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText(/· Undone/).waitFor();
    expect(readFileSync(join(world.service.vault, 'profile.md'), 'utf8')).not.toContain('Tea');
  });
});
