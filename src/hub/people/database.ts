import { RappelError } from '../../shared/errors.js';
import { migrate } from '../database/migrate.js';
import { problemOf, stepFor } from '../database/problem.js';
import { type SqlClient, type SqlPool, transactionIn } from '../database/sql.js';

export type PeopleDatabase = ReturnType<typeof createPeopleDatabase>;

/** The tables of people. Work runs as one transaction; throws `busy` where PostgreSQL does not answer. */
export function createPeopleDatabase(pool: SqlPool, databaseUrl: string) {
  let isMigrated = false;

  async function work<Result>(steps: (client: SqlClient) => Promise<Result>): Promise<Result> {
    try {
      if (!isMigrated) await migrate(pool);
      isMigrated = true;
      return await transactionIn(pool, 'BEGIN', steps);
    } catch (error) {
      const problem = error instanceof RappelError ? null : problemOf(error, databaseUrl);
      if (problem === null) throw error;
      throw new RappelError('busy', 'hub.roles_unknown', {
        problem: problem.says,
        step: stepFor(problem),
        cause: error,
      });
    }
  }

  return {
    work,
    ask: <Row>(text: string, values: readonly unknown[] = []) =>
      work((client) => client.query<Row>(text, values)),
  };
}
