import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RappelError } from '../shared/errors.js';
import { type Admits, createAdmission } from './admission.js';

export interface ListenOptions {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Null where the system tells the user's own connections from others'. */
  admits: Admits | null;
  /** The most requests at once, streams included. */
  mostRequests?: number;
}

/** Listens until it is closed. Throws `busy` if the port is taken. */
export async function listen(
  answer: RequestListener,
  { host, port, admits, mostRequests }: ListenOptions,
): Promise<{ url: string; close(): Promise<void> }> {
  const admission = createAdmission(answer, admits, mostRequests);
  const server = createServer(TIME_LIMITS, admission.listener);
  admission.watch(server);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
  server.maxConnections = Math.max(1_000, 2 * (mostRequests ?? 0));
  return {
    url: urlOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The head of a request arrives at once from any client; a large body may take longer. */
const TIME_LIMITS = { headersTimeout: 10_000, requestTimeout: 300_000, connectionsCheckingInterval: 5_000 };

/** By address: a name like `localhost` may lead a client to another program's socket. */
function urlOf(server: Server): string {
  const { address, port } = server.address() as AddressInfo;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): RappelError {
  const reason = error.code === 'EADDRINUSE' ? 'the port is in use' : (error.code ?? error.message);
  return new RappelError('busy', `can't listen on ${host}:${port}: ${reason}`, {
    hint: 'Choose another with --port N.',
  });
}
