import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Browser, launch, type Screen, settled } from './support/browser.js';
import { type RunningService, startService } from './support/running-service.js';
import { put, writeSampleVault } from './support/sample-vault.js';

const SCREENS: [string, Screen][] = [
  ['wide-light', { width: 1440, height: 900, theme: 'light' }],
  ['wide-dark', { width: 1440, height: 900, theme: 'dark', language: 'fr' }],
  ['narrow-light', { width: 390, height: 844, theme: 'light' }],
  ['narrow-dark', { width: 390, height: 844, theme: 'dark', language: 'fr' }],
];

/** `npm run screenshots [folder]`: every view, in both widths and themes, against the real service. */
export async function main(args: string[]): Promise<void> {
  const folder = args[0] ?? 'screenshots';
  mkdirSync(folder, { recursive: true });
  const browser = await launch();
  try {
    for (const [name, screen] of SCREENS) {
      const env = screen.language === 'fr' ? { LANG: 'fr_FR.UTF-8' } : {};
      const service = await startService({ prepare: writeSampleVault, env });
      try {
        await shootAll(browser, service, screen, (view) => join(folder, `${view}-${name}.png`));
      } finally {
        await service.close();
      }
    }
    await shootFirstRun(browser, folder);
    await shootLogin(browser, folder);
  } finally {
    await browser.close();
  }
  console.log(`Screenshots are in ${folder}/`);
}

type Place = (view: string) => string;
type Go = (path: string, text: string | RegExp) => Promise<void>;
type Shoot = (view: string) => Promise<void>;

async function shootAll(browser: Browser, service: RunningService, screen: Screen, place: Place) {
  const { context, page } = await browser.open(screen);
  const shoot = (view: string) => picture(page, place(view));
  const go = async (path: string, text: string | RegExp) => {
    await page.goto(service.url + path);
    await page.locator('main').getByText(text).first().waitFor();
  };

  await go('/', /^(?:Projects|Projets)$/);
  await shoot('home');
  await go('/file/overview.md', 'Intentions');
  await shoot('overview');
  await go('/file/projects/harbour-cafe/changelog.md#L9-L11', 'Quimper');
  await shoot('file');
  await page.getByRole('button', { name: /^(?:Raw|Brut)$/ }).click();
  await page.getByTestId('raw').waitFor();
  await shoot('raw');
  await go('/file/projects/harbour-cafe', 'description.md');
  await shoot('folder');

  await go('/', /^(?:Projects|Projets)$/);
  await page.keyboard.press('Control+k');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await shoot('commands');
  await page.getByRole('dialog').getByRole('combobox').first().fill('oak counter');
  await page
    .getByText(/3.20 m/)
    .first()
    .waitFor();
  await shoot('search');
  await page.keyboard.press('Escape');
  if ((screen.width ?? 1440) > 820) {
    await page.getByRole('button', { name: /Settings|Réglages/ }).click();
    await shoot('menu');
    await page.keyboard.press('Escape');
  }
  await shootNote(page, go, shoot);
  await shootPanels(page, go, shoot);

  const said = SAID[screen.language ?? 'en'];
  await ask(page, said.question);
  await page.locator('article').first().waitFor();
  await page.locator('mark').first().waitFor();
  await page.getByRole('button', { name: /^(?:Keep this answer|Garder cette réponse)$/ }).click();
  await page.getByRole('button', { name: /^(?:Kept|Gardée)$/ }).waitFor();
  await shoot('answer');

  await tell(page, said.note);
  await page.getByText(/Answer the question|Répondre à la question/).waitFor();
  await shoot('update');
  await page.getByText(/Answer the question|Répondre à la question/).click();
  await page.getByRole('button', { name: /own words|vos mots/ }).waitFor();
  await shoot('inbox-item');
  await page.getByRole('button', { name: /own words|vos mots/ }).click();
  await shoot('answering');
  await page.getByRole('button', { name: /^(?:Cancel answer|Annuler la réponse)$/ }).click();
  await go('/inbox', said.note);
  await shoot('inbox');
  await page.goto(`${service.url}/inbox`);
  await page.locator('main a[href^="/inbox/"]').first().click();
  await page
    .locator('main')
    .getByRole('button', { name: /^(?:Answer|Répondre)$/ })
    .click();
  await page
    .locator('main')
    .getByRole('button', { name: /^(?:Undo|Annuler)$/ })
    .waitFor();
  await page.locator('main section h3').first().waitFor();
  await shoot('filed');
  await go('/activity', /instrument/);
  await shoot('activity');
  put(service.vault, 'projects/atlas/bucket/note.md', 'The printer in Lorient takes A2.\n');
  await go('/history', /note\.md/);
  await shoot('history');
  await page.locator('main a[href^="/history/"]').first().click();
  await page.locator('main section').first().waitFor();
  await shoot('entry');
  if ((screen.width ?? 1440) < 600) {
    await page.goto(`${service.url}/`);
    await page.getByRole('button', { name: /menu/ }).first().click();
    await page.getByRole('tree').waitFor();
    await shoot('drawer');
  }
  await go('/', /^(?:Projects|Projets)$/);
  await service.stop();
  await page.getByText(/not responding|ne répond pas/).waitFor();
  await shoot('offline');
  await context.close();
}

