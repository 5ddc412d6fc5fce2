import { ROLES, type Role } from '../../operations/role.js';
import { RappelError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import type { SqlClient } from '../database/sql.js';
import { recordAudit } from './audit.js';
import { endInvitations, type Invitation } from './invitations.js';

export interface Known {
  id: string;
  /** Null until the invitation was used. */
  joined: Date | null;
  /** The email address of the owner whose invitation made the account; null for the operator. */
  invited_by: string | null;
}

/** Lets a person into a vault, or changes what they may do there. Throws `invalid_input`. */
export async function putMembership(
  client: SqlClient,
  person: string,
  { vault, email, role, folders }: Invitation,
): Promise<void> {
  demandUnbound(role, folders);
  await client.query(
    `INSERT INTO rappel.memberships (person, vault, role, folders) VALUES ($1, $2, $3, $4)
    ON CONFLICT (person, vault) DO UPDATE SET role = $3, folders = $4`,
    [person, vault, role, folders],
  );
  await endInvitations(client, email, vault);
  if (role !== 'owner')
    await client.query('DELETE FROM rappel.invitations WHERE invited_by = $1 AND vault = $2', [
      person,
      vault,
    ]);
}

export async function findMember(
  client: SqlClient,
  email: string,
  vault: string,
): Promise<{ person: string; folders: readonly string[] | null } | null> {
  const [found] = await client.query<{ person: string; folders: string[] | null }>(
    `SELECT person, folders FROM rappel.memberships JOIN rappel.people ON people.id = person
    WHERE email = $1 AND vault = $2`,
    [email, vault],
  );
  return found ?? null;
}

export type Accept = ReturnType<typeof createAccept>;

/** How someone takes up an invitation. */
export function createAccept(nameOf: (vault: string) => string | null) {
  return async (
    client: SqlClient,
    { person, address }: { person: string; address: string },
    invitation: Invitation,
  ): Promise<void> => {
    const { email, role, vault } = invitation;
    await putMembership(client, person, invitation);
    await recordAudit(client, {
      person: email,
      address,
      vault: nameOf(vault),
      action: 'accept invitation',
      detail: role,
    });
  };
}

/** Throws `invalid_input` for an owner of some folders only. */
export function demandUnbound(role: Role, folders: readonly string[] | null): void {
  if (role === 'owner' && folders !== null)
    throw new RappelError('invalid_input', 'person.owner_has_no_folders', {
      roles: ROLES.slice(0, 2).join(', '),
    });
}

/** Ends someone's access to a vault, or the invitation to it; false where there is none. */
export async function endMembership(client: SqlClient, email: string, vault: string): Promise<boolean> {
  // First, because it waits for someone who accepts it now: what that brought them ends here too.
  const wasInvited = await endInvitations(client, email, vault);
  const [ended] = await client.query<{ person: string }>(
    `DELETE FROM rappel.memberships USING rappel.people
    WHERE people.id = person AND email = $1 AND vault = $2 RETURNING person`,
    [email, vault],
  );
  // Without a vault left to join, the link of someone who has not joined opens nothing.
  await client.query(
    `DELETE FROM rappel.codes USING rappel.people WHERE people.id = person AND people.id = $1 AND joined IS NULL
    AND kind = 'invitation' AND NOT EXISTS (SELECT FROM rappel.memberships m WHERE m.person = people.id)`,
    [ended?.person ?? null],
  );
  return ended !== undefined || wasInvited;
}

/** The person with this address, who may be new. Others who look for the same person wait until the transaction ends. */
export async function ensurePerson(client: SqlClient, email: string): Promise<Known> {
  await client.query('INSERT INTO rappel.people (id, email) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    newId(),
    email,
  ]);
  return demandPerson(client, email);
}

/** Throws `not_found`. */
export async function demandPerson(client: SqlClient, email: string): Promise<Known> {
  const [found] = await client.query<Known>(
    'SELECT id, joined, invited_by FROM rappel.people WHERE email = $1 FOR UPDATE',
    [email],
  );
  if (found === undefined) throw unknownPerson(email);
  return found;
}

export function unknownPerson(email: string): RappelError {
  return new RappelError('not_found', 'person.unknown', { email });
}

/**
 * The owner whose invitation made an account may have used the link themselves. Now it is known whose address it is, from the operator
 * or a provider: every other way into such an account ends.
 */
export async function giveAccount(client: SqlClient, person: string): Promise<void> {
  const given = await client.query(
    'UPDATE rappel.people SET password = NULL, invited_by = NULL WHERE id = $1 AND invited_by IS NOT NULL RETURNING id',
    [person],
  );
  if (given.length === 0) return;
  for (const table of ['sessions', 'passkeys', 'personal_tokens'])
    await client.query(`DELETE FROM rappel.${table} WHERE person = $1`, [person]);
}
