import { Agent, type ClientRequestArgs, type IncomingMessage, request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Duplex } from 'node:stream';
import { RappelError } from '../../shared/errors.js';
import type { Lease } from '../locks/lease.js';
import { isProof, newNonce, type Proof } from './proof.js';

const LONGEST_PROOF_MS = 10_000;
const LONGEST_PROOF_CHARACTERS = 1_000;

/**
 * Provides connections to the service of a vault, and only those whose other end has proved to be that service:
 * nothing but the challenge is sent before. The proved connection is the one that is used, so no other program can
 * take over the address in between.
 */
export function createProvenAgent(
  root: string,
  token: string | null,
  lease: Lease,
  proved: (pid: number) => void,
): Agent {
  return new (class extends Agent {
    override createConnection(
      _: ClientRequestArgs,
      done: (error: Error | null, socket: Duplex) => void,
    ): undefined {
      open(root, token, lease).then(
        ({ socket, pid }) => {
          proved(pid);
          done(null, socket);
        },
        (error) => done(error, undefined as never),
      );
    }
  })({ keepAlive: true });
}

async function open(
  root: string,
  token: string | null,
  lease: Lease,
): Promise<{ socket: Socket; pid: number }> {
  const socket = connect(addressOf(lease));
  const nonce = newNonce();
  try {
    const proof = await askForProof(socket, lease.url, nonce);
    // Without a token there is no key: any program could make such a proof.
    if (token !== null && proof !== null && isProof(root, token, { nonce, url: lease.url }, proof))
      return { socket, pid: proof.pid };
  } catch (error) {
    socket.destroy();
    throw error;
  }
  socket.destroy();
  throw new RappelError('io', 'service.unproven', { address: lease.url });
}

/**
 * The answer of the program at the other end, if it has the form of a proof and keeps the connection open; rejects
 * if it does not answer.
 */
function askForProof(socket: Socket, url: string, nonce: string): Promise<Proof | null> {
  return new Promise((resolve, reject) => {
    const options = { createConnection: () => socket, headers: { connection: 'keep-alive' } };
    const asked = request(`${url}/api/identity?nonce=${nonce}`, options, (response) => {
      const proof = readProof(response);
      proof.catch(reject);
      socket.once('free', () => resolve(proof));
    });
    const timer = setTimeout(() => socket.destroy(new Error('no answer')), LONGEST_PROOF_MS);
    asked.on('error', reject);
    socket.once('close', () => reject(new Error('no answer')));
    for (const event of ['free', 'close'] as const) socket.once(event, () => clearTimeout(timer));
    asked.end();
  });
}

async function readProof(response: IncomingMessage): Promise<Proof | null> {
  let text = '';
  for await (const part of response.setEncoding('utf8')) {
    text += part;
    if (text.length > LONGEST_PROOF_CHARACTERS) return null;
  }
  try {
    const { pid, hash } = JSON.parse(text);
    return Number.isInteger(pid) && typeof hash === 'string' ? { pid, hash } : null;
  } catch {
    return null;
  }
}

/** Where to connect: only an address of this machine, whatever `service.json` says. Throws `io`. */
export function addressOf({ url }: Pick<Lease, 'url'>): { host: string; port: number } {
  const { protocol, hostname, port } = URL.canParse(url) ? new URL(url) : new URL('http://invalid.invalid');
  const host = hostname.replaceAll(/[[\]]/g, '');
  const isHere = LOOPBACK.has(host) || isOwnAddress(host);
  if (protocol === 'http:' && isHere) return { host: ANY.get(host) ?? host, port: Number(port || 80) };
  throw new RappelError('io', 'service.foreign_address', { address: String(JSON.stringify(url)) });
}

/** A service that listens on every address is reached through loopback. */
const ANY = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);
const LOOPBACK = new Set(['localhost', '::1', ...ANY.keys()]);

function isOwnAddress(host: string): boolean {
  if (isIP(host) === 0) return false;
  if (host.startsWith('127.')) return true;
  return Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === host));
}
