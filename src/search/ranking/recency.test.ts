import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ranked } from '../../../test/support/search-index.js';
import { testFiles } from '../engine.contract.js';
import { createLocalEngine } from '../engines/own/local-engine.js';
import { preferNewer } from './recency.js';

const days =
  (...list: (string | null)[]) =>
  (id: number) =>
    list[id - 1] ?? null;
const order = (items: { id: number }[]) => items.map(({ id }) => id);

describe('among results that are worth nearly the same', () => {
  it('the newer one comes first', () => {
    const newer = preferNewer(ranked(0.8, 0.799, 0.5), days('2025-01-01', '2025-07-14', '2026-01-01'));
    expect(order(newer)).toEqual([2, 1, 3]);
  });

  it('one that is clearly better stays first, however old', () => {
    const same = ranked(0.8, 0.75);
    expect(preferNewer(same, days('2001-01-01', '2025-07-14'))).toEqual(same);
  });

  it('those without a day of their own keep their places', () => {
    const found = preferNewer(ranked(0.8, 0.8, 0.8), days('2024-01-01', null, '2025-01-01'));
    expect(order(found)).toEqual([3, 2, 1]);
    const undated = ranked(0.8, 0.8);
    expect(preferNewer(undated, () => null)).toEqual(undated);
  });

  it('only the first thirty are looked at', () => {
    const dates = Array.from({ length: 40 }, (_, index) =>
      `2025-01-${String(index + 1).padStart(2, '0')}`.slice(0, 10),
    );
    const found = order(preferNewer(ranked(...dates.map(() => 0.8)), days(...dates)));
    expect([found[0], found[29], found[30], found[39]]).toEqual([30, 1, 31, 40]);
  });

  it('nothing is lost, scores keep falling, and none moves further than the tie reaches', () => {
    const lists = fc.array(fc.tuple(fc.double({ min: 0.01, max: 0.999, noNaN: true }), fc.nat({ max: 28 })));
    fc.assert(
      fc.property(lists, (list) => {
        const sorted = list.toSorted((a, b) => b[0] - a[0]);
        const before = ranked(...sorted.map(([score]) => score));
        const after = preferNewer(before, (id) => {
          const day = sorted[id - 1]![1];
          return day === 0 ? null : `2025-02-${String(day).padStart(2, '0')}`;
        });
        expect(order(after).toSorted((a, b) => a - b)).toEqual(order(before));
        for (let i = 1; i < after.length; i++)
          expect(after[i]!.score).toBeLessThanOrEqual(after[i - 1]!.score);
        after.forEach(({ id }, place) => {
          const moved = before[id - 1]!.score - before[place]!.score;
          expect(Math.abs(moved)).toBeLessThan(0.011);
        });
      }),
    );
  });
});

describe('deep search without a model', () => {
  it('shows the newer of two equal days first', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rappel-recency-'));
    const text = '# 2025-03-01\n\nThe boiler was repaired.\n\n# 2025-06-01\n\nThe boiler was repaired.\n';
    const engine = createLocalEngine({
      files: testFiles({ 'changelog.md': text }),
      indexFile: join(folder, 'index.sqlite'),
      clock: { now: () => new Date(2025, 6, 14) },
      embedder: null,
    });
    onTestFinished(() => {
      engine.close();
      rmSync(folder, { recursive: true, force: true });
    });
    const { results, stages } = await engine.search({ queries: ['boiler repaired'], mode: 'deep' });
    expect(results.map(({ headings }) => headings[0])).toEqual(['2025-06-01', '2025-03-01']);
    expect(stages).toContainEqual({ name: 'recency', ran: true, reason: null });
  });
});
