import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelFailure, RappelError } from '../../shared/errors.js';
import { dueUpdates, isDue, joinRetry, planRetry, type Retry } from './retry.js';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const at = (now: number, random = 0.5) => ({ now, settings: 's', random });
const failed = (failure: ModelFailure, retryAfterMs?: number) =>
  new RappelError('model', 'other', {
    message: 'no connection',
    hint: 'Check it.',
    data: { model: { failure, ...(retryAfterMs !== undefined && { retryAfterMs }) } },
  });

describe('the plan of retries', () => {
  it('waits longer after every failure, up to an hour, and never gives up', () => {
    const pauses: number[] = [];
    let retry: Retry | undefined;
    for (let now = 0; now < 7 * DAY; now = retry.next) {
      retry = planRetry(retry, failed('unreachable'), at(now))!;
      pauses.push(retry.next - now);
    }
    expect(pauses.slice(0, 4)).toEqual([30_000, 60_000, 120_000, 240_000]);
    expect(pauses.at(-1)).toBe(HOUR);
  });

  it('never waits less than the provider asks for, within a day, nor in the past', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 40 }),
        fc.integer({ min: 0, max: 2 * DAY }),
        fc.integer({ min: 0, max: DAY - 1 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tries, retryAfterMs, passed, random) => {
          const before = { ...planRetry(undefined, failed('limited'), at(0))!, tries };
          const planned = planRetry(before, failed('limited', retryAfterMs), at(passed, random))!;
          expect(planned.next).toBeGreaterThan(passed);
          expect(planned.next).toBeLessThanOrEqual(passed + DAY);
          expect(planned.next).toBeGreaterThanOrEqual(passed + Math.min(retryAfterMs, DAY));
        },
      ),
    );
  });

  it('does not wait for what time does not change', () => {
    for (const failure of ['rejected', 'cut_off', 'refused', 'limit'] as const)
      expect(planRetry(undefined, failed(failure), at(0))).toBeNull();
    expect(planRetry(undefined, new Error('a fault of ours'), at(0))).toBeNull();
  });

  it('is due in its time, at once with other settings, and after the clock was set back', () => {
    const retry = planRetry(undefined, failed('settings'), at(DAY))!;
    expect(isDue(retry, DAY + 1, 's')).toBe(false);
    expect(isDue(retry, retry.next, 's')).toBe(true);
    expect(isDue(retry, DAY + 1, 'other')).toBe(true);
    expect(isDue(retry, DAY - 1, 's')).toBe(true);
    expect(planRetry(retry, failed('settings'), at(HOUR))!.since).toBe(HOUR);
  });

  it('is the same for an update that was not tried', () => {
    const other = planRetry(undefined, failed('unreachable'), at(0))!;
    expect(joinRetry(undefined, other, 1_000)).toMatchObject({ tries: 0, next: other.next, since: 1_000 });
    expect(joinRetry({ ...other, tries: 3 }, other, 1_000)).toMatchObject({ tries: 3, since: 0 });
  });
});

describe('the updates that can run now', () => {
  const waiting = (failure: ModelFailure, now: number) => planRetry(undefined, failed(failure), at(now))!;
  const context = (now: number) => ({ now, settings: 's' });
  const none = () => false;

  it('are in the order in which they came, whatever happened to each', () => {
    const retries = fc.option(
      fc.record({ failure: fc.constantFrom('unreachable', 'limited', 'settings'), at: fc.nat(200_000) }),
      { nil: undefined },
    );
    fc.assert(
      fc.property(fc.array(retries, { maxLength: 8 }), fc.nat(200_000), (all, now) => {
        const updates = all.map((one, id) => ({
          id,
          retry: one && waiting(one.failure as ModelFailure, one.at),
        }));
        // Nobody overtakes: what runs now are the first ones.
        const due = dueUpdates(updates, none, context(now)).map(({ id }) => id);
        expect(due).toEqual(updates.slice(0, due.length).map(({ id }) => id));
        // And where the time of all has come, all run.
        expect(dueUpdates(updates, none, context(10 * DAY))).toEqual(updates);
      }),
    );
  });

  it('are tried again when a new one comes, after a minute, the oldest first', () => {
    const [old, fresh] = [
      { id: 'old', retry: waiting('unreachable', 0) },
      { id: 'fresh', retry: undefined },
    ];
    old.retry.next = HOUR;
    expect(dueUpdates([old, fresh], none, context(59_000))).toEqual([]);
    expect(dueUpdates([old, fresh], none, context(60_000))).toEqual([old, fresh]);
    expect(dueUpdates([old], none, context(60_000))).toEqual([]);
  });

  it('wait for none that the model was too slow for, and never where they are free', () => {
    const slow = { id: 'slow', retry: waiting('slow', 0) };
    const down = { id: 'down', retry: waiting('unreachable', 0) };
    const fresh = { id: 'fresh', retry: undefined };
    expect(dueUpdates([slow, fresh], none, context(1_000))).toEqual([fresh]);
    expect(dueUpdates([down, fresh], ({ id }) => id === 'fresh', context(1_000))).toEqual([fresh]);
  });
});
