import { LOCK } from './migrate.js';
import { type SqlClient, type SqlPool, transaction } from './sql.js';

/** The installed extension, in SQL. */
export interface Pgvector {
  /** The type of what is compared. */
  type: string;
  /** The negative inner product. */
  product: string;
}

/** Why PostgreSQL does not compare vectors; Rappel then does. */
export interface WithoutPgvector {
  missing: 'absent' | 'refused';
}

/**
 * Finds the extension for vectors, creates it where that is allowed, and makes the tables that need it. They are in a
 * schema of their own, filled from `rappel.vectors`: a dump of the schema `rappel` works on a server without the extension.
 */
export async function openPgvector(pool: SqlPool): Promise<Pgvector | WithoutPgvector> {
  const found = await transaction(pool, 'BEGIN READ ONLY', look);
  if (found === null) return { missing: 'absent' };
  if (found.isMade) return found.isOpen ? sqlOf(found) : { missing: 'refused' };
  try {
    return await transaction(pool, `BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`, make);
  } catch (error) {
    if ((error as { code?: string }).code !== NOT_ALLOWED) throw error;
    return { missing: 'refused' };
  }
}

const NOT_ALLOWED = '42501';

interface Found {
  /** Where the extension is; null if it is not created. */
  schema: string | null;
  /** Of the column, or the smallest one that the extension has. */
  type: string;
  isMade: boolean;
  /** Whether the role that serves vaults may use it. */
  isOpen: boolean;
}

/** The state of the extension in this database; null if the server does not have it. */
async function look(client: SqlClient): Promise<Found | null> {
  const [found] = await client.query<Found>(
    `SELECT quote_ident(nspname) AS schema, made IS NOT NULL AS "isMade",
       has_schema_privilege('rappel_vault', pg_namespace.oid, 'USAGE') AS "isOpen",
       coalesce(made, (SELECT typname FROM pg_type WHERE typnamespace = pg_namespace.oid
         AND typname IN ('halfvec', 'vector') ORDER BY typname LIMIT 1)) AS type
     FROM pg_available_extensions
     LEFT JOIN pg_extension ON extname = name LEFT JOIN pg_namespace ON pg_namespace.oid = extnamespace
     LEFT JOIN (SELECT typname AS made FROM pg_attribute JOIN pg_type ON pg_type.oid = atttypid
       WHERE attrelid = to_regclass('rappel_pgvector.vectors') AND attname = 'vector') AS made ON true
     WHERE name = 'vector'`,
  );
  return found ?? null;
}

async function make(client: SqlClient): Promise<Pgvector | WithoutPgvector> {
  await client.script('CREATE EXTENSION IF NOT EXISTS vector');
  // Another process may have been faster while this one waited.
  const found = (await look(client))!;
  if (!found.isOpen) return { missing: 'refused' };
  if (!found.isMade) await client.script(tablesFor(sqlOf(found)));
  return sqlOf(found);
}

function sqlOf({ schema, type }: Found): Pgvector {
  return { type: `${schema}.${type}`, product: `OPERATOR(${schema}.<#>)` };
}

/** Without the extension, also after a restore without it, the remaining tables are useless. */
function tablesFor({ type }: Pgvector): string {
  return `
DROP SCHEMA IF EXISTS rappel_pgvector CASCADE;
CREATE SCHEMA rappel_pgvector;
-- The vectors that can be compared here. A row goes, and gets another number, with the one that it was made from.
CREATE TABLE rappel_pgvector.vectors (
  vault_id integer NOT NULL,
  chunk integer NOT NULL,
  embedder text NOT NULL,
  -- 1 / its length.
  inverse real NOT NULL,
  vector ${type} NOT NULL,
  PRIMARY KEY (vault_id, chunk),
  FOREIGN KEY (vault_id, chunk) REFERENCES rappel.vectors ON DELETE CASCADE ON UPDATE CASCADE
) WITH (toast_tuple_target = 8160);
-- In how many of these chunks each token occurs; those that are gone are still counted. Token -1: how many were counted.
CREATE TABLE rappel_pgvector.tokens (
  vault_id integer NOT NULL REFERENCES rappel.vaults ON DELETE CASCADE,
  token integer NOT NULL,
  chunks integer NOT NULL,
  PRIMARY KEY (vault_id, token)
) WITH (fillfactor = 70);
-- SELECT: the vault is asked for once, not for each row, of which a scan reads many.
${['vectors', 'tokens']
  .map(
    (table) => `
ALTER TABLE rappel_pgvector.${table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY vault ON rappel_pgvector.${table} TO rappel_vault USING (vault_id = (SELECT rappel.vault()));
ALTER TABLE rappel_pgvector.${table} ALTER vault_id SET DEFAULT rappel.vault();
GRANT SELECT, INSERT, UPDATE, DELETE ON rappel_pgvector.${table} TO rappel_vault;`,
  )
  .join('')}
GRANT USAGE ON SCHEMA rappel_pgvector TO rappel_vault;`;
}
