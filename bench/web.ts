import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { findChromium, launch, NO_CHROMIUM } from '../test/web/support/browser.js';
import { firstLoadBytes } from '../test/web/support/first-load.js';
import { startService } from '../test/web/support/running-service.js';
import { put } from '../test/web/support/sample-vault.js';
import { type BenchRow, ratioOf } from './table.js';

const FILES = 10_000;
const CHANGES_A_SECOND = 200;
const SECONDS = 10;

/** The page over a large vault that changes without rest, against the same page over the same vault at rest. */
export async function benchWeb(): Promise<BenchRow[]> {
  if (findChromium() === null) {
    console.log(`web: ${NO_CHROMIUM}`);
    return [];
  }
  const service = await startService({ prepare: fill });
  const browser = await launch();
  try {
    const { page } = await browser.open();
    await page.goto(service.url);
    await page.getByRole('treeitem', { name: /^bucket/ }).click();
    await page.getByRole('treeitem', { name: /^note-00000/ }).waitFor();
    await settle(service.url);

    const rest = await measure(page, async () => {});
    const busy = await measure(page, () => change(service.vault));
    console.log(`web: ${FILES} files in the tree, ${CHANGES_A_SECOND} changes a second for ${SECONDS} s`);
    report('at rest', rest);
    report('changing', busy);
    console.log(`  typing, changing against at rest: ${(busy.typing / rest.typing).toFixed(2)} times`);
    const script = `${(firstLoadBytes() / 1_000).toFixed(1)} KB`;
    console.log(`  first load: ${script} of script, gzipped`);
    return [
      {
        figure: `page: longest task, ${FILES.toLocaleString('en')} files, ${CHANGES_A_SECOND} changes a second`,
        value: `${busy.longest.toFixed(0)} ms`,
        peer: `the same vault at rest, ${rest.longest.toFixed(0)} ms`,
        ratio: '',
        wanted: 'under 100 ms',
      },
      {
        figure: 'page: a letter is on the screen meanwhile (p95)',
        value: `${busy.typing.toFixed(0)} ms`,
        peer: `the same vault at rest, ${rest.typing.toFixed(0)} ms`,
        ratio: ratioOf(busy.typing, rest.typing),
        wanted: '',
      },
      {
        figure: 'page: script of the first load, gzipped',
        value: script,
        peer: '',
        ratio: '',
        wanted: 'under 200 KB',
      },
    ];
  } finally {
    await browser.close();
    await service.close();
  }
}

interface Measured {
  longest: number;
  above100: number;
  /** From a key to the next frame, the slowest of twenty in milliseconds at the 95th percentile. */
  typing: number;
}

/** Types while something happens, and asks the browser how long its main thread was held up. */
async function measure(page: Page, happen: () => Promise<void>): Promise<Measured> {
  await page.evaluate(`
    window.longTasks = [];
    window.watcher = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
    });
    window.watcher.observe({ type: 'longtask' });
  `);
  const happening = happen();
  const field = page.getByRole('form', { name: 'Note or question' }).getByRole('textbox');
  await field.fill('');
  const times: number[] = [];
  const end = performance.now() + SECONDS * 1_000;
  while (performance.now() < end) {
    times.push(Number(await page.evaluate(KEY_TO_FRAME)));
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  await happening;
  const tasks = (await page.evaluate('window.watcher.disconnect(), window.longTasks')) as number[];
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

async function change(vault: string): Promise<void> {
  const start = performance.now();
  for (let done = 0; done < CHANGES_A_SECOND * SECONDS; ) {
    const due = Math.min(
      CHANGES_A_SECOND * SECONDS,
      ((performance.now() - start) / 1_000) * CHANGES_A_SECOND,
    );
    for (; done < due; done++) appendFileSync(noteAt(vault, (done * 37) % FILES), `change ${done}\n`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function fill(vault: string): void {
  for (let i = 0; i < FILES; i++) put(vault, noteAt('', i), `Note ${i}\n`);
}

function noteAt(vault: string, index: number): string {
  return join(vault, 'bucket', `note-${String(index).padStart(5, '0')}.md`);
}

/** The service stamps and indexes a new vault first; the page is measured after that. */
async function settle(url: string): Promise<void> {
  for (let same = 0, last = -1; same < 3; ) {
    const { files } = (await (await fetch(`${url}/api/health`)).json()) as { files: number };
    same = files === last && files >= FILES ? same + 1 : 0;
    last = files;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function report(name: string, { longest, above100, typing }: Measured): void {
  const task = `longest task ${longest.toFixed(0)} ms, ${above100} over 100 ms`;
  console.log(`  ${name.padEnd(9)} ${task}; a letter is on the screen after ${typing.toFixed(0)} ms (p95)`);
}
