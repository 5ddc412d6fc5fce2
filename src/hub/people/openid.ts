import type { Configuration } from 'openid-client';
import { RappelError } from '../../shared/errors.js';
import { issueCode, redeemCode } from './codes.js';
import type { PeopleDatabase } from './database.js';
import { takeInvitations } from './invitations.js';
import { type Accept, ensurePerson, giveAccount } from './memberships.js';
import { type Origin, openSession } from './sessions.js';

export interface OpenIdSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** From the environment, because one of them is a secret; null where none is set. Throws `invalid_input` where one is missing. */
export function openIdSettings(env: NodeJS.ProcessEnv): OpenIdSettings | null {
  const [issuer, clientId, clientSecret] = NAMES.map((name) => env[name] ?? '');
  if (!issuer && !clientId && !clientSecret) return null;
  if (issuer && clientId && clientSecret && URL.canParse(issuer)) return { issuer, clientId, clientSecret };
  throw new RappelError('invalid_input', 'openid.settings', { names: NAMES.join(', ') });
}

const NAMES = ['RAPPEL_OPENID_ISSUER', 'RAPPEL_OPENID_CLIENT_ID', 'RAPPEL_OPENID_CLIENT_SECRET'] as const;

/** What is kept between the way to the provider and the way back. */
interface Begun {
  verifier: string;
  nonce: string;
  redirect: string;
}

export type OpenId = ReturnType<typeof createOpenId>;

/**
 * Sign-in through a provider: the code flow with PKCE, state and nonce. It lets in who was invited by the verified email address
 * that the provider names. The library is loaded at the first sign-in.
 */
export function createOpenId(settings: OpenIdSettings, { work }: PeopleDatabase, accept: Accept) {
  let discovered: Promise<Configuration> | null = null;

  function discover(): Promise<Configuration> {
    discovered ??= findProvider(settings);
    discovered.catch(() => {
      discovered = null;
    });
    return discovered;
  }

  return {
    /** What a person reads on the button. */
    name: new URL(settings.issuer).host,
    /** Where the browser goes, and the state that it must come back with. */
    async begin(redirect: string): Promise<{ url: string; state: string }> {
      const [
        provider,
        { buildAuthorizationUrl, calculatePKCECodeChallenge, randomNonce, randomPKCECodeVerifier },
      ] = await Promise.all([discover(), import('openid-client')]).catch(unreachable);
      const begun: Begun = { verifier: randomPKCECodeVerifier(), nonce: randomNonce(), redirect };
      const state = await work((client) => issueCode(client, 'openid', { content: JSON.stringify(begun) }));
      const url = buildAuthorizationUrl(provider, {
        redirect_uri: redirect,
        scope: 'openid email',
        code_challenge: await calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
        state,
        nonce: begun.nonce,
      });
      return { url: url.href, state };
    },
    /** Returns the secret of a session. `query`: that of the address which the provider sent the browser to. Throws `outside_vault`. */
    async finish(query: string, state: string, origin: Origin): Promise<string> {
      const redeemed = await work((client) => redeemCode(client, 'openid', state));
      if (redeemed === null) throw refused();
      const { verifier, nonce, redirect } = JSON.parse(redeemed.content) as Begun;
      const [provider, { authorizationCodeGrant }] = await Promise.all([
        discover(),
        import('openid-client'),
      ]).catch(unreachable);
      const answer = await authorizationCodeGrant(provider, new URL(`${redirect}${query}`), {
        pkceCodeVerifier: verifier,
        expectedNonce: nonce,
        expectedState: state,
        idTokenExpected: true,
      }).catch(refuse);
      const { email, email_verified } = (answer.claims() ?? {}) as Record<string, unknown>;
      if (typeof email !== 'string' || email_verified !== true) throw refused();
      return work(async (client) => {
        const address = email.normalize('NFC').toLowerCase();
        const invitations = await takeInvitations(client, address);
        if (invitations.length > 0) await ensurePerson(client, address);
        // Someone who was invited joins; an invitation that has ended lets nobody in.
        const [found] = await client.query<{ id: string; email: string }>(
          `UPDATE rappel.people SET joined = coalesce(joined, clock_timestamp())
          WHERE email = $1 AND (joined IS NOT NULL OR $2 OR EXISTS (SELECT FROM rappel.codes
            WHERE person = people.id AND kind = 'invitation' AND expires > clock_timestamp()))
          RETURNING id, email`,
          [address, invitations.length > 0],
        );
        if (found === undefined) throw refused();
        await giveAccount(client, found.id);
        await client.query(`DELETE FROM rappel.codes WHERE person = $1 AND kind = 'invitation'`, [found.id]);
        for (const invitation of invitations)
          await accept(client, { person: found.id, address: origin.address }, invitation);
        return openSession(client, { person: found.id, email: found.email, how: 'openid' }, origin);
      });
    },
  };
}

async function findProvider({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<Configuration> {
  const { allowInsecureRequests, discovery } = await import('openid-client');
  // Without TLS on this machine alone, for tests and providers behind a local proxy.
  const isLocal = /^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?(?:\/|$)/.test(issuer);
  return discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: 10,
    ...(isLocal && { execute: [allowInsecureRequests] }),
  });
}

function unreachable(): never {
  throw new RappelError('busy', 'openid.no_answer');
}

function refused(): RappelError {
  return new RappelError('outside_vault', 'openid.not_invited');
}

function refuse(): never {
  throw refused();
}
