import { fork } from 'node:child_process';
import type { Socket } from 'node:net';
import { visible } from '../../../shared/visible.js';

export type Child = ReturnType<typeof startChild>;

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/**
 * Starts QMD's module in a process of its own, which takes `{id, ...}` and answers `{id, ok, value}`. Other messages
 * are ignored. `onEnd` is called once, with the reason in words, before waiting requests are rejected with `problem`.
 */
export function startChild(
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
