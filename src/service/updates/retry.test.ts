import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ModelFailure, RappelError } from '../../shared/errors.js';
import { isDue, joinRetry, planRetry, type Retry } from './retry.js';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const at = (now: number, random = 0.5) => ({ now, patienceMs: DAY, settings: 's', random });
const failed = (failure: ModelFailure, retryAfterMs?: number) =>
  new RappelError('model', 'no connection', {
    hint: 'Check it.',
    data: { model: { failure, ...(retryAfterMs !== undefined && { retryAfterMs }) } },
  });

describe('the plan of retries', () => {
  it('waits longer after every failure, up to an hour, and ends after a day', () => {
    const pauses: number[] = [];
    let retry: Retry | undefined;
    for (let now = 0; ; now = retry.next) {
      const planned = planRetry(retry, failed('unreachable'), at(now));
      if (planned === null) break;
      retry = planned;
      pauses.push(planned.next - now);
    }
    expect(pauses.slice(0, 4)).toEqual([30_000, 60_000, 120_000, 240_000]);
    expect(pauses.at(-2)).toBe(HOUR);
    expect(retry!.next).toBe(DAY);
    expect(pauses.length).toBeLessThan(40);
  });

  it('never waits less than the provider asks for, nor past the end, nor in the past', () => {
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
          expect(planned.next).toBeLessThanOrEqual(planned.until);
          expect(planned.next).toBeGreaterThanOrEqual(Math.min(passed + retryAfterMs, planned.until));
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
    expect(planRetry(retry, failed('settings'), at(HOUR))!.until).toBe(HOUR + DAY);
  });

  it('gives an update that was not tried its own day', () => {
    const other = planRetry(undefined, failed('unreachable'), at(0))!;
    expect(joinRetry(undefined, other, at(1_000))).toMatchObject({
      tries: 0,
      next: other.next,
      until: 1_000 + DAY,
    });
    expect(joinRetry({ ...other, tries: 3 }, other, at(1_000))).toMatchObject({ tries: 3, until: DAY });
    expect(joinRetry(other, other, at(DAY))).toBeNull();
  });
});
