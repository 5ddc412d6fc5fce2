import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { RappelError } from '../../../shared/errors.js';

/**
 * A child process that does the work of models, started at the first request. Its crash, its silence or its nonsense is
 * a `RappelError` with the code `model` for whoever asked, and nothing more; the next request starts a new one.
 */
export interface ModelProcess {
  /** Sends one piece of work and waits for its answer. A request that is given up is given up by the child as well. */
  request(work: object, options: RequestOptions): Promise<unknown>;
  stop(): void;
}

export interface RequestOptions {
  signal?: AbortSignal | undefined;
  /** Milliseconds until the request is given up. */
  timeout: number;
}

export interface ModelProcessDeps {
  /** The module that the child runs. */
  module: string;
  /** Milliseconds without work after which the child ends and gives its memory back. */
  idle?: number;
  /** Milliseconds a request that was given up may go on before the child is ended. */
  grace?: number;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export function createModelProcess({ module, idle = IDLE, grace = GRACE }: ModelProcessDeps): ModelProcess {
  const waiting = new Map<number, Waiting>();
  /** Requests that nobody waits for any more, but that the child is still at work on. */
  const abandoned = new Map<number, NodeJS.Timeout>();
  let child: ChildProcess | null = null;
  let idleTimer: NodeJS.Timeout | null = null;
  let lastId = 0;
  let complaints = '';

  function running(): ChildProcess {
    if (child !== null) return child;
    complaints = '';
    const started = fork(module, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    });
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaints = (complaints + text).slice(-2_000);
    });
    started.on('message', onAnswer);
    started.on('error', (error) => ended(started, error.message));
    started.on('exit', (code, signal) => ended(started, reasonOf(code, signal, complaints)));
    child = started;
    return started;
  }

  function onAnswer(message: unknown): void {
    const { id, ok, value } = asAnswer(message);
    if (id === null) return;
    clearTimeout(abandoned.get(id));
    abandoned.delete(id);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (ok) asked?.resolve(value);
    else asked?.reject(failed(String(value)));
    rest();
  }

  function ended(which: ChildProcess, reason: string): void {
    if (which !== child) return;
    child = null;
    for (const timer of abandoned.values()) clearTimeout(timer);
    abandoned.clear();
    const left = [...waiting.values()];
    waiting.clear();
    for (const { reject } of left) reject(failed(reason));
    rest();
  }

  function rest(): void {
    if (idleTimer !== null) clearTimeout(idleTimer);
    idleTimer = null;
    if (waiting.size > 0 || abandoned.size > 0 || child === null) return;
    hold(child, false);
    idleTimer = setTimeout(stop, idle);
    idleTimer.unref();
  }

  function giveUp(id: number): void {
    waiting.delete(id);
    if (child === null) return;
    child.send({ cancel: id }, () => {});
    const timer = setTimeout(stop, grace);
    timer.unref();
    abandoned.set(id, timer);
    rest();
  }

  function stop(): void {
    child?.kill('SIGKILL');
  }

  return {
    request(work, { signal, timeout }) {
      signal?.throwIfAborted();
      const id = ++lastId;
      const limit = AbortSignal.timeout(timeout);
      const end = signal ? AbortSignal.any([signal, limit]) : limit;
      return new Promise<unknown>((resolve, reject) => {
        end.addEventListener(
          'abort',
          () => {
            if (!waiting.has(id)) return;
            giveUp(id);
            reject(limit.aborted ? failed('it did not answer in time') : (signal!.reason as Error));
          },
          { once: true },
        );
        waiting.set(id, { resolve, reject });
        const to = running();
        hold(to, true);
        to.send({ id, work }, (error) => {
          if (error !== null && to === child) stop();
        });
      });
    },
    stop,
  };
}

/** A command waits for a child that is at work, and not for one that has nothing to do. */
function hold(child: ChildProcess, atWork: boolean): void {
  const method = atWork ? 'ref' : 'unref';
  child[method]();
  child.channel?.[method]();
  (child.stderr as Socket | null)?.[method]();
}

const IDLE = 5 * 60_000;
const GRACE = 5_000;

function asAnswer(message: unknown): { id: number | null; ok: boolean; value: unknown } {
  const { id, ok, value } = (message ?? {}) as { id?: unknown; ok?: unknown; value?: unknown };
  return { id: typeof id === 'number' ? id : null, ok: ok === true, value };
}

function reasonOf(code: number | null, signal: NodeJS.Signals | null, complaints: string): string {
  const last = complaints.trim().split('\n').at(-1) ?? '';
  const how = signal === null ? `with code ${code}` : `by ${signal}`;
  return `the process of the local models ended ${how}${last && `: ${last}`}`;
}

function failed(reason: string): RappelError {
  return new RappelError('model', reason, { hint: 'Look at the local models with: rappel models' });
}
