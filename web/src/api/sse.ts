export interface SentEvent {
  type: string;
  data: string;
}

/** Reads server-sent events from the body of an answer to a POST, which an EventSource can't ask for. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<SentEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const blocks = (rest + value).split(/\r?\n\r?\n/);
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseEvent(block);
      if (event !== null) yield event;
    }
  }
}

/** One block between empty lines; null for a comment, which only keeps the line open. */
export function parseEvent(block: string): SentEvent | null {
  let type = 'message';
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const match = /^(event|data):\s?(.*)$/.exec(line);
    if (match?.[1] === 'event') type = match[2]!;
    else if (match?.[1] === 'data') data.push(match[2]!);
  }
  return data.length === 0 ? null : { type, data: data.join('\n') };
}
