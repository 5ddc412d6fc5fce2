import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, findChromium, launch, NO_CHROMIUM } from '../test/web/support/browser.js';
import { firstLoadBytes } from '../test/web/support/first-load.js';
import { type RunningService, startService } from '../test/web/support/running-service.js';
import { put } from '../test/web/support/sample-vault.js';
import { type BenchRow, ratioOf } from './table.js';
import {
  type FirstResults,
  measureEdit,
  measureLoads,
  measurePalette,
  measureTyping,
} from './web-measures.js';
import { measureTasks } from './web-tasks.js';

/**
 * Playwright asks for the stack of every request. V8 then parses the whole script once more for the places in it, which
 * no browser of a user does; with this it knows them from the first time.
 */
const EAGER_POSITIONS = '--js-flags=--no-enable-lazy-source-positions';
const FILES = 10_000;
const FEW = 100;
const CHANGES_A_SECOND = 200;
const SECONDS = 10;

/** The page over a large vault beside a small one in the same run: opened, searched, edited, and while files change without rest. */
export async function benchWeb(): Promise<BenchRow[]> {
  if (findChromium() === null) {
    console.log(`web: ${NO_CHROMIUM}`);
    return [];
  }
  const [large, small] = await Promise.all(
    [FILES, FEW].map((count) => startService({ prepare: fill(count) })),
  );
  const browser = await launch([EAGER_POSITIONS]);
  try {
    await settle(large!, FILES);
    await settle(small!, FEW);
    return [
      ...(await benchOpen(browser, large!, small!)),
      ...(await benchChanges(browser, large!)),
      scriptRow(),
    ];
  } finally {
    await browser.close();
    await large?.close();
    await small?.close();
  }
}

/** Opening the page, searching in it, and what an edit sends. */
async function benchOpen(
  browser: Browser,
  large: RunningService,
  small: RunningService,
): Promise<BenchRow[]> {
  const [many, few] = await measureLoads(browser, [large.url, small.url]);
  const names = `${FILES.toLocaleString('en')} files`;
  console.log(
    `web: interactive ${many!.ready.toFixed(0)} ms after the first byte, ${FEW} files ${few!.ready.toFixed(0)} ms`,
  );
  const spent = await measureTasks(browser, large.url);
  console.log(
    `  longest task of a load: ${many!.longest.toFixed(0)} ms, ${FEW} files ${few!.longest.toFixed(0)} ms`,
  );
  console.log(
    `  processor time of the main thread: ${spent.total.toFixed(0)} ms, longest task ${spent.longest.toFixed(0)} ms`,
  );
  const { page, context } = await browser.open();
  await page.goto(large.url);
  await page.getByRole('treeitem', { name: /^bucket/ }).waitFor();
  const found: FirstResults = await measurePalette(page);
  const edit = await measureEdit(page, () => appendFileSync(noteAt(large.vault, 1), 'edited\n'));
  await context.close();
  console.log(
    `  search box: names after ${found.names.toFixed(0)} ms, passages after ${found.passages.toFixed(0)} ms`,
  );
  console.log(`  service, the same search: ${found.service.toFixed(0)} ms`);
  console.log(`  an edit: ${edit.sent} bytes of the tree, the whole tree is ${edit.whole}`);
  return [
    {
      figure: `page: interactive after the first byte, ${names}`,
      value: `${many!.ready.toFixed(0)} ms`,
      peer: `${FEW} files, ${few!.ready.toFixed(0)} ms`,
      ratio: ratioOf(many!.ready, few!.ready),
      wanted: 'under 1 s, at most 1.5 times',
    },
    {
      figure: `page: longest task of the load, ${names}`,
      value: `${many!.longest.toFixed(0)} ms (${spent.longest.toFixed(0)} ms of processor time)`,
      peer: `${FEW} files, ${few!.longest.toFixed(0)} ms`,
      ratio: '',
      wanted: 'under 100 ms',
    },
    {
      figure: `page: first results of Ctrl K after a key, ${names}`,
      value: `${found.names.toFixed(0)} ms (names), ${found.passages.toFixed(0)} ms (passages)`,
      peer: `the service alone, ${found.service.toFixed(0)} ms`,
      ratio: '',
      wanted: 'under 50 ms',
    },
    {
      figure: `page: sent of the tree after an edit, ${names}`,
      value: `${edit.sent} B`,
      peer: `the whole tree, ${edit.whole} B`,
      ratio: '',
      wanted: 'a delta',
    },
  ];
}

/** The page while files change without rest, against the same page at rest. */
async function benchChanges(browser: Browser, service: RunningService): Promise<BenchRow[]> {
  const { page, context } = await browser.open();
  await page.goto(service.url);
  await page.getByRole('treeitem', { name: /^bucket/ }).click();
  await page.getByRole('treeitem', { name: /^note-00000/ }).waitFor();
  const rest = await measureTyping(page, SECONDS, async () => {});
  const busy = await measureTyping(page, SECONDS, () => change(service.vault));
  await context.close();
  console.log(`web: ${FILES} files in the tree, ${CHANGES_A_SECOND} changes a second for ${SECONDS} s`);
  for (const [name, { longest, above100, typing }] of [
    ['at rest', rest],
    ['changing', busy],
  ] as const) {
    const task = `longest task ${longest.toFixed(0)} ms, ${above100} over 100 ms`;
    console.log(`  ${name.padEnd(9)} ${task}; a letter is on the screen after ${typing.toFixed(0)} ms (p95)`);
  }
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
  ];
}

function scriptRow(): BenchRow {
  const value = `${(firstLoadBytes() / 1_000).toFixed(1)} KB`;
  console.log(`  first load: ${value} of script, gzipped`);
  return {
    figure: 'page: script of the first load, gzipped',
    value,
    peer: '',
    ratio: '',
    wanted: 'under 200 KB',
  };
}

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

function fill(count: number): (vault: string) => void {
  return (vault) => {
    for (let i = 0; i < count; i++) put(vault, noteAt('', i), `# Note ${i}\n\nThe harbour of day ${i}.\n`);
  };
}

function noteAt(vault: string, index: number): string {
  return join(vault, 'bucket', `note-${String(index).padStart(5, '0')}.md`);
}

/** The service stamps and indexes a new vault first; the page is measured after that. */
async function settle({ url }: RunningService, count: number): Promise<void> {
  for (let same = 0, last = -1; same < 3; ) {
    const { files } = (await (await fetch(`${url}/api/health`)).json()) as { files: number };
    same = files === last && files >= count ? same + 1 : 0;
    last = files;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}
