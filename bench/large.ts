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
export async function benchLarge(): Promise<BenchRow[]> {
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
    const { memory, busy, atRest } = await measureService(vault, env, short[1]!);
    return [
      {
        figure: `\`rappel find\`, ${files} files, no service`,
        value: milliseconds(rappel),
        peer: `\`find -type f -printf\`, ${milliseconds(system)}`,
        ratio: ratioOf(rappel, system),
        wanted: 'at most 4×',
      },
      {
        figure: `memory of the service at most, ${files} files`,
        value: `${Math.round(memory)} MB`,
        peer: '',
        ratio: '',
        wanted: 'at most 300 MB',
      },
      ...answerRows(`answer of the service while it catches up, ${files} files`, busy, median(atRest)),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function answerRows(figure: string, busy: readonly number[], atRest: number): BenchRow[] {
  const row = (which: string, value: number) => ({
    figure: `${figure}, ${which}`,
    value: milliseconds(value),
    peer: `at rest, ${milliseconds(atRest)}`,
    ratio: ratioOf(value, atRest),
    wanted: 'at most 2×',
  });
  return [
    row('median', median(busy)),
    row('90 of 100 within', quantile(busy, 0.9)),
    row('99 of 100 within', quantile(busy, 0.99)),
    row('the first', busy[0]!),
    row(`the slowest of ${busy.length}`, Math.max(...busy)),
  ];
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

/** Of the first start of a service, until it rests: the most memory it held, in megabytes, and how long its answers took. */
async function measureService(vault: string, env: NodeJS.ProcessEnv, question: string) {
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
    const busy: number[] = [];
    // Loads the client, which is no part of the first answer.
    await fetch('data:,');
    // It renews its lease and looks around all the time, which takes a few hundredths of a second. Asking pauses meanwhile.
    for (let before = Number.NEGATIVE_INFINITY; ticks() - before > 20; await wait(AT_REST)) {
      for (let asked = 0; asked < ASKED_AT_ONCE; asked++) {
        busy.push(await asking(url, question));
        await wait(PAUSE);
      }
      before = ticks();
    }
    // The last ones were asked at rest.
    busy.splice(-ASKED_AT_ONCE);
    const atRest: number[] = [];
    for (let asked = 0; asked < 2 * ASKED_AT_ONCE; asked++) atRest.push(await asking(url, question));
    return { memory: Number(/VmHWM:\s+(\d+)/.exec(about('status'))![1]) / 1024, busy, atRest };
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
}

/** Milliseconds until the service has answered a question, however often it says that it is busy. */
async function asking(url: string, question: string): Promise<number> {
  const start = performance.now();
  for (;;) {
    const reply = await fetch(`${url}/api/tools/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ queries: [question] }),
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
