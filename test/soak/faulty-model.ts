import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** How a model behaves at one request. */
export const FAULTS = [
  'dropped',
  'reset in its answer',
  'silent',
  'unreadable',
  'unauthorized',
  'limited',
  'broken',
] as const;
export type Behaviour = 'good' | (typeof FAULTS)[number];

/** A request: whether the run has called its tool, which has then written to the vault. */
export interface ModelRequest {
  hasWritten: boolean;
}

/**
 * A model on loopback that speaks the protocol of OpenAI: it appends the mark of an input, `<name>`, to `bucket/model.md`,
 * and then says so. `behave` decides how it answers each request.
 */
export async function startFaultyModel(behave: (request: ModelRequest) => Behaviour) {
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const hasWritten = body.includes('"role":"tool"');
    const behaviour = behave({ hasWritten });
    const status = { unauthorized: 401, limited: 429, broken: 500 }[behaviour as string];
    if (behaviour === 'dropped') request.socket.destroy();
    else if (status !== undefined) response.writeHead(status).end('{"error":{"message":"not now"}}');
    else if (behaviour === 'unreadable')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Log in to this network</html>');
    else if (behaviour !== 'silent') stream(response, hasWritten ? null : markIn(body), behaviour === 'good');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The mark of the update; the prompt shows those of the vault before it. */
function markIn(body: string): string {
  return [...body.matchAll(/note <([\w-]+)>/g)].at(-1)?.[1] ?? 'none';
}

function stream(response: ServerResponse, mark: string | null, isWhole: boolean): void {
  const input = JSON.stringify({ path: 'bucket/model.md', content: `- <${mark}>` });
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'append', arguments: input } };
  const delta = mark === null ? { content: 'Appended.' } : { tool_calls: [call] };
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(chunk({ role: 'assistant', content: '' }));
  if (!isWhole) {
    response.socket?.resetAndDestroy();
    return;
  }
  response.write(chunk(delta));
  response.write(chunk({}, mark === null ? 'stop' : 'tool_calls'));
  response.end('data: [DONE]\n\n');
}

function chunk(delta: object, finish_reason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason }];
  const about = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' };
  return `data: ${JSON.stringify({ ...about, choices, usage: { prompt_tokens: 9, completion_tokens: 1 } })}\n\n`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += part;
  return body;
}
