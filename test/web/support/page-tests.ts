import { createRequire } from 'node:module';
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, vi } from 'vitest';
import type { OperationName } from '../../../src/operations/list.js';
import { type Browser, DEADLINE, findChromium, launch, NO_CHROMIUM, type Screen } from './browser.js';
import { type RunningService, type ServiceOptions, startService } from './running-service.js';
import { writeSampleVault } from './sample-vault.js';

/** What the tests of a file share: one browser, one real service on a vault of its own. */
export interface World {
  service: RunningService;
  browser: Browser;
  /** Opens a view in a fresh browser context and waits until it is drawn; closed when the test is over. */
  open(path: string, screen?: Screen): Promise<Page>;
}

/** What Rappel asks about the place of a note: where it goes, or whether it is right. */
export const WHERE = /Where does this belong\?|Is this the right place\?/;

/** The name of the input, in both languages. */
export const COMPOSER = /^Note o[ru] question$/;

/** For what the service does in its own time. */
export const PATIENT = { timeout: DEADLINE };
/** For a test that waits several times. */
export const UNHURRIED = { timeout: 5 * DEADLINE };

/** Tests in a real browser. Where there is none they are skipped, and that is said loudly. */
export function pageTests(
  name: string,
  body: (world: World) => void,
  options: ServiceOptions = { prepare: writeSampleVault },
): void {
  if (findChromium() === null) console.error(`\n${NO_CHROMIUM}\n`);
  describe.skipIf(findChromium() === null)(name, UNHURRIED, () => {
    let contexts: BrowserContext[] = [];
    const world = {
      async open(path: string, screen?: Screen) {
        const { context, page } = await world.browser.open(screen);
        contexts.push(context);
        await page.goto(world.service.url + path);
        await page.locator('main').waitFor();
        return page;
      },
    } as World;
    beforeAll(async () => {
      [world.browser, world.service] = await Promise.all([launch(), startService(options)]);
    });
    // A page that stays open follows every change of the tests after it.
    afterEach(async () => {
      await Promise.all(contexts.map((context) => context.close()));
      contexts = [];
    });
    afterAll(async () => {
      await world.browser?.close();
      await world.service?.close();
    });
    body(world);
  });
}

/** Waits until the history has begun with the vault as it was: what changes before that becomes part of its first entry. */
export async function recorded({ url }: RunningService): Promise<void> {
  await vi.waitFor(async () => {
    const response = await fetch(`${url}/api/history/list`);
    if (!response.ok) return;
    const { entries } = (await response.json()) as { entries: unknown[] };
    expect(entries).not.toEqual([]);
  }, PATIENT);
}

/**
 * Answers what the page asks of an operation in place of the service, or holds it back; `times` is how often, always if left out. The test
 * fails if the page never asks. `asked` resolves when it does.
 */
export async function intercept(
  page: Page,
  name: OperationName | 'events',
  answer: (route: Route) => unknown,
  { times }: { times?: number } = {},
): Promise<{ asked: Promise<void> }> {
  let isAsked = false;
  let tell = () => {};
  const asked = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route(
    `**/api/${name}`,
    (route) => {
      isAsked = true;
      tell();
      return answer(route);
    },
    { ...(times !== undefined && { times }) },
  );
  onTestFinished(() => expect(isAsked, `the page asks /api/${name}`).toBe(true));
  return { asked };
}

/** Asks something of the input, as a user does. */
export async function send(page: Page, mode: 'Remember' | 'Ask', text: string): Promise<void> {
  await page.getByRole('form', { name: COMPOSER }).getByText(mode, { exact: true }).click();
  await page.getByRole('form', { name: COMPOSER }).getByRole('textbox').fill(text);
  await page.keyboard.press('Enter');
}

/** Answers the open question with one of its choices. */
export async function choose(page: Page, label: string | RegExp): Promise<void> {
  await page.getByRole('radio', { name: label, exact: true }).check();
  await page
    .getByRole('main')
    .getByRole('button', { name: /^(?:Answer|Répondre)$/ })
    .click();
}

interface Violation {
  rule: string;
  impact: string;
  nodes: string[];
}

/** What axe finds on a page that keeps somebody out. */
export async function seriousViolations(page: Page): Promise<Violation[]> {
  // The policy of the page forbids scripts from elsewhere; this one comes in through the debugger. It takes long to load.
  if (!(await page.evaluate('"axe" in window'))) {
    const { source } = createRequire(import.meta.url)('axe-core') as { source: string };
    await page.evaluate(source);
  }
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; impact: string; nodes: { html: string }[] }[];
  };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, impact, nodes }) => ({
      rule: id,
      impact,
      nodes: nodes.map(({ html }) => html.slice(0, 200)),
    }));
}
