import type { SearchEngine, SearchRequest } from '../search/engine.js';
import { RappelError } from '../shared/errors.js';

export interface TurnOptions {
  /** A search that would wait for longer than this is refused at once. */
  mostWaitMs?: number;
  now?: () => number;
}

const MOST_WAIT_MS = 1_000;
/** Deep searches wait for models, not for the processor: several at once, and a longer patience. */
const DEEP_AT_ONCE = 4;
const DEEP_PATIENCE = 15;

/**
 * Searches for the doors, one after another with a break between them, so that other requests are answered in the
 * meantime. More than can be done is refused at once, with `busy`: nobody waits for an answer that comes too late.
 */
export function takeTurns(engine: SearchEngine, options: TurnOptions = {}): SearchEngine {
  const mostWaitMs = options.mostWaitMs ?? MOST_WAIT_MS;
  const now = options.now ?? (() => performance.now());
  const fast = createLane(1, mostWaitMs, now);
  const deep = createLane(DEEP_AT_ONCE, DEEP_PATIENCE * mostWaitMs, now);
  return {
    ...engine,
    search: (request: SearchRequest) => {
      const lane = request.mode === 'deep' ? deep : fast;
      return lane(() => engine.search(request), request.signal);
    },
  };
}

type Lane = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

function createLane(atOnce: number, mostWaitMs: number, now: () => number): Lane {
  const waiting: (() => void)[] = [];
  let running = 0;
  /** How long one takes: a guess at first, then the last ones count most. */
  let usualMs = mostWaitMs / 100;

  /** Not before the next turn of the event loop: what came in meanwhile has its turn first. */
  function leave(tookMs: number): void {
    usualMs += (tookMs - usualMs) / 10;
    setImmediate(() => {
      running--;
      waiting.shift()?.();
    });
  }

  return async (work, signal) => {
    if ((waiting.length * usualMs) / atOnce > mostWaitMs) throw tooMany();
    if (running >= atOnce || waiting.length > 0)
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    running++;
    const started = now();
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      leave(now() - started);
    }
  };
}

function tooMany(): RappelError {
  return new RappelError('busy', 'more is being searched than this machine can do', {
    hint: 'Try again in a moment, or ask less often.',
  });
}
