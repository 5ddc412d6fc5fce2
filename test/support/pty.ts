import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BIN } from './rappel.js';
import { shareCode } from './share-code.js';
import { has } from './system.js';

/** True where a terminal can be made: the standard library of Python knows how. */
export const hasPty = process.platform !== 'win32' && has('python3');

export interface Step {
  /** What the command has written before the answer is typed. */
  wait: string;
  /** The keys; `\x03` is Ctrl-C, `\x04` Ctrl-D, `\x7f` backspace. */
  send: string;
  /** The keys are typed while it works, not at a question. */
  isBusy?: true;
}

/** Runs the built command on a terminal; `written` is all that reached it, standard output and error together. */
export function rappelOnTerminal(
  args: string[],
  {
    vault,
    steps = [],
    columns = 80,
    env = {},
    cwd = vault,
  }: { vault: string; steps?: Step[]; columns?: number; env?: NodeJS.ProcessEnv; cwd?: string },
): Promise<{ code: number; written: string }> {
  const child = spawn('python3', [join(dirname(fileURLToPath(import.meta.url)), 'on-terminal.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const given = { PATH: process.env.PATH, HOME: vault, TERM: 'xterm', RAPPEL_VAULT: vault, ...env };
  shareCode(given);
  const request = {
    command: [process.execPath, BIN, ...args],
    cwd,
    columns,
    env: given,
    steps,
  };
  child.stdin.end(JSON.stringify(request));
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (part) => {
      text += part;
    });
    child.on('error', reject);
    child.on('close', (failed) => {
      if (failed) return reject(new Error(`on-terminal.py ended with ${failed}`));
      const { code, written } = JSON.parse(text);
      resolve({ code, written: Buffer.from(written, 'base64').toString('utf8') });
    });
  });
}
