import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NamedTokens } from '../../service/connection/named-tokens.js';
import type { VaultPath } from '../../vault/paths.js';
import {
  type Asking,
  type AuthorizationServer,
  createAuthorizationServer,
  SCOPE,
} from './authorization-server.js';
import { createOauthAccess } from './oauth-access.js';
import { createOauthStore } from './oauth-store.js';

/** Below the public address of the service. */
export const OAUTH_PATH = '/oauth';

export type Oauth = ReturnType<typeof createOauth>;

/** Signs in clients that can't be given a token by hand: those that run elsewhere, as claude.ai. */
export function createOauth(root: string, given: string, tokens: NamedTokens) {
  const publicUrl = given.replace(/\/+$/, '');
  const addresses = { publicUrl, issuer: `${publicUrl}${OAUTH_PATH}`, resource: `${publicUrl}/mcp` };
  const store = createOauthStore(root);
  const access = createOauthAccess(store, tokens, addresses.resource);
  let opened: Promise<AuthorizationServer> | null = null;

  function server(): Promise<AuthorizationServer> {
    opened ??= createAuthorizationServer(root, addresses, store, access).catch((error) => {
      opened = null;
      throw error;
    });
    return opened;
  }

  return {
    ...addresses,
    identify: access.identify,
    /** Where a client that was refused learns how to sign in. */
    metadataUrl: `${publicUrl}${RESOURCE_METADATA}/mcp`,
    resourceMetadata: {
      resource: addresses.resource,
      authorization_servers: [addresses.issuer],
      scopes_supported: [SCOPE],
      bearer_methods_supported: ['header'],
      resource_name: 'Rappel',
    },
    answer: async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> =>
      (await server()).answer(request, response, path),
    asking: async (uid: string): Promise<Asking> => (await server()).asking(uid),
    /** `folders`: what the client will see; null for the whole vault. Returns where the browser goes next. */
    async allow(uid: string, folders: readonly VaultPath[] | null): Promise<string> {
      const { client } = await (await server()).asking(uid);
      const { id } = await tokens.create(freeName(client, tokens), folders);
      return (await server()).allow(uid, id);
    },
    refuse: async (uid: string): Promise<string> => (await server()).refuse(uid),
  };
}

export const RESOURCE_METADATA = '/.well-known/oauth-protected-resource';

const LONGEST_NAME = 50;

/** The name of a client, with a number where another has it: it may be connected twice. */
function freeName(client: string, tokens: NamedTokens): string {
  const taken = new Set(tokens.list().map(({ name }) => name));
  const name = client.slice(0, LONGEST_NAME).trim();
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name} (${number})`;
    if (!taken.has(tried)) return tried;
  }
}
