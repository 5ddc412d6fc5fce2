import { errorMessage, RappelError } from '../../shared/errors.js';
import { secretHash } from '../../shared/login-secrets.js';
import type { SqlPool } from '../database/sql.js';
import type { VaultFolders } from '../vault-folders.js';
import { createAccounts } from './accounts.js';
import { createSignInAttempts } from './attempts.js';
import { type Audited, recordAudit } from './audit.js';
import { createCallers } from './callers.js';
import { createPeopleDatabase, type PeopleDatabase } from './database.js';
import { invitationLink, keepHubAddress } from './hub-address.js';
import { createMembers } from './members.js';
import { createAccept } from './memberships.js';
import { createOpenId, type OpenIdSettings } from './openid.js';
import { createPasskeys } from './passkeys.js';
import { createPasswords } from './passwords.js';
import { createPeople, namesById } from './people.js';
import { createPersonalTokens } from './personal-tokens.js';
import { createPeopleSessions } from './sessions.js';

const ADDRESS_RETRY_MS = 1_000;

export interface OpenPeopleOptions {
  pool: SqlPool;
  databaseUrl: string;
  folders: VaultFolders;
  log(message: string): void;
  /** Null where only local accounts can sign in. */
  openId?: OpenIdSettings | null;
}

export type HubPeople = ReturnType<typeof openPeople>;

/** The people of a hub, for the process that serves it. */
export function openPeople({ pool, databaseUrl, folders, log, openId = null }: OpenPeopleOptions) {
  const database = createPeopleDatabase(pool, databaseUrl);
  const attempts = createSignInAttempts(database);
  const people = createPeople(database, folders);
  const nameOf = (id: string) => namesById(folders).get(id) ?? null;
  const accept = createAccept(nameOf);
  const passwords = createPasswords();
  let keepingAddress: NodeJS.Timeout | undefined;

  /** Tries until the database answers: links made meanwhile would lead nowhere. */
  async function keepAddress(url: string, told: string | null = null): Promise<void> {
    try {
      await keepHubAddress(database, url);
    } catch (error) {
      const problem = errorMessage(error);
      if (problem !== told) log(problem);
      keepingAddress = setTimeout(() => void keepAddress(url, problem), ADDRESS_RETRY_MS);
      keepingAddress.unref();
    }
  }

  return {
    database,
    people,
    members: createMembers(database, folders),
    linkOf: (code: string) => invitationLink(database, code),
    /** Null for a vault that is not in this hub. */
    nameOf,
    accounts: createAccounts(database, { passwords, attempts, accept }),
    passkeys: createPasskeys(database, { hasProvider: openId !== null }),
    openId: openId === null ? null : createOpenId(openId, database, accept),
    sessions: createPeopleSessions(database),
    tokens: createPersonalTokens(database, folders),
    oauth: createOauthRows(database),
    callers: createCallers(database, folders),
    /** Keeps where browsers reach the hub; without the database, as soon as it answers. */
    started: (url: string) => keepAddress(url),
    /** The vaults of a person, with the role in each. */
    async vaultsOf(email: string) {
      return (await people.list(email))[0]?.vaults ?? [];
    },
    /** Adds to the log without waiting for it. */
    audit: (entry: Audited) =>
      void database
        .work((client) => recordAudit(client, entry))
        .catch((error) => log(`audit: ${errorMessage(error)}`)),
    close: async () => {
      clearTimeout(keepingAddress);
      await passwords.close();
      await pool.close();
    },
  };
}

type Payload = Record<string, unknown>;

/** What strangers can make. Of clients the oldest goes that was not let in and does not ask to be; no more sign-ins begin. */
const MOST_CLIENTS = 1_000;
const MOST_SIGN_INS = 1_000;

/**
 * What the authorisation server of a hub keeps, for all its nodes. Ids are stored as hashes. What a grant brought is gone with its personal
 * token, and that with the membership and the person: the tables see to it.
 */
