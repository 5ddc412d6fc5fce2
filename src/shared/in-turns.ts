import { createYielder } from './yield-to-event-loop.js';

/** Takes the steps of long work, and lets requests in between them. Undefined where it was stopped before its end. */
export async function inTurns<Result>(
  steps: Generator<void, Result>,
  isStopped: () => boolean = () => false,
): Promise<Result | undefined> {
  const yieldToEventLoop = createYielder();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (isStopped()) return undefined;
    const rest = yieldToEventLoop();
    if (rest !== undefined) await rest;
  }
}
