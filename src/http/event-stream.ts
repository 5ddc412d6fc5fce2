import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ServiceEvents } from '../service/core.js';
import type { EventBus, EventOf, StoredEvent } from '../service/events/events.js';
import { RappelError } from '../shared/errors.js';

const MOST_STREAMS = 100;
const HEARTBEAT_MS = 15_000;
/** A client that does not read its stream is disconnected. */
const MOST_WAITING = 5_000;

/** The events of a stream by name, for its clients. */
export interface StreamEvents extends ServiceEvents {
  /** The last event before the stream begins. */
  hello: { last: string };
  /** The missed events are no longer known: load everything again. */
  reload: object;
}

interface StreamOptions {
  /** What a client receives at once, before any event. */
  first?: () => Promise<EventOf<ServiceEvents>[]>;
  wants?: (event: EventOf<ServiceEvents>) => boolean;
  /** The stream closes after such an event. */
  ends?: (event: EventOf<ServiceEvents>) => boolean;
}

/** Server-sent events with ids; a returning client gets what it missed, or `reload` if that is no longer known. */
export function createEventStream(events: EventBus<ServiceEvents>) {
  let open = 0;

  return (context: Context, options: StreamOptions = {}) => {
    if (open >= MOST_STREAMS) {
      // A thousand streams would keep all connections from other clients.
      context.header('connection', 'close');
      throw new RappelError('busy', 'stream.too_many', { most: MOST_STREAMS });
    }
    open++;
    const wants = options.wants ?? (() => true);
    return streamSSE(context, async (stream) => {
      const waiting: StoredEvent<ServiceEvents>[] = [];
      let wake = () => {};
      let closed = false;
      const unsubscribe = events.subscribe((event) => {
        if (!wants(event)) return;
        waiting.push(event);
        if (waiting.length > MOST_WAITING) closed = true;
        wake();
      });
      const heartbeat = setInterval(() => wake(), HEARTBEAT_MS);
      const close = () => {
        closed = true;
        wake();
      };
      stream.onAbort(close);
      try {
        const last = context.req.header('last-event-id') ?? context.req.query('since');
        const missed = last === undefined ? [] : events.since(last);
        if (missed === null) await stream.writeSSE({ event: 'reload', data: '{}', id: events.last });
        else waiting.unshift(...missed.filter(wants));
        await stream.writeSSE({
          event: 'hello',
          data: JSON.stringify({ last: events.last }),
          // Only after the missed events were sent: a client that disconnects now asks for them again.
          ...(waiting.length === 0 && { id: events.last }),
        });
        for (const event of (await options.first?.()) ?? []) {
          await stream.writeSSE({ event: event.type, data: JSON.stringify(event.data) });
          if (options.ends?.(event)) return;
        }
        while (!closed) {
          const event = waiting.shift();
          if (event === undefined) {
            await new Promise<void>((resolve) => {
              wake = resolve;
            });
            if (waiting.length === 0 && !closed) await stream.write(': alive\n\n');
            continue;
          }
          await stream.writeSSE({
            event: event.type,
            data: JSON.stringify(event.data),
            id: event.id,
          });
          if (options.ends?.(event)) break;
        }
      } finally {
        clearInterval(heartbeat);
        unsubscribe();
        open--;
      }
    });
  };
}
