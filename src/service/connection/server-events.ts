import type { IncomingMessage } from 'node:http';
import type { EventOf } from '../events/events.js';

/** Reads server-sent events: `event:` and `data:` lines up to an empty one; skips comments and ids. */
export async function* parseEvents<Events>(
  response: IncomingMessage,
  signal: AbortSignal | undefined,
): AsyncGenerator<EventOf<Events>> {
  response.setEncoding('utf8');
  let rest = '';
  try {
    for await (const part of response) {
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop()!;
      yield* blocks.flatMap((block) => eventIn<Events>(block));
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

function eventIn<Events>(block: string): EventOf<Events>[] {
  const lines = block.split('\n');
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trim());
  const [type] = valuesOf('event');
  if (type === undefined) return [];
  // The service is of this version: its events have these types.
  return [{ type, data: JSON.parse(valuesOf('data').join('\n')) } as EventOf<Events>];
}