/** Rappel answers in the language of what it is told. */
const SAID = {
  en: {
    question: 'Why do we not use an outside booking service?',
    note: 'The stairs are 92 cm wide at the counter, the instrument is 88 cm.',
  },
  fr: {
    question: 'Pourquoi deux couleurs et pas quatre ?',
    note: 'Au comptoir, l’escalier fait 92 cm de large, l’instrument 88 cm.',
  },
};

/** A note with what links to it, and in the editor. */
async function shootNote(page: Page, go: Go, shoot: Shoot) {
  await go('/file/projects/harbour-cafe/description.md', 'twelve seats');
  await page.getByRole('region', { name: /^(?:Linked from|Liens vers cette note)$/ }).waitFor();
  await shoot('links');
  await page.getByRole('button', { name: /^(?:Edit|Modifier)$/ }).click();
  await page.getByRole('textbox', { name: /^Texte? (?:of|de) / }).waitFor();
  await shoot('editor');
}

/** The settings, from the top and the bottom, and the preview of an import. */
async function shootPanels(page: Page, go: Go, shoot: Shoot) {
  await go('/settings', /^(?:Search endpoints|Points d’accès pour la recherche)$/);
  await page.getByText('Claude Code').first().waitFor();
  await shoot('settings');
  await page
    .getByRole('region', { name: /^(?:Search endpoints|Points d’accès pour la recherche)$/ })
    .scrollIntoViewIfNeeded();
  await shoot('settings-end');
  await go('/import', /^Import(?:ation)?$/);
  await page
    .locator('main input[type=file][multiple]')
    .setInputFiles({ name: 'tides.md', mimeType: 'text/markdown', buffer: Buffer.from(TIDES) });
  await page.getByText('vault/bucket/tides.md', { exact: true }).waitFor();
  await shoot('import');
}

const TIDES = '# Tide tables\n\nHigh water at 14:32.\n';

async function shootFirstRun(browser: Browser, folder: string) {
  const service = await startService();
  try {
    for (const [name, screen] of SCREENS) {
      const { context, page } = await browser.open(screen);
      await page.goto(service.url);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await picture(page, join(folder, `welcome-${name}.png`));
      await page.goto(`${service.url}/inbox`);
      await page
        .locator('main')
        .getByText(/No open questions|Aucune question/)
        .waitFor();
      await picture(page, join(folder, `empty-${name}.png`));
      await context.close();
    }
    const { context, page } = await browser.open({ width: 1280, height: 800, theme: 'light' });
    await page.goto(service.url);
    await page.getByRole('button', { name: 'Load the example' }).click();
    await page.getByRole('treeitem', { name: /^halle-verte/ }).waitFor();
    await page.getByRole('main').getByText('halle-verte').first().waitFor();
    await picture(page, join(folder, 'example-wide-light.png'));
    await ask(page, 'why was the Tidewater launch moved?');
    await page.locator('mark').first().waitFor();
    await picture(page, join(folder, 'readme.png'));
    await context.close();
  } finally {
    await service.close();
  }
}

async function shootLogin(browser: Browser, folder: string) {
  const service = await startService({ host: '0.0.0.0' });
  try {
    for (const [name, screen] of SCREENS) {
      const { context, page } = await browser.open(screen);
      await page.goto(service.url);
      await page.locator('input[type=password]').fill('wrong');
      if (name.endsWith('dark')) {
        await page.keyboard.press('Enter');
        await page.getByRole('alert').waitFor();
      }
      await picture(page, join(folder, `login-${name}.png`));
      await context.close();
    }
  } finally {
    await service.close();
  }
}

/** Of what stands still. */
async function picture(page: Page, path: string) {
  await settled(page);
  await page.screenshot({ path });
}

async function ask(page: Page, question: string) {
  await setMode(page, /^(?:Ask|Demander)$/);
  await page.locator('textarea').fill(question);
  await page.keyboard.press('Enter');
}

async function tell(page: Page, text: string) {
  await setMode(page, /^(?:Remember|Noter)$/);
  await page.locator('textarea').fill(text);
  await page.keyboard.press('Enter');
}

async function setMode(page: Page, name: RegExp) {
  await page
    .getByRole('form', { name: /^Note o[ru] question$/ })
    .getByText(name)
    .click();
}
