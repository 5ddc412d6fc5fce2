import { errorMessage } from '../../shared/errors.js';
import type { SqlPool } from '../database/sql.js';
import type { VaultFolders } from '../vault-folders.js';
import { createAccounts } from './accounts.js';
import { createSignInAttempts } from './attempts.js';
import { type Audited, recordAudit } from './audit.js';
import { createCallers } from './callers.js';
import { createPeopleDatabase } from './database.js';
import { invitationLink, keepHubAddress } from './hub-address.js';
import { createMembers } from './members.js';
import { createAccept } from './memberships.js';
import { createOauthRows } from './oauth-rows.js';
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
