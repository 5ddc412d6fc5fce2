import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { generateVault } from './generate-vault.js';
import { type BenchRow, median } from './table.js';

const RUNS = 21;
const PROJECTS = 1_000;
const RAPPEL = resolve('bin', 'rappel.js');
const NODE = [process.execPath, '-e', '0'];

/** What a command costs at 10,000 files while a service runs, beside what Node alone takes to start and end. */
export async function benchCommands(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  const vault = join(folder, 'vault');
  const env = {
    ...process.env,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
  console.log(`\ncommands: generating ${PROJECTS * 10} files and indexing them …`);
  const { short, long } = generateVault(vault, PROJECTS);
  const rappel = (...args: string[]) => [process.execPath, RAPPEL, ...args, '--vault', vault];
  const run = (command: string[]) => timed(command, env);
  run(rappel('index'));
  const service = spawn(process.execPath, rappel('serve', '--port', '0', '--no-open').slice(1), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await ready(service);
    // Until the service has caught up, its answers compete with its own work.
    run(rappel('search', long[0]!));
    const commands: Record<string, string[]> = {
      'find, two words': rappel('find', short[1]!),
      'find, eight words': rappel('find', long[1]!),
      'search, eight words': rappel('search', long[1]!),
    };
    const times = new Map<string, number[]>([
      ['node', []],
      ...Object.keys(commands).map((name) => [name, []] as [string, number[]]),
    ]);
    for (let round = 0; round < RUNS; round++) {
      times.get('node')!.push(run(NODE));
      for (const [name, command] of Object.entries(commands)) times.get(name)!.push(run(command));
    }
    const base = median(times.get('node')!);
    return Object.keys(commands).map((name) => {
      const value = median(times.get(name)!);
      console.log(`  ${name.padEnd(22)} ${value.toFixed(0)} ms (node -e 0: ${base.toFixed(0)} ms)`);
      return {
        figure: `\`rappel\` ${name}, 10,000 files, beside a service`,
        value: `${value.toFixed(0)} ms`,
        peer: `\`node -e 0\`, ${base.toFixed(0)} ms`,
        ratio: `+${(value - base).toFixed(0)} ms`,
        wanted: name.startsWith('find') ? 'at most +150 ms' : '',
      };
    });
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ready(service: ChildProcess): Promise<void> {
  for await (const part of service.stdout!) if (String(part).includes('Rappel serves')) return;
  throw new Error('the service did not start');
}

/** Milliseconds from start to end. Throws where the command fails. */
function timed([command, ...args]: string[], env: NodeJS.ProcessEnv): number {
  const start = performance.now();
  const { status, stderr } = spawnSync(command!, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return performance.now() - start;
}
