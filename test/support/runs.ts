import fc from 'fast-check';

const isFull = process.env.RAPPEL_TESTS === 'full';

// The same cases each time: a failure is one of the last change. The full number looks for new ones, and a failure names its seed.
fc.configureGlobal(isFull ? {} : { seed: 1, numRuns: 10 });

/** How often a property is tried: so many times in `npm run test:all`, a tenth of that in `npm test`. */
export function runs(full: number): number {
  return isFull ? full : Math.max(5, Math.ceil(full / 10));
}

/** How much there is of something that takes longer the more there is: files, rounds, megabytes. */
export function count(short: number, full: number): number {
  return isFull ? full : short;
}
