import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { visible } from '../../../shared/visible.js';
import type { ReplyOf, RequestName, RequestOf } from './protocol.js';

/** Why QMD can't answer. Never makes a search fail: the own engine answers instead. */
export class QmdProblem extends Error {
  override readonly name = 'QmdProblem';
  readonly isCorrupt: boolean;

  constructor(message: string, isCorrupt = false) {
    super(message);
    this.isCorrupt = isCorrupt;
  }
}

interface QmdClientDeps {
  /** The module to start, and the first request. Throws `QmdProblem` if QMD can't be started. */
  start(): { child: { module: string; node: string; env: NodeJS.ProcessEnv }; open: RequestOf<'open'> };
  /** Milliseconds since some moment. */
  now(): number;
}

const TIME_TO_OPEN = 30_000;
const TIME_FOR_A_SIGN = 2_000;
const LONGEST_WAIT = 60_000;

interface Connection {
  child: Child;
  opened: Promise<unknown>;
  /** How many requests keep Rappel running. */
  holders: number;
}

export type QmdClient = ReturnType<typeof createQmdClient>;

/** The process in which QMD runs, from outside: it may be slow, hang, crash or send invalid replies, and is started again. */
export function createQmdClient(deps: QmdClientDeps) {
  let current: Connection | null = null;
  let isClosed = false;
  let count = 0;
  let failures = 0;
  let problem: string | null = null;
  let notBefore = Number.NEGATIVE_INFINITY;

  function connection(): Connection {
    if (isClosed) throw new QmdProblem('the engine is closed');
    if (current !== null) return current;
    const wait = notBefore - deps.now();
    if (wait > 0) throw new QmdProblem(`${problem}; it is tried again in ${Math.ceil(wait / 1000)} s`);
    const { child, open } = deps.start();
    count++;
    const started = startChild(child, problemOf, (reason) => {
      if (current?.child !== started) return;
      current = null;
      failures++;
      problem = problemOf(reason).message;
      // The first retry is immediate; later ones wait longer and longer.
      notBefore = deps.now() + (failures < 2 ? 0 : Math.min(LONGEST_WAIT, 1000 * 2 ** (failures - 2)));
    });
    const opened = ask(started, 'open', open, TIME_TO_OPEN).catch((error) => {
      started.end(`can't be opened: ${(error as Error).message}`);
      throw error;
    });
    opened.catch(() => {});
    current = { child: started, opened, holders: 0 };
    return current;
  }

  function stop(): void {
    const ended = current;
    current = null;
    ended?.child.end('was stopped');
  }

  return {
    /**
     * Asks the process, starting it where it does not run. Throws `QmdProblem` where no answer comes in time. Rappel
     * does not exit before the answer, unless `isWaitedFor` is false.
     */
    async request<Name extends RequestName>(
      name: Name,
      request: RequestOf<Name>,
      milliseconds: number,
      { isWaitedFor } = { isWaitedFor: true },
    ): Promise<ReplyOf<Name>> {
      const connected = connection();
      const { child } = connected;
      if (isWaitedFor && connected.holders++ === 0) child.hold(true);
      try {
        await connected.opened;
        const answer = await ask(child, name, request, milliseconds);
        failures = 0;
        problem = null;
        return answer;
      } finally {
        if (isWaitedFor && --connected.holders === 0) child.hold(false);
      }
    },
    /** Which process it is, counted from 1; 0 where none runs. A new one must be told what it missed. */
    running: () => (current === null ? 0 : count),
    /** Why it does not run, where it should. */
    problem: () => problem,
    /** Ends the process; the next request starts another. */
    stop,
    /** Ends the process; later requests fail. */
    close(): void {
      isClosed = true;
      stop();
    },
  };
}

async function ask<Name extends RequestName>(
  child: Child,
  name: Name,
  request: RequestOf<Name>,
  milliseconds: number,
): Promise<ReplyOf<Name>> {
  const { answer, forget } = child.request({ name, request });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      forget();
      reject(new QmdProblem(`QMD gave no answer within ${Math.round(milliseconds / 100) / 10} s`));
      // Models may be slow. A process that does not even answer a ping hangs.
      if (name === 'ping') child.end('hung and was stopped');
      else ask(child, 'ping', {}, TIME_FOR_A_SIGN).catch(() => {});
    }, milliseconds).unref();
  });
  return (await Promise.race([answer, late]).finally(() => clearTimeout(timer))) as ReplyOf<Name>;
}

/** What the process says went wrong, or how it ended. */
function problemOf(value: unknown): QmdProblem {
  if (typeof value === 'string') return new QmdProblem(`QMD ${value}`);
  const { message, isCorrupt } = Object(value) as { message?: string; isCorrupt?: boolean };
  return new QmdProblem(message ?? 'QMD sent an unreadable reply', isCorrupt ?? false);
}

type Child = ReturnType<typeof startChild>;

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * Starts QMD's module in a process of its own, which takes `{id, ...}` and answers `{id, ok, value}`. Other messages
 * are ignored. `onEnd` is called once, with the reason in words, before waiting requests are rejected with `problem`.
 */
function startChild(
  { module, node, env }: { module: string; node: string; env: NodeJS.ProcessEnv },
  problem: (value: unknown) => Error,
  onEnd: (reason: string) => void,
) {
  const child = fork(module, [], {
    execPath: node,
    env,
    // Other versions of Node.js understand JSON alone.
    serialization: 'json',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    execArgv: [],
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let complaints = '';
  let isOver = false;

  function end(reason: string): void {
    if (isOver) return;
    isOver = true;
    child.kill('SIGKILL');
    onEnd(reason);
    for (const { reject } of waiting.values()) reject(problem(reason));
    waiting.clear();
  }

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-2_000);
    if (process.env.RAPPEL_DEBUG) process.stderr.write(process.stderr.isTTY ? visible(text) : text);
  });
  child.on('message', (message) => {
    const { id, ok, value } = (message ?? {}) as { id?: number; ok?: boolean; value?: unknown };
    const asked = waiting.get(id ?? 0);
    waiting.delete(id ?? 0);
    if (ok === true) asked?.resolve(value);
    else asked?.reject(problem(value));
  });
  child.on('error', ({ message }) => end(`can't be started: ${message}`));
  child.on('exit', (code, signal) => {
    const last = complaints.trim().split('\n').at(-1)?.slice(0, 200);
    end(`ended ${signal === null ? `with code ${code}` : `by ${signal}`}${last ? `: ${last}` : ''}`);
  });
  hold(false);

  /** A command waits for a child that is at work, and not for one that has nothing to do. */
  function hold(atWork: boolean): void {
    const method = atWork ? 'ref' : 'unref';
    child[method]();
    child.channel?.[method]();
    (child.stderr as Socket | null)?.[method]();
  }

  return {
    hold,
    end,
    /** Sends a request. Its answer may still come after `forget`, and is ignored then. */
    request(message: object) {
      const id = ++lastId;
      const answer = new Promise<unknown>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        if (isOver) reject(problem('ended'));
        else child.send({ id, ...message }, (error) => error && end(`can't be reached: ${error.message}`));
      });
      return { id, answer, forget: () => waiting.delete(id) };
    },
  };
}
