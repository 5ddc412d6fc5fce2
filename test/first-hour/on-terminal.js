// The same machine with a person before it: commands on a terminal, and keys that are typed there.
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

/** The standard library of Python makes terminals. */
export const hasTerminal = process.platform !== 'win32' && spawnSync('python3', ['--version']).status === 0;

/** Runs a command on a terminal of 60 columns; `steps` are what to wait for, and what to type then. */
export async function onTerminal({ root }, machine, words, { steps = [], env = {} } = {}) {
  const child = spawn('python3', [join(root, 'test', 'support', 'on-terminal.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const request = {
    command: words,
    cwd: machine.home,
    columns: 60,
    env: { ...machine.env, TERM: 'xterm', NO_COLOR: '1', ...env },
    steps,
  };
  child.stdin.end(JSON.stringify(request));
  const { code, written } = JSON.parse(await text(child.stdout));
  return { code, written: Buffer.from(written, 'base64').toString('utf8') };
}
