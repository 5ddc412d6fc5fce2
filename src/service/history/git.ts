import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { RappelError } from '../../shared/errors.js';
import { createBreath } from '../breathe.js';

export interface GitResult {
  code: number;
  out: Buffer;
  err: string;
}

export type Git = (
  args: string[],
  options?: { input?: Buffer | Iterable<Buffer> | AsyncIterable<Buffer>; okCodes?: number[] },
) => Promise<GitResult>;

/** The git binary on one git directory, deaf to the user's own configuration and to any repository around the vault. */
export function createGit(gitDir: string): Git {
  return (args, { input, okCodes = [0] } = {}) =>
    new Promise((resolve, reject) => {
      const child = spawn('git', [`--git-dir=${gitDir}`, ...OPTIONS, ...args], {
        env: cleanEnvironment(),
        stdio: 'pipe',
      });
      const out: Buffer[] = [];
      const err: Buffer[] = [];
      child.stdout.on('data', (part) => out.push(part));
      child.stderr.on('data', (part) => err.push(part));
      child.stdin.on('error', () => {}); // git says itself why it stopped reading
      child.on('error', (cause) => reject(failed(args, cause.message, cause)));
      child.on('close', (code) => {
        const result = {
          code: code ?? -1,
          out: Buffer.concat(out),
          err: Buffer.concat(err).toString('utf8').trim(),
        };
        if (okCodes.includes(result.code)) resolve(result);
        else reject(failed(args, result.err.split('\n').at(-1) || `exit ${result.code}`));
      });
      if (input === undefined || Buffer.isBuffer(input)) child.stdin.end(input);
      else
        feed(child.stdin, input).catch((error) => {
          child.kill();
          reject(error);
        });
    });
}

/** What a git command says, piece by piece, as fast as it is taken; throws at the end where git failed. */
export async function* gitOutput(gitDir: string, args: string[]): AsyncGenerator<Buffer> {
  const child = spawn('git', [`--git-dir=${gitDir}`, ...OPTIONS, ...args], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const err: Buffer[] = [];
  child.stderr.on('data', (part) => err.push(part));
  const ended = new Promise<string | null>((resolve) => {
    child.on('error', ({ message }) => resolve(message));
    child.on('close', (code) => {
      const said = Buffer.concat(err).toString('utf8').trim().split('\n').at(-1);
      resolve(code === 0 ? null : said || `exit ${code}`);
    });
  });
  let isComplete = false;
  try {
    for await (const part of child.stdout) yield part;
    isComplete = true;
  } finally {
    if (!isComplete) child.kill();
  }
  const problem = await ended;
  if (problem !== null) throw failed(args, problem);
}

/**
 * What is recorded is on the disk. File names that some other system could not have are no reason to refuse a commit:
 * nothing is ever checked out from here.
 */
const OPTIONS = [
  '-c',
  'core.fsync=committed,loose-object',
  '-c',
  'core.protectNTFS=false',
  '-c',
  'core.protectHFS=false',
];

/** Writes as fast as git reads, and lets other work in between. */
async function feed(stdin: Writable, parts: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  const breathe = createBreath();
  for await (const part of parts) {
    if (stdin.destroyed || stdin.errored) return; // git says itself why it stopped reading
    if (!stdin.write(part)) await once(stdin, 'drain').catch(() => {});
    await breathe();
  }
  stdin.end();
}

/** Whether there is a git at all. */
export function hasGit(): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn('git', ['--version'], { stdio: 'ignore' });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return {
    ...env,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: process.platform === 'win32' ? 'NUL' : '/dev/null',
    LC_ALL: 'C',
  };
}

function failed(args: string[], reason: string, cause?: unknown): RappelError {
  return new RappelError('io', `the history could not be used: git ${args[0]}: ${reason}`, {
    hint: 'See what is wrong with: rappel doctor',
    cause,
  });
}
