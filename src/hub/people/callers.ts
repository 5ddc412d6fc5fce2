import { lesserRole, type Role } from '../../operations/role.js';
import { secretHash } from '../../shared/login-secrets.js';
import { narrower, parseWall, type Wall } from '../../vault/wall.js';
import type { VaultFolders } from '../vault-folders.js';
import type { PeopleDatabase } from './database.js';
import { PERSONAL_START } from './personal-tokens.js';

/** A person who asks something of a vault, and what they may do there. */
export interface Caller {
  email: string;
  role: Role;
  /** Null for the whole vault. */
  wall: Wall | null;
}

/** What a request carries: the secret of a session, a personal token, or one that an assistant got by signing in. */
export interface Credential {
  kind: 'session' | 'token' | 'oauth';
  secret: string;
}

interface Row {
  email: string;
  role: Role;
  folders: string[] | null;
  token_role: Role | null;
  token_folders: string[] | null;
}

/** For so long an answer of the database counts: a page asks for ten things at once. A revoked session ends after it. */
const KNOWN_MS = 2_000;
const MOST_KNOWN = 10_000;

/** Tells who asks. */
export function createCallers({ ask }: PeopleDatabase, folders: Pick<VaultFolders, 'idOf'>) {
  const known = new Map<string, { at: number; caller: Promise<Caller | null> }>();

  async function look(kind: Credential['kind'], hash: string, vault: string): Promise<Caller | null> {
    const [row] = await ask<Row>(LOOK[kind], [hash, vault]);
    return row === undefined ? null : callerOf(row);
  }

  return {
    /** Null for someone who has no access to the vault, and where there is no vault. */
    find({ kind, secret }: Credential, name: string): Promise<Caller | null> {
      const vault = folders.idOf(name) ?? '';
      const hash = secretHash(secret);
      // By the name too: those of vaults that are not there are looked up as often as others.
      const key = `${kind} ${hash} ${vault} ${name}`;
      const now = performance.now();
      const found = known.get(key);
      if (found !== undefined && now - found.at < KNOWN_MS) return found.caller;
      if (known.size >= MOST_KNOWN) known.clear();
      const caller = look(kind, hash, vault);
      known.set(key, { at: now, caller });
      caller.catch(() => known.delete(key));
      return caller;
    },
    isPersonalToken: (given: string) => given.startsWith(PERSONAL_START),
    /** What was changed here counts at once. */
    forget: () => known.clear(),
  };
}

/** One statement, which also notes the use, at most once a minute. */
const LOOK = {
  session: `WITH used AS (
      UPDATE rappel.sessions SET used = clock_timestamp()
      WHERE hash = $1 AND used < clock_timestamp() - interval '1 minute'
    )
    SELECT email, role, folders, NULL AS token_role, NULL::text[] AS token_folders FROM rappel.sessions
    JOIN rappel.people ON people.id = sessions.person
    JOIN rappel.memberships ON memberships.person = sessions.person AND vault = $2
    WHERE hash = $1 AND expires > clock_timestamp()`,
  token: `WITH used AS (
      UPDATE rappel.personal_tokens SET used = clock_timestamp()
      WHERE hash = $1 AND (used IS NULL OR used < clock_timestamp() - interval '1 minute')
    )
    SELECT email, m.role, m.folders, t.role AS token_role, t.folders AS token_folders FROM rappel.personal_tokens t
    JOIN rappel.people ON people.id = t.person
    JOIN rappel.memberships m ON m.person = t.person AND m.vault = t.vault
    WHERE hash = $1 AND t.vault = $2`,
  // The tables let none be found whose grant, personal token, membership or person is gone.
  oauth: `WITH found AS (
      SELECT token FROM rappel.oauth JOIN rappel.oauth_grants ON oauth_grants.id = grant_id
      WHERE model = 'AccessToken' AND hash = $1 AND expires > clock_timestamp()
    ), used AS (
      UPDATE rappel.personal_tokens SET used = clock_timestamp() FROM found
      WHERE id = token AND (used IS NULL OR used < clock_timestamp() - interval '1 minute')
    )
    SELECT email, m.role, m.folders, t.role AS token_role, t.folders AS token_folders FROM found
    JOIN rappel.personal_tokens t ON t.id = token
    JOIN rappel.people ON people.id = t.person
    JOIN rappel.memberships m ON m.person = t.person AND m.vault = t.vault
    WHERE t.vault = $2`,
};

function callerOf({ email, role, folders, token_role, token_folders }: Row): Caller {
  const [own, asked] = [wallOf(folders), wallOf(token_folders)];
  return {
    email,
    role: token_role === null ? role : lesserRole(role, token_role),
    wall: own === null ? asked : asked === null ? own : narrower(own, asked),
  };
}

function wallOf(folders: string[] | null): Wall | null {
  return folders === null ? null : parseWall({ paths: folders, global: false });
}
