import { existsSync } from 'node:fs';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

/** The first without a window: the page takes it two thirds of the processor time of the others. */
const PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Where Chromium is, or null. `CHROMIUM` names another place. */
export function findChromium(): string | null {
  const wanted = process.env.CHROMIUM;
  if (wanted) return wanted;
  return PLACES.find((place) => existsSync(place)) ?? null;
}

export const NO_CHROMIUM =
  'NOT RUN: the tests of the page need Chromium, and none was found. Install it with: apt-get install -y chromium-headless-shell ' +
  '(or name it in the environment variable CHROMIUM)';

/** How long anything may take on a busy machine: a test proves correctness, never speed. */
export const DEADLINE = 90_000;

export interface Screen {
  width?: number;
  height?: number;
  language?: 'en' | 'fr';
  theme?: 'light' | 'dark';
  touch?: boolean;
  /** Lets the service worker run; without it, a test sees every request of the page itself. */
  worker?: boolean;
}

export interface Browser {
  open(screen?: Screen): Promise<{ context: BrowserContext; page: Page }>;
  close(): Promise<void>;
}

/** A fresh Chromium with a profile of its own; `flags` are added to those of every test. */
export async function launch(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(NO_CHROMIUM);
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...flags] });
  return {
    async open({
      width = 1440,
      height = 900,
      language = 'en',
      theme = 'light',
      touch = width < 600,
      worker = false,
    } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        locale: language === 'fr' ? 'fr-FR' : 'en-GB',
        colorScheme: theme,
        hasTouch: touch,
        serviceWorkers: worker ? 'allow' : 'block',
        permissions: ['clipboard-read', 'clipboard-write'],
      });
      context.setDefaultTimeout(DEADLINE);
      return { context, page: await context.newPage() };
    },
    close: () => browser.close(),
  };
}

/** Waits for what moves, except what never ends. */
export async function settled(page: { evaluate(script: string): Promise<unknown> }): Promise<void> {
  await page.evaluate(
    'Promise.all(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished.catch(() => {})))',
  );
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
