import type { IncomingMessage } from 'node:http';

export interface ServerEvent {
  type: string;
  data: unknown;
}

/** Reads server-sent events: `event:` and `data:` lines up to an empty one; skips comments and ids. */
export async function* parseEvents(
  response: IncomingMessage,
  signal: AbortSignal | undefined,
): AsyncGenerator<ServerEvent> {
  response.setEncoding('utf8');
  let rest = '';
  try {
    for await (const part of response) {
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop()!;
      yield* blocks.flatMap(eventIn);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

function eventIn(block: string): ServerEvent[] {
  const lines = block.split('\n');
  const valuesOf = (field: string) =>
    lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trim());
  const [type] = valuesOf('event');
  return type === undefined ? [] : [{ type, data: JSON.parse(valuesOf('data').join('\n')) }];
}
