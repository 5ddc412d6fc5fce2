import type { RequestListener } from 'node:http';

/** A hundred streams, and as many other requests as one thread can handle without delaying each by seconds. */
export const MOST_REQUESTS = 200;

/**
 * How long a refusal is held back, in milliseconds. Refused clients try again. If they all retried at once, the
 * event loop would only refuse, and new connections, which it accepts one per turn, would wait for seconds.
 */
export function refusalPause(): number {
  return 150 + 200 * Math.random();
}

/** Refuses a request while `most` others are being answered, before its body is read: a refusal must be cheap. */
export function limitRequests(answer: RequestListener, most = MOST_REQUESTS): RequestListener {
  let active = 0;
  return (request, response) => {
    if (active >= most) {
      setTimeout(() => {
        response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
        response.end(REFUSAL);
      }, refusalPause());
      return;
    }
    active++;
    response.once('close', () => {
      active--;
    });
    return answer(request, response);
  };
}

const REFUSAL = JSON.stringify({
  error: {
    code: 'busy',
    message: 'too many requests for this machine',
    hint: 'Try again in a moment, or ask less often.',
  },
});
