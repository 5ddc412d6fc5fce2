import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createFetchOutside, type FetchOutsideOptions, isPublicAddress } from './fetch-outside.js';

/** A server on loopback that counts who connects, asked without TLS. */
async function startServer() {
  let connections = 0;
  const server = createServer(({ url }, response) => {
    if (url === '/moved') return void response.writeHead(302, { location: '/document' }).end();
    response.end('{"client_name":"x"}');
  });
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const request: FetchOutsideOptions['request'] = (url, options) =>
    httpRequest(new URL(`http://${url.host}${url.pathname}`), options);
  const leadingTo = (...addresses: string[]) =>
    ((_: string, __: object, callback: (error: null, found: object[]) => void) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as unknown as FetchOutsideOptions['lookup'] & {};
  return { port, request, leadingTo, connections: () => connections };
}

describe('what a stranger names', () => {
  it('is fetched from public addresses alone, and nothing else is even connected to', async () => {
    const { port, request, leadingTo, connections } = await startServer();
    const fetch = createFetchOutside({ request });
    const hosts = ['127.0.0.1', 'localhost', '2130706433', '0x7f.1', '0.0.0.0', '[::1]', '[::ffff:7f00:1]'];
    for (const host of hosts)
      await expect(fetch(`https://${host}:${port}/document`), host).rejects.toThrow('not a public address');
    for (const found of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
      const rebound = createFetchOutside({ request, lookup: leadingTo(...found) });
      const asked = rebound(`https://public.example:${port}/document`);
      await expect(asked, String(found)).rejects.toThrow('not a public address');
    }
    await expect(fetch(`http://93.184.215.14:${port}/document`)).rejects.toThrow('not a public address');
    expect(connections()).toBe(0);
  });

  it('is looked up once, and a redirect is not followed', async () => {
    const { port, request, leadingTo, connections } = await startServer();
    let lookups = 0;
    const lookup = ((...given: Parameters<ReturnType<typeof leadingTo>>) => {
      // Another address at the second look, as a server of names that rebinds.
      leadingTo(lookups++ === 0 ? '127.0.0.1' : '169.254.169.254')(...given);
    }) as unknown as ReturnType<typeof leadingTo>;
    const fetch = createFetchOutside({ request, lookup, isAllowed: (address) => address === '127.0.0.1' });
    const found = await fetch(`https://public.example:${port}/document`);
    expect([found.status, await found.json(), lookups]).toEqual([200, { client_name: 'x' }, 1]);
    lookups = 0;
    const moved = await fetch(`https://public.example:${port}/moved`);
    expect([moved.status, lookups, connections()]).toEqual([302, 1, 2]);
  });

  it('is at an address of the internet', () => {
    const outside = ['93.184.215.14', '1.1.1.1', '172.32.0.1', '2606:4700:4700::1111', '2a00:1450:4007::8'];
    const inside = [
      '10.1.2.3',
      '100.100.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '169.254.169.254',
      '255.255.255.255',
    ];
    const inside6 = [
      '::',
      '::1',
      'fe80::1',
      'fd00::1',
      'ff02::1',
      '64:ff9b::7f00:1',
      '2002:7f00:1::',
      '::ffff:8.8.8.8',
    ];
    for (const address of outside) expect([address, isPublicAddress(address)]).toEqual([address, true]);
    for (const address of [...inside, ...inside6, 'localhost', ''])
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
  });
});
