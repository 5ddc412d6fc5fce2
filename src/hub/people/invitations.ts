import type { Role } from '../../operations/role.js';
import { newSecret, secretHash } from '../../shared/login-secrets.js';
import type { SqlClient } from '../database/sql.js';
import { INVITATION_SECONDS } from './codes.js';

/** A membership that is offered to an email address. */
export interface Invitation {
  /** The id of the vault. */
  vault: string;
  email: string;
  role: Role;
  /** What they will see of it, as stored; null for everything. */
  folders: readonly string[] | null;
}

export interface OpenInvitation extends Invitation {
  /** The email address of the owner who invites; null for the operator. */
  invited_by: string | null;
  invited_until: Date;
}

const OPEN = `SELECT vault, i.email, role, folders, people.email AS invited_by, expires AS invited_until
  FROM rappel.invitations i LEFT JOIN rappel.people ON people.id = i.invited_by WHERE expires > clock_timestamp()`;

const OF_VAULT_OR_EMAIL = '($1::text IS NULL OR vault = $1) AND ($2::text IS NULL OR i.email = $2)';
const LOCKED = 'FOR UPDATE OF i';

/** Returns the code of its link. The invitation of the same address to the same vault before it ends. */
export async function issueInvitation(
  client: SqlClient,
  { vault, email, role, folders }: Invitation,
  owner: string | null,
): Promise<string> {
  const code = newSecret();
  await client.query(
    'DELETE FROM rappel.invitations WHERE expires < clock_timestamp() OR (vault = $1 AND email = $2)',
    [vault, email],
  );
  await client.query(
    `INSERT INTO rappel.invitations (hash, vault, email, role, folders, invited_by, expires)
    VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 second')`,
    [secretHash(code), vault, email, role, folders, owner, INVITATION_SECONDS],
  );
  return code;
}

/** To a vault, for an address, or all. */
export function openInvitations(
  client: SqlClient,
  { vault = null, email = null }: { vault?: string | null; email?: string | null } = {},
): Promise<OpenInvitation[]> {
  return client.query<OpenInvitation>(`${OPEN} AND ${OF_VAULT_OR_EMAIL} ORDER BY i.email, vault`, [
    vault,
    email,
  ]);
}

/** Those that someone accepts, all at once. Whoever withdraws one meanwhile waits until the transaction ends. */
export function takeInvitations(client: SqlClient, email: string): Promise<OpenInvitation[]> {
  return client.query<OpenInvitation>(`${OPEN} AND ${OF_VAULT_OR_EMAIL} ORDER BY vault ${LOCKED}`, [
    null,
    email,
  ]);
}

/** The one that someone accepts, in the same way. */
export async function takeInvitation(client: SqlClient, code: string): Promise<OpenInvitation | null> {
  return (
    (await client.query<OpenInvitation>(`${OPEN} AND hash = $1 ${LOCKED}`, [secretHash(code)]))[0] ?? null
  );
}

/** Null where it was used, withdrawn or has ended. */
export async function findInvitation(client: SqlClient, code: string): Promise<OpenInvitation | null> {
  return (await client.query<OpenInvitation>(`${OPEN} AND hash = $1`, [secretHash(code)]))[0] ?? null;
}

/** Withdraws the invitation of an address to a vault, or to all; false where there is none. */
export async function endInvitations(
  client: SqlClient,
  email: string,
  vault: string | null,
): Promise<boolean> {
  const ended = await client.query(
    'DELETE FROM rappel.invitations WHERE email = $1 AND ($2::text IS NULL OR vault = $2) RETURNING hash',
    [email, vault],
  );
  return ended.length > 0;
}
