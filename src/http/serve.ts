import { getRequestListener } from '@hono/node-server';
import type { ServedMemory } from '../memory/served-memory.js';
import { createProver } from '../service/connection/proof.js';
import { type AppOptions, createApp } from './app.js';
import { createGate } from './gate.js';
import { isLoopback } from './guard.js';
import { listen } from './listen.js';
import type { FetchOutside } from './oauth/authorization-options.js';
import { canSignIn } from './oauth/oauth.js';
import { createOwnerOauth } from './oauth/owner-oauth.js';
import { createSessions } from './sessions.js';
import { knowsSocketOwners } from './socket-owner.js';

export interface HttpOptions extends Omit<AppOptions, 'gate' | 'prove'> {
  /** 0 takes any free port. */
  port: number;
  /** The vault's token. */
  token: string;
  /** Require the token even on loopback, where the system can tell the user's connections from others'. */
  asksToken: boolean;
  /** Whether clients elsewhere can sign in; left out, where this Node is new enough for it. */
  signsIn?: boolean;
  /** Gets the documents that such clients name; from public addresses alone, if left out. */
  fetchOutside?: FetchOutside;
}

interface Listening {
  url: string;
  /** A link that logs one browser in, once; null if no token is required. */
  loginUrl: string | null;
  /** What an assistant that runs elsewhere connects to; null where none can sign in. */
  connectUrl: string | null;
  close(): Promise<void>;
}

/**
 * Listens until it is closed. Throws `busy` if the port is taken.
 *
 * On loopback, Linux tells the user id behind each connection: the user's own programs are let in, other users' are
 * not. On other systems, beyond loopback and behind a proxy, the token is required.
 */
export async function serveHttp(memory: ServedMemory, options: HttpOptions): Promise<Listening> {
  const { token, asksToken, host, port, publicUrl = null } = options;
  const needsToken = asksToken || publicUrl !== null || !isLoopback(host) || !(await knowsSocketOwners());
  const { signsIn = canSignIn() } = options;
  const oauth =
    publicUrl === null || !signsIn
      ? null
      : createOwnerOauth(memory.root, publicUrl, memory.tokens, options.fetchOutside);
  const gate = needsToken
    ? createGate(token, createSessions(memory.root, token), memory.tokens, null, oauth ?? undefined)
    : null;
  const prover = createProver(memory.root, token);
  let url = '';
  const consents = oauth?.consents(gate) ?? null;
  const prove = (nonce: string) => prover({ nonce, url });
  const app = createApp(memory, { ...options, gate, oauth, consents, prove });
  const listening = await listen(getRequestListener(app.fetch, { hostname: host }), {
    host,
    port,
    admits: gate?.admits ?? null,
  });
  ({ url } = listening);
  return {
    ...listening,
    loginUrl: gate && loginUrl(publicUrl ?? url, gate.issueCode()),
    connectUrl: oauth?.resource ?? null,
  };
}

/** The code comes after the `#`: a browser sends that part to no server, and the page removes it. */
function loginUrl(url: string, code: string): string {
  const page = url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:').replace(/\/$/, '');
  return `${page}/#login=${code}`;
}
