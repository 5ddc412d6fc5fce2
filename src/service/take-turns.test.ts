import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import type { SearchEngine } from '../search/engine.js';
import { takeTurns } from './take-turns.js';

const REQUEST = { queries: ['facture'] };

async function indexedVault() {
  const { context } = tempVault({ 'bucket/note.md': '# Note\n\nLa facture est payée.\n' });
  const engine = await context.engine();
  await engine.refresh();
  return engine;
}

/** The engine, on a machine where every search takes 100 ms. */
function onSlowMachine(engine: SearchEngine) {
  let time = 0;
  const slow: SearchEngine = {
    ...engine,
    async search(request) {
      const answer = await engine.search(request);
      time += 100;
      return answer;
    },
  };
  return takeTurns(slow, { mostWaitMs: 1_000, now: () => time });
}

describe('searches in turns', () => {
  it('refuses at once what would wait for too long, and answers the rest', async () => {
    const engine = onSlowMachine(await indexedVault());
    const searchAll = () => Promise.allSettled(Array.from({ length: 50 }, () => engine.search(REQUEST)));
    // How slow the machine is has to be seen first.
    expect((await searchAll()).every(({ status }) => status === 'fulfilled')).toBe(true);
    const outcomes = await searchAll();
    const answered = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    // As many as a second has room for, and the one that fills it.
    expect(answered).toHaveLength(11);
    expect(refused.map(({ code }) => code)).toEqual(Array(39).fill('busy'));
    for (const { value } of answered) expect(value.results).toHaveLength(1);
    expect((await engine.search(REQUEST)).results).toHaveLength(1);
  });

  it('lets other work in between two searches', async () => {
    const engine = onSlowMachine(await indexedVault());
    const order: string[] = [];
    const searches = [1, 2, 3].map((n) => engine.search(REQUEST).then(() => order.push(`search ${n}`)));
    const other = setImmediate().then(() => order.push('other'));
    await Promise.all([...searches, other]);
    expect(order.indexOf('other')).toBeLessThan(order.indexOf('search 3'));
  });

  it('goes on after a search that failed, and after one that was called off while it waited', async () => {
    const engine = takeTurns(await indexedVault());
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
