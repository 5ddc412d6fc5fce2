import { spawnSync } from 'node:child_process';

/** Milliseconds from start to end, and those that its threads used a processor: these depend less on what else runs. */
export interface Spent {
  wall: number;
  cpu: number;
}

/** Runs a Node program to its end, with `input` on its standard input. Throws where it fails. */
export function timed(args: readonly string[], env: NodeJS.ProcessEnv, input?: string): Spent {
  const start = performance.now();
  const { status, stderr, output } = spawnSync(process.execPath, ['--import', TELL_TIME, ...args], {
    env,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    ...(input !== undefined && { input }),
  });
  const wall = performance.now() - start;
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return { wall, cpu: Number(output[3]) };
}

/** Writes the processor time of the program to its fourth stream as it ends. */
const TELL_TIME = `data:text/javascript,${encodeURIComponent(`
  import { writeSync } from 'node:fs';
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, String((user + system) / 1000));
  });
`)}`;
