import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortInTurns } from './sort-in-turns.js';

const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;

it('gives the order of a sort at once, that of equal ones too', async () => {
  const items = fc.array(fc.record({ key: fc.nat(50), id: fc.nat() }), { maxLength: 3_000, size: 'max' });
  await fc.assert(
    fc.asyncProperty(items, async (all) => {
      expect(await sortInTurns(all, byKey)).toEqual(all.toSorted(byKey));
    }),
    { numRuns: 50 },
  );
});

it('lets others in while it sorts very many', async () => {
  const all = Array.from({ length: 300_000 }, (_, at) => ({ key: (at * 7_919) % 300_007 }));
  let turns = 0;
  let isSorted = false;
  const count = () => {
    turns++;
    if (!isSorted) setImmediate(count);
  };
  setImmediate(count);
  await sortInTurns(all, byKey);
  isSorted = true;
  expect(turns).toBeGreaterThan(1);
});
