import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { RappelError } from '../../shared/errors.js';
import type { SqlClient } from '../database/sql.js';
import { recordAudit } from './audit.js';
import { issueCode, redeemCode } from './codes.js';
import type { PeopleDatabase } from './database.js';
import { demandSession, type Origin, openSession, type SignedIn } from './sessions.js';

/** Where passkeys are good: a domain, and the origin of its pages. */
export interface PasskeySite {
  domain: string;
  origin: string;
}

export interface ListedPasskey {
  id: string;
  created: Date;
  used: Date | null;
}

interface Row {
  id: string;
  person: string;
  email: string;
  public_key: string;
  counter: number;
}

/** What a browser is asked, and the code that its answer comes back with. */
export interface PasskeyChallenge<Options> {
  code: string;
  options: Options;
}

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Passkeys instead of passwords. Their library is loaded when it is first needed. */
export function createPasskeys({ ask, work }: PeopleDatabase, { hasProvider }: { hasProvider: boolean }) {
  async function issue<Options extends { challenge: string }>(
    options: Options,
    person: string | null,
  ): Promise<PasskeyChallenge<Options>> {
    const code = await work((client) => issueCode(client, 'passkey', { person, content: options.challenge }));
    return { code, options };
  }

  /** Throws `outside_vault` for a challenge that was answered, or too old. */
  async function challengeOf(code: string, person: string | null): Promise<string> {
    const redeemed = await work((client) => redeemCode(client, 'passkey', code));
    if (redeemed === null || redeemed.person !== person) throw refused();
    return redeemed.content;
  }

  return {
    list: (person: string) =>
      ask<ListedPasskey>('SELECT id, created, used FROM rappel.passkeys WHERE person = $1 ORDER BY created', [
        person,
      ]),
    async beginAdding(
      { person, email }: SignedIn,
      { domain }: PasskeySite,
    ): Promise<PasskeyChallenge<PublicKeyCredentialCreationOptionsJSON>> {
      const { generateRegistrationOptions } = await import('@simplewebauthn/server');
      const known = await ask<{ id: string }>('SELECT id FROM rappel.passkeys WHERE person = $1', [person]);
      const options = await generateRegistrationOptions({
        rpName: 'Rappel',
        rpID: domain,
        userName: email,
        userID: new TextEncoder().encode(person),
        excludeCredentials: known,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return issue(options, person);
    },
    /** Throws `outside_vault`. */
    async add(
      signedIn: SignedIn,
      { code, response }: { code: string; response: RegistrationResponseJSON },
      site: PasskeySite,
      { address }: Origin,
    ): Promise<void> {
      const { person, email } = signedIn;
      const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
      const verified = await verifyRegistrationResponse({
        response,
        ...expectedOf(site, await challengeOf(code, person)),
      }).catch(refuse);
      if (!verified.verified) throw refused();
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      await work(async (client) => {
        await demandSession(client, signedIn);
        await client.query(
          'INSERT INTO rappel.passkeys (id, person, public_key, counter) VALUES ($1, $2, $3, $4)',
          [id, person, Buffer.from(publicKey).toString('base64url'), counter],
        );
        await recordAudit(client, { person: email, address, action: 'add passkey' });
      });
    },
    /** Names nobody: the browser offers the passkeys that it has for this site. */
    async beginSignIn({
      domain,
    }: PasskeySite): Promise<PasskeyChallenge<PublicKeyCredentialRequestOptionsJSON>> {
      const { generateAuthenticationOptions } = await import('@simplewebauthn/server');
      return issue(await generateAuthenticationOptions({ rpID: domain, userVerification: 'required' }), null);
    },
    /** Returns the secret of a session. Throws `outside_vault`. */
    async signIn(
      { code, response }: { code: string; response: AuthenticationResponseJSON },
      site: PasskeySite,
      origin: Origin,
    ): Promise<string> {
      const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
      const challenge = await challengeOf(code, null);
      const [row] = await ask<Row>(
        `SELECT passkeys.id, person, email, public_key, counter FROM rappel.passkeys
        JOIN rappel.people ON people.id = person WHERE passkeys.id = $1`,
        [response.id],
      );
      if (row === undefined) throw refused();
      const publicKey = new Uint8Array(Buffer.from(row.public_key, 'base64url'));
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        ...expectedOf(site, challenge),
        credential: { id: row.id, publicKey, counter: row.counter },
      }).catch(refuse);
      if (!verified) throw refused();
      return work(async (client) => {
        const used = await client.query(
          'UPDATE rappel.passkeys SET counter = $2, used = clock_timestamp() WHERE id = $1 RETURNING id',
          [row.id, authenticationInfo.newCounter],
        );
        // It was removed while it was verified.
        if (used.length === 0) throw refused();
        return openSession(client, { person: row.person, email: row.email, how: 'passkey' }, origin);
      });
    },
    /** Throws `not_found`, also for another person's, and `protected` for their last way to sign in. */
    async remove(signedIn: SignedIn, id: string, { address }: Origin): Promise<void> {
      const { person, email } = signedIn;
      await work(async (client) => {
        await demandSession(client, signedIn);
        const removed = await client.query(
          'DELETE FROM rappel.passkeys WHERE person = $1 AND id = $2 RETURNING id',
          [person, id],
        );
        if (removed.length === 0) throw new RappelError('not_found', 'passkey.missing');
        if (!hasProvider) await demandWayIn(client, person);
        await recordAudit(client, { person: email, address, action: 'remove passkey' });
      });
    },
  };
}

/** Throws `protected` for someone without a password or a passkey. */
async function demandWayIn(client: SqlClient, person: string): Promise<void> {
  const ways = await client.query(
    `SELECT FROM rappel.people WHERE id = $1
    AND (password IS NOT NULL OR EXISTS (SELECT FROM rappel.passkeys WHERE person = people.id))`,
    [person],
  );
  if (ways.length === 0) throw new RappelError('protected', 'passkey.last');
}

function expectedOf({ domain, origin }: PasskeySite, expectedChallenge: string) {
  return { expectedChallenge, expectedOrigin: origin, expectedRPID: domain, requireUserVerification: true };
}

function refused(): RappelError {
  return new RappelError('outside_vault', 'passkey.unknown');
}

/** Whatever the library finds wrong, the browser learns nothing more. */
function refuse(): never {
  throw refused();
}
