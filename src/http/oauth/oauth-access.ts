import type { NamedTokens } from '../../service/connection/named-tokens.js';
import { RappelError } from '../../shared/errors.js';
import type { OauthStore } from './oauth-store.js';

export type OauthAccess = ReturnType<typeof createOauthAccess>;

/**
 * What consent gives. A client that was allowed in is listed, walled and revoked as a named token; the tokens of OAuth
 * only stand for that one, for an hour each.
 *
 * `resource`: what the tokens of clients are for.
 */
export function createOauthAccess(
  store: OauthStore,
  tokens: Pick<NamedTokens, 'has' | 'revoke' | 'used'>,
  resource: string,
) {
  /** The named token of a grant; null if there is none, or none any more. */
  function tokenOf(grant: string): string | null {
    const id = store.find('Allowed', grant)?.token;
    return typeof id === 'string' && tokens.has(id) ? id : null;
  }

  return {
    bind: (grant: string, token: string): void => store.upsert('Allowed', grant, { token }),
    isAllowed: (grant: string): boolean => tokenOf(grant) !== null,
    /** The client gave its access back, or one of its tokens was used twice. */
    async end(grant: string): Promise<void> {
      const token = tokenOf(grant);
      store.remove('Allowed', grant);
      if (token === null) return;
      await tokens.revoke(token).catch((error) => {
        if (!(error instanceof RappelError && error.code === 'not_found')) throw error;
      });
    },
    /** The named token that a token of a client stands for; null for any other text. */
    identify(bearer: string): string | null {
      const found = store.find('AccessToken', bearer);
      if (found?.grantId === undefined || found.aud !== resource) return null;
      const token = tokenOf(found.grantId);
      if (token !== null) tokens.used(token);
      return token;
    },
  };
}
