/** True at most so many times in each span of time. */
export function createLimit(most: number, everyMs: number): () => boolean {
  let [began, count] = [Number.NEGATIVE_INFINITY, 0];
  return () => {
    if (performance.now() - began > everyMs) [began, count] = [performance.now(), 0];
    return ++count <= most;
  };
}

/** The same for each key, as an address; of many keys, those whose time is over are forgotten. */
export function createLimits(most: number, everyMs: number): (key: string) => boolean {
  const limits = new Map<string, { began: number; mayGoOn: () => boolean }>();
  return (key) => {
    const now = performance.now();
    for (const [other, { began }] of limits) {
      if (now - began <= everyMs) break;
      limits.delete(other);
    }
    const limit = limits.get(key) ?? { began: now, mayGoOn: createLimit(most, everyMs) };
    limits.set(key, limit);
    return limit.mayGoOn();
  };
}
