import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { limitRequests } from './overload.js';

it('refuses what is too much at once, and answers again when there is room', async () => {
  const held: ServerResponse[] = [];
  let isFull = () => {};
  const full = new Promise<void>((resolve) => {
    isFull = resolve;
  });
  const server = createServer(
    limitRequests((_, response) => {
      held.push(response);
      if (held.length === 2) isFull();
      if (held.length > 2) response.end('third');
    }, 2),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const first = [fetch(url), fetch(url)];
  await full;

  const refused = await fetch(url, { method: 'POST', body: 'x' });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refused.json()).toMatchObject({ error: { code: 'busy' } });

  for (const response of held) response.end('done');
  for (const answer of await Promise.all(first)) expect(await answer.text()).toBe('done');
  expect(await (await fetch(url)).text()).toBe('third');
});
