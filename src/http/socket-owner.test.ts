import { connect, createServer, type Server, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSocketOwners, knowsSocketOwners, ownerIn } from './socket-owner.js';

const isLinux = process.platform === 'linux';
const ENDS = { remoteAddress: '127.0.0.1', remotePort: 0xb654, localAddress: '127.0.0.1', localPort: 0x9e35 };

/** A row as Linux prints it on a little-endian machine. */
function row(ends: string, state: string, uid: number, inode: number): string {
  return `   3: ${ends} ${state} 00000000:00000000 00:00000000 00000000 ${String(uid).padStart(5)}        0 ${inode} 2 000000004d386365 20 0 0 10 -1\n`;
}
const THEIRS = '0100007F:B654 0100007F:9E35';
const OURS = '0100007F:9E35 0100007F:B654';
const MAPPED = '0000000000000000FFFF00000100007F:B654 0000000000000000FFFF00000100007F:9E35';

describe.skipIf(!isLinux)('The table of sockets', () => {
  it.each([
    ['the other end', row(OURS, '01', 0, 7) + row(THEIRS, '01', 1000, 8), 1000],
    ['one that has sent all it had', row(THEIRS, '05', 1000, 8), 1000],
    ['an IPv6 socket that reached an IPv4 address', row(OURS, '01', 0, 7) + row(MAPPED, '01', 1000, 8), 1000],
    ['our own end alone', row(OURS, '01', 0, 7), null],
    ['a closed one, which is listed as root’s', row(THEIRS, '06', 0, 0), null],
    ['an abandoned one, which is listed as root’s', row(THEIRS, '04', 0, 0), null],
    ['another one that connects from the same port', row(THEIRS, '02', 1000, 9), null],
    ['nothing', '', null],
  ])('finds the owner of %s', (_what, table, uid) => {
    expect(ownerIn(table, ENDS)).toBe(uid);
    expect(
      ownerIn(table, { ...ENDS, remoteAddress: '::ffff:127.0.0.1', localAddress: '::ffff:127.0.0.1' }),
    ).toBe(uid);
  });

  it('knows IPv6 loopback, and no address it can’t look up', () => {
    const one = '00000000000000000000000001000000';
    const table = row(`${one}:B654 ${one}:9E35`, '01', 1000, 8);
    expect(ownerIn(table, { ...ENDS, remoteAddress: '::1', localAddress: '::1' })).toBe(1000);
    expect(ownerIn(table, { ...ENDS, remoteAddress: 'fe80::1', localAddress: '::1' })).toBeNull();
    expect(ownerIn(table, { ...ENDS, remoteAddress: undefined, localAddress: '::1' })).toBeNull();
  });

  it('is read once for many connections, after each of them came', async () => {
    let reads = 0;
    const ownerOf = createSocketOwners(async () => {
      reads++;
      return row(THEIRS, '01', 1000, 8);
    });
    const first = ownerOf(ENDS);
    const rest = Array.from({ length: 50 }, () => ownerOf(ENDS));
    expect(await Promise.all([first, ...rest])).toEqual(Array(51).fill(1000));
    expect(reads).toBe(2);
  });

  it('is read again where a connection is missing, and believed after that', async () => {
    let reads = 0;
    const ownerOf = createSocketOwners(async () => (++reads === 3 ? row(THEIRS, '01', 1000, 8) : ''));
    expect(await ownerOf(ENDS)).toBe(1000);
    expect(await ownerOf(ENDS)).toBeNull();
    expect(await createSocketOwners(() => Promise.reject(new Error('EMFILE')))(ENDS)).toBeNull();
  });

  it('names this user for connections of this process, over IPv4, IPv6 and both', async () => {
    expect(await knowsSocketOwners()).toBe(true);
    const ownerOf = createSocketOwners();
    for (const [host, via] of [
      ['127.0.0.1', '127.0.0.1'],
      ['127.0.0.1', '::ffff:127.0.0.1'],
      ['::1', '::1'],
    ] as const)
      expect(await ownerOf(await accepted(host, via)), `${via} at ${host}`).toBe(process.geteuid!());
  });
});

/** A connection as the server sees it; both ends are gone after the test. */
async function accepted(host: string, via: string): Promise<Socket> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const socket = new Promise<Socket>((resolve) => server.once('connection', resolve));
  const client = connect((server.address() as { port: number }).port, via);
  onTestFinished(async () => {
    client.destroy();
    (await socket).destroy();
    server.close();
  });
  return socket;
}
