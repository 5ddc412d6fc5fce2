import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPasswords } from './passwords.js';

const RIGHT = 'correct horse battery';

describe('passwords', () => {
  it('are compared without holding up what else the process does', async () => {
    const passwords = createPasswords();
    onTestFinished(() => passwords.close());
    const known = await passwords.hash(RIGHT);
    expect(known).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const delay = monitorEventLoopDelay({ resolution: 5 });
    delay.enable();
    const before = performance.eventLoopUtilization();
    const compared = await Promise.all(
      [RIGHT, 'wrong', '', RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT, RIGHT].map((given) =>
        passwords.matches(given, known),
      ),
    );
    const { utilization } = performance.eventLoopUtilization(before);
    delay.disable();
    expect(compared).toEqual([true, false, false, true, true, true, true, true, true, true]);
    expect(await passwords.matches(RIGHT, null)).toBe(false);
    if (process.env.RAPPEL_DELAYS) console.log({ longestMs: delay.max / 1e6, utilization });
    // In this thread it is 1.
    expect(utilization).toBeLessThan(0.5);
  });

  it('are refused where too many wait, and go on after the thread ended', async () => {
    const passwords = createPasswords();
    onTestFinished(() => passwords.close());
    const tries = Array.from({ length: 25 }, () =>
      passwords.hash(RIGHT).catch((error: Error) => error.message),
    );
    const refused = (await Promise.all(tries)).filter((text) => text.startsWith('too many people'));
    expect(refused).toHaveLength(5);
    // While the old thread still ends, too.
    const closing = passwords.close();
    expect(await passwords.hash(RIGHT)).toMatch(/^\$argon2id/);
    await closing;
  });
});
