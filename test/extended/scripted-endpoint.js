// A model that follows a script, behind the wire format of the real one, on loopback.
import { createServer } from 'node:http';

/**
 * Answers every request whose tools hold `tool` with that call first, and with `closing` once its result is there.
 * Everything the client sent is kept in `requests`.
 */
export async function scriptedEndpoint({ tool, input, closing }) {
  const requests = [];
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const body = parse(Buffer.concat(parts).toString('utf8'));
      if (!request.url.startsWith('/v1/messages') || request.url.includes('count_tokens') || body === null) {
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":1}');
        return;
      }
      requests.push(body);
      const block = next(body, { tool, input, closing });
      if (body.stream) stream(response, block);
      else
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message(block)));
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

/** The results of tools that the model was given, as it was given them. */
export function toolResults(requests) {
  return requests.flatMap(({ messages }) =>
    messages.flatMap(({ content }) =>
      (Array.isArray(content) ? content : []).filter(({ type }) => type === 'tool_result'),
    ),
  );
}

function next(body, { tool, input, closing }) {
  const offered = (body.tools ?? []).some(({ name }) => name === tool);
  const done = toolResults([body]).length > 0;
  return offered && !done
    ? { type: 'tool_use', id: 'toolu_scripted', name: tool, input }
    : { type: 'text', text: closing };
}

function message(block) {
  return {
    id: 'msg_scripted',
    type: 'message',
    role: 'assistant',
    model: 'scripted',
    content: block === undefined ? [] : [block],
    stop_reason: block?.type === 'tool_use' ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}

function stream(response, block) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type, data) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send('message_start', { message: { ...message(), stop_reason: null } });
  const isCall = block.type === 'tool_use';
  send('content_block_start', {
    index: 0,
    content_block: isCall ? { ...block, input: {} } : { type: 'text', text: '' },
  });
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    : { type: 'text_delta', text: block.text };
  send('content_block_delta', { index: 0, delta });
  send('content_block_stop', { index: 0 });
  send('message_delta', {
    delta: { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null },
    usage: { output_tokens: 1 },
  });
  send('message_stop', {});
  response.end();
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
