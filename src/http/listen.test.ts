import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../../test/support/temp-vault.js';
import { listen } from './listen.js';

/** Twenty clients that send a request each, and print what becomes of it. */
const CLIENTS = `
const [port, connected] = process.argv.slice(1);
let left = 20;
for (let i = left; i > 0; i--) {
  const socket = require('node:net').connect(port, '127.0.0.1', () => {
    socket.write('POST / HTTP/1.1\\r\\nhost: localhost\\r\\ncontent-length: 0\\r\\n\\r\\n');
    if (--left === 0) require('node:fs').writeFileSync(connected, '');
  });
  socket.once('data', (data) => process.stdout.write(/filed$/.test(data) ? 'filed ' : 'odd '));
  socket.on('error', ({ code }) => process.stdout.write(code + ' '));
}`;

/** A service that keeps its answers until the test gives them. */
async function startSlow() {
  const asked: { request: IncomingMessage; response: ServerResponse }[] = [];
  let told: () => void = () => {};
  const { url, close } = await listen(
    (request, response) => {
      asked.push({ request, response });
      told();
    },
    { host: '127.0.0.1', port: 0, admits: () => true },
  );
  onTestFinished(close);
  const untilAsked = async (count: number) => {
    while (asked.length < count)
      await new Promise<void>((resolve) => {
        told = resolve;
      });
    return asked;
  };
  return { url, close, untilAsked };
}

describe('a service that stops', () => {
  it('answers what it was told before, takes nothing new, and ends streams', async () => {
    const { url, close, untilAsked } = await startSlow();
    const told = fetch(url, { method: 'POST', body: 'a note' });
    const stream = fetch(url).then((response) => response.text());
    stream.catch(() => {});
    const asked = await untilAsked(2);
    asked.find(({ request }) => request.method === 'GET')!.response.write('event\n');
    const closing = close();
    asked.find(({ request }) => request.method === 'POST')!.response.end('filed');
    const answer = await told;
    expect([await answer.text(), answer.headers.get('connection')]).toEqual(['filed', 'close']);
    await closing;
    await expect(stream).rejects.toThrow();
    await expect(fetch(url, { method: 'POST' })).rejects.toThrow();
  });

  it('answers those whose connections it had not accepted yet', async () => {
    const answer = (_: IncomingMessage, response: ServerResponse) => void response.end('filed');
    const { url, close } = await listen(answer, { host: '127.0.0.1', port: 0, admits: () => true });
    const connected = join(tempFolder(), 'connected');
    const client = spawn(process.execPath, ['--eval', CLIENTS, new URL(url).port, connected]);
    let heard = '';
    client.stdout.on('data', (data) => {
      heard += data;
    });
    const ended = once(client, 'close');
    // Nothing is accepted meanwhile.
    while (!existsSync(connected)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    await close();
    await ended;
    expect(heard).toBe('filed '.repeat(20));
  });

  it('does not wait for streams', async () => {
    const { url, close, untilAsked } = await startSlow();
    const waiting = fetch(url);
    waiting.catch(() => {});
    await untilAsked(1);
    await close();
    await expect(waiting).rejects.toThrow();
  });
});

it.each([
  ['the user’s own programs', null, 'timeout=60'],
  ['clients with a token', () => true, 'timeout=5'],
])('keeps the connections of %s open', async (_who, admits, kept) => {
  const answer = (_: IncomingMessage, response: ServerResponse) => void response.end('hello');
  const { url, close } = await listen(answer, { host: '127.0.0.1', port: 0, admits });
  onTestFinished(close);
  const reply = await fetch(url);
  expect(reply.headers.get('keep-alive')).toBe(kept);
  await reply.text();
});
