import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { generateVault } from './generate-vault.js';
import { type BenchRow, median, milliseconds, ratioOf } from './table.js';
import { timed } from './timed.js';

const RUNS = 7;
const PROJECTS = Number(process.env.RAPPEL_BENCH_PROJECTS ?? 10_000);
const RAPPEL = resolve('bin', 'rappel.js');
/** Milliseconds with hardly any work after which the service counts as being at rest. */
const AT_REST = 5_000;

/** A vault of 100,000 files (`RAPPEL_BENCH_PROJECTS` makes it smaller): `find` without a service, and the memory of a service. */
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
    const memory = await memoryOfService(vault, env);
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
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

/** The most that it ever held, in megabytes, after its first start on this vault has come to rest. */
async function memoryOfService(vault: string, env: NodeJS.ProcessEnv): Promise<number> {
  const service = spawn(process.execPath, [RAPPEL, 'serve', '--port', '0', '--no-open', '--vault', vault], {
    env,
    stdio: 'ignore',
  });
  const about = (file: string) => readFileSync(`/proc/${service.pid}/${file}`, 'utf8');
  const ticks = () => {
    const [user, system] = about('stat').split(' ').slice(13, 15).map(Number);
    return user! + system!;
  };
  try {
    // It renews its lease and looks around all the time, which takes a few hundredths of a second.
    for (let before = Number.NEGATIVE_INFINITY; ticks() - before > 20; await wait(AT_REST)) before = ticks();
    return Number(/VmHWM:\s+(\d+)/.exec(about('status'))![1]) / 1024;
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
}
