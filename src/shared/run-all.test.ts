import { expect, it } from 'vitest';
import { runAll } from './run-all.js';

it('runs what comes after a failure, and throws it at the end', async () => {
  const ran: number[] = [];
  const failing = (number: number) => async () => {
    ran.push(number);
    throw new Error(`step ${number}`);
  };
  await expect(runAll([failing(1), () => ran.push(2), failing(3)])).rejects.toThrow('step 1');
  expect(ran).toEqual([1, 2, 3]);
});
