import { ROLES, type Role } from '../../memory/role.js';
import type { SqlClient } from '../../search/engines/postgres/sql.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import type { VaultFolders } from '../vault-folders.js';
import { type AuditEntry, recordAudit } from './audit.js';
import { issueCode } from './codes.js';
import type { PeopleDatabase } from './database.js';
import { emailOf } from './email.js';

export interface Membership {
  /** The folder of the vault. */
  vault: string;
  role: Role;
  /** What they see of it, `vault/…`; null for everything. */
  folders: string[] | null;
}

export interface ListedPerson {
  email: string;
  /** Null until the invitation was used. */
  joined: Date | null;
  /** Until when the invitation can be used; null where there is none. */
  invited_until: Date | null;
  vaults: Membership[];
}

export interface Invited {
  email: string;
  /** For the link; null for someone who has an account. */
  code: string | null;
}

interface MembershipRow {
  person: string;
  vault: string;
  role: Role;
  folders: string[] | null;
}

/** Who changes something, and from where. */
export type By = Pick<AuditEntry, 'person' | 'address'>;
/** The command line of the hub's machine. */
const OPERATOR: By = { person: null, address: null };

export type People = ReturnType<typeof createPeople>;

/** The people of a hub and what they may do in its vaults. Names of vaults are those of their folders. */
export function createPeople({ work }: PeopleDatabase, folders: Pick<VaultFolders, 'names' | 'idOf'>) {
  /** Throws `not_found`. */
  function idOf(name: string): string {
    const id = folders.idOf(name);
    if (id === null) throw new RappelError('not_found', `there is no vault "${name}" in this hub`);
    return id;
  }

  return {
    /**
     * Lets someone into a vault, or changes what they may do there. Who has no account gets a new invitation, and the one before it
     * ends. Throws `invalid_input`, or `not_found` for a vault that is not there.
     */
    async invite(
      given: string,
      vault: string,
      role: Role,
      paths: readonly VaultPath[] | null = null,
      by: By = OPERATOR,
    ): Promise<Invited> {
      const email = emailOf(given);
      const id = idOf(vault);
      if (role === 'owner' && paths !== null)
        throw new RappelError('invalid_input', "an owner can't be bound to folders", {
          hint: `Choose another role: ${ROLES.slice(0, 2).join(', ')}.`,
        });
      return work(async (client) => {
        const person = await ensurePerson(client, email);
        await client.query(
          `INSERT INTO rappel.memberships (person, vault, role, folders) VALUES ($1, $2, $3, $4)
          ON CONFLICT (person, vault) DO UPDATE SET role = $3, folders = $4`,
          [person.id, id, role, paths],
        );
        const bound = paths === null ? '' : ` ${paths.join(' ')}`;
        await recordAudit(client, { ...by, vault, action: 'invite', detail: `${email} ${role}${bound}` });
        return { email, code: person.joined === null ? await newInvitation(client, person.id) : null };
      });
    },
    /** A new link for someone who can't sign in any more. Throws `not_found`. */
    async inviteAgain(given: string): Promise<Invited> {
      const email = emailOf(given);
      return work(async (client) => {
        const person = await findPerson(client, email);
        await recordAudit(client, { ...OPERATOR, action: 'invite again', detail: email });
        return { email, code: await newInvitation(client, person.id) };
      });
    },
    async list(email: string | null = null): Promise<ListedPerson[]> {
      const names = new Map(folders.names().map((name) => [folders.idOf(name), name]));
      return work(async (client) => {
        const people = await client.query<{ id: string; email: string } & Omit<ListedPerson, 'vaults'>>(
          `SELECT id, email, joined, (SELECT max(expires) FROM rappel.codes
            WHERE person = people.id AND kind = 'invitation' AND expires > clock_timestamp()) AS invited_until
          FROM rappel.people WHERE $1::text IS NULL OR email = $1 ORDER BY email`,
          [email],
        );
        const rows = await client.query<MembershipRow>(
          'SELECT person, vault, role, folders FROM rappel.memberships',
        );
        return people.map(({ id, ...person }) => ({
          ...person,
          vaults: rows
            .flatMap(({ person: of, vault, ...rest }) =>
              of === id && names.has(vault) ? [{ vault: names.get(vault)!, ...shown(rest) }] : [],
            )
            .sort((a, b) => a.vault.localeCompare(b.vault)),
        }));
      });
    },
    /** Ends someone's access to a vault, or the whole account with its sessions and tokens. Throws `not_found`. */
    async remove(given: string, vault: string | null = null, by: By = OPERATOR): Promise<void> {
      const email = emailOf(given);
      const id = vault === null ? null : idOf(vault);
      await work(async (client) => {
        const person = await findPerson(client, email);
        await recordAudit(client, { ...by, vault, action: 'remove', detail: email });
        if (id === null) {
          await client.query('DELETE FROM rappel.people WHERE id = $1', [person.id]);
          return;
        }
        const removed = await client.query(
          'DELETE FROM rappel.memberships WHERE person = $1 AND vault = $2 RETURNING person',
          [person.id, id],
        );
        if (removed.length === 0)
          throw new RappelError('not_found', `${email} has no access to the vault "${vault}"`);
      });
    },
  };
}

function shown({ role, folders }: Pick<MembershipRow, 'role' | 'folders'>): Omit<Membership, 'vault'> {
  return { role, folders: folders?.map((path) => showPath(path)) ?? null };
}

type Known = { id: string; joined: Date | null };

async function ensurePerson(client: SqlClient, email: string): Promise<Known> {
  await client.query('INSERT INTO rappel.people (id, email) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    newId(),
    email,
  ]);
  return findPerson(client, email);
}

async function findPerson(client: SqlClient, email: string): Promise<Known> {
  const [found] = await client.query<Known>('SELECT id, joined FROM rappel.people WHERE email = $1', [email]);
  if (found !== undefined) return found;
  throw new RappelError('not_found', `nobody has the email address ${email} here`, {
    hint: 'See them with: rappel hub people FOLDER',
  });
}

async function newInvitation(client: SqlClient, person: string): Promise<string> {
  await client.query(`DELETE FROM rappel.codes WHERE person = $1 AND kind = 'invitation'`, [person]);
  return issueCode(client, 'invitation', { person });
}
