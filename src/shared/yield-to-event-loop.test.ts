import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createYielder, giveWay, LONGEST_WAY_OF_SEARCH_MS, nextTurn } from './yield-to-event-loop.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** More turns of the event loop than anything here takes. */
async function turns(): Promise<void> {
  for (let count = 0; count < 10; count++) await turn();
}

/** Long work that waits for its turn, and whether it went on. */
function waitingWork() {
  const work = { wentOn: false };
  void nextTurn().then(() => {
    work.wentOn = true;
  });
  return work;
}

describe('long work', () => {
  it('goes on within a turn until it took too long', () => {
    const yieldToEventLoop = createYielder();
    expect(yieldToEventLoop()).toBeUndefined();
    vi.advanceTimersByTime(5);
    expect(yieldToEventLoop()).toBeInstanceOf(Promise);
  });

  it('shares no turn of the event loop with other long work', async () => {
    const both = [waitingWork(), waitingWork()];
    await turn();
    expect(both.filter(({ wentOn }) => wentOn).length).toBeLessThan(2);
    await turns();
    expect(both.every(({ wentOn }) => wentOn)).toBe(true);
  });

  it('gives way until every request is answered', async () => {
    const [first, second] = [giveWay(), giveWay()];
    const work = waitingWork();
    await turns();
    first();
    await turns();
    expect(work.wentOn).toBe(false);
    second();
    await turns();
    expect(work.wentOn).toBe(true);
  });

  it('goes on beside a request that takes long, and gives way to the next one', async () => {
    const stream = giveWay();
    const work = waitingWork();
    await turns();
    vi.advanceTimersByTime(10);
    await turns();
    expect(work.wentOn).toBe(true);
    const later = waitingWork();
    await turns();
    expect(later.wentOn).toBe(true);
    const request = giveWay();
    const last = waitingWork();
    await turns();
    expect(last.wentOn).toBe(false);
    request();
    await turns();
    expect(last.wentOn).toBe(true);
    stream();
  });

  it('gives way to a search for as long as it takes, and no longer to a request beside it', async () => {
    const [request, search] = [giveWay(), giveWay(LONGEST_WAY_OF_SEARCH_MS)];
    const work = waitingWork();
    vi.advanceTimersByTime(90);
    await turns();
    expect(work.wentOn).toBe(false);
    search();
    await turns();
    expect(work.wentOn).toBe(true);
    request();
  });

  it('keeps a third of the time if searches come without an end', async () => {
    let gaveWayFor = 0;
    let stretches = 0;
    const work = (async () => {
      for (; stretches < 30; stretches++) await nextTurn();
    })();
    for (; stretches < 30; gaveWayFor++) {
      const search = giveWay(LONGEST_WAY_OF_SEARCH_MS);
      await turns();
      vi.advanceTimersByTime(1);
      const next = giveWay(LONGEST_WAY_OF_SEARCH_MS);
      search();
      await turns();
      next();
    }
    await work;
    expect(gaveWayFor).toBeGreaterThan(200);
    // Ten milliseconds for each stretch of five, and what was saved before.
    expect(gaveWayFor).toBeLessThan(500);
  });
});
