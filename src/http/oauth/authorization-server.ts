import { RappelError } from '../../shared/errors.js';
import {
  type Asking,
  type AuthorizationOptions,
  type HttpExchange,
  READ_SCOPE,
  SCOPE,
} from './authorization-options.js';
import { configurationOf, withoutSlash } from './configuration.js';
import { createFetchOutside } from './fetch-outside.js';

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
