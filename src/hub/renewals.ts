import { errorMessage } from '../shared/errors.js';

/** Calls `renew` every `everyMs`, and four times as often while PostgreSQL does not answer. */
export function createRenewals(
  renew: () => Promise<void>,
  { everyMs, log }: { everyMs: number; log(message: string): void },
) {
  let problem: string | null = null;
  let backSince = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();

  async function tick(): Promise<void> {
    try {
      await renew();
      if (problem !== null) {
        log('PostgreSQL is back');
        backSince = performance.now();
      }
      problem = null;
    } catch (error) {
      if (problem === null) log(errorMessage(error));
      problem = errorMessage(error);
    }
    timer = setTimeout(next, problem === null ? everyMs : everyMs / 4);
    timer.unref();
  }

  function next(): void {
    turn = tick();
  }

  return {
    /** Why PostgreSQL does not answer; null where it does. */
    problem: () => problem,
    /** Before all nodes had time to renew their leases, one that ran out does not mean that its leader is gone. */
    isJustBack: () => performance.now() - backSince < 2 * everyMs,
    /** Resolves after the first renewal, which may fail. */
    start: tick,
    async stop(): Promise<void> {
      clearTimeout(timer);
      await turn;
      clearTimeout(timer);
    },
  };
}
