import type { PoolClient, QueryResult } from 'pg';
import { ADDRESS_HINT, isAddress, PostgresProblem } from './problem.js';
import type { SqlClient, SqlPool } from './sql.js';

/** Seconds after which the server ends a statement, and after which a connection counts as impossible. */
export const SECONDS = { statement: 30, connect: 3 };
const MOST_CONNECTIONS = 6;
/** The type of counts and sizes, which fit a number. */
const BIGINT = 20;

/** A pool of connections. Nothing is loaded or opened before the first one is needed. */
export function createPgPool(url: string): SqlPool {
  let opening: Promise<import('pg').Pool> | null = null;
  return {
    async connect() {
      opening ??= open(url);
      const client = await (await opening).connect();
      return { client: clientOf(client), release: (broken) => client.release(broken) };
    },
    async close() {
      const pool = await opening?.catch(() => null);
      opening = null;
      await pool?.end();
    },
  };
}

async function open(url: string): Promise<import('pg').Pool> {
  if (url === '') throw new PostgresProblem('DATABASE_URL is not set', ADDRESS_HINT);
  if (!isAddress(url))
    throw new PostgresProblem('DATABASE_URL is not the address of a PostgreSQL database', ADDRESS_HINT);
  const { Pool, types } = await import('pg');
  const pool = new Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: SECONDS.connect * 1000,
    statement_timeout: SECONDS.statement * 1000,
    application_name: 'rappel',
    types: {
      getTypeParser: (type, format) => (type === BIGINT ? Number : types.getTypeParser(type, format)),
    },
    // A command ends when its work is done.
    allowExitOnIdle: true,
  });
  // A connection that ends while nobody uses it is replaced at the next request.
  pool.on('error', () => {});
  return pool;
}

function clientOf(client: PoolClient): SqlClient {
  // The same for one that ends between two statements: the next statement reports it.
  client.removeAllListeners('error');
  client.on('error', () => {});
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      return (await client.query(text, [...values])).rows as Row[];
    },
    async script<Row>(text: string) {
      const results = (await client.query(text)) as unknown as QueryResult | QueryResult[];
      return (Array.isArray(results) ? results.at(-1)! : results).rows as Row[];
    },
  };
}
