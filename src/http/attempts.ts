/** Counts wrong tokens by where they come from; after a few, nothing is heard from there for a while. */
export function createAttempts({ most = 5, pauseMs = 60_000, now = Date.now as () => number } = {}) {
  const wrong = new Map<string, { count: number; last: number }>();

  return {
    /** How many seconds are left to wait; 0 where none. */
    wait(from: string): number {
      const known = wrong.get(from);
      if (known === undefined || known.count < most) return 0;
      return Math.max(0, Math.ceil((known.last + pauseMs - now()) / 1_000));
    },
    failed(from: string): void {
      const known = wrong.get(from);
      const isPast = known === undefined || known.last + pauseMs <= now();
      wrong.delete(from);
      wrong.set(from, { count: isPast ? 1 : known.count + 1, last: now() });
      if (wrong.size > MOST_KNOWN) wrong.delete(wrong.keys().next().value!);
    },
    succeeded(from: string): void {
      wrong.delete(from);
    },
  };
}

const MOST_KNOWN = 1_000;
