import { RappelError } from '../../../shared/errors.js';
import { type Child, startChild } from '../child.js';

export type ModelProcess = ReturnType<typeof createModelProcess>;

interface ModelProcessDeps {
  /** The module that the child runs. */
  module: string;
  /** Milliseconds without work after which the child ends and gives its memory back. */
  idle?: number;
  /** Milliseconds a request that was given up may go on before the child is ended. */
  grace?: number;
}

const IDLE = 5 * 60_000;
const GRACE = 5_000;

/**
 * A child process that does the work of models, started at the first request. If it crashes,
 * hangs or sends an invalid answer, the request fails with the code `model`, and the next request starts a new one.
 */
export function createModelProcess({ module, idle = IDLE, grace = GRACE }: ModelProcessDeps) {
  let child: Child | null = null;
  /** Requests that the child works on, including those that were given up. */
  let open = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  function running(): Child {
    if (child !== null) return child;
    const started = startChild({ module }, failed, () => {
      if (child !== started) return;
      child = null;
      open = 0;
    });
    child = started;
    return started;
  }

  function rest(of: Child): void {
    if (of !== child || --open > 0) return;
    of.hold(false);
    idleTimer = setTimeout(stop, idle).unref();
  }

  function stop(): void {
    child?.end('was stopped');
  }

  return {
    /**
     * Sends one piece of work and waits for its answer. A request that is given up, by `signal` or after `timeout`
     * milliseconds, is given up by the child as well.
     */
    async request(work: object, { signal, timeout }: { signal?: AbortSignal | undefined; timeout: number }) {
      signal?.throwIfAborted();
      const limit = AbortSignal.timeout(timeout);
      const end = signal ? AbortSignal.any([signal, limit]) : limit;
      const asked = running();
      clearTimeout(idleTimer);
      open++;
      asked.hold(true);
      const { id, answer } = asked.request({ work });
      const settled = answer.finally(() => rest(asked));
      settled.catch(() => {});
      return new Promise<unknown>((resolve, reject) => {
        const giveUp = () => {
          asked.tell({ cancel: id });
          const killing = setTimeout(() => asked.end('was silent'), grace).unref();
          settled.catch(() => {}).finally(() => clearTimeout(killing));
          reject(limit.aborted ? failed('it did not answer in time') : signal!.reason);
        };
        end.addEventListener('abort', giveUp, { once: true });
        settled.then(resolve, reject).finally(() => end.removeEventListener('abort', giveUp));
      });
    },
    stop,
  };
}

/** The child's own words, or how it ended. */
function failed(reason: unknown): RappelError {
  const ended = /^(?:ended|was|can't be) /.test(String(reason));
  return new RappelError('model', ended ? `the process of the local models ${reason}` : String(reason), {
    hint: 'Look at the local models with: rappel models',
  });
}
