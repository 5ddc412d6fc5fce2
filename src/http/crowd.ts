import type { RequestListener } from 'node:http';

/** A hundred streams, and what one thread can have in hand at once without keeping everybody waiting for seconds. */
export const MOST_REQUESTS = 200;

/**
 * How long a refusal is held back. A crowd that is refused comes again, and if all of it comes at once the event loop has
 * nothing but refusals to do: new connections, of which it takes one at each turn, would wait for seconds to be heard.
 */
export function refusalPause(): number {
  return 150 + 200 * Math.random();
}

/**
 * Refuses a request where so many are under way already, before anything of it is read: a refusal must cost next to
 * nothing, or a crowd makes all of them late.
 */
export function limitCrowd(answer: RequestListener, most = MOST_REQUESTS): RequestListener {
  let underWay = 0;
  return (request, response) => {
    if (underWay >= most) {
      setTimeout(() => {
        response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
        response.end(REFUSAL);
      }, refusalPause());
      return;
    }
    underWay++;
    response.once('close', () => {
      underWay--;
    });
    return answer(request, response);
  };
}

const REFUSAL = JSON.stringify({
  error: {
    code: 'busy',
    message: 'more is asked than this machine can answer',
    hint: 'Try again in a moment, or ask less often.',
  },
});
