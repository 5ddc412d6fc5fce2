import type { SqlClient } from '../database/sql.js';
import type { PeopleDatabase } from './database.js';

export interface AuditEntry {
  at: Date;
  /** An email address; null for the command line of the hub. */
  person: string | null;
  /** Where the request came from. */
  address: string | null;
  /** The folder of the vault. */
  vault: string | null;
  action: string;
  detail: string | null;
  allowed: boolean;
}

export type Audited = Pick<AuditEntry, 'person' | 'address' | 'action'> &
  Partial<Pick<AuditEntry, 'vault' | 'detail' | 'allowed'>>;

/** A detail names a file or a person; it is no place for content. */
const LONGEST_DETAIL = 500;

/** Adds an entry to the log, in the transaction of what it is about. */
export async function recordAudit(
  client: SqlClient,
  { person, address, vault = null, action, detail = null, allowed = true }: Audited,
): Promise<void> {
  await client.query(
    'INSERT INTO rappel.audit (person, address, vault, action, detail, allowed) VALUES ($1, $2, $3, $4, $5, $6)',
    [person, address, vault, action, detail?.slice(0, LONGEST_DETAIL) ?? null, allowed],
  );
}

/** Newest first. */
export function readAudit(
  { ask }: PeopleDatabase,
  { limit, email = null, vault = null }: { limit: number; email?: string | null; vault?: string | null },
): Promise<AuditEntry[]> {
  return ask<AuditEntry>(
    `SELECT at, person, address, vault, action, detail, allowed FROM rappel.audit
    WHERE ($2::text IS NULL OR person = $2) AND ($3::text IS NULL OR vault = $3) ORDER BY id DESC LIMIT $1`,
    [limit, email, vault],
  );
}
