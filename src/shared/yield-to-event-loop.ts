/** A request passes several turns of the event loop, and each of them may have such a stretch. */
const LONGEST_STRETCH_MS = 5;

/** For long synchronous work: `await yieldToEventLoop()` between its pieces lets requests in, whenever enough time has passed. */
export function createYielder(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < LONGEST_STRETCH_MS) return undefined;
    return new Promise((resolve) =>
      setImmediate(() => {
        began = performance.now();
        resolve();
      }),
    );
  };
}
