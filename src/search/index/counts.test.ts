import { describe, expect, it } from 'vitest';
import { createCounts } from './counts.js';

/** Of an index in which every stem is in so many chunks. */
function countsOf(doc: number) {
  const counted: string[] = [];
  const get = (stem: string) => {
    counted.push(stem);
    return { doc };
  };
  const database = { prepare: () => ({ get }) } as unknown as Parameters<typeof createCounts>[0];
  return { counts: createCounts(database), counted };
}

describe('the counts of stems', () => {
  it('are made again by a question once a hundredth has changed', () => {
    const { counts, counted } = countsOf(5_000);
    expect([0, 50, 51].map((changed) => counts.of('lion', changed))).toEqual([5_000, 5_000, 5_000]);
    expect(counted).toEqual(['lion', 'lion']);
  });

  it('of common stems are made again before a question needs them', () => {
    const { counts, counted } = countsOf(20_000);
    for (const stem of ['lion', 'zebra']) counts.of(stem, 0);
    for (const changed of [100, 101, 102, 103]) counts.renewOne(() => changed);
    for (const stem of ['lion', 'zebra']) counts.of(stem, 300);
    expect(counted).toEqual(['lion', 'zebra', 'lion', 'zebra']);
  });

  it('of rare stems are left to the question', () => {
    const { counts, counted } = countsOf(9_999);
    counts.of('lion', 0);
    counts.renewOne(() => 5_000);
    expect(counted).toEqual(['lion']);
  });
});
