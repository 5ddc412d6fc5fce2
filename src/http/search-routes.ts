import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Memory } from '../memory/memory.js';
import type { Replies } from '../memory/replies.js';
import { questionRequest } from '../operations/question-request.js';
import { RappelError } from '../shared/errors.js';
import { errorBody } from './errors.js';
import { jsonBody } from './parameters.js';

/** Answers a question; streams the steps and then the `answer` to a client that accepts a stream. */
export function searchRoutes(memory: Memory) {
  return new Hono().post('/', jsonBody('search', questionRequest()), async (context) => {
    const asked = context.req.valid('json');
    const { signal } = context.req.raw;
    if (!context.req.header('accept')?.includes('text/event-stream'))
      return context.json<Replies['POST /api/search']>(await memory.ask(asked, { signal }));

    return streamSSE(context, async (stream) => {
      // Written in order: a step must not overtake the previous one.
      let last = Promise.resolve();
      const send = (event: string, data: unknown) => {
        last = last.then(() => stream.writeSSE({ event, data: JSON.stringify(data) }));
        return last;
      };
      try {
        const answer = await memory.ask(asked, {
          signal,
          onEvent: (event) => void send(event.type, event),
        });
        await send('answer', answer);
      } catch (error) {
        if (!(error instanceof RappelError)) throw error;
        await send('error', errorBody(error));
      }
    });
  });
}
