import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import type { Service } from '../service/create-service.js';
import { RappelError } from '../shared/errors.js';
import { parseInput } from '../tools/parse-input.js';
import { errorBody } from './errors.js';
import { jsonBody } from './json-body.js';
import { questionFields, questionOf } from './question-body.js';

const body = z.strictObject(questionFields);

/** A question, answered whole; as a stream for a client that asks for one, its steps and then the `answer`. */
export function searchRoutes(service: Service) {
  return new Hono().post('/', async (context) => {
    const asked = questionOf(parseInput('search', body, await jsonBody(context)));
    const { signal } = context.req.raw;
    if (!context.req.header('accept')?.includes('text/event-stream'))
      return context.json(await service.search(asked, { signal }));

    return streamSSE(context, async (stream) => {
      // Written in order: a step must not overtake the one before.
      let last = Promise.resolve();
      const send = (event: string, data: unknown) => {
        last = last.then(() => stream.writeSSE({ event, data: JSON.stringify(data) }));
        return last;
      };
      try {
        const answer = await service.search(asked, {
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
