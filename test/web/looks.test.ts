import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { settled } from './support/browser.js';
import { PATIENT, pageTests, send, seriousViolations, WHERE } from './support/page-tests.js';

/** Neighbours differ in their titles, which say that the next view is shown. */
const VIEWS: [path: string, text: string | RegExp][] = [
  ['/', /^(?:Projects|Projets)$/],
  ['/file/overview.md', 'Intentions'],
  ['/file/projects/harbour-cafe/changelog.md#L9-L11', 'Quimper'],
  ['/file/projects/harbour-cafe/description.md', 'twelve seats'],
  ['/file/projects/harbour-cafe/bucket/floor-plan.png', 'floor-plan.png'],
  ['/file/projects/harbour-cafe', 'state.md'],
  ['/file/no/such.md', /File not found|Fichier introuvable/],
  ['/activity', /Activity|Activité/],
  ['/inbox', /No open questions|Aucune question/],
  ['/activity/nothing', /Activity not found|Activité introuvable/],
  ['/history', /History|Historique/],
  ['/inbox/nothing', /has been answered|avez répondu/],
  ['/health', /Check again|Vérifier à nouveau/],
  ['/settings', /^(?:Search endpoints|Points d’accès pour la recherche)$/],
  ['/import', /Choose files|Choisir des fichiers/],
  ['/file/projects/atlas/state.md?edit', /^(?:Saved|Enregistré)$/],
  ['/elsewhere', /Page not found|Page introuvable/],
];

pageTests('How the page looks', (world) => {
  // Each width, theme and language once; a view that fits a phone in French fits wider screens.
  for (const [width, theme, language] of [
    [1440, 'light', 'en'],
    [390, 'dark', 'fr'],
  ] as const) {
    it(`fits and is accessible at ${width} px, ${theme}, in ${language}`, async () => {
      const page = await world.open('/', { width, theme, language });
      for (const [path, text] of VIEWS) {
        await goWithin(page, path);
        await page.locator('main').getByText(text).first().waitFor();
        await settled(page);
        expect(await seriousViolations(page), path).toEqual([]);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        expect(overflow, `${path} is wider than the screen`).toBeLessThanOrEqual(0);
      }
    });
  }

  it('is accessible with a running answer, the search, the settings, the drawer and an inbox item', async () => {
    const page = await world.open('/');
    await send(page, 'Ask', 'Which coffee?');
    await page.getByRole('article').first().waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search your memory' }).fill('coffee');
    await page
      .getByRole('option', { name: /Quimper/ })
      .first()
      .waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Settings' }).click();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await send(page, 'Remember', 'Something that belongs nowhere in particular, about the piano.');
    await page.getByRole('link', { name: 'Answer the question' }).click();
    await page.getByRole('heading', { name: WHERE }).waitFor();
    await page.getByRole('button', { name: 'Reply in your own words' }).click();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.locator('main').getByText('Deleted', { exact: true }).waitFor();
    await page.locator('main section').first().waitFor();
    await settled(page);
    expect(await seriousViolations(page)).toEqual([]);

    const narrow = await world.open('/', { width: 390 });
    await narrow.getByRole('button', { name: 'Open menu' }).click();
    await narrow.getByRole('tree').waitFor();
    await settled(narrow);
    expect(await seriousViolations(narrow)).toEqual([]);
    await narrow.keyboard.press('Escape');
    await narrow.getByRole('tree').waitFor({ state: 'detached' });
  });

  it('speaks the language of the browser, until another is chosen', async () => {
    const page = await world.open('/', { language: 'fr' });
    await page.getByRole('link', { name: 'Accueil' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('fr');
    await page.getByRole('button', { name: 'Réglages' }).click();
    await page.getByText('English').click();
    await page.getByRole('link', { name: 'Home', exact: true }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Home', exact: true }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
  });

  it('follows the system’s appearance, until another is chosen', async () => {
    const page = await world.open('/', { theme: 'dark' });
    const paper = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    const dark = await paper();
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await paper();
    expect(light).not.toBe(dark);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByText('Dark', { exact: true }).click();
    expect(await paper()).toBe(dark);
    await page.reload();
    await page.locator('main').waitFor();
    expect(await paper()).toBe(dark);
  });
});

/** Shows another view without loading the page again, as a link of the page does. */
async function goWithin(page: Page, path: string): Promise<void> {
  const before = await page.title();
  await page.evaluate(
    `history.pushState(null, "", ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent("popstate"))`,
  );
  if (path !== '/') await expect.poll(() => page.title(), PATIENT).not.toBe(before);
}
