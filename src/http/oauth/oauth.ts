import {
  type Asking,
  type AuthorizationOptions,
  type HttpExchange,
  READ_SCOPE,
  SCOPE,
} from './authorization-options.js';
import type { AuthorizationServer } from './authorization-server.js';

/** Below the public address of the service. */
export const OAUTH_PATH = '/oauth';
export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

export type Oauth = ReturnType<typeof createOauth>;

/** Signs in clients that can't be given a token by hand: those that run elsewhere, as claude.ai. */
export function createOauth(publicUrl: string, options: Omit<AuthorizationOptions, 'issuer'>) {
  const issuer = `${publicUrl}${OAUTH_PATH}`;
  const { resources } = options;
  let opened: Promise<AuthorizationServer> | null = null;

  function server(): Promise<AuthorizationServer> {
    opened ??= open().catch((error) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  /** Loaded by the first client that signs in: nobody else needs it. */
  async function open(): Promise<AuthorizationServer> {
    const { createAuthorizationServer } = await import('./authorization-server.js');
    return createAuthorizationServer({ issuer, ...options });
  }

  return {
    /** What a client learns about the resource at `path`; null where there is none. */
    describe(path: string) {
      const resource = resources.default ?? `${publicUrl}${path}`;
      if (!resources.has(resource)) return null;
      return {
        resource,
        authorization_servers: [issuer],
        scopes_supported: [SCOPE, READ_SCOPE],
        bearer_methods_supported: ['header'],
        resource_name: 'Rappel',
      };
    },
    answer: async (exchange: HttpExchange, path: string): Promise<void> =>
      (await server()).answer(exchange, path),
    asking: async (exchange: HttpExchange, uid: string): Promise<Asking & { resource: string }> =>
      (await server()).asking(exchange, uid),
    allow: async (...given: Parameters<AuthorizationServer['allow']>): Promise<string> =>
      (await server()).allow(...given),
    refuse: async (exchange: HttpExchange, uid: string): Promise<string> =>
      (await server()).refuse(exchange, uid),
  };
}

/** Where a client that was refused learns how to sign in; `path`: of the resource. */
export function metadataUrl(publicUrl: string, path: string): string {
  return `${publicUrl}${RESOURCE_METADATA}${path}`;
}

/** The library that signs clients in supports no older Node. */
export function canSignIn(): boolean {
  return Number.parseInt(process.versions.node, 10) >= 22;
}

export function withoutSlashes(publicUrl: string): string {
  return publicUrl.replace(/\/+$/, '');
}

const LONGEST_NAME = 50;

/** The name of a client for its token, with a number where another has it: it may be connected twice. */
export function freeClientName(client: string, taken: readonly string[]): string {
  const name = client.slice(0, LONGEST_NAME).trim();
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} (${number})`;
    if (!taken.includes(tried)) return tried;
  }
}
