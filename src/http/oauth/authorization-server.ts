import type { Adapter, Configuration, errors as Errors } from 'oidc-provider';
import { RappelError } from '../../shared/errors.js';
import {
  type Asking,
  type AuthorizationOptions,
  type HttpExchange,
  READ_SCOPE,
  SCOPE,
} from './authorization-options.js';
import { createFetchOutside } from './fetch-outside.js';
import { createLimit } from './limit.js';
import type { OauthKeys } from './oauth-keys.js';
import type { OauthStore } from './oauth-store.js';

export type AuthorizationServer = Awaited<ReturnType<typeof createAuthorizationServer>>;

/**
 * OAuth 2.1, by a library: clients register themselves or name a document that describes them, ask with PKCE for one
 * resource, and get short tokens that they can renew. Here are only the consent and what is kept.
 */
export async function createAuthorizationServer({
  issuer,
  resources,
  store,
  keys,
  fetch = createFetchOutside(),
}: AuthorizationOptions) {
  const { Provider, errors } = await import('oidc-provider');
  const { signing, cookies } = await keys();
  const configuration = configurationOf({ resources, store, fetch }, { signing, cookies }, errors);
  const provider = new Provider(issuer, configuration);
  provider.proxy = true;
  const answer = provider.callback();

  /** In the browser that the client opened: what another one began is not answered for. Throws `not_found`. */
  async function waiting({ incoming, outgoing }: HttpExchange, uid: string) {
    const found = await provider.interactionDetails(incoming, outgoing).catch((error) => {
      if (error instanceof errors.SessionNotFound) return null;
      throw error;
    });
    const client = found?.uid === uid && (await provider.Client.find(String(found.params.client_id)));
    if (!found || !client) throw new RappelError('not_found', 'oauth.over');
    const scopes = String(found.params.scope ?? '').split(' ');
    return { found, client, scopes, resource: String(found.params.resource) };
  }

  /** Returns where the browser goes next. */
  async function finish(
    exchange: HttpExchange,
    uid: string,
    result: Record<string, unknown>,
  ): Promise<string> {
    const { found } = await waiting(exchange, uid);
    found.result = result;
    await found.persist();
    return found.returnTo;
  }

  return {
    /** Answers a request below the issuer; `path`: the rest of its address. */
    answer({ incoming, outgoing }: HttpExchange, path: string): Promise<void> {
      const { host, protocol, pathname } = new URL(issuer);
      // Whatever the proxy says: the public address is known.
      Object.assign(incoming.headers, {
        'x-forwarded-host': host,
        'x-forwarded-proto': protocol.slice(0, -1),
      });
      Object.assign(incoming, { url: path, originalUrl: pathname + path });
      return answer(incoming, outgoing) as Promise<void>;
    },
    /** Throws `not_found`. */
    async asking(exchange: HttpExchange, uid: string): Promise<Asking & { resource: string }> {
      const { found, client, scopes, resource } = await waiting(exchange, uid);
      return {
        client: nameOf(client.metadata()),
        site: client.clientUri ?? null,
        returnsTo: hostElsewhere(String(found.params.redirect_uri)),
        readOnly: scopes.includes(READ_SCOPE) && !scopes.includes(SCOPE),
        resource: withoutSlash(resource),
      };
    },
    /** `account`: whoever gives consent. `token`: the id of the token that says what the client may do. */
    async allow(
      exchange: HttpExchange,
      uid: string,
      { account, token, readOnly }: { account: string; token: string; readOnly: boolean },
    ): Promise<string> {
      const { found, scopes, resource } = await waiting(exchange, uid);
      const grant = new provider.Grant({ accountId: account, clientId: String(found.params.client_id) });
      grant.addResourceScope(resource, READ_SCOPE);
      // The client is told that it may only read, where it knows the word for it.
      if (readOnly && scopes.includes(READ_SCOPE)) grant.rejectResourceScope(resource, SCOPE);
      else grant.addResourceScope(resource, SCOPE);
      grant.addOIDCScope(`openid offline_access ${SCOPE} ${READ_SCOPE}`);
      const grantId = await grant.save();
      await store.bind(grantId, token);
      return finish(exchange, uid, { login: { accountId: account }, consent: { grantId } });
    },
    refuse: (exchange: HttpExchange, uid: string) =>
      finish(exchange, uid, { error: 'access_denied', error_description: 'the person refused' }),
  };
}

