import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Progress } from '../../shared/progress.js';
import { publishProgress } from './publish-progress.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

function recording() {
  const published: Progress[] = [];
  const tell = publishProgress({ publish: (_, data) => void published.push(data) });
  return { published, tell };
}

it('says nothing about work that is over in a moment, however often there is some', () => {
  const { published, tell } = recording();
  for (let save = 0; save < 10; save++) {
    for (const done of [1, 2]) tell({ work: 'indexing', done, total: 2 });
    vi.advanceTimersByTime(2_000);
  }
  expect(published).toEqual([]);
});

it('tells a few times a second how far long work is', () => {
  const { published, tell } = recording();
  for (let done = 0; done <= 1_000; done++) {
    tell({ work: 'indexing', done, total: 1_000 });
    vi.advanceTimersByTime(2);
  }
  expect(published.length).toBeGreaterThan(5);
  expect(published.length).toBeLessThan(10);
  expect(published[0]!.done).toBe(125);
});

it('tells how far work is that takes seconds for each file', () => {
  const { published, tell } = recording();
  for (let done = 1; done <= 3; done++) {
    tell({ work: 'reading', done, total: 3 });
    vi.advanceTimersByTime(5_000);
  }
  expect(published.map(({ done }) => done)).toEqual([2, 3]);
});

it('tells how far work is that reports more often than it gets on', () => {
  const { published, tell } = recording();
  for (let at = 0; at < 40; at++) {
    tell({ work: 'linking', done: at < 20 ? 0 : 20, total: 40 });
    vi.advanceTimersByTime(50);
  }
  expect(published.map(({ done }) => done)).toEqual([0, 0, 0, 20, 20, 20, 20]);
});
