import type { Browser } from '../test/web/support/browser.js';
import { median } from './table.js';
import { READY } from './web-measures.js';

const LOADS = 3;

/** What the main thread of the page works until it is interactive, in milliseconds of processor time; medians. */
interface Tasks {
  longest: number;
  total: number;
}

/** Opens an address while the browser traces its tasks: what else runs on the machine hardly counts. */
export async function measureTasks(browser: Browser, url: string): Promise<Tasks> {
  const loads: Tasks[] = [];
  for (let load = 0; load < LOADS; load++) loads.push(await traceLoad(browser, url));
  return {
    longest: median(loads.map(({ longest }) => longest)),
    total: median(loads.map(({ total }) => total)),
  };
}

async function traceLoad(browser: Browser, url: string): Promise<Tasks> {
  const { context, page } = await browser.open();
  const chromium = context.browser()!;
  await chromium.startTracing(page, { categories: ['toplevel', 'devtools.timeline', 'blink.user_timing'] });
  await page.goto(url);
  await page.evaluate(READY);
  const { traceEvents } = JSON.parse((await chromium.stopTracing()).toString('utf8')) as {
    traceEvents: TraceEvent[];
  };
  await context.close();
  const times = tasksOf(traceEvents, url).map(({ tdur = 0 }) => tdur / 1_000);
  if (times.length === 0) throw new Error('the trace has no task of the page');
  return { longest: Math.max(...times), total: times.reduce((sum, time) => sum + time, 0) };
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  /** In microseconds: from start to end, and of these on a processor. */
  dur?: number;
  tdur?: number;
  args?: { name?: string; data?: { documentLoaderURL?: string } };
}

/** The tasks of the thread that draws the page, from the start of its load. */
function tasksOf(events: readonly TraceEvent[], url: string): TraceEvent[] {
  const start = events.find(
    ({ name, args }) => name === 'navigationStart' && args?.data?.documentLoaderURL?.startsWith(url),
  );
  const main = events.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === start?.pid && args?.name === 'CrRendererMain',
  );
  return events.filter(
    ({ name, pid, tid, ts }) =>
      name === 'ThreadControllerImpl::RunTask' &&
      pid === main?.pid &&
      tid === main.tid &&
      ts >= (start?.ts ?? 0),
  );
}