function nameOf({ client_name, client_id }: { client_name?: unknown; client_id?: unknown }): string {
  // Its own words, in the consent and in lists: nothing that steers a screen.
  const name = String(client_name ?? '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 100);
  return name === '' ? String(client_id) : name;
}

function hostElsewhere(address: string): string | null {
  const { protocol, host, hostname } = new URL(address);
  if (['localhost', '127.0.0.1', '[::1]'].includes(hostname)) return null;
  return protocol === 'https:' ? host : `${protocol}//${host}`;
}

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Anybody may have the service fetch a document. */
const MOST_DOCUMENTS = 60;
const MOST_BYTES = 64 * 1024;

/** How the library is used: OAuth 2.1, and nothing that it does not need. */
function configurationOf(
  { resources, store, fetch }: Pick<AuthorizationOptions, 'resources' | 'store' | 'fetch'>,
  { signing, cookies }: OauthKeys,
  errors: typeof Errors,
): Configuration {
  const mayFetch = createLimit(MOST_DOCUMENTS, 60_000);
  return {
    adapter: (model: string) => adapterOf(model, store, errors),
    jwks: { keys: [signing as never] },
    fetch,
    fetchResponseBodyLimits: { jwks_uri: MOST_BYTES, sector_identifier_uri: MOST_BYTES },
    cookies: {
      keys: cookies,
      names: {
        session: 'rappel_oauth_session',
        interaction: 'rappel_oauth_interaction',
        resume: 'rappel_oauth_resume',
      },
      // The page asks the API about what waits, which is at another path.
      short: { path: '/', httpOnly: true, sameSite: 'lax', overwrite: true },
    },
    // Most clients are programs on somebody's computer, which can't keep a secret.
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    scopes: ['openid', 'offline_access', SCOPE, READ_SCOPE],
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
      revocation: {
        enabled: true,
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      clientIdMetadataDocument: { enabled: true, ack: 'draft-02', allowFetch: async () => mayFetch() },
      resourceIndicators: {
        enabled: true,
        defaultResource() {
          if (resources.default === null) throw new errors.InvalidTarget('resource is missing');
          return resources.default;
        },
        useGrantedResource: () => true,
        getResourceServerInfo(ctx, given) {
          const resource = withoutSlash(given);
          if (Array.isArray(ctx.oidc.params?.resource) || !resources.has(resource))
            throw new errors.InvalidTarget();
          return {
            scope: `${SCOPE} ${READ_SCOPE}`,
            audience: resource,
            accessTokenFormat: 'opaque',
            accessTokenTTL: HOUR,
          };
        },
      },
    },
    interactions: {
      url: (_, { uid, params }) => resources.consentUrl(withoutSlash(String(params.resource)), uid),
    },
    renderError(ctx, { error, error_description }) {
      ctx.type = 'text';
      ctx.body = `${error}: ${error_description ?? 'this sign-in can not go on'}\n`;
    },
  };
}

function adapterOf(model: string, store: OauthStore, errors: typeof Errors): Adapter {
  // Who is signed in is known by Rappel alone: each sign-in of a client asks a person.
  if (model === 'Session') return NOTHING;
  return {
    ...NOTHING,
    upsert: async (id, payload, expiresIn) => store.upsert(model, id, payload, expiresIn),
    find: async (id) => store.find(model, id),
    async consume(id) {
      if (!(await store.consume(model, id))) throw new errors.InvalidGrant('used already');
    },
    destroy: async (id) => (model === 'Grant' ? store.end(id) : store.remove(model, id)),
    revokeByGrantId: async (grant) => store.removeOfGrant(model, grant),
  };
}

const NOTHING: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}
