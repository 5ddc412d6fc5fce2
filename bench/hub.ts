import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { indexFile } from '../src/search/cache-folder.js';
import { renameState } from '../src/service/state/state-format.js';
import { type GeneratedVault, generateVault } from './generate-vault.js';
import { handoverRow } from './handover.js';
import { type RunningHub, startHub } from './running-hub.js';
import { type BenchRow, median, milliseconds, ratioOf } from './table.js';
import { timed } from './timed.js';

const RAPPEL = resolve('bin', 'rappel.js');
const VAULTS = Number(process.env.RAPPEL_BENCH_VAULTS ?? 100);
/** What the searches of all vaults are compared with. */
const FEW = 10;
/** Ten files each. */
const PROJECTS = 100;
const SEARCHES = 240;
const CLIENTS = 4;
/** An index gives back the memory of its pages after 20 s. */
const REST_MS = 25_000;

/**
 * What each vault of a hub costs: memory, a first answer, and the searches of others. All vaults have the same files, and are indexed
 * but one before it is measured.
 */
export async function benchHub(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  const vaults = join(folder, 'vaults');
  const cache = join(folder, 'cache');
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    XDG_CACHE_HOME: cache,
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
  delete env.DATABASE_URL;
  const names = Array.from({ length: VAULTS }, (_, at) => `v${at}`);
  let hub: RunningHub | null = null;
  try {
    console.log(`\nhub: making ${VAULTS} vaults of ${FILES} files …`);
    mkdirSync(vaults);
    const [first, ...others] = names.map((name) => join(vaults, name)) as [string, ...string[]];
    const generated = generateVault(first, PROJECTS);
    timed([RAPPEL, 'hub', 'add', vaults, names[0]!], env);
    hub = await startHub(vaults, env);
    const indexed = await hub.search(names[0]!, generated.short[0]!);
    await hub.caughtUp();
    await hub.stop();
    for (const other of others) {
      copy(first, other);
      renameState(other);
      copy(dirname(indexFile(first, env)), dirname(indexFile(other, env)));
    }
    hub = await startHub(vaults, env);
    const atStart = hub.memory();
    const openedFew = await openAll(hub, names.slice(0, FEW), generated);
    const few = await searchTimes(hub, names.slice(0, FEW), generated);
    await wait(REST_MS);
    const withFew = hub.memory();
    const opened = [...openedFew, ...(await openAll(hub, names.slice(FEW), generated))];
    const all = await searchTimes(hub, names, generated);
    const inUse = hub.memory();
    await wait(REST_MS);
    const atRest = hub.memory();
    await hub.stop();
    const handover = [
      ...(await handoverRow(vaults, names.slice(0, FEW), env, '10 s')),
      ...(await handoverRow(vaults, names, env, '')),
    ];
    return [
      {
        figure: `memory of a hub with ${VAULTS} open vaults of ${FILES} files, at rest`,
        value: `${atRest} MB`,
        peer: `${FEW} open, ${withFew} MB; none, ${atStart} MB; ${VAULTS} in use, ${inUse} MB`,
        ratio: `${((atRest - withFew) / (VAULTS - FEW)).toFixed(1)} MB a vault`,
        wanted: '',
      },
      {
        figure: 'first answer of a vault of a hub that was closed, by the clock',
        value: milliseconds(median(opened)),
        peer: `never indexed before, ${milliseconds(indexed)}`,
        ratio: '',
        wanted: '',
      },
      {
        figure: `p95 of a search over ${VAULTS} vaults of a hub, ${CLIENTS} clients`,
        value: milliseconds(p95(all)),
        peer: `over ${FEW}, ${milliseconds(p95(few))}`,
        ratio: ratioOf(p95(all), p95(few)),
        wanted: '1.5×',
      },
      {
        figure: `median of the same`,
        value: milliseconds(median(all)),
        peer: `over ${FEW}, ${milliseconds(median(few))}`,
        ratio: ratioOf(median(all), median(few)),
        wanted: '',
      },
      ...handover,
    ];
  } finally {
    await hub?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const FILES = (PROJECTS * 10).toLocaleString('en');

async function openAll(
  hub: RunningHub,
  names: readonly string[],
  { short }: GeneratedVault,
): Promise<number[]> {
  const times: number[] = [];
  for (const name of names) times.push(await hub.search(name, short[0]!));
  await hub.caughtUp();
  return times;
}

/** Clients that ask one vault after the other. Every vault was asked before. */
async function searchTimes(
  hub: RunningHub,
  names: readonly string[],
  { short, long }: GeneratedVault,
): Promise<number[]> {
  const questions = [...short, ...long];
  const times: number[] = [];
  let next = 0;
  async function client(): Promise<void> {
    while (next < SEARCHES) {
      const at = next++;
      times.push(await hub.search(names[at % names.length]!, questions[at % questions.length]!));
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return times;
}

/** With the times of files to the nanosecond, which Node can't set: the index counts any other time as a change. */
function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

function p95(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!;
}
