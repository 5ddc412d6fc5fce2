import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ready } from './beside-node.js';
import { generateVault } from './generate-vault.js';
import { type BenchRow, median, milliseconds, ratioOf } from './table.js';

const RAPPEL = resolve('bin', 'rappel.js');
const JOINS = 3;
const CHANGES = 9;

/** 10,000 files, or fewer to try the bench itself. */
const PROJECTS = Number(process.env.RAPPEL_BENCH_PROJECTS ?? 1_000);
const FILES = (PROJECTS * 10).toLocaleString('en');

/**
 * Two machines at 10,000 files and a folder between them: the first join, and what one changed note takes. Then the same change through
 * an encrypted folder, and with the service of one machine as the remote of the other.
 */
export async function benchSync(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  const bench = openBench(folder);
  try {
    console.log(`\nsync: generating ${FILES} files …`);
    generateVault(bench.vault('laptop'), PROJECTS);
    bench.rappel('laptop', 'sync', bench.remote, '--name', 'laptop');
    const join = benchJoin(bench);
    return [join, ...(await benchChanges(bench)), await benchEncrypted(bench), await benchService(bench)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Bench = ReturnType<typeof openBench>;

function openBench(folder: string) {
  const vault = (name: string) => join(folder, name);
  const envOf = (name: string) => ({
    ...process.env,
    XDG_CACHE_HOME: join(folder, `cache of ${name}`),
    XDG_CONFIG_HOME: join(folder, 'config'),
    RAPPEL_MODEL: 'none',
  });
  const remote = join(folder, 'remote.git');
  return {
    remote,
    vault,
    /** How long a command takes on a machine. */
    rappel: (name: string, ...args: string[]) => {
      mkdirSync(vault(name), { recursive: true });
      return timeOf(process.execPath, [RAPPEL, ...args, '--vault', vault(name)], envOf(name));
    },
    clone: (name: string) => timeOf('git', ['clone', '-q', '-b', 'main', remote, vault(name)], envOf(name)),
    serve: (name: string) =>
      spawn(process.execPath, [RAPPEL, 'serve', '--vault', vault(name), '--port', '0', '--no-open'], {
        env: envOf(name),
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
  };
}

function timeOf(program: string, args: string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(program, args, { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
  return performance.now() - start;
}

function benchJoin({ remote, rappel, clone }: Bench): BenchRow {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let run = 0; run < JOINS; run++) {
    const copy = `copy-${run}`;
    theirs.push(clone(copy) + rappel(copy, 'index'));
    // The last one is served afterwards.
    const name = run === JOINS - 1 ? 'desktop' : `machine-${run}`;
    ours.push(rappel(name, 'sync', remote, '--name', name) + rappel(name, 'index'));
    console.log(`  join ${milliseconds(ours.at(-1)!)}, clone and index ${milliseconds(theirs.at(-1)!)}`);
  }
  const [value, peer] = [median(ours), median(theirs)];
  return {
    figure: `the first join of a new machine, ${FILES} files, with its index`,
    value: milliseconds(value),
    peer: `\`git clone\` and \`rappel index\` of the same, ${milliseconds(peer)}`,
    ratio: ratioOf(value, peer),
    wanted: 'at most 2×',
  };
}

async function benchChanges(bench: Bench): Promise<BenchRow[]> {
  const services = [bench.serve('laptop'), bench.serve('desktop')];
  try {
    for (const service of services) await ready(service);
    const { times, grown } = await changeNotes(bench, services, 'Change');
    return [
      arrival(`one changed note reaches the other machine, both served, ${FILES} files`, times),
      {
        figure: `memory that each such change adds, of ${CHANGES}`,
        value: `${grown.map((bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`).join(' where it is made, ')} where it arrives`,
        peer: '',
        ratio: '',
        wanted: 'at most 5 MB',
      },
    ];
  } finally {
    await stop(services);
  }
}

async function benchEncrypted(bench: Bench): Promise<BenchRow> {
  const remote = bench.vault('encrypted');
  bench.rappel('laptop', 'sync', remote, '--encrypt');
  const key = join(bench.vault('laptop'), '.rappel', 'sync-key');
  bench.rappel('desktop', 'sync', remote, '--encrypt', '--key-file', key, '--yes');
  const services = [bench.serve('laptop'), bench.serve('desktop')];
  try {
    for (const service of services) await ready(service);
    const { times } = await changeNotes(bench, services, 'Encrypted change');
    return arrival('the same through an encrypted folder', times);
  } finally {
    await stop(services);
  }
}

/** The machine that makes the change is the service. */
async function benchService(bench: Bench): Promise<BenchRow> {
  bench.rappel('laptop', 'sync', 'here');
  const services = [bench.serve('laptop')];
  try {
    await ready(services[0]!);
    const { url } = JSON.parse(
      readFileSync(join(bench.vault('laptop'), '.rappel', 'service.json'), 'utf8'),
    ) as { url: string };
    bench.rappel('desktop', 'sync', `${url}/`, '--yes');
    services.push(bench.serve('desktop'));
    await ready(services[1]!);
    const { times } = await changeNotes(bench, services, 'Served change');
    return arrival('the same with the service of one machine as the remote', times);
  } finally {
    await stop(services);
  }
}

/** Changes a note on the laptop again and again; how long each change takes to the desktop, and what it adds to the memory of both. */
async function changeNotes({ vault }: Bench, services: readonly ChildProcess[], words: string) {
  const project = readdirSync(join(vault('laptop'), 'projects'))[0]!;
  const note = join('projects', project, 'state.md');
  const change = async (at: number) => {
    const start = performance.now();
    appendFileSync(join(vault('laptop'), note), `\n${words} ${at}.\n`);
    const there = join(vault('desktop'), note);
    while (!(existsSync(there) && readFileSync(there, 'utf8').includes(`${words} ${at}.`))) {
      if (performance.now() - start > 60_000) throw new Error('the change did not arrive');
      await wait(10);
    }
    const took = performance.now() - start;
    await wait(3_000);
    return took;
  };
  // The first ones load what each side needs.
  for (let at = 0; at < 2; at++) await change(at);
  const before = services.map(memoryOf);
  const times: number[] = [];
  for (let at = 2; at < CHANGES + 2; at++) times.push(await change(at));
  const grown = services.map((service, at) => (memoryOf(service) - before[at]!) / CHANGES);
  console.log(`  arrives after ${times.map(milliseconds).join(', ')}`);
  return { times, grown };
}

function arrival(figure: string, times: number[]): BenchRow {
  const value = `${milliseconds(median(times))}, at most ${milliseconds(Math.max(...times))}`;
  return { figure, value, peer: '', ratio: '', wanted: 'under 2 s' };
}

async function stop(services: readonly ChildProcess[]): Promise<void> {
  for (const service of services) {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
}

/** What a process takes for itself alone. */
function memoryOf({ pid }: ChildProcess): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const own = [...rollup.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, kilobytes]) => Number(kilobytes));
  return own.reduce((sum, value) => sum + value, 0) * 1024;
}
