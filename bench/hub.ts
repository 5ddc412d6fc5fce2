import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generateVault } from './generate-vault.js';
import { type BenchRow, median, milliseconds } from './table.js';
import { timed } from './timed.js';

const RAPPEL = resolve('bin', 'rappel.js');
const VAULTS = Number(process.env.RAPPEL_BENCH_VAULTS ?? 100);
/** Ten files each. */
const PROJECTS = 100;

/** The memory of a hub with all its vaults open, and the first answer of a vault, which is indexed for it. */
export async function benchHub(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  const vaults = join(folder, 'vaults');
  mkdirSync(vaults);
  const env = {
    ...process.env,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
  const names = Array.from({ length: VAULTS }, (_, at) => `v${at}`);
  let hub: ChildProcess | null = null;
  try {
    console.log(`\nhub: making ${VAULTS} vaults of ${(PROJECTS * 10).toLocaleString('en')} files …`);
    const first = join(vaults, names[0]!);
    const { short } = generateVault(first, PROJECTS);
    timed([RAPPEL, 'hub', 'add', vaults, names[0]!], env);
    for (const name of names.slice(1)) cpSync(first, join(vaults, name), { recursive: true });
    hub = spawn(process.execPath, [RAPPEL, 'hub', vaults, '--port', '0'], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const url = await addressOf(hub);
    const atStart = residentOf(hub);
    const answers: number[] = [];
    for (const name of names) {
      const token = readFileSync(join(vaults, name, '.rappel', 'token'), 'utf8').trim();
      const started = performance.now();
      const answer = await fetch(`${url}/v/${name}/api/search`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ question: short[1] }),
      });
      if (answer.status !== 200) throw new Error(`${name}: ${await answer.text()}`);
      await answer.text();
      answers.push(performance.now() - started);
    }
    const all = residentOf(hub);
    return [
      {
        figure: `memory of a hub with ${VAULTS} open vaults of ${(PROJECTS * 10).toLocaleString('en')} files`,
        value: `${all} MB`,
        peer: `before the first request, ${atStart} MB`,
        ratio: '',
        wanted: '',
      },
      {
        figure: 'first answer of a vault of a hub that is not indexed yet, by the clock',
        value: milliseconds(median(answers)),
        peer: '',
        ratio: '',
        wanted: '',
      },
    ];
  } finally {
    if (hub !== null && hub.exitCode === null) {
      hub.kill('SIGTERM');
      await once(hub, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addressOf(hub: ChildProcess): Promise<string> {
  let said = '';
  for await (const part of hub.stdout!) {
    said += part;
    const found = / (http:\S+)\/v\/NAME\/\n/.exec(said);
    if (found !== null) return found[1]!;
  }
  throw new Error(`the hub ended: ${said}`);
}

function residentOf({ pid }: ChildProcess): number {
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1];
  return Math.round(Number(kilobytes) / 1024);
}
