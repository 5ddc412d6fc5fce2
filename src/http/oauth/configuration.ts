import type { Adapter, Configuration, errors as Errors } from 'oidc-provider';
import { type AuthorizationOptions, READ_SCOPE, SCOPE } from './authorization-options.js';
import { createLimit } from './limit.js';
import type { OauthKeys } from './oauth-keys.js';
import type { OauthStore } from './oauth-store.js';

const HOUR = 60 * 60;
const DAY = 24 * HOUR;

/** Anybody may have the service fetch a document. */
const MOST_DOCUMENTS = 60;
const MOST_BYTES = 64 * 1024;

/** How the library is used: OAuth 2.1, and nothing that it does not need. */
export function configurationOf(
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

export function withoutSlash(address: string): string {
  return address.replace(/\/$/, '');
}
