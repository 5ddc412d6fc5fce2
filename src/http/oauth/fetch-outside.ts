import { lookup as systemLookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';

export interface FetchOutsideOptions {
  /** Whether an address may be asked; public ones where left out. */
  isAllowed?(address: string): boolean;
  lookup?: typeof systemLookup;
  request?: (url: URL, options: RequestOptions) => ReturnType<typeof httpsRequest>;
}

/**
 * Fetches what a stranger named: over TLS, from public addresses alone. The address that is checked is the one that is connected to, so a
 * name that leads elsewhere the next time changes nothing. Follows no redirects, and keeps no connection.
 */
export function createFetchOutside({
  isAllowed = isPublicAddress,
  lookup = systemLookup,
  request = httpsRequest,
}: FetchOutsideOptions = {}) {
  const checkedLookup: LookupFunction = (name, options, callback) => {
    lookup(name, { ...options, all: true }, (error, found) => {
      if (error !== null) return callback(error, []);
      if (!found.every(({ address }) => isAllowed(address))) return callback(refused(name), []);
      if (options.all) return callback(null, found);
      callback(null, found[0]!.address, found[0]!.family);
    });
  };

  return (address: string | URL | Request, { headers, method = 'GET', signal }: RequestInit = {}) =>
    new Promise<Response>((resolve, reject) => {
      const url = new URL(String(address));
      const host = url.hostname.replaceAll(/[[\]]/g, '');
      if (url.protocol !== 'https:' || method !== 'GET' || (isIP(host) !== 0 && !isAllowed(host)))
        return reject(refused(url.host));
      const asked = request(url, {
        headers: Object.fromEntries(new Headers(headers)),
        lookup: checkedLookup,
        agent: false,
        ...(signal && { signal }),
      });
      asked.on('error', reject);
      asked.on('response', (answer) => resolve(responseOf(answer)));
      asked.end();
    });
}

function responseOf(answer: IncomingMessage): Response {
  const status = answer.statusCode ?? 502;
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  if (status === 200) return new Response(Readable.toWeb(answer) as ReadableStream, { status, headers });
  answer.destroy();
  return new Response(null, { status, headers });
}

function refused(host: string): Error {
  return new Error(`${host} is not a public address`);
}

/** Networks that are not the internet: private, local, reserved, for documentation, for many receivers. */
const NOT_PUBLIC = {
  ipv4: [
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.88.99.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
  // Also those that carry an address of IPv4, as 6to4 and Teredo do.
  ipv6: ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
};
/** All others are reserved, local or translated. */
const UNICAST = '2000::/3';

const [notPublic, unicast] = [blockList(NOT_PUBLIC), blockList({ ipv4: [], ipv6: [UNICAST] })];

export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublic.check(address, 'ipv4');
  return family === 6 && unicast.check(address, 'ipv6') && !notPublic.check(address, 'ipv6');
}

function blockList(networks: typeof NOT_PUBLIC): BlockList {
  const list = new BlockList();
  for (const family of ['ipv4', 'ipv6'] as const)
    for (const network of networks[family]) {
      const [start, bits] = network.split('/') as [string, string];
      list.addSubnet(start, Number(bits), family);
    }
  return list;
}
