import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Adapter, Configuration } from 'oidc-provider';
import { RappelError } from '../../shared/errors.js';
import type { OauthAccess } from './oauth-access.js';
import { oauthKeys } from './oauth-keys.js';
import type { OauthStore } from './oauth-store.js';

/** What a client asks for: to work with the memory, as far as the consent goes. */
export const SCOPE = 'memory';
/** Whoever may give consent: the vault has one owner. */
const OWNER = 'owner';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** The addresses of a service that is reached from elsewhere. */
export interface OauthAddresses {
  /** Without a `/` at its end. */
  publicUrl: string;
  issuer: string;
  /** What tokens are for: the address of `/mcp`. */
  resource: string;
}

/** A client that waits for consent. */
export interface Asking {
  client: string;
  /** The web site of the client, as it says itself. */
  site: string | null;
  /** Where its user is sent afterwards: a host, or null for a program on the computer of the user. */
  returnsTo: string | null;
}

export type AuthorizationServer = Awaited<ReturnType<typeof createAuthorizationServer>>;

/**
 * OAuth 2.1, by a library: clients register themselves or name a document that describes them, ask with PKCE for one
 * resource, and get short tokens that they can renew. Here are only the consent and what is kept.
 */
export async function createAuthorizationServer(
  root: string,
  addresses: OauthAddresses,
  store: OauthStore,
  access: OauthAccess,
) {
  // Loaded by the first client that signs in: nobody else needs it.
  const { Provider, errors } = await import('oidc-provider');
  const { issuer, resource, publicUrl } = addresses;
  const { signing, cookies } = oauthKeys(root);
  const configuration: Configuration = {
    adapter: (model: string) => adapterOf(model, store, access),
    jwks: { keys: [signing as never] },
    cookies: {
      keys: cookies,
      names: {
        session: 'rappel_oauth_session',
        interaction: 'rappel_oauth_interaction',
        resume: 'rappel_oauth_resume',
      },
    },
    // Most clients are programs on somebody's computer, which can't keep a secret.
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    scopes: ['openid', 'offline_access', SCOPE],
    // OAuth 2.1 has no other.
    responseTypes: ['code'],
    claims: { openid: ['sub'] },
    pkce: { required: () => true },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      RefreshToken: 90 * DAY,
      Grant: 10 * 365 * DAY,
      Interaction: HOUR / 4,
      Session: HOUR / 4,
      IdToken: HOUR,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02' },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(_, given) {
          if (withoutSlash(given) !== resource) throw new errors.InvalidTarget();
          return { scope: SCOPE, audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: HOUR };
        },
      },
    },
    interactions: { url: (_, { uid }) => `${publicUrl}/consent/${uid}` },
    renderError(ctx, { error, error_description }) {
      ctx.type = 'text';
      ctx.body = `${error}: ${error_description ?? 'this sign-in can not go on'}\n`;
    },
  };
  const provider = new Provider(issuer, configuration);
  provider.proxy = true;
  const answer = provider.callback();

  async function asking(uid: string) {
    const found = await provider.Interaction.find(uid);
    const client = found && (await provider.Client.find(String(found.params.client_id)));
    if (!found || !client)
      throw new RappelError('not_found', 'this sign-in is over', { hint: 'Connect again in the assistant.' });
    return { found, client };
  }

  /** Returns where the browser goes next. */
  async function finish(uid: string, result: Record<string, unknown>): Promise<string> {
    const { found } = await asking(uid);
    found.result = result;
    await found.persist();
    return found.returnTo;
  }

  return {
    /** Answers a request below the issuer; `path`: the rest of its address. */
    answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
      const { host, protocol, pathname } = new URL(issuer);
      // Whatever the proxy says: the public address is known.
      Object.assign(request.headers, {
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
      });
      Object.assign(request, { url: path, originalUrl: pathname + path });
      return answer(request, response) as Promise<void>;
    },
    /** Throws `not_found`. */
    async asking(uid: string): Promise<Asking> {
      const { found, client } = await asking(uid);
      return {
        client: nameOf(client.metadata()),
        site: client.clientUri ?? null,
        returnsTo: hostElsewhere(String(found.params.redirect_uri)),
      };
    },
    /** `token`: the id of the named token that says what the client may see. */
    async allow(uid: string, token: string): Promise<string> {
      const { found } = await asking(uid);
      const grant = new provider.Grant({ accountId: OWNER, clientId: String(found.params.client_id) });
      grant.addResourceScope(resource, SCOPE);
      grant.addOIDCScope(`openid offline_access ${SCOPE}`);
      const grantId = await grant.save();
      access.bind(grantId, token);
      return finish(uid, { login: { accountId: OWNER }, consent: { grantId } });
    },
    refuse: (uid: string) =>
      finish(uid, { error: 'access_denied', error_description: 'the owner of the memory refused' }),
  };
}

function adapterOf(model: string, store: OauthStore, access: OauthAccess): Adapter {
  return {
    upsert: async (id, payload, expiresIn) => store.upsert(model, id, payload, expiresIn),
    async find(id) {
      const found = store.find(model, id);
      return found?.grantId !== undefined && !access.isAllowed(found.grantId) ? undefined : found;
    },
    findByUid: async (uid) => store.findWhere(model, (payload) => payload.uid === uid),
    findByUserCode: async () => undefined,
    consume: async (id) => store.consume(model, id),
    async destroy(id) {
      store.remove(model, id);
      if (model === 'Grant') await access.end(id);
    },
    revokeByGrantId: async (grantId) => store.removeWhere(model, (payload) => payload.grantId === grantId),
  };
}

function nameOf({ client_name, client_id }: { client_name?: unknown; client_id?: unknown }): string {
  const name = String(client_name ?? '').trim();
  return name === '' ? String(client_id) : name;
}

function hostElsewhere(address: string): string | null {
  const { protocol, host, hostname } = new URL(address);
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return null;
  return protocol === 'https:' ? host : `${protocol}//${host}`;
}

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}
