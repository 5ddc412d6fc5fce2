import type { IncomingMessage } from 'node:http';
import type { HubPeople } from '../../hub/people/open-people.js';
import type { SignedIn } from '../../hub/people/sessions.js';
import { RappelError } from '../../shared/errors.js';
import { headOf, type RequestHead } from '../gate.js';
import type { Consents } from '../oauth/consent-routes.js';
import { createOauth, freeClientName, metadataUrl, withoutSlashes } from '../oauth/oauth.js';
import { newOauthKeys } from '../oauth/oauth-keys.js';
import { parseAddress, vaultAddress } from './addresses.js';
import { sessionOf } from './person-requests.js';

export type HubOauth = ReturnType<typeof createHubOauth>;

/**
 * The sign-in of clients to the vaults of a hub. A person lets a client in to one vault; what that makes is a personal token. Which vaults there
 * are is not told: one that is not there is described like any other.
 *
 * `clientOf`: where a request came from.
 */
export function createHubOauth(
  { oauth: rows, sessions, tokens, callers, vaultsOf }: HubPeople,
  given: string,
  clientOf: (incoming: IncomingMessage) => string,
) {
  const publicUrl = withoutSlashes(given);
  /** The vault of a resource. */
  const vaultOf = (resource: string): string | null => {
    const address = resource.startsWith(publicUrl) ? parseAddress(resource.slice(publicUrl.length)) : null;
    return address?.rest === '/mcp' ? address.name : null;
  };
  const oauth = createOauth(publicUrl, {
    store: { ...rows, end: (grant) => rows.end(grant).then(callers.forget) },
    keys: () => rows.keys(newOauthKeys),
    resources: {
      default: null,
      has: (resource) => vaultOf(resource) !== null,
      consentUrl: (resource, uid) => `${vaultAddress(publicUrl, vaultOf(resource)!)}/consent/${uid}`,
    },
  });

  /** A person in a browser. A token can't let anybody in. Throws `protected`. */
  async function signedIn(head: RequestHead): Promise<SignedIn> {
    const secret = sessionOf(head);
    const found = secret === null || head.header('authorization') ? null : await sessions.find(secret);
    if (found === null) throw new RappelError('protected', 'oauth.person_only');
    return found;
  }

  return {
    ...oauth,
    metadataUrl: (name: string) => metadataUrl(publicUrl, `/v/${name}/mcp`),
    /** For the members of a vault, as which the hub has identified whoever asks. */
    consents(name: string): Consents {
      const asking: Consents['asking'] = async (context, uid) => {
        const found = await oauth.asking(context.env, uid);
        if (vaultOf(found.resource) !== name) throw new RappelError('not_found', 'oauth.other_vault');
        const { email } = await signedIn(headOf(context));
        const own = (await vaultsOf(email)).find(({ vault }) => vault === name);
        return { ...found, readOnly: found.readOnly || own?.role === 'reader' };
      };
      return {
        vault: name,
        async demand(context) {
          await signedIn(headOf(context));
        },
        asking,
        async allow(context, uid, { folders, ...consented }) {
          const person = await signedIn(headOf(context));
          const { client, ...asked } = await asking(context, uid);
          const readOnly = asked.readOnly || consented.readOnly;
          const role = readOnly ? 'reader' : 'editor';
          const names = (await tokens.list(person.person)).map((token) => token.name);
          const wanted = { name: freeClientName(client, names), vault: name, role, folders } as const;
          const { id } = await tokens.create(person, wanted, clientOf(context.env.incoming));
          callers.forget();
          return oauth.allow(context.env, uid, { account: person.person, token: id, readOnly });
        },
        async refuse(context, uid) {
          await asking(context, uid);
          return oauth.refuse(context.env, uid);
        },
      };
    },
  };
}
