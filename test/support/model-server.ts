import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model says at one call: text, tool calls, or a failure. */
export interface Turn {
  text?: string;
  thinking?: string;
  calls?: { name: string; input: unknown }[];
  /** Answers with this status in place of a stream, and with `text` as its message. */
  status?: number;
  /** Ends the connection in the middle of the stream. */
  cut?: boolean;
  /** Ends with the provider's own mark of a refusal, or of an answer that was too long. */
  ends?: 'refused' | 'too long';
  /** Answers with this text in place of a stream: a list of models, or the page of another program. */
  raw?: string;
  /** Closes the connection without an answer. */
  drop?: boolean;
  /** Never answers. */
  hang?: boolean;
  /** One JSON answer in place of a stream (Anthropic only). */
  whole?: boolean;
  /** How many of the input tokens came from the provider's cache. */
  cached?: number;
}

/** The form of requests and answers: OpenAI's is spoken by OpenRouter and local servers too. */
export type Wire = 'openai' | 'mistral' | 'anthropic' | 'google';

export type Turns = Turn[] | ((request: string, call: number) => Turn);

/** A server on loopback that speaks the wire of a provider, streaming included, and says what it is told to. */
export async function createModelServer(wire: Wire, turns: Turns) {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    requests.push(body);
    const turn = typeof turns === 'function' ? turns(body, requests.length - 1) : turns[requests.length - 1];
    answer(wire, turn ?? { status: 500 }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answer(wire: Wire, turn: Turn, response: ServerResponse): void {
  if (turn.hang) return;
  if (turn.drop) response.destroy();
  if (turn.raw !== undefined) response.writeHead(200, { 'content-type': 'text/html' }).end(turn.raw);
  if (turn.drop || turn.raw !== undefined) return;
  if (turn.status !== undefined) {
    response.writeHead(turn.status, { 'content-type': 'application/json', 'retry-after-ms': '5' });
    response.end(
      JSON.stringify({ error: { type: 'error', message: turn.text ?? `scripted ${turn.status}` } }),
    );
    return;
  }
  if (turn.whole) {
    const content = [{ type: 'text', text: turn.text }];
    const usage = { input_tokens: 100, output_tokens: 10 };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        id: 'm1',
        type: 'message',
        role: 'assistant',
        model: 'scripted',
        content,
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage,
      }),
    );
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const events = EVENTS[wire](turn);
  for (const [index, event] of events.entries()) {
    if (turn.cut && index === Math.ceil(events.length / 2)) {
      response.destroy();
      return;
    }
    response.write(event);
  }
  response.end();
}

const EVENTS: Record<Wire, (turn: Turn) => string[]> = {
  openai: openaiEvents,
  mistral: mistralEvents,
  anthropic: anthropicEvents,
  google: googleEvents,
};

function openaiEvents({ text, thinking, calls = [], ends, cached = 0 }: Turn): string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    data({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 10,
    total_tokens: 110,
    prompt_tokens_details: { cached_tokens: cached },
  };
  const finish = { refused: 'content_filter', 'too long': 'length' };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...(thinking ? [chunk({ reasoning_content: thinking })] : []),
    ...pieces(text ?? '').map((piece) => chunk({ content: piece })),
    ...calls.map(({ name, input }, index) =>
      chunk({
        tool_calls: [
          {
            index,
            id: `call_${index}_${name}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(input) },
          },
        ],
      }),
    ),
    chunk({}, ends ? finish[ends] : calls.length > 0 ? 'tool_calls' : 'stop'),
    data({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [], usage }),
    'data: [DONE]\n\n',
  ];
}

/** As OpenAI's, but the last chunk holds both the reason of the end and the usage. */
function mistralEvents(turn: Turn): string[] {
  const events = openaiEvents(turn);
  const [finish, usage] = events.splice(-3, 2).map((event) => JSON.parse(event.slice('data: '.length)));
  return [...events.slice(0, -1), data({ ...usage, ...finish }), events.at(-1)!];
}

function anthropicEvents({ text, thinking, calls = [], ends, cached = 0 }: Turn): string[] {
  const event = (type: string, fields: object) => `event: ${type}\n${data({ type, ...fields })}`;
  const blocks: { start: object; deltas: object[] }[] = [
    ...(thinking
      ? [
          {
            start: { type: 'thinking', thinking: '', signature: '' },
            deltas: [{ type: 'thinking_delta', thinking }],
          },
        ]
      : []),
    ...(text
      ? [
          {
            start: { type: 'text', text: '' },
            deltas: pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
          },
        ]
      : []),
    ...calls.map(({ name, input }, index) => ({
      start: { type: 'tool_use', id: `call_${index}_${name}`, name, input: {} },
      deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(input) }],
    })),
  ];
  const message = {
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 100 - cached, cache_read_input_tokens: cached, output_tokens: 1 },
  };
  const stop = { refused: 'refusal', 'too long': 'max_tokens' };
  return [
    event('message_start', { message }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      event('content_block_start', { index, content_block: start }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', {
      delta: {
        stop_reason: ends ? stop[ends] : calls.length > 0 ? 'tool_use' : 'end_turn',
        stop_sequence: null,
      },
      usage: { output_tokens: 10 },
    }),
    event('message_stop', {}),
  ];
}

function googleEvents({ text, calls = [], ends, cached = 0 }: Turn): string[] {
  const finish = { refused: 'SAFETY', 'too long': 'MAX_TOKENS' };
  const parts = [
    ...pieces(text ?? '').map((piece) => ({ text: piece })),
    ...calls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
  ];
  const usageMetadata = {
    promptTokenCount: 100,
    candidatesTokenCount: 10,
    totalTokenCount: 110,
    cachedContentTokenCount: cached,
  };
  return [
    ...parts.map((part) => data({ candidates: [{ content: { role: 'model', parts: [part] } }] })),
    data({ candidates: [{ finishReason: ends ? finish[ends] : 'STOP' }], usageMetadata }),
  ];
}

function pieces(text: string): string[] {
  return text.match(/.{1,12}/gs) ?? [];
}

function data(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
