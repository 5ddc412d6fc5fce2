import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { ioError, RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { tellProgram } from '../../vault/disk.js';
import { createPrivateGitDir, type Repository } from './private-git-dir.js';

export interface GitResult {
  code: number;
  out: Buffer;
  /** What git says about a failure. */
  problem: string;
  /** The branch after the call. */
  head: string | null;
}

interface GitOptions {
  input?: Input;
  okCodes?: number[];
  /** More of the environment; a variable that is undefined is not set. */
  env?: NodeJS.ProcessEnv | undefined;
  onFailure?(args: string[], reason: string): RappelError;
  /** Ends git when it is aborted. */
  signal?: AbortSignal | undefined;
}

type Input = Buffer | Iterable<Buffer> | AsyncIterable<Buffer>;

/** Runs git on the objects of a history, with a configuration that only Rappel provides. Throws `io` if git fails. */
export async function git(
  repository: Repository,
  args: string[],
  { input, okCodes = [0], env, onFailure = gitFailure, signal }: GitOptions = {},
): Promise<GitResult> {
  signal?.throwIfAborted();
  tellProgram(`git ${args[0]}`);
  const { own, child } = start(repository, args, env);
  try {
    const kill = () => {
      own.spoil();
      endGroup(child);
    };
    signal?.addEventListener('abort', kill);
    const out: Buffer[] = [];
    child.stdout.on('data', (part) => out.push(part));
    const fed = feed(child, input);
    fed.catch(() => {}); // waited for below
    const { code, problem } = await endOf(child);
    signal?.removeEventListener('abort', kill);
    signal?.throwIfAborted();
    await fed;
    if (!okCodes.includes(code)) throw onFailure(args, problem);
    return { code, out: Buffer.concat(out), problem, head: own.head() };
  } finally {
    own.release();
  }
}

/** The output of a git command in pieces, as fast as they are consumed; throws at the end if git failed. */
export async function* gitOutput(
  repository: Repository,
  args: string[],
  input?: Input,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const { own, child } = start(repository, args);
  const kill = () => {
    own.spoil();
    endGroup(child);
  };
  signal?.addEventListener('abort', kill);
  const ended = endOf(child);
  const fed = feed(child, input);
  fed.catch(() => {}); // waited for below
  try {
    yield* child.stdout;
    await fed;
    const { code, problem } = await ended;
    if (code !== 0) throw gitFailure(args, problem);
  } finally {
    signal?.removeEventListener('abort', kill);
    child.kill();
    await ended;
    own.release();
  }
}

let isInstalled = false;

/** Whether git is installed. What was found once is not looked for again. */
export async function hasGit(): Promise<boolean> {
  isInstalled ||= await new Promise<boolean>((resolve) => {
    const child = spawn('git', ['--version'], { stdio: 'ignore' });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });
  return isInstalled;
}

/**
 * In the private directory: some systems would run a program named git from the current folder. A program that clears the
 * temporary folder can take it away just then; git is started once more, in a new one.
 */
function start(repository: Repository, args: string[], more: NodeJS.ProcessEnv = {}) {
  // In a group of its own: Ctrl-C is for Rappel, which ends git where it may end.
  const detached = process.platform !== 'win32';
  for (let attempt = 1; ; attempt++) {
    const own = createPrivateGitDir(repository);
    const env = { ...environmentOf(own), ...more };
    const child = spawn('git', ['--no-pager', ...args], { cwd: own.folder, env, stdio: 'pipe', detached });
    if (child.pid !== undefined || attempt === 2 || existsSync(own.folder)) return { own, child };
    child.on('error', () => {});
    own.spoil();
    own.release();
  }
}

/** With what git started itself: a transport that waits for a server would keep its output open. */
function endGroup(child: ChildProcessWithoutNullStreams): void {
  if (process.platform === 'win32' || child.pid === undefined) child.kill();
  else {
    try {
      process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It ended by itself.
    }
  }
}

function environmentOf(own: ReturnType<typeof createPrivateGitDir>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('GIT_'));
  return { ...Object.fromEntries(inherited), ...own.env };
}

/** What git says about its failure; undefined if nothing. */
function reasonIn(err: Buffer): string | undefined {
  const lines = err
    .toString('utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const fatal = lines.findIndex((line) => line.startsWith('fatal: '));
  // What git reached a server with says why, and git only that it could not read from it.
  const isRemote = fatal > 0 && lines[fatal]!.includes('Could not read from remote repository');
  return lines.at(isRemote ? fatal - 1 : fatal);
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<{ code: number; problem: string }> {
  const err: Buffer[] = [];
  child.stderr.on('data', (part) => err.push(part));
  return new Promise((resolve) => {
    child.on('error', ({ message }) => resolve({ code: -1, problem: message }));
    child.on('close', (code) => {
      resolve({ code: code ?? -1, problem: reasonIn(Buffer.concat(err)) ?? `exit ${code}` });
    });
  });
}

/** Writes as fast as git reads, and lets other work run in between. If the source fails, git is stopped before the end. */
async function feed(child: ChildProcessWithoutNullStreams, input?: Input): Promise<void> {
  const { stdin } = child;
  stdin.on('error', () => {}); // git's exit code and output say why
  if (input === undefined || Buffer.isBuffer(input)) {
    stdin.end(input);
    return;
  }
  try {
    await write(stdin, input);
  } catch (error) {
    child.kill();
    throw error;
  }
}

async function write(stdin: Writable, parts: Iterable<Buffer> | AsyncIterable<Buffer>): Promise<void> {
  const yieldToEventLoop = createYielder();
  for await (const part of parts) {
    if (stdin.destroyed || stdin.errored) return; // git's exit code and output say why
    if (!stdin.write(part)) await once(stdin, 'drain').catch(() => {});
    await yieldToEventLoop();
  }
  stdin.end();
}

/** Where the system is the reason, with its `cause`. */
export function gitFailure(args: string[], reason: string): RappelError {
  const system = CAUSES.find(([words]) => reason.includes(words));
  if (system !== undefined)
    return ioError(Object.assign(new Error(reason), { code: system[1] }), '.rappel/history.git');
  if (reason === 'spawn git ENOENT') return new RappelError('io', 'git.missing');
  return new RappelError('io', 'git.failed', { command: args[0]!, reason });
}

/** What the system says, as git quotes it. */
const CAUSES = [
  ['No space left on device', 'ENOSPC'],
  ['Out of diskspace', 'ENOSPC'],
  ['Disk quota exceeded', 'EDQUOT'],
  ['Permission denied', 'EACCES'],
  ['Read-only file system', 'EROFS'],
] as const;
