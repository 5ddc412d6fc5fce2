import { spawnSync } from 'node:child_process';

/**
 * Milliseconds from start to end, and those that its threads, and the programs that it ran, used a processor: these depend less on
 * what else runs.
 */
export interface Spent {
  wall: number;
  cpu: number;
}

/** Runs a Node program to its end, with `input` on its standard input. Throws where it fails. */
export function timed(args: readonly string[], env: NodeJS.ProcessEnv, input?: string): Spent {
  const start = performance.now();
  const { status, stderr, output } = spawnSync('bash', ['-c', TELL_TIME, 'bash', process.execPath, ...args], {
    env,
    stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    ...(input !== undefined && { input }),
  });
  const wall = performance.now() - start;
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  const [user, system] = output[3]!.split(' ').map(Number);
  return { wall, cpu: 1_000 * (user! + system!) };
}

/** Writes the processor time of a program to the fourth stream as it ends. */
const TELL_TIME = 'TIMEFORMAT="%U %S"; exec 4>&2; { time "$@" 2>&4; } 2>&3';
