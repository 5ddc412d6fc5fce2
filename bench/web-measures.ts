import type { Page } from 'playwright-core';
import type { Browser } from '../test/web/support/browser.js';

const LOADS = 7;

/** Collects the long tasks from now on. */
const WATCH_TASKS = `
  window.watcher?.disconnect();
  window.longTasks = [];
  window.watcher = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
  });
  window.watcher.observe({ type: 'longtask' });
`;

interface Load {
  /** From the first byte to a page that shows its home and answers keys, in milliseconds; the median. */
  ready: number;
  /** The longest task of the median load. */
  longest: number;
}

/** Opens each address several times in turn, so that all of them meet the same machine. */
export async function measureLoads(browser: Browser, urls: readonly string[]): Promise<Load[]> {
  const loads: Load[][] = urls.map(() => []);
  for (let round = 0; round < LOADS; round++)
    for (const [at, url] of urls.entries()) loads[at]!.push(await measureLoad(browser, url));
  return loads.map((all) => ({
    ready: median(all.map(({ ready }) => ready)),
    longest: median(all.map(({ longest }) => longest)),
  }));
}

async function measureLoad(browser: Browser, url: string): Promise<Load> {
  const { context, page } = await browser.open();
  await context.addInitScript(WATCH_TASKS);
  await page.goto(url);
  const ready = Number(await page.evaluate(READY));
  const tasks = (await page.evaluate('window.longTasks')) as number[];
  await context.close();
  return { ready, longest: Math.max(0, ...tasks) };
}

/** The tree and the heading of home are drawn, and a frame has followed. */
export const READY = `new Promise((resolve) => {
  const check = () => {
    if (document.querySelector('[role=treeitem]') === null || document.querySelector('main h1') === null)
      return requestAnimationFrame(check);
    requestAnimationFrame(() => {
      const [entry] = performance.getEntriesByType('navigation');
      resolve(performance.now() - entry.responseStart);
    });
  };
  check();
})`;

export interface FirstResults {
  /** From a key to the first name in the list, and to the first passage; the median in milliseconds. */
  names: number;
  passages: number;
  /** The same search, asked of the service. */
  service: number;
}

/** Searches in the search box; every word is a new one. */
export async function measurePalette(page: Page): Promise<FirstResults> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search your memory' }).waitFor();
  const times: [number, number, number][] = [];
  for (let round = 0; round < 15; round++) {
    times.push((await page.evaluate(firstResults(`note-0${1000 + round * 37}`))) as [number, number, number]);
  }
  await page.keyboard.press('Escape');
  const [names, passages, service] = [0, 1, 2].map((at) => median(times.map((one) => one[at]!)));
  return { names: names!, passages: passages!, service: service! };
}

/** Types a text as React sees it, and waits for a name and a passage of it; then asks the service itself. */
function firstResults(text: string): string {
  return `(async () => {
    const field = document.querySelector('[role=combobox][type=text]');
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
    const type = (value) => {
      set.call(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    };
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const until = async (isThere) => {
      while (!isThere()) await frame();
    };
    const group = (name) => document.querySelector('[role=group][aria-label="' + name + '"]')?.textContent ?? '';
    type('');
    await until(() => group('Recent notes') !== '');
    await new Promise((resolve) => setTimeout(resolve, 120));
    const start = performance.now();
    type('${text}');
    await until(() => group('Notes').includes('${text}'));
    const names = performance.now() - start;
    await until(() => group('Passages').includes('${text}'));
    const passages = performance.now() - start;
    const asked = performance.now();
    // Another one: an answer that was given is given faster.
    const body = JSON.stringify({ queries: ['${text.replace('-01', '-05')}'], mode: 'fast', limit: 12, context: 0 });
    const headers = { 'content-type': 'application/json' };
    await (await fetch('/api/tools/search', { method: 'POST', body, headers })).text();
    return [names, passages, performance.now() - asked];
  })()`;
}

/** How many bytes of the tree an edit sends, and how many the whole tree has, as they travel. */
export async function measureEdit(page: Page, edit: () => void): Promise<{ sent: number; whole: number }> {
  const isTree = (url: string) => new URL(url).pathname === '/api/tree';
  const whole = Number(await page.evaluate(TREE_BYTES));
  const answered = page.waitForResponse((response) => isTree(response.url()));
  edit();
  const response = await answered;
  const { responseBodySize } = await response.request().sizes();
  return { sent: responseBodySize, whole };
}

const TREE_BYTES = `Math.max(...performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname === '/api/tree').map(({ encodedBodySize }) => encodedBodySize))`;

interface Typing {
  longest: number;
  above100: number;
  /** From a key to the next frame, at the 95th percentile. */
  typing: number;
}

/** Types while something happens, and asks the browser how long its main thread was held up. */
export async function measureTyping(
  page: Page,
  seconds: number,
  happen: () => Promise<void>,
): Promise<Typing> {
  await page.evaluate(WATCH_TASKS);
  const happening = happen();
  const field = page.getByRole('form', { name: 'Note or question' }).getByRole('textbox');
  await field.fill('');
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  while (performance.now() < end) {
    times.push(Number(await page.evaluate(KEY_TO_FRAME)));
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  await happening;
  const tasks = (await page.evaluate('window.longTasks')) as number[];
  times.sort((a, b) => a - b);
  return {
    longest: Math.max(0, ...tasks),
    above100: tasks.filter((duration) => duration > 100).length,
    typing: times[Math.floor(times.length * 0.95)] ?? 0,
  };
}

/** Sets one more letter, as React sees it, and waits for the frame that shows it. */
const KEY_TO_FRAME = `new Promise((resolve) => {
  const field = document.querySelector('textarea');
  const start = performance.now();
  const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set;
  set.call(field, field.value.slice(-200) + 'a');
  field.dispatchEvent(new Event('input', { bubbles: true }));
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - start)));
})`;

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
