import { INDEX_VERSION } from '../../index/schema.js';
import { createLexemes } from './lexemes.js';
import { PostgresProblem } from './problem.js';
import { type SqlClient, type SqlPool, transaction } from './sql.js';

/** What is known of all chunks of a vault, at one version. */
export interface VaultState {
  version: number;
  lastChunk: number;
  files: number;
  chunks: number;
  bodies: number;
}

export type InVault<Result> = (client: SqlClient, state: VaultState) => Promise<Result>;

export type VaultRows = Awaited<ReturnType<typeof openVaultRows>>;

const STATE =
  'SELECT version, last_chunk, files, chunks, bodies, index_version, fingerprint, compared FROM rappel.vaults';

/** The rows of one vault: every transaction names it, and sees no other. An index of an older version is emptied. */
export async function openVaultRows(pool: SqlPool, name: string) {
  const id = await vaultNumber(pool, name);
  const inVault = `SET LOCAL ROLE rappel_vault; SET LOCAL rappel.vault = '${id}'`;
  const beginRead = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${inVault}; ${STATE}`;
  const beginWrite = `BEGIN; ${inVault}; ${STATE} FOR UPDATE`;
  await transaction(pool, beginWrite, async (client, [row]) => {
    if (Number(row!.index_version) < INDEX_VERSION) await clearRows(client);
  });
  return {
    lexemes: createLexemes(id),
    /** Statements that see one state of the index. */
    read: <Result>(work: InVault<Result>): Promise<Result> =>
      transaction(pool, beginRead, (client, [row]) => work(client, stateOf(row))),
    /** Changes, those of one process at a time. */
    write: <Result>(work: InVault<Result>): Promise<Result> =>
      transaction(pool, beginWrite, (client, [row]) => work(client, stateOf(row))),
    /** Forgets every file: the next comparison starts from nothing. */
    clear: (): Promise<void> => transaction(pool, beginWrite, clearRows),
  };
}

/** Versions of Rappel share a database: each refuses the words of a newer one. */
function stateOf(row: Record<string, unknown> | undefined): VaultState {
  if (row === undefined) throw new PostgresProblem('the vault is not in PostgreSQL any more');
  if (Number(row.index_version) !== INDEX_VERSION)
    throw new PostgresProblem('another version of Rappel uses the index in PostgreSQL');
  return {
    version: Number(row.version),
    lastChunk: Number(row.last_chunk),
    files: Number(row.files),
    chunks: Number(row.chunks),
    bodies: Number(row.bodies),
  };
}

async function vaultNumber(pool: SqlPool, name: string): Promise<number> {
  return transaction(pool, 'BEGIN', async (client) => {
    const find = () => client.query<{ id: number }>('SELECT id FROM rappel.vaults WHERE name = $1', [name]);
    const [known] = await find();
    if (known !== undefined) return known.id;
    await client.query('INSERT INTO rappel.vaults (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
    const [made] = await find();
    return made!.id;
  });
}

async function clearRows(client: SqlClient): Promise<void> {
  for (const table of ['files', 'chunks', 'words', 'terms', 'vectors'])
    await client.query(`DELETE FROM rappel.${table}`);
  const [counted] = await client.query<{ tokens: string | null }>(
    `SELECT to_regclass('rappel_pgvector.tokens') AS tokens`,
  );
  if (counted!.tokens !== null) await client.query('DELETE FROM rappel_pgvector.tokens');
  // Ids go on: what another process holds of a chunk is never taken for another chunk.
  await client.query(
    `UPDATE rappel.vaults SET index_version = $1, version = version + 1, files = 0, chunks = 0, bodies = 0,
       fingerprint = NULL`,
    [INDEX_VERSION],
  );
}
