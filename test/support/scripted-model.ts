import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ModelSettings } from '../../src/agents/model-settings.js';

/** What the model says at one call: text, tool calls, or a failure. */
export interface Turn {
  text?: string;
  thinking?: string;
  calls?: { name: string; input: unknown }[];
  /** Answers with this status in place of a stream. */
  status?: number;
  /** Ends the connection in the middle of the stream. */
  cut?: boolean;
  /** Ends at once with the provider's own mark of a refusal. */
  refuses?: boolean;
  /** Never answers. */
  hang?: boolean;
  /** One JSON answer in place of a stream (Anthropic only). */
  whole?: boolean;
}

export type Wire = 'openai' | 'anthropic';

/** A server on loopback that speaks the wire of a provider, streaming included, and says what it is told to. */
export async function scriptedModel(wire: Wire, turns: Turn[] | ((request: string, call: number) => Turn)) {
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    requests.push(body);
    const turn = typeof turns === 'function' ? turns(body, requests.length - 1) : turns[requests.length - 1];
    answer(wire, turn ?? { status: 500 }, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const settings: ModelSettings = {
    provider: wire === 'openai' ? 'openai-compatible' : 'anthropic',
    model: 'scripted',
    smallModel: null,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    price: { input: 1, output: 2 },
  };
  return { settings, requests, url: settings.baseUrl! };
}

function answer(wire: Wire, turn: Turn, response: ServerResponse): void {
  if (turn.hang) return;
  if (turn.status !== undefined) {
    response.writeHead(turn.status, { 'content-type': 'application/json', 'retry-after-ms': '5' });
    response.end(JSON.stringify({ error: { type: 'error', message: `scripted ${turn.status}` } }));
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
  const events = wire === 'openai' ? openaiEvents(turn) : anthropicEvents(turn);
  for (const [index, event] of events.entries()) {
    if (turn.cut && index === Math.ceil(events.length / 2)) {
      response.destroy();
      return;
    }
    response.write(event);
  }
  response.end();
}

function openaiEvents({ text, thinking, calls = [], refuses }: Turn): string[] {
  const chunk = (delta: object, finish: string | null = null) =>
    data({
      id: 'c1',
      object: 'chat.completion.chunk',
      created: 1,
      model: 'scripted',
      choices: [{ index: 0, delta, finish_reason: finish }],
    });
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
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
    chunk({}, refuses ? 'content_filter' : calls.length > 0 ? 'tool_calls' : 'stop'),
    data({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [], usage }),
    'data: [DONE]\n\n',
  ];
}

function anthropicEvents({ text, thinking, calls = [], refuses }: Turn): string[] {
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
    usage: { input_tokens: 100, output_tokens: 1 },
  };
  return [
    event('message_start', { message }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      event('content_block_start', { index, content_block: start }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', {
      delta: {
        stop_reason: refuses ? 'refusal' : calls.length > 0 ? 'tool_use' : 'end_turn',
        stop_sequence: null,
      },
      usage: { output_tokens: 10 },
    }),
    event('message_stop', {}),
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
