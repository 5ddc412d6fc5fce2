import type { NamedTokens } from '../../service/connection/named-tokens.js';
import { RappelError } from '../../shared/errors.js';
import { type Gate, headOf } from '../gate.js';
import type { FetchOutside } from './authorization-options.js';
import type { Consents } from './consent-routes.js';
import { createOauth, freeClientName, metadataUrl, withoutSlashes } from './oauth.js';
import { createOauthAccess } from './oauth-access.js';
import { oauthKeys } from './oauth-keys.js';
import { createStoredOauth } from './stored-oauth.js';

export type OwnerOauth = ReturnType<typeof createOwnerOauth>;

/** Whoever may give consent: the vault has one owner. */
const OWNER = 'owner';

/** The sign-in of clients to the vault of one user. */
export function createOwnerOauth(root: string, given: string, tokens: NamedTokens, fetch?: FetchOutside) {
  const publicUrl = withoutSlashes(given);
  const resource = `${publicUrl}/mcp`;
  const access = createOauthAccess(createStoredOauth(root), tokens, resource);
  const oauth = createOauth(publicUrl, {
    store: access,
    keys: () => oauthKeys(root),
    ...(fetch && { fetch }),
    resources: {
      default: resource,
      has: (asked) => asked === resource,
      consentUrl: (_, uid) => `${publicUrl}/consent/${uid}`,
    },
  });

  return {
    ...oauth,
    resource,
    identify: access.identify,
    metadataUrl: metadataUrl(publicUrl, '/mcp'),
    /** `gate` knows the owner. */
    consents(gate: Gate | null): Consents {
      return {
        vault: null,
        demand(context) {
          if (!gate?.isOwner(headOf(context))) throw new RappelError('protected', 'oauth.owner_only');
        },
        asking: ({ env }, uid) => oauth.asking(env, uid),
        async allow({ env }, uid, consented) {
          const asking = await oauth.asking(env, uid);
          const readOnly = asking.readOnly || consented.readOnly;
          const names = tokens.list().map(({ name }) => name);
          const { id } = await tokens.create(
            freeClientName(asking.client, names),
            consented.folders,
            readOnly,
          );
          return oauth.allow(env, uid, { account: OWNER, token: id, readOnly });
        },
        refuse: ({ env }, uid) => oauth.refuse(env, uid),
      };
    },
  };
}
