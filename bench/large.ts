import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateVault } from './generate-vault.js';
import { type BenchRow, median, milliseconds, quantile, ratioOf } from './table.js';
import { timed } from './timed.js';

const RUNS = 7;
const PROJECTS = Number(process.env.RAPPEL_BENCH_PROJECTS ?? 10_000);
const RAPPEL = resolve('bin', 'rappel.js');
/** Milliseconds with hardly any work after which the service counts as being at rest. */
const AT_REST = 5_000;
/** Questions between two looks at whether it rests, and the milliseconds between two of them. */
const ASKED_AT_ONCE = 10;
const PAUSE = 100;

/**
 * A vault of 100,000 files (`RAPPEL_BENCH_PROJECTS` makes it smaller): `find` without a service, the memory of a service, and
 * its answers while it catches up with every twentieth file.
 */
export const benchLarge = () => measure('answer', PASSAGES);

/** The same with whole answers, which also need the vectors of all chunks and the names of all projects. */
export const benchAnswers = () => measure('whole answer', ANSWERS);

/** What the service is asked, and how. */
interface Asking {
  path: string;
  body(question: string): object;
}

const PASSAGES: Asking = { path: '/api/tools/search', body: (question) => ({ queries: [question] }) };
const ANSWERS: Asking = { path: '/api/search', body: (question) => ({ question }) };

