import type { RequestListener } from 'node:http';
import { RappelError } from '../shared/errors.js';
import { refusalPause } from '../shared/refusal-pause.js';
import { errorBody } from './errors.js';

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

const REFUSAL = JSON.stringify(errorBody(new RappelError('busy', 'http.too_many_requests')));
