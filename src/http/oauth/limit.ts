/** True at most so many times in each span of time. */
export function createLimit(most: number, everyMs: number): () => boolean {
  let [began, count] = [Number.NEGATIVE_INFINITY, 0];
  return () => {
    if (performance.now() - began > everyMs) [began, count] = [performance.now(), 0];
    return ++count <= most;
  };
}
