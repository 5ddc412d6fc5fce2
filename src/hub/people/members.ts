import type { Role } from '../../operations/role.js';
import { RappelError } from '../../shared/errors.js';
import type { SqlClient } from '../database/sql.js';
import type { VaultFolders } from '../vault-folders.js';
import { recordAudit } from './audit.js';
import type { PeopleDatabase } from './database.js';
import { emailOf } from './email.js';
import { issueInvitation, openInvitations } from './invitations.js';
import { endMembership, findMember, putMembership } from './memberships.js';
import { type Membership, shown } from './people.js';
import type { SignedIn } from './sessions.js';

export interface Member extends Omit<Membership, 'vault'> {
  email: string;
  /** Null until they used their invitation. */
  joined: Date | null;
  /** The owner who invites; null for the operator and for those who joined. */
  invited_by: string | null;
}

/** Who asks, from where, about which vault. */
export interface Asked {
  by: SignedIn;
  address: string;
  vault: string;
}

const MOST_INVITATIONS = 100;

export type Members = ReturnType<typeof createMembers>;

/** What owners do about the people of their vaults. Every method throws `not_found` for a stranger and `protected` for other roles. */
export function createMembers({ work }: PeopleDatabase, folders: Pick<VaultFolders, 'idOf'>) {
  /** Runs the steps of an owner in a transaction, one owner of a vault after the other. */
  async function asOwner<Result>(
    { by, address, vault }: Asked,
    action: string,
    detail: string | null,
    steps: (client: SqlClient, id: string) => Promise<Result>,
  ): Promise<Result> {
    const id = folders.idOf(vault) ?? '';
    const entry = { person: by.email, address, vault, action, detail };
    const result = await work(async (client) => {
      const members = await client.query<{ person: string; role: Role }>(
        'SELECT person, role FROM rappel.memberships WHERE vault = $1 ORDER BY person FOR UPDATE',
        [id],
      );
      const own = members.find(({ person }) => person === by.person);
      if (own === undefined) throw new RappelError('not_found', 'person.no_vault', { vault });
      if (own.role !== 'owner') {
        await recordAudit(client, { ...entry, allowed: false });
        return REFUSED;
      }
      if (detail !== null) await recordAudit(client, entry);
      return steps(client, id);
    });
    if (result === REFUSED) throw new RappelError('protected', 'person.owners_only');
    return result as Result;
  }

  return {
    /** With those who were invited; sorted by address. */
    list: (asked: Asked): Promise<Member[]> =>
      asOwner(asked, 'list members', null, async (client, id) => {
        const members = await client.query<Member>(
          `SELECT email, role, folders, joined, NULL AS invited_by FROM rappel.memberships
          JOIN rappel.people ON people.id = person WHERE vault = $1`,
          [id],
        );
        const invited = await openInvitations(client, { vault: id });
        return [...members, ...invited.map((open) => ({ ...open, joined: null }))]
          .map(({ email, joined, invited_by, ...rest }) => ({ email, joined, invited_by, ...shown(rest) }))
          .sort((a, b) => a.email.localeCompare(b.email));
      }),
    /** Returns the code of a link, also for someone who has an account: they accept it there. Throws `invalid_input` or `exists`. */
    async invite(asked: Asked, given: string, role: Role): Promise<string> {
      const email = emailOf(given);
      return asOwner(asked, 'invite', `${email} ${role}`, async (client, vault) => {
        if ((await findMember(client, email, vault)) !== null)
          throw new RappelError('exists', 'person.is_member', { email });
        if ((await openInvitations(client, { vault })).length >= MOST_INVITATIONS)
          throw new RappelError('invalid_input', 'invitation.too_many', { most: MOST_INVITATIONS });
        return issueInvitation(client, { vault, email, role, folders: null }, asked.by.person);
      });
    },
    /** Throws `not_found`, `invalid_input`, or `protected` for the last owner. */
    async changeRole(asked: Asked, given: string, role: Role): Promise<void> {
      const email = emailOf(given);
      await asOwner(asked, 'change role', `${email} ${role}`, async (client, vault) => {
        const member = await findMember(client, email, vault);
        if (member === null) throw noMember(email, asked.vault);
        await putMembership(client, member.person, { vault, email, role, folders: member.folders });
        await demandOwner(client, vault);
      });
    },
    /** Withdraws an invitation too. Throws `not_found`, or `protected` for the last owner. */
    async remove(asked: Asked, given: string): Promise<void> {
      const email = emailOf(given);
      await asOwner(asked, 'remove', email, async (client, vault) => {
        if (!(await endMembership(client, email, vault))) throw noMember(email, asked.vault);
        await demandOwner(client, vault);
      });
    },
  };
}

const REFUSED = Symbol('refused');

function noMember(email: string, vault: string): RappelError {
  return new RappelError('not_found', 'person.no_access', { email, vault });
}

/** Throws where no owner is left who can sign in. */
async function demandOwner(client: SqlClient, vault: string): Promise<void> {
  const owners = await client.query(
    `SELECT FROM rappel.memberships JOIN rappel.people ON people.id = person
    WHERE vault = $1 AND role = 'owner' AND joined IS NOT NULL LIMIT 1`,
    [vault],
  );
  if (owners.length === 0) throw new RappelError('protected', 'person.last_owner');
}