async function measure(what: string, asking: Asking): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  const vault = join(folder, 'vault');
  const files = (PROJECTS * 10).toLocaleString('en');
  const env = {
    ...process.env,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
  try {
    console.log(`\nlarge: generating ${files} files and indexing them …`);
    const { short } = generateVault(vault, PROJECTS);
    const command = [RAPPEL, 'find', '--vault', vault, short[1]!];
    timed([RAPPEL, 'index', '--vault', vault], env);
    const rounds = Array.from({ length: RUNS }, () => ({
      system: systemFind(vault),
      rappel: timed(command, env).wall,
    }));
    const [rappel, system] = [median(rounds.map((it) => it.rappel)), median(rounds.map((it) => it.system))];
    changeSome(vault);
    const [question, ...others] = short.slice(1);
    const { memory, busy, atRest, allAtRest, newWhileBusy, newAtRest } = await measureService(
      { vault, env, asking },
      question!,
      others,
    );
    const figure = `${what} of the service while it catches up, ${files} files`;
    return [
      {
        figure: `\`rappel find\`, ${files} files, no service`,
        value: milliseconds(rappel),
        peer: `\`find -type f -printf\`, ${milliseconds(system)}`,
        ratio: ratioOf(rappel, system),
        wanted: 'at most 4×',
      },
      {
        figure: `memory of the service at most, ${asking === ANSWERS ? 'whole answers, ' : ''}${files} files`,
        value: `${Math.round(memory)} MB`,
        peer: '',
        ratio: '',
        wanted: 'at most 300 MB',
      },
      ...answerRows(figure, busy, median(atRest)),
      answerRow(`${figure}, the first, beside the first of one that rests`, busy[0]!, allAtRest[0]!),
      answerRow(
        `${figure}, 99 of 100 within, beside 99 of 100 of one that rests`,
        quantile(busy, 0.99),
        quantile(allAtRest, 0.99),
      ),
      ...newQuestionRows(
        `${what} to a new question while it catches up, ${files} files`,
        newWhileBusy,
        newAtRest,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function answerRows(figure: string, busy: readonly number[], atRest: number): BenchRow[] {
  return [
    answerRow(`${figure}, median`, median(busy), atRest),
    answerRow(`${figure}, 90 of 100 within`, quantile(busy, 0.9), atRest),
    answerRow(`${figure}, 99 of 100 within`, quantile(busy, 0.99), atRest),
    answerRow(`${figure}, the first`, busy[0]!, atRest),
    answerRow(`${figure}, the slowest of ${busy.length}`, Math.max(...busy), atRest),
  ];
}

/** The same questions both times: each beside itself. */
function newQuestionRows(figure: string, busy: readonly number[], atRest: readonly number[]): BenchRow[] {
  return [
    answerRow(`${figure}, median of ${busy.length}`, median(busy), median(atRest)),
    answerRow(`${figure}, 90 of 100 within`, quantile(busy, 0.9), quantile(atRest, 0.9)),
    answerRow(`${figure}, the slowest`, Math.max(...busy), Math.max(...atRest)),
  ];
}

function answerRow(figure: string, busy: number, atRest: number): BenchRow {
  return {
    figure,
    value: milliseconds(busy),
    peer: `at rest, ${milliseconds(atRest)}`,
    ratio: ratioOf(busy, atRest),
    wanted: 'at most 2×',
  };
}

function systemFind(vault: string): number {
  const start = performance.now();
  const { status } = spawnSync('find', ['.', '-type', 'f', '-printf', '%T@ %s\\n'], {
    cwd: vault,
    stdio: 'ignore',
  });
  if (status !== 0) throw new Error('find -printf does not work here');
  return performance.now() - start;
}

/** One file of every second project gets a line more, as after a sync while no service ran. */
function changeSome(vault: string): void {
  const folders = readdirSync(join(vault, 'projects'));
  for (let at = 0; at < folders.length; at += 2)
    appendFileSync(join(vault, 'projects', folders[at]!, 'state.md'), '\nOne more line.\n');
}

/**
 * Of the first start of a service, until it rests: the most memory it held, in megabytes, and how long its answers took. After each ten answers
 * to the question it gets one of the others, once. A second service gets the same ones when it rests, and nothing before.
 */
async function measureService(served: Served, question: string, others: readonly string[]) {
  const busy: number[] = [];
  const newWhileBusy: number[] = [];
  const first = await whileServed(served, async ({ ask, memory, untilRest }) => {
    await untilRest(async () => {
      for (let asked = 0; asked < ASKED_AT_ONCE; asked++) {
        busy.push(await ask(question));
        await wait(PAUSE);
      }
      newWhileBusy.push(await ask(others[newWhileBusy.length % others.length]!));
      await wait(PAUSE);
    });
    // The last ones were asked at rest.
    busy.splice(-ASKED_AT_ONCE);
    newWhileBusy.splice(-1);
    const atRest: number[] = [];
    for (let asked = 0; asked < 2 * ASKED_AT_ONCE; asked++) atRest.push(await ask(question));
    return { memory: memory(), atRest };
  });
  const second = await whileServed(served, async ({ ask, untilRest }) => {
    await untilRest(async () => {});
    const allAtRest = [await ask(question)];
    for (let asked = 0; asked < 2 * ASKED_AT_ONCE; asked++) allAtRest.push(await ask(question));
    const newAtRest: number[] = [];
    for (const at of newWhileBusy.keys()) newAtRest.push(await ask(others[at % others.length]!));
    // As many as while it caught up: the first ones of a service take longer.
    while (allAtRest.length < busy.length) {
      await wait(PAUSE);
      allAtRest.push(await ask(question));
    }
    return { allAtRest, newAtRest };
  });
  return { ...first, ...second, busy, newWhileBusy };
}

interface Served {
  vault: string;
  env: NodeJS.ProcessEnv;
  asking: Asking;
}

interface RunningService {
  /** Milliseconds until a question is answered. */
  ask(question: string): Promise<number>;
  /** The most that it held so far, in megabytes. */
  memory(): number;
  /** Asks again and again until it does hardly anything between. */
  untilRest(ask: () => Promise<unknown>): Promise<void>;
}

async function whileServed<Result>(
  { vault, env, asking }: Served,
  use: (service: RunningService) => Promise<Result>,
): Promise<Result> {
  const service = spawn(process.execPath, [RAPPEL, 'serve', '--port', '0', '--no-open', '--vault', vault], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const about = (file: string) => readFileSync(`/proc/${service.pid}/${file}`, 'utf8');
  const ticks = () => {
    const [user, system] = about('stat').split(' ').slice(13, 15).map(Number);
    return user! + system!;
  };
  try {
    const url = await addressOf(service);
    // Loads the client, which is no part of the first answer.
    await fetch('data:,');
    return await use({
      ask: (question) => timeOf(`${url}${asking.path}`, asking.body(question)),
      memory: () => Number(/VmHWM:\s+(\d+)/.exec(about('status'))![1]) / 1024,
      // It renews its lease and looks around all the time, which takes a few hundredths of a second. Asking pauses meanwhile.
      async untilRest(ask) {
        for (let before = Number.NEGATIVE_INFINITY; ticks() - before > 20; await wait(AT_REST)) {
          await ask();
          before = ticks();
        }
      },
    });
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
}

/** Milliseconds until the service has answered, however often it says that it is busy. */
async function timeOf(url: string, body: object): Promise<number> {
  const start = performance.now();
  for (;;) {
    const reply = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await reply.text();
    if (reply.ok) return performance.now() - start;
    if (reply.status !== 503) throw new Error(`${reply.status}: ${text}`);
  }
}

async function addressOf(service: ChildProcess): Promise<string> {
  let said = '';
  for await (const part of service.stdout!) {
    said += part;
    const [url] = /http:\S+/.exec(said) ?? [];
    if (url !== undefined) return url;
  }
  throw new Error('the service did not start');
}
