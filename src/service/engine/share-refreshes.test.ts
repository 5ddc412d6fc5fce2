import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testFiles } from '../../search/engine.contract.js';
import type { SearchEngine, SearchRequest } from '../../search/engine.js';
import { createLocalEngine } from '../../search/engines/own/local-engine.js';
import { systemClock } from '../../shared/clock.js';
import { nextTurn } from '../../shared/yield-to-event-loop.js';
import { shareRefreshes } from './share-refreshes.js';

const FILES = 900;
const pathOf = (n: number) => `bucket/note-${n}.md`;

/** An index of many files, some of which have changed since; a refresh does not end before `end` is called. */
async function changedVault(changes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-refreshes-'));
  const files = testFiles(
    Object.fromEntries(Array.from({ length: FILES }, (_, n) => [pathOf(n), `# Note ${n}\n\nold${n}\n`])),
  );
  const open = () =>
    createLocalEngine({
      files,
      indexFile: join(folder, 'index.sqlite'),
      clock: systemClock,
      embedder: null,
      refresh: 'once',
    });
  const before = open();
  await before.refresh();
  before.close();
  for (let n = 0; n < changes; n++) files.put(pathOf(n), `# Note ${n}\n\nnew${n}\n`);
  const engine = open();
  onTestFinished(() => {
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const held: SearchEngine = {
    ...engine,
    async refresh(options) {
      const report = await engine.refresh(options);
      await ended;
      return report;
    },
  };
  return { engine: shareRefreshes(held), end };
}

const ask = async (engine: SearchEngine, word: string) => {
  const request: SearchRequest = { queries: [word] };
  const { results, stages } = await engine.search(request);
  return { paths: results.map(({ path }) => path), notes: stages.map(({ reason }) => reason) };
};

describe('a search while the index catches up', () => {
  it('does not wait for many changed files, and says that some may be missing', async () => {
    const { engine, end } = await changedVault(430);
    const refreshing = engine.refresh();
    const early = await ask(engine, `old${FILES - 1}`);
    expect(early.paths).toEqual([`vault/${pathOf(FILES - 1)}`]);
    expect(early.notes).toContain('some changed files may not be indexed yet');
    end();
    expect((await refreshing).indexed).toBe(430);
    const later = await ask(engine, 'new429');
    expect(later.paths).toEqual([`vault/${pathOf(429)}`]);
    expect(later.notes).not.toContain('some changed files may not be indexed yet');
  });

  it('never quotes what a changed file no longer says', async () => {
    const { engine, end } = await changedVault(430);
    const refreshing = engine.refresh();
    expect((await ask(engine, 'old429')).paths).toEqual([]);
    end();
    await refreshing;
  });

  it.each([
    ['a few changed files', 5],
    ['most of the vault', 600],
  ])('waits for %s', async (_, changes) => {
    const { engine, end } = await changedVault(changes);
    const order: string[] = [];
    const refreshing = engine.refresh().then(() => order.push('refreshed'));
    const answering = ask(engine, `new${changes - 1}`).then(({ paths }) => order.push(...paths));
    end();
    await Promise.all([refreshing, answering]);
    expect(order).toEqual(['refreshed', `vault/${pathOf(changes - 1)}`]);
  });

  it('makes long work wait until a search is answered', async () => {
    const { engine: quick, end } = await changedVault(0);
    end();
    const order: string[] = [];
    const slow: SearchEngine = {
      ...quick,
      async search(request) {
        for (let turn = 0; turn < 20; turn++) await setImmediate();
        order.push('answered');
        return quick.search(request);
      },
    };
    const engine = shareRefreshes(slow);
    await engine.refresh();
    // What it gave way for before is made up for.
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    const answering = ask(engine, 'old3');
    await setImmediate();
    await nextTurn();
    order.push('went on');
    await answering;
    expect(order).toEqual(['answered', 'went on']);
  });
});
