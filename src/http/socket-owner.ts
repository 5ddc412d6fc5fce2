import { readFile, readFileSync } from 'node:fs';
import { connect, createServer, isIPv4, type Socket } from 'node:net';
import { endianness } from 'node:os';

/** The two ends of an accepted connection, as `net.Socket` names them. */
type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

/**
 * Finds the user id behind the other end of a loopback connection in the system's socket tables; null if the system
 * does not say: the connection is closed, comes from another network namespace, or the tables can't be read.
 *
 * Linux only. A table is read outside the event loop, once for all waiting connections: it takes the kernel some
 * milliseconds, and its length depends on other users.
 */
export function createSocketOwners(readTable: (table: Table) => Promise<string> = readSocketTable) {
  let waiting: Waiting[] = [];
  let isReading = false;

  async function look(): Promise<void> {
    isReading = true;
    while (waiting.length > 0) {
      let missing = waiting;
      waiting = [];
      // An IPv6 socket that reaches an IPv4 address is in the second table.
      for (const name of ['tcp', 'tcp6'] as const) {
        if (missing.length === 0) break;
        const table = await readTable(name).catch(() => '');
        missing = missing.filter((one) => !answer(one, ownerIn(table, one.ends)));
      }
      for (const one of missing) {
        // The kernel does not list its sockets atomically: it can skip a living one.
        if (++one.looks < MOST_LOOKS) waiting.push(one);
        else one.resolve(null);
      }
    }
    isReading = false;
  }

  return (ends: Ends): Promise<number | null> =>
    new Promise((resolve) => {
      waiting.push({ ends, looks: 0, resolve });
      if (!isReading) void look();
    });
}

function answer({ resolve }: Waiting, uid: number | null): boolean {
  if (uid !== null) resolve(uid);
  return uid !== null;
}

interface Waiting {
  ends: Ends;
  looks: number;
  resolve(uid: number | null): void;
}

const MOST_LOOKS = 3;

/** Whether this system tells the user behind a connection, tested with one of our own. */
export async function knowsSocketOwners(): Promise<boolean> {
  if (process.platform !== 'linux' || isAmbiguousUser()) return false;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as { port: number };
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    const client = connect(port, '127.0.0.1');
    client.on('error', () => {});
    const socket = await accepted;
    const uid = await createSocketOwners()(socket);
    client.destroy();
    socket.destroy();
    return uid === process.geteuid!();
  } catch {
    return false;
  } finally {
    server.close();
  }
}

/**
 * Inside a user namespace the kernel shows all users without a number there as the same overflow id. A service that
 * runs under that id can't tell itself from them.
 */
function isAmbiguousUser(): boolean {
  try {
    const [first, , count] = readFileSync('/proc/self/uid_map', 'latin1').trim().split(/\s+/).map(Number);
    if (first === 0 && count === 0xff_ff_ff_ff) return false;
    return Number(readFileSync('/proc/sys/kernel/overflowuid', 'latin1')) === process.geteuid!();
  } catch {
    return true;
  }
}

/**
 * The owner of the socket at the other end. A socket closed by its process is listed with inode 0 and as root's,
 * and one that is still connecting (another socket with the same ports) is not the accepted one: only the states of
 * a connected socket count.
 */
export function ownerIn(table: string, ends: Ends): number | null {
  const [remote, local] = [bytesOf(ends.remoteAddress), bytesOf(ends.localAddress)];
  if (remote === null || local === null || remote.length !== local.length) return null;
  const forms = remote.length === 4 ? [(bytes: Buffer) => bytes, mapped] : [(bytes: Buffer) => bytes];
  for (const form of forms) {
    const pair = ` ${hexOf(form(remote), ends.remotePort)} ${hexOf(form(local), ends.localPort)} `;
    const at = table.indexOf(pair);
    if (at < 0) continue;
    const [state = '', , , , uid, , inode] = table
      .slice(at + pair.length, at + pair.length + 120)
      .split('\n')[0]!
      .trim()
      .split(/\s+/);
    if (CONNECTED.has(state) && Number(inode) > 0) return Number(uid);
  }
  return null;
}

/** Established, and the two states in which a client has sent everything and waits for the answer. */
const CONNECTED = new Set(['01', '04', '05']);

type Table = 'tcp' | 'tcp6';

function readSocketTable(table: Table): Promise<string> {
  return new Promise((resolve, reject) =>
    readFile(`/proc/net/${table}`, 'latin1', (error, text) =>
      error === null ? resolve(text) : reject(error),
    ),
  );
}

/** IPv4, also written as IPv6, and the IPv6 loopback address; null for any other. */
function bytesOf(address: string | undefined): Buffer | null {
  const plain = address?.replace(/^::ffff:/i, '') ?? '';
  if (isIPv4(plain)) return Buffer.from(plain.split('.').map(Number));
  return plain === '::1' ? Buffer.from([...Array(15).fill(0), 1]) : null;
}

function mapped(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.alloc(10), Buffer.from([0xff, 0xff]), bytes]);
}

/** As the kernel prints it: four-byte words in the machine's own byte order, then the port. */
function hexOf(bytes: Buffer, port: number | undefined): string {
  const words = endianness() === 'LE' ? Buffer.from(bytes).swap32() : bytes;
  return `${words.toString('hex')}:${(port ?? 0).toString(16).padStart(4, '0')}`.toUpperCase();
}
