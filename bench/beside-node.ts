import type { ChildProcess } from 'node:child_process';
import { type BenchRow, median } from './table.js';
import { type Spent, timed } from './timed.js';

const RUNS = 21;

/** What Node alone takes to start and end. */
export const NODE: Program = { args: ['-e', '0'] };

/** A Node program to run to its end. */
export interface Program {
  args: readonly string[];
  /** Made before each run, whose number it gets: what the program reads on standard input. */
  input?(run: number): string;
}

/** The median of each, one after the other in every round: a busy machine falls on all of them alike. */
export function interleaved<Name extends string>(
  programs: Record<Name, Program>,
  env: NodeJS.ProcessEnv,
): Record<Name, Spent> {
  const all = Object.entries<Program>(programs).map(([name, program]) => ({
    name,
    program,
    spent: [] as Spent[],
  }));
  for (let round = 0; round < RUNS; round++) {
    for (const { program, spent } of all) spent.push(timed(program.args, env, program.input?.(round)));
  }
  const medians = all.map(({ name, spent }) => [
    name,
    { wall: median(spent.map(({ wall }) => wall)), cpu: median(spent.map(({ cpu }) => cpu)) },
  ]);
  return Object.fromEntries(medians) as Record<Name, Spent>;
}

/** Rows that say how much more than Node a program takes. */
export function rowsAgainst(node: Spent) {
  return (figure: string, { wall, cpu }: Spent, wanted: string): BenchRow => {
    const more = { wall: (wall - node.wall).toFixed(0), cpu: (cpu - node.cpu).toFixed(0) };
    console.log(`  ${figure.padEnd(58)} +${more.wall} ms, processor +${more.cpu} ms`);
    return {
      figure,
      value: `${wall.toFixed(0)} ms (processor ${cpu.toFixed(0)} ms)`,
      peer: `\`node -e 0\`, ${node.wall.toFixed(0)} ms (processor ${node.cpu.toFixed(0)} ms)`,
      ratio: `+${more.wall} ms (processor +${more.cpu} ms)`,
      wanted,
    };
  };
}

/** Waits until a service says that it serves. */
export async function ready(service: ChildProcess): Promise<void> {
  for await (const part of service.stdout!) if (String(part).includes('Rappel serves')) return;
  throw new Error('the service did not start');
}
