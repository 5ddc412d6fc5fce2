import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import type { SearchEngine } from '../../search/engine.js';
import { scheduleSearches } from './schedule-searches.js';

const REQUEST = { queries: ['facture'] };

async function indexedVault() {
  const { context } = tempVault({ 'bucket/note.md': '# Note\n\nLa facture est payée.\n' });
  const engine = await context.engine();
  await engine.refresh();
  return engine;
}

/** The engine, on a machine where every search takes 100 ms. */
function onSlowMachine(engine: SearchEngine, clock = { time: 0 }) {
  const slow: SearchEngine = {
    ...engine,
    async search(request) {
      const answer = await engine.search(request);
      clock.time += 100;
      return answer;
    },
  };
  return scheduleSearches(slow, { mostWaitMs: 1_000, now: () => clock.time });
}

describe('searches in turns', () => {
  it('refuses what waits for too long; at once, as soon as it has seen how long that is', async () => {
    const engine = onSlowMachine(await indexedVault());
    const searchMany = async () => {
      const order: string[] = [];
      await Promise.all(
        Array.from({ length: 50 }, () =>
          engine.search(REQUEST).then(
            ({ results }) => order.push(`${results.length} found`),
            ({ code }) => order.push(code),
          ),
        ),
      );
      return order;
    };
    // As many as a second has room for, and the one that fills it.
    const answered = Array(11).fill('1 found');
    const refused = Array(39).fill('busy');
    for (let round = 0; round < 5; round++)
      expect((await searchMany()).sort()).toEqual([...answered, ...refused]);
    expect(await searchMany()).toEqual([...refused, ...answered]);
  });

  it('lets other work in between two searches', async () => {
    const engine = onSlowMachine(await indexedVault());
    const order: string[] = [];
    const searches = [1, 2, 3].map((n) => engine.search(REQUEST).then(() => order.push(`search ${n}`)));
    const other = setImmediate().then(() => order.push('other'));
    await Promise.all([...searches, other]);
    expect(order.indexOf('other')).toBeLessThan(order.indexOf('search 3'));
  });

  it('goes on only when nothing else is left to do, or after a while', async () => {
    const clock = { time: 0 };
    const engine = onSlowMachine(await indexedVault(), clock);
    const order: string[] = [];
    const search = (n: number) => engine.search(REQUEST).then(() => order.push(`search ${n}`));
    // One connection at each turn, as the system hands them over.
    const crowd = async (size: number) => {
      for (let n = 1; n <= size; n++) {
        await setImmediate();
        clock.time += 1;
        order.push('connection');
      }
    };
    await Promise.all([crowd(40), search(1), search(2), search(3)]);
    const connectionsBefore = (n: number) =>
      order.slice(0, order.indexOf(`search ${n}`)).filter((word) => word === 'connection').length;
    expect(connectionsBefore(2)).toBeGreaterThan(20);
    expect(connectionsBefore(2)).toBeLessThan(30);
    expect(connectionsBefore(3)).toBe(40);
  });

  it('starts the first search at once, however busy the service is', async () => {
    const clock = { time: 0 };
    const engine = onSlowMachine(await indexedVault(), clock);
    for (let round = 1; round <= 2; round++) {
      let isDone = false;
      let turns = 0;
      const busy = (async () => {
        for (; !isDone; turns++) {
          await setImmediate();
          clock.time += 25;
        }
      })();
      await engine.search(REQUEST).finally(() => {
        isDone = true;
      });
      await busy;
      expect(turns).toBeLessThan(5);
      clock.time += 1_000;
    }
  });

  it('goes on after a search that failed, and after one that was called off while it waited', async () => {
    const engine = scheduleSearches(await indexedVault());
    const calledOff = new AbortController();
    const outcomes = Promise.allSettled([
      engine.search({ queries: [] }),
      engine.search({ ...REQUEST, signal: calledOff.signal }),
      engine.search(REQUEST),
    ]);
    calledOff.abort();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });
});
