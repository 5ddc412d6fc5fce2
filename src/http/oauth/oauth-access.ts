import type { NamedTokens } from '../../service/connection/named-tokens.js';
import { RappelError } from '../../shared/errors.js';
import type { OauthStore, Payload } from './oauth-store.js';
import type { StoredOauth } from './stored-oauth.js';

/**
 * What the owner of a vault gives by consent. A client that was allowed in is listed, walled and revoked as a named token; the tokens of
 * OAuth only stand for that one, for an hour each.
 *
 * `resource`: what the tokens of clients are for.
 */
export function createOauthAccess(
  kept: StoredOauth,
  tokens: Pick<NamedTokens, 'has' | 'revoke' | 'used'>,
  resource: string,
) {
  /** The named token of a grant; null if there is none, or none any more. */
  function tokenOf(grant: string): string | null {
    const id = kept.find('Allowed', grant)?.token;
    return typeof id === 'string' && tokens.has(id) ? id : null;
  }

  return {
    ...kept,
    find(model: string, id: string): Payload | undefined {
      const found = kept.find(model, id);
      return found?.grantId !== undefined && tokenOf(found.grantId) === null ? undefined : found;
    },
    bind: (grant: string, token: string): void => kept.upsert('Allowed', grant, { token }),
    async end(grant: string): Promise<void> {
      const token = tokenOf(grant);
      for (const model of ['Allowed', 'Grant']) kept.remove(model, grant);
      if (token === null) return;
      await tokens.revoke(token).catch((error) => {
        if (!(error instanceof RappelError && error.code === 'not_found')) throw error;
      });
    },
    /** The named token that a token of a client stands for; null for any other text. */
    identify(bearer: string): string | null {
      const found = kept.find('AccessToken', bearer);
      if (found?.grantId === undefined || found.aud !== resource) return null;
      const token = tokenOf(found.grantId);
      if (token !== null) tokens.used(token);
      return token;
    },
  } satisfies OauthStore & Pick<NamedTokens, 'identify'>;
}
