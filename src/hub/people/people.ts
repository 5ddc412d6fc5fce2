import type { Role } from '../../operations/role.js';
import { RappelError } from '../../shared/errors.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import type { SqlClient } from '../database/sql.js';
import type { VaultFolders } from '../vault-folders.js';
import { recordAudit } from './audit.js';
import { issueCode } from './codes.js';
import type { PeopleDatabase } from './database.js';
import { emailOf } from './email.js';
import { endInvitations, issueInvitation, openInvitations } from './invitations.js';
import {
  demandPerson,
  demandUnbound,
  endMembership,
  ensurePerson,
  findMember,
  putMembership,
  unknownPerson,
} from './memberships.js';

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
  folders: readonly string[] | null;
}

/** An invitation that was not used yet. */
export interface ListedInvitation extends Membership {
  email: string;
  /** The owner who invites; null for the operator. */
  invited_by: string | null;
  invited_until: Date;
}

/** The command line of the hub's machine, in the log. */
const OPERATOR = { person: null, address: null };

export type People = ReturnType<typeof createPeople>;

/** The people of a hub and what they may do in its vaults. Names of vaults are those of their folders. */
export function createPeople({ work }: PeopleDatabase, folders: Pick<VaultFolders, 'names' | 'idOf'>) {
  /** Throws `not_found`. */
  function idOf(name: string): string {
    const id = folders.idOf(name);
    if (id === null) throw new RappelError('not_found', 'hub.no_vault', { vault: name });
    return id;
  }

  return {
    /**
     * Lets someone into a vault, or changes what they may do there. Who has no account gets a new invitation, and the one before it
     * ends. Whose account began with an invitation of an owner gets one too: the operator never said that the address is theirs.
     * Throws `invalid_input`, or `not_found` for a vault that is not there.
     */
    async invite(
      given: string,
      vault: string,
      role: Role,
      paths: readonly VaultPath[] | null = null,
    ): Promise<Invited> {
      const membership = { vault: idOf(vault), email: emailOf(given), role, folders: paths };
      const { email } = membership;
      demandUnbound(role, paths);
      return work(async (client) => {
        const person = await ensurePerson(client, email);
        const bound = paths === null ? '' : ` ${paths.join(' ')}`;
        await recordAudit(client, {
          ...OPERATOR,
          vault,
          action: 'invite',
          detail: `${email} ${role}${bound}`,
        });
        if (person.invited_by !== null && (await findMember(client, email, membership.vault)) === null)
          return { email, code: await issueInvitation(client, membership, null) };
        await putMembership(client, person.id, membership);
        return { email, code: person.joined === null ? await newInvitation(client, person.id) : null };
      });
    },
    /** A new link for someone who can't sign in any more. Throws `not_found`. */
    async inviteAgain(given: string): Promise<Invited> {
      const email = emailOf(given);
      return work(async (client) => {
        const person = await demandPerson(client, email);
        await recordAudit(client, { ...OPERATOR, action: 'invite again', detail: email });
        return { email, code: await newInvitation(client, person.id) };
      });
    },
    async list(email: string | null = null): Promise<ListedPerson[]> {
      const names = namesById(folders);
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
    /** Those of owners, and those to accounts that began with one, which were not accepted yet. */
    async invitations(): Promise<ListedInvitation[]> {
      const names = namesById(folders);
      const open = await work((client) => openInvitations(client));
      return open.flatMap(({ vault, role, folders: bound, ...rest }) =>
        names.has(vault) ? [{ ...rest, vault: names.get(vault)!, ...shown({ role, folders: bound }) }] : [],
      );
    },
    /** Ends someone's access to a vault, or the whole account with its sessions and tokens, and invitations. Throws `not_found`. */
    async remove(given: string, vault: string | null = null): Promise<void> {
      const email = emailOf(given);
      const id = vault === null ? null : idOf(vault);
      await work(async (client) => {
        await recordAudit(client, { ...OPERATOR, vault, action: 'remove', detail: email });
        if (id === null) {
          const wasInvited = await endInvitations(client, email, null);
          const removed = await client.query('DELETE FROM rappel.people WHERE email = $1 RETURNING id', [
            email,
          ]);
          if (!wasInvited && removed.length === 0) throw unknownPerson(email);
        } else if (!(await endMembership(client, email, id))) {
          throw new RappelError('not_found', 'person.no_access', { email, vault: vault! });
        }
      });
    },
  };
}

/** The folders of vaults, by the names in their own state. */
export function namesById(folders: Pick<VaultFolders, 'names' | 'idOf'>): Map<string | null, string> {
  return new Map(folders.names().map((name) => [folders.idOf(name), name]));
}

export function shown({ role, folders }: Pick<MembershipRow, 'role' | 'folders'>): Omit<Membership, 'vault'> {
  return { role, folders: folders?.map((path) => showPath(path)) ?? null };
}

async function newInvitation(client: SqlClient, person: string): Promise<string> {
  await client.query(`DELETE FROM rappel.codes WHERE person = $1 AND kind = 'invitation'`, [person]);
  return issueCode(client, 'invitation', { person });
}
