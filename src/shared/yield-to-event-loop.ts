/** A question that comes in the middle of one waits for its end. */
const LONGEST_STRETCH_MS = 5;
/** Work in the background gives way to a request for so long; then it goes on, as the request may wait for that very work. */
const LONGEST_WAY_MS = 10;
/** The same for what never waits for work in the background, as a search whose index is open. */
export const LONGEST_WAY_OF_SEARCH_MS = 100;
/** What a stretch of work may give way for later: requests that come without an end leave it a third of the time. */
const WAY_FOR_A_STRETCH_MS = 2 * LONGEST_STRETCH_MS;

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

/** A request has come: long work gives way until the returned function is called, and for at most so long. */
export function giveWay(mostMs = LONGEST_WAY_MS): () => void {
  const request = { until: performance.now() + mostMs };
  requests.add(request);
  return () => {
    requests.delete(request);
    if (latestRequest() <= performance.now()) onAnswered?.();
  };
}

/** Of the whole process, as its event loop is. */
const waiting: { since: number; resolve(): void }[] = [];
const requests = new Set<{ until: number }>();
let onAnswered: (() => void) | null = null;
/** Milliseconds that long work can give way for, because it went on before. */
let saved = LONGEST_WAY_OF_SEARCH_MS;

/** One at a time: the stretches of several, one after the other, would be as long as all of them. */
async function goOn(): Promise<void> {
  await untilAnswered(waiting[0]!.since + Math.max(LONGEST_WAY_MS, saved));
  saved = Math.min(LONGEST_WAY_OF_SEARCH_MS, saved + WAY_FOR_A_STRETCH_MS);
  waiting.shift()!.resolve();
  if (waiting.length > 0) setImmediate(goOn);
}

async function untilAnswered(latest: number): Promise<void> {
  const began = performance.now();
  for (let now = began; ; now = performance.now()) {
    const left = Math.min(latest, latestRequest()) - now;
    if (left <= 0) break;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, left);
      onAnswered = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    onAnswered = null;
  }
  saved = Math.max(0, saved - (performance.now() - began));
}

/** Until when long work gives way to the requests that there are. A stream of events stays open for days. */
function latestRequest(): number {
  const now = performance.now();
  let latest = 0;
  for (const request of requests) {
    if (request.until <= now) requests.delete(request);
    latest = Math.max(latest, request.until);
  }
  return latest;
}
