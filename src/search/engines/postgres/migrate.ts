import { MIGRATIONS } from './migrations.js';
import { NewerTables, PostgresProblem } from './problem.js';
import { type SqlClient, type SqlPool, transaction } from './sql.js';

/** Any number that no other program is likely to use. */
export const LOCK = 7_262_735_101;

/**
 * Brings the tables to what this version of Rappel knows, in one transaction. Several processes may start at once:
 * one does it, the others wait. Throws `NewerTables`.
 */
export async function migrate(pool: SqlPool, migrations: readonly string[] = MIGRATIONS): Promise<void> {
  const isDone = await transaction(pool, 'BEGIN READ ONLY', (client) =>
    isMigrated(client, migrations.length),
  );
  if (isDone) return;
  await transaction(pool, `BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`, async (client) => {
    // Another process may have been faster while this one waited.
    if (await isMigrated(client, migrations.length)) return;
    await makeRole(client);
    await client.script(`CREATE SCHEMA IF NOT EXISTS rappel;
      CREATE TABLE IF NOT EXISTS rappel.migrations (number integer PRIMARY KEY, at timestamptz DEFAULT now())`);
    for (let number = (await lastOf(client)) + 1; number <= migrations.length; number++) {
      await client.script(migrations[number - 1]!);
      await client.query('INSERT INTO rappel.migrations (number) VALUES ($1)', [number]);
    }
  });
}

async function isMigrated(client: SqlClient, newest: number): Promise<boolean> {
  return (await lastMigration(client, newest)) === newest;
}

/** How many steps the tables have; 0 where there are none. Throws `NewerTables` for more than `newest`. */
export async function lastMigration(client: SqlClient, newest = MIGRATIONS.length): Promise<number> {
  const [found] = await client.query<{ known: boolean }>(
    `SELECT to_regclass('rappel.migrations') IS NOT NULL AS known`,
  );
  const last = found!.known ? await lastOf(client) : 0;
  if (last > newest) throw new NewerTables();
  return last;
}

async function lastOf(client: SqlClient): Promise<number> {
  const [row] = await client.query<{ last: number }>(
    'SELECT coalesce(max(number), 0) AS last FROM rappel.migrations',
  );
  return row!.last;
}

/** Roles belong to the whole server: another database of it may have made this one already. */
async function makeRole(client: SqlClient): Promise<void> {
  const [role] = await client.query<{ usable: boolean }>(
    `SELECT pg_has_role(oid, 'MEMBER') AS usable FROM pg_roles WHERE rolname = 'rappel_vault'`,
  );
  if (role?.usable) return;
  try {
    await client.script(`DO $$ BEGIN CREATE ROLE rappel_vault NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$;
      GRANT rappel_vault TO CURRENT_USER`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error;
    throw new PostgresProblem(
      'the user of DATABASE_URL may not create the role rappel_vault',
      'An administrator runs: CREATE ROLE rappel_vault NOLOGIN; GRANT rappel_vault TO USER;',
      true,
    );
  }
}
