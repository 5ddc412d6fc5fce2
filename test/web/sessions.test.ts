import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { readCaptureSetting } from '../../src/service/capture/capture-setting.js';
import { sessionFiles } from '../../src/service/capture/session-files.js';
import { countShown } from '../../src/service/capture/shown-tokens.js';
import { settled } from './support/browser.js';
import { PATIENT, pageTests, seriousViolations } from './support/page-tests.js';

/** A session as the hooks leave it, with its note. */
function capture(root: string): void {
  const file = 'projects/startup-x/bucket/session-2025-07-14-3f9a2c11.md';
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), '# The loom\n\n## User\n\nlet us use oak\n\n## Assistant\n\nDone.\n');
  const log = join(root, 'projects/startup-x/changelog.md');
  writeFileSync(log, `# 2025-07-14\n\n## [decision] Let us use oak\n→ vault/${file}:5\n`);
  const files = sessionFiles(root);
  files.prepare();
  files.save({
    id: '3f9a2c11',
    client: 'claude-code',
    directory: '/home/marie/startup-x',
    project: 'startup-x',
    transcript: null,
    started: '2025-07-14T16:30:00.000Z',
    isFresh: true,
    parts: 1,
    offset: 0,
    before: '',
    keys: [],
    ownCalls: [],
    isPrivate: false,
    isOff: false,
    since: null,
    due: null,
    shown: '',
    file,
    drawn: 0,
  });
  countShown(root, 'x'.repeat(1_000));
}

pageTests('The sessions of assistants', (world) => {
  it('are listed with what was drawn from each, can be paused, and removed after a preview', async () => {
    const root = world.service.vault;
    capture(root);
    const page = await world.open('/settings#sessions');
    await page.getByRole('link', { name: 'Show the sessions' }).click();
    const project = page.getByRole('region', { name: 'startup-x' });
    const session = project.getByRole('article', { name: 'The loom' });
    await session.getByText('2 turns').waitFor();
    await page.getByRole('table', { name: 'Tokens shown to assistants per day' }).getByText('250').waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);

    await session.getByRole('link', { name: 'line 5 of the session: Let us use oak' }).click();
    await expect.poll(() => page.url(), PATIENT).toMatch(/session-2025-07-14-3f9a2c11\.md#L5$/);
    await page.goBack();
    await session.getByRole('link', { name: 'Let us use oak', exact: true }).click();
    await expect.poll(() => page.url(), PATIENT).toMatch(/startup-x\/changelog\.md#L\d+$/);
    await page.goBack();

    await project.getByLabel('Sessions in startup-x').selectOption('paused');
    await expect.poll(() => readCaptureSetting(root).projects, PATIENT).toEqual({ 'startup-x': 'paused' });
    const phone = await world.open('/sessions', { width: 375, language: 'fr', theme: 'dark' });
    await phone
      .getByRole('article', { name: 'The loom' })
      .getByRole('button', { name: /Supprimer/ })
      .click();
    await phone.getByText('sa note, avec toutes ses versions').waitFor();
    await settled(phone);
    expect(await seriousViolations(phone)).toEqual([]);
    expect(await phone.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);

    await session.getByRole('button', { name: 'Remove the session: The loom' }).click();
    await page.keyboard.press('Tab');
    await session.getByRole('button', { name: 'Remove for good' }).click();
    await page.getByText('Removed: The loom').waitFor(PATIENT);
    expect(await session.count()).toBe(0);
    expect(existsSync(join(root, 'projects/startup-x/bucket/session-2025-07-14-3f9a2c11.md'))).toBe(false);
  });
});
