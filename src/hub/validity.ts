export type Validity = ReturnType<typeof createValidity>;

/** How long something known is true, counted from before it was asked for. Of two clocks the faster counts: one stands still while a machine sleeps. */
export function createValidity(forMs: number, clocks: readonly (() => number)[] = [monotonic, Date.now]) {
  let since: number[] = clocks.map(() => Number.NEGATIVE_INFINITY);
  return {
    /** Call before asking; what it returns is called with the answer. */
    begin(): () => void {
      const begun = clocks.map((clock) => clock());
      return () => {
        since = begun;
      };
    },
    isOver: () => clocks.some((clock, at) => clock() - since[at]! >= forMs),
  };
}

function monotonic(): number {
  return performance.now();
}
