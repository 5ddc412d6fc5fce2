import type { RappelError } from '../../shared/errors.js';
import { MIGRATIONS } from './migrations.js';
import { NewerTables, type PostgresProblem, problemOf } from './problem.js';
import { type SqlClient, type SqlPool, transactionIn } from './sql.js';

/** Any number that no other program is likely to use. */
const LOCK = 7_262_735_101;

/**
 * Brings the tables to what this version of Rappel knows, in one transaction. Several processes may start at once:
 * one does it, the others wait. Throws `NewerTables`.
 */
export async function migrate(pool: SqlPool, migrations: readonly string[] = MIGRATIONS): Promise<void> {
  const isDone = await transactionIn(pool, 'BEGIN READ ONLY', (client) =>
    isMigrated(client, migrations.length),
  );
  if (isDone) return;
  await transactionIn(pool, `BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`, async (client) => {
    // Another process may have been faster while this one waited.
    if (await isMigrated(client, migrations.length)) return;
    await client.script(`CREATE SCHEMA IF NOT EXISTS rappel;
      CREATE TABLE IF NOT EXISTS rappel.migrations (number integer PRIMARY KEY, at timestamptz DEFAULT now())`);
    for (let number = (await lastOf(client)) + 1; number <= migrations.length; number++) {
      await client.script(migrations[number - 1]!);
      await client.query('INSERT INTO rappel.migrations (number) VALUES ($1)', [number]);
    }
  });
}

/** The same, with its own error for what PostgreSQL says. */
export async function migrateOr(
  pool: SqlPool,
  databaseUrl: string,
  failure: (problem: PostgresProblem) => RappelError,
): Promise<void> {
  try {
    await migrate(pool);
  } catch (error) {
    const problem = problemOf(error, databaseUrl);
    throw problem === null ? error : failure(problem);
  }
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
