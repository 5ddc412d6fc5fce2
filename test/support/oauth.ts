import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  Client,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { onTestFinished } from 'vitest';
import { createFetchOutside } from '../../src/http/oauth/fetch-outside.js';
import { ensureToken } from '../../src/service/connection/token.js';

const CALLBACK = 'http://127.0.0.1:9/callback';
const PUBLIC_CLIENT = {
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
};

/** The part of the official client that a host fills in: it keeps everything in memory, and opens no browser. */
export function createClientProvider(
  metadata: Partial<OAuthClientMetadata> = {},
  callback = CALLBACK,
  /** Of the document that describes it; it registers where there is none. */
  clientMetadataUrl?: string,
) {
  let client: StoredOAuthClientInformation | undefined;
  let verifier = '';
  let discovered: OAuthDiscoveryState | undefined;
  const state = { tokens: undefined as StoredOAuthTokens | undefined, opened: null as URL | null };
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: 'Test assistant',
      redirect_uris: [callback],
      ...PUBLIC_CLIENT,
      ...metadata,
    },
    ...(clientMetadataUrl && { clientMetadataUrl }),
    clientInformation: () => client,
    saveClientInformation(given) {
      client = given;
    },
    tokens: () => state.tokens,
    saveTokens(given) {
      state.tokens = given;
    },
    redirectToAuthorization(url) {
      state.opened = url;
    },
    saveCodeVerifier(given) {
      verifier = given;
    },
    codeVerifier: () => verifier,
    saveDiscoveryState(given) {
      discovered = given;
    },
    discoveryState: () => discovered,
  };
  return { provider, state, client: () => client! };
}

/** The official client, before it is connected to the memory below `base`. */
export function connecting(base: string, provider: OAuthClientProvider) {
  const transport = new StreamableHTTPClientTransport(new URL(`${base}/mcp`), { authProvider: provider });
  const client = new Client({ name: 'oauth', version: '1' });
  onTestFinished(() => client.close());
  return { transport, client, connect: () => client.connect(transport) };
}

/** A request to `/mcp` as a thief would send it. */
export const askMcp = (base: string, token?: string) =>
  fetch(`${base}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
  });

/** A browser that keeps cookies, and says where it was sent. */
export function createBrowser(cookie?: string) {
  const jar = new Map(cookie === undefined ? [] : [cookie.split('=', 2) as [string, string]]);

  async function go(url: string | URL, init: RequestInit = {}): Promise<Response> {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!;
      if (value === '') jar.delete(name!);
      else jar.set(name!, value!);
    }
    return response;
  }

  /** As the page does. */
  async function call(method: string, url: string, body?: object) {
    const headers = { 'content-type': 'application/json', origin: new URL(url).origin };
    const response = await go(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    // biome-ignore lint/suspicious/noExplicitAny: answers are looked at as a client would
    return { status: response.status, json: (await response.json()) as any };
  }

  return { go, call };
}

type Browser = ReturnType<typeof createBrowser>;

/** Begins a sign-in as the owner of a vault; returns the id of what waits for consent. */
export async function signIn(browser: Browser, root: string, base: string, opened: URL): Promise<string> {
  const { status } = await browser.call('POST', `${base}/api/session`, { token: ensureToken(root).token });
  if (status !== 200) throw new Error(`the login answered ${status}`);
  return waitingFor(browser, opened);
}

/** Follows a client to where a person is asked; returns the id of what waits for consent. */
export async function waitingFor(browser: Browser, opened: URL): Promise<string> {
  const waiting = await browser.go(opened);
  const uid = /\/consent\/([\w-]+)$/.exec(waiting.headers.get('location') ?? '')?.[1];
  if (uid === undefined) throw new Error(`${waiting.status}: ${await waiting.text()}`);
  return uid;
}

/** Answers, and goes on to where the client waits; returns what it is told there. */
export async function answerConsent(browser: Browser, base: string, uid: string, answer: object) {
  const { status, json } = await browser.call('POST', `${base}/api/consent/${uid}`, answer);
  if (status !== 200) throw new Error(JSON.stringify(json));
  const back = await browser.go(json.redirect);
  return new URL(back.headers.get('location')!).searchParams;
}

/** A client that is described by a document, on a server of this machine that is asked without TLS. */
export async function startDocument() {
  const asked: (string | undefined)[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push(url);
    const client_id = `https://${headers.host}${url}`;
    const described = { client_id, client_name: 'Described', redirect_uris: [CALLBACK], ...PUBLIC_CLIENT };
    response.end(JSON.stringify(described));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const fetchOutside = createFetchOutside({
    isAllowed: (address) => address === '127.0.0.1',
    request: (url, options) => request(new URL(`http://${url.host}${url.pathname}`), options),
  });
  return { url: `https://127.0.0.1:${port}/client.json`, fetchOutside, asked };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
