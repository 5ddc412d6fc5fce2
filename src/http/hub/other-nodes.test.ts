import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { forward } from './other-nodes.js';

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('leaves no listener on the response after attempts that reach no node', async () => {
  const down = createServer();
  const target = { url: await listen(down), path: '/', secret: 's', client: '127.0.0.1' };
  down.close();
  const results: string[] = [];
  let left = -1;
  const door = createServer(async (request, response) => {
    const before = response.listenerCount('close');
    for (let attempt = 0; attempt < 3; attempt++) results.push(await forward(request, response, target));
    left = response.listenerCount('close') - before;
    response.end();
  });
  await fetch(await listen(door));
  expect([results, left]).toEqual([['unreachable', 'unreachable', 'unreachable'], 0]);
});

it('ends a forwarded request when its client is gone', async () => {
  const node = createServer((_, answer) => void answer.write('first'));
  const url = await listen(node);
  const door = createServer(
    (request, response) => void forward(request, response, { url, path: '/', secret: 's', client: '' }),
  );
  const isAsked = once(node, 'request');
  const client = new AbortController();
  const answer = await fetch(await listen(door), { signal: client.signal });
  const [, { socket }] = (await isAsked) as [unknown, ServerResponse];
  const isEnded = once(socket!, 'close');
  await answer.body!.getReader().read();
  client.abort();
  await isEnded;
});

it('tries a request that only reads again after its node ended, and no other one', async () => {
  const dying = createServer((request) => void request.socket.destroy());
  const next = createServer((_, answer) => void answer.end('next'));
  const target = { path: '/', secret: 's', client: '' };
  const [first, second] = [
    { ...target, url: await listen(dying) },
    { ...target, url: await listen(next) },
  ];
  const door = createServer(async (request, response) => {
    const result = await forward(request, response, first);
    if (result === 'unreachable') await forward(request, response, second);
    else response.end(result);
  });
  const url = await listen(door);
  const ask = async (method: string) => (await fetch(url, { method })).text();
  expect([await ask('GET'), await ask('POST')]).toEqual(['next', 'cut']);
});