function createOauthRows({ ask, work }: PeopleDatabase) {
  return {
    async find(model: string, id: string): Promise<Payload | undefined> {
      const [found] = await ask<{ payload: Payload }>(
        `SELECT payload FROM rappel.oauth WHERE model = $1 AND hash = $2
        AND (expires IS NULL OR expires > clock_timestamp())`,
        [model, secretHash(id)],
      );
      return found && { ...found.payload, jti: id };
    },
    async upsert(model: string, id: string, given: Payload, expiresIn?: number): Promise<void> {
      const { jti: _, ...payload } = given;
      await work(async (client) => {
        await client.query('DELETE FROM rappel.oauth WHERE expires < clock_timestamp()');
        if (model === 'Interaction') {
          const [open] = await client.query<{ count: number }>(COUNT_OTHERS, [model, secretHash(id)]);
          if ((open?.count ?? 0) >= MOST_SIGN_INS) throw new RappelError('busy', 'oauth.too_many');
        }
        // Access that ended meanwhile brings nothing more.
        await client.query(
          `INSERT INTO rappel.oauth (model, hash, payload, grant_id, expires)
          SELECT $1, $2, $3::jsonb, $4::text, clock_timestamp() + $5::integer * interval '1 second'
          WHERE $4::text IS NULL OR EXISTS (SELECT FROM rappel.oauth_grants WHERE id = $4 FOR KEY SHARE)
          ON CONFLICT (model, hash) DO UPDATE SET payload = excluded.payload, expires = excluded.expires`,
          [model, secretHash(id), JSON.stringify(payload), payload.grantId ?? null, expiresIn ?? null],
        );
        if (model === 'Client') await client.query(DROP_OLDEST, [model, MOST_CLIENTS]);
      });
    },
    /** False where it was used before, on whatever node. */
    async consume(model: string, id: string): Promise<boolean> {
      const used = await ask(
        `UPDATE rappel.oauth SET payload = payload || jsonb_build_object('consumed', extract(epoch FROM clock_timestamp())::bigint)
        WHERE model = $1 AND hash = $2 AND NOT payload ? 'consumed' RETURNING hash`,
        [model, secretHash(id)],
      );
      return used.length > 0;
    },
    async remove(model: string, id: string): Promise<void> {
      await ask('DELETE FROM rappel.oauth WHERE model = $1 AND hash = $2', [model, secretHash(id)]);
    },
    async removeOfGrant(model: string, grant: string): Promise<void> {
      await ask('DELETE FROM rappel.oauth WHERE model = $1 AND grant_id = $2', [model, grant]);
    },
    /** `token`: the id of a personal token. */
    async bind(grant: string, token: string): Promise<void> {
      await work(async (client) => {
        await client.query('INSERT INTO rappel.oauth_grants (id, token) VALUES ($1, $2)', [grant, token]);
        await client.query(`UPDATE rappel.oauth SET grant_id = $1 WHERE model = 'Grant' AND hash = $2`, [
          grant,
          secretHash(grant),
        ]);
      });
    },
    /** Revokes the personal token of a grant. */
    async end(grant: string): Promise<void> {
      await work(async (client) => {
        const [ended] = await client.query<{ name: string; email: string }>(
          `DELETE FROM rappel.personal_tokens USING rappel.oauth_grants, rappel.people
          WHERE oauth_grants.id = $1 AND personal_tokens.id = token AND people.id = person
          RETURNING name, email`,
          [grant],
        );
        if (ended === undefined) return;
        const { email, name } = ended;
        await recordAudit(client, { person: email, address: null, action: 'revoke token', detail: name });
      });
    },
    /** The keys of the hub, which its first node makes. */
    async keys<Keys>(make: () => Keys): Promise<Keys> {
      const [known] = await ask<{ payload: Keys }>(KEYS);
      if (known !== undefined) return known.payload;
      await ask(
        `INSERT INTO rappel.oauth (model, hash, payload) VALUES ('Keys', '', $1::jsonb) ON CONFLICT DO NOTHING`,
        [JSON.stringify(make())],
      );
      return (await ask<{ payload: Keys }>(KEYS))[0]!.payload;
    },
  };
}

const KEYS = `SELECT payload FROM rappel.oauth WHERE model = 'Keys'`;

const COUNT_OTHERS = 'SELECT count(*)::integer AS count FROM rappel.oauth WHERE model = $1 AND hash <> $2';

const DROP_OLDEST = `DELETE FROM rappel.oauth WHERE model = $1 AND hash IN (
    SELECT hash FROM rappel.oauth AS old WHERE model = $1 AND NOT EXISTS (
      SELECT FROM rappel.oauth AS granted
      WHERE granted.model = 'Grant' AND granted.payload ->> 'clientId' = old.payload ->> 'client_id'
    ) AND NOT EXISTS (
      SELECT FROM rappel.oauth AS asking
      WHERE asking.model = 'Interaction' AND asking.payload -> 'params' ->> 'client_id' = old.payload ->> 'client_id'
    ) ORDER BY created DESC OFFSET $2
  )`;
