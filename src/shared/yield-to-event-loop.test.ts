import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createYielder, giveWay, nextTurn } from './yield-to-event-loop.js';

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
});
