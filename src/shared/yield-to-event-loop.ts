/** A question that comes in the middle of one waits for its end. */
const LONGEST_STRETCH_MS = 5;
/** Work in the background gives way to a request for so long; then it goes on, as the request may wait for that very work. */
const LONGEST_WAY_MS = 10;

/** For long synchronous work: `await yieldToEventLoop()` between its pieces lets requests in, whenever enough time has passed. */
export function createYielder(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < LONGEST_STRETCH_MS) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}

/** Waits for a turn of the event loop in which no other long work goes on, and until requests are answered. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push({ since: performance.now(), resolve });
    if (waiting.length === 1) setImmediate(goOn);
  });
}

/** A request has come: long work gives way until the returned function is called. */
export function giveWay(): () => void {
  const request = { since: performance.now() };
  requests.add(request);
  return () => {
    requests.delete(request);
    if (!hasNewRequests()) onAnswered?.();
  };
}

/** Of the whole process, as its event loop is. */
const waiting: { since: number; resolve(): void }[] = [];
const requests = new Set<{ since: number }>();
let onAnswered: (() => void) | null = null;

/** One at a time: the stretches of several, one after the other, would be as long as all of them. */
async function goOn(): Promise<void> {
  await untilAnswered(waiting[0]!.since + LONGEST_WAY_MS);
  waiting.shift()!.resolve();
  if (waiting.length > 0) setImmediate(goOn);
}

async function untilAnswered(latest: number): Promise<void> {
  const left = latest - performance.now();
  if (left <= 0 || !hasNewRequests()) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, left);
    onAnswered = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  onAnswered = null;
}

function hasNewRequests(): boolean {
  const now = performance.now();
  // In the order in which they came. A stream of events stays open for days.
  for (const request of requests) {
    if (now - request.since < LONGEST_WAY_MS) return true;
    requests.delete(request);
  }
  return false;
}
