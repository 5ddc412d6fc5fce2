import { migrate } from './migrate.js';
import { createPgPool } from './pg-pool.js';
import { openPgvector, type WithoutPgvector } from './pgvector.js';
import { placeOf, problemOf } from './problem.js';
import { transaction } from './sql.js';

export interface PostgresFound {
  version: string;
  /** Host and database, without user and password. */
  place: string;
  /** Whether the server compares vectors, or why it does not. */
  pgvector: 'used' | WithoutPgvector['missing'];
}

/** Looks whether a database can be used, and makes its tables. */
export async function findPostgres(url: string): Promise<PostgresFound | { problem: string; hint: string }> {
  const pool = createPgPool(url);
  try {
    await migrate(pool);
    const [row] = await transaction(pool, 'BEGIN READ ONLY', (client) =>
      client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`),
    );
    const pgvector = await openPgvector(pool);
    const [version] = row!.version.split(' ');
    return {
      version: version!,
      place: placeOf(url),
      pgvector: 'missing' in pgvector ? pgvector.missing : 'used',
    };
  } catch (error) {
    const problem = problemOf(error, url);
    if (problem === null) throw error;
    return { problem: problem.message, hint: problem.hint };
  } finally {
    await pool.close();
  }
}
