import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shareCode } from './share-code.js';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

export const BIN = process.env.RAPPEL_BIN ?? join(ROOT, 'bin', 'rappel.js');

export interface RunResult {
  code: number | null;
  out: string;
  err: string;
}

/** Runs the built command as a process of its own, with nothing of the tester's settings. */
export function rappel(
  args: string[],
  options: {
    vault?: string;
    input?: string | Buffer;
    env?: NodeJS.ProcessEnv;
    /** The words before the command, like those that make it run as somebody else. */
    by?: readonly string[];
    cwd?: string;
  } = {},
): Promise<RunResult> {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: options.vault,
    TZ: process.env.TZ,
    ...(options.vault !== undefined && { RAPPEL_VAULT: options.vault }),
    ...options.env,
  };
  // Another user could not write beside what is made here.
  if (options.by === undefined) shareCode(env);
  return new Promise((resolve, reject) => {
    const [program, ...words] = [...(options.by ?? []), process.execPath, BIN, ...args] as [
      string,
      ...string[],
    ];
    const child = spawn(program, words, { env, cwd: options.cwd });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (part) => out.push(part));
    child.stderr.on('data', (part) => err.push(part));
    child.on('error', reject);
    child.on('close', (code) =>
      resolve({ code, out: Buffer.concat(out).toString('utf8'), err: Buffer.concat(err).toString('utf8') }),
    );
    child.stdin.on('error', () => {}); // a command that does not read its input closes it
    child.stdin.end(options.input ?? '');
  });
}
