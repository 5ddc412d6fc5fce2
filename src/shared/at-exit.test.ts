import { expect, it } from 'vitest';
import { atExit } from './at-exit.js';

it('takes one listener of the process for any number of actions, and none afterwards', () => {
  const before = process.listenerCount('exit');
  const forget = Array.from({ length: 20 }, () => atExit(() => {}));
  expect(process.listenerCount('exit')).toBeLessThanOrEqual(before + 1);
  for (const one of forget) one();
  expect(process.listenerCount('exit')).toBe(before);
});
