import type { RequestListener } from 'node:http';
import { refusalPause } from '../shared/refusal-pause.js';
import { refusal } from './errors.js';

/** A hundred streams, and as many other requests as one thread can handle without delaying each by seconds. */
const MOST_REQUESTS = 200;

/** Refuses a request while `most` others are being answered, before its body is read: a refusal must be cheap. */
export function limitRequests(answer: RequestListener, most = MOST_REQUESTS): RequestListener {
  let active = 0;
  return (request, response) => {
    if (active >= most) {
      void refusalPause().then(() => {
        response.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' });
        response.end(REFUSAL);
      });
      return;
    }
    active++;
    response.once('close', () => {
      active--;
    });
    return answer(request, response);
  };
}

const REFUSAL = JSON.stringify(
  refusal('busy', 'too many requests for this machine', 'Try again in a moment, or ask less often.'),
);
