import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { ServedMemory } from '../memory/served-memory.js';
import { createProver } from '../service/connection/proof.js';
import { RappelError } from '../shared/errors.js';
import { createAdmission } from './admission.js';
import { type AppOptions, createApp } from './app.js';
import { createGate } from './gate.js';
import { isLoopback } from './guard.js';
import { createSessions } from './sessions.js';
import { knowsSocketOwners } from './socket-owner.js';

export interface HttpOptions extends Omit<AppOptions, 'gate' | 'prove'> {
  /** 0 takes any free port. */
  port: number;
  /** The vault's token. */
  token: string;
  /** Require the token even on loopback, where the system can tell the user's connections from others'. */
  asksToken: boolean;
}

export interface Listening {
  url: string;
  /** A link that logs one browser in, once; null if no token is required. */
  loginUrl: string | null;
  close(): Promise<void>;
}

/**
 * Listens until it is closed. Throws `busy` if the port is taken.
 *
 * On loopback, Linux tells the user id behind each connection: the user's own programs are let in, other users' are
 * not. On other systems, beyond loopback and behind a proxy, the token is required.
 */
export async function serveHttp(memory: ServedMemory, options: HttpOptions): Promise<Listening> {
  const { token, asksToken, host, publicUrl = null } = options;
  const needsToken = asksToken || publicUrl !== null || !isLoopback(host) || !(await knowsSocketOwners());
  const gate = needsToken ? createGate(token, createSessions(memory.root, token), memory.tokens) : null;
  const prover = createProver(memory.root, token);
  let url = '';
  const app = createApp(memory, { ...options, gate, prove: (nonce) => prover({ nonce, url }) });
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = serve(
      {
        fetch: app.fetch,
        hostname: host,
        port: options.port,
        createServer: ((settings: ServerOptions, answer: RequestListener) => {
          const admission = createAdmission(answer, gate);
          const made = createServer({ ...settings, ...TIME_LIMITS }, admission.listener);
          admission.watch(made);
          return made;
        }) as typeof createServer,
      },
      () => resolve(listening as Server),
    );
    listening.on('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, options)));
  });
  server.maxConnections = 1_000;
  url = urlOf(server.address() as AddressInfo);
  return {
    url,
    loginUrl: gate && loginUrl(publicUrl ?? url, gate.issueCode()),
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
function urlOf({ address, port }: AddressInfo): string {
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** The code comes after the `#`: a browser sends that part to no server, and the page removes it. */
function loginUrl(url: string, code: string): string {
  const page = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:').replace(/\/$/, '');
  return `${page}/#login=${code}`;
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: HttpOptions): RappelError {
  const reason = error.code === 'EADDRINUSE' ? 'the port is in use' : (error.code ?? error.message);
  return new RappelError('busy', `can't listen on ${host}:${port}: ${reason}`, {
    hint: 'Choose another with --port N.',
  });
}
