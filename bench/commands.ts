import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { interleaved, NODE, ready, rowsAgainst } from './beside-node.js';
import { generateVault } from './generate-vault.js';
import { stagesOf } from './stages.js';
import type { BenchRow } from './table.js';
import { type Spent, timed } from './timed.js';

const RAPPEL = resolve('bin', 'rappel.js');

/**
 * What a command costs, beside what Node alone takes to start and end: without a service at 5,000 files, and with one at
 * 10,000. Commands that do less show where the time of `find` and `search` goes.
 */
export async function benchCommands(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-bench-'));
  const env = {
    ...process.env,
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_CONFIG_HOME: join(folder, 'config'),
  };
  try {
    return [...benchCold(folder, env), ...(await benchServed(folder, env))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function benchCold(folder: string, env: NodeJS.ProcessEnv): BenchRow[] {
  console.log('\ncommands: generating 5,000 files and indexing them …');
  const vault = join(folder, 'cold');
  const empty = join(folder, 'empty');
  mkdirSync(empty);
  const { short, long } = generateVault(vault, 500);
  const inVault = commandsIn(vault);
  timed(inVault('index'), env);
  const times = interleaved(
    {
      node: NODE,
      program: { args: [RAPPEL, '__complete', 'fin'] },
      findNothing: { args: commandsIn(empty)('find', short[1]!) },
      find: { args: inVault('find', short[1]!) },
      searchNothing: { args: commandsIn(empty)('search', long[1]!) },
      search: { args: inVault('search', long[1]!) },
      completion: { args: [RAPPEL, '__complete', 'read', '--vault', vault, 'pro'] },
    },
    env,
  );
  showSteps('find', [times.node, times.program, times.findNothing, times.find]);
  showStages(inVault('find', short[1]!), times.find, env);
  showSteps('search', [times.node, times.program, times.searchNothing, times.search]);
  showStages(inVault('search', long[1]!), times.search, env);
  const row = rowsAgainst(times.node);
  return [
    row('`rappel find`, 5,000 files, no service', times.find, 'at most +250 ms'),
    row('`rappel search`, 5,000 files, no service', times.search, 'at most +250 ms'),
    row('completion of a path, 5,000 files', times.completion, 'at most +100 ms'),
  ];
}

async function benchServed(folder: string, env: NodeJS.ProcessEnv): Promise<BenchRow[]> {
  console.log('\ncommands: generating 10,000 files and indexing them …');
  const vault = join(folder, 'served');
  const { short, long } = generateVault(vault, 1_000);
  const inVault = commandsIn(vault);
  timed(inVault('index'), env);
  const service = spawn(process.execPath, inVault('serve', '--port', '0', '--no-open'), {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await ready(service);
    // Until the service has caught up, its answers compete with its own work.
    timed(inVault('search', long[0]!), env);
    const times = interleaved(
      {
        node: NODE,
        short: { args: inVault('find', short[1]!) },
        long: { args: inVault('find', long[1]!) },
        search: { args: inVault('search', long[1]!) },
      },
      env,
    );
    const row = rowsAgainst(times.node);
    return [
      row('`rappel find`, two words, 10,000 files, beside a service', times.short, 'at most +150 ms'),
      row('`rappel find`, eight words, 10,000 files, beside a service', times.long, 'at most +150 ms'),
      row('`rappel search`, eight words, 10,000 files, beside a service', times.search, ''),
    ];
  } finally {
    service.kill('SIGTERM');
    await once(service, 'exit');
  }
}

/** Where the time of a command goes: each step does all of the one before. */
function showSteps(command: string, steps: readonly Spent[]): void {
  console.log(`  where the time of \`${command}\` goes (processor time):`);
  const words = ['Node alone', 'start of the program', 'in an empty vault', 'with 5,000 files'];
  steps.forEach(({ cpu }, at) => {
    const more = cpu - (steps[at - 1]?.cpu ?? 0);
    console.log(`    ${words[at]!.padEnd(26)} ${more.toFixed(0).padStart(5)} ms`);
  });
}

/** The same by what the program is doing. */
function showStages(args: string[], { cpu }: Spent, env: NodeJS.ProcessEnv): void {
  console.log('    by stage, without the threads of V8:');
  for (const [stage, share] of stagesOf(args, env))
    console.log(`      ${stage.padEnd(24)} ${(share * cpu).toFixed(0).padStart(5)} ms`);
}

function commandsIn(vault: string): (...args: string[]) => string[] {
  return (...args) => [RAPPEL, args[0]!, '--vault', vault, ...args.slice(1)];
}
