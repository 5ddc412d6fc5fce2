import type { SearchEngine, SearchRequest } from '../../search/engine.js';
import { RappelError } from '../../shared/errors.js';
import { giveWay } from '../../shared/yield-to-event-loop.js';

interface ScheduleOptions {
  /** A search that would wait for longer than this is refused at once; one that did, when its turn comes. */
  mostWaitMs?: number;
  now?: () => number;
}

const MOST_WAIT_MS = 2_000;
/** Deep searches wait for models, not for the processor: several at once, and a longer patience. */
const DEEP_AT_ONCE = 4;
const DEEP_PATIENCE = 10;

/**
 * Runs searches from the doors in order of arrival, with breaks in which other requests are answered. Refuses a
 * search that can't be done in time with `busy`, so that no client waits for an answer that comes too late.
 */
export function scheduleSearches(engine: SearchEngine, options: ScheduleOptions = {}): SearchEngine {
  const mostWaitMs = options.mostWaitMs ?? MOST_WAIT_MS;
  const now = options.now ?? (() => performance.now());
  const fast = createLane(1, mostWaitMs, now);
  const deep = createLane(DEEP_AT_ONCE, DEEP_PATIENCE * mostWaitMs, now);
  return {
    ...engine,
    search(request: SearchRequest) {
      const lane = request.mode === 'deep' ? deep : fast;
      return lane(() => engine.search(request), request.signal);
    },
  };
}

type Lane = <Result>(work: () => Promise<Result>, signal?: AbortSignal) => Promise<Result>;

/** One search, usually. */
const SHORTEST_SHIFT_MS = 1;
const LONGEST_SHIFT_MS = 100;
/** A turn of the event loop that is shorter had nothing to do. */
const IDLE_TURN_MS = 0.05;
/** A break ends after this long, but not before so many turns: one alone may take longer, and lets one in. */
const LONGEST_BREAK_MS = 25;
const FEWEST_TURNS = 10;

function createLane(atOnce: number, mostWaitMs: number, now: () => number): Lane {
  const waiting: { since: number; place: number; start(): void; refuse(): void }[] = [];
  let running = 0;
  let isBreak = false;
  let shiftEnds = Number.NEGATIVE_INFINITY;
  let lastEnded = Number.NEGATIVE_INFINITY;
  /** How long each takes those behind it: a guess at first, then the last ones count most. */
  let usualMs = mostWaitMs / 100;

  /** While no search runs, others have their turns: the first one need not give them more. */
  function hasRested(): boolean {
    return running === 0 && now() - lastEnded >= LONGEST_BREAK_MS;
  }

  function goOn(): void {
    while (waiting.length > 0 && running < atOnce && !isBreak) {
      if (now() >= shiftEnds) {
        if (!hasRested()) {
          takeBreak();
          return;
        }
        shiftEnds = now() + SHORTEST_SHIFT_MS;
      }
      const { since, place, start, refuse } = waiting.shift()!;
      const waitedMs = now() - since;
      if (waitedMs > mostWaitMs) {
        refuse();
        continue;
      }
      if (place > 0) usualMs += (waitedMs / place - usualMs) / 10;
      running++;
      start();
    }
  }

  /**
   * A break lasts until the event loop is idle: the system accepts one new connection per turn of the loop, and
   * with a search at each turn the last of many clients would wait for seconds before it is accepted. The longer a
   * break, the longer the next run of searches: under a flood of requests, half of the time goes to answers.
   */
  function takeBreak(): void {
    isBreak = true;
    // For requests: with long work in each turn, the event loop would never be idle.
    const endBreak = giveWay(LONGEST_BREAK_MS);
    const began = now();
    // The first call may come within the turn in which the break began, before the system was asked for anything.
    let turnBegan = Number.NEGATIVE_INFINITY;
    let turns = 0;
    const turn = () => {
      const ended = now();
      const isLong = ended - began >= LONGEST_BREAK_MS && turns >= FEWEST_TURNS;
      if (ended - turnBegan > IDLE_TURN_MS && !isLong) {
        turnBegan = ended;
        turns++;
        setImmediate(turn);
        return;
      }
      isBreak = false;
      endBreak();
      shiftEnds = ended + Math.min(LONGEST_SHIFT_MS, Math.max(SHORTEST_SHIFT_MS, ended - began));
      goOn();
    };
    setImmediate(turn);
  }

  return async (work, signal) => {
    const place = waiting.length + running;
    if (place * usualMs > mostWaitMs) throw tooMany();
    await new Promise<void>((start, reject) => {
      waiting.push({ since: now(), place, start, refuse: () => reject(tooMany()) });
      goOn();
    });
    try {
      signal?.throwIfAborted();
      return await work();
    } finally {
      running--;
      lastEnded = now();
      goOn();
    }
  };
}

function tooMany(): RappelError {
  return new RappelError('busy', 'search.too_many');
}
