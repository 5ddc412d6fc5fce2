import type { PoolClient } from 'pg';
import { message } from '../../words/message.js';
import { isAddress, PostgresProblem } from './problem.js';
import type { SqlClient, SqlPool } from './sql.js';

/** After which a connection counts as impossible. */
const CONNECT_MS = 3_000;

interface PoolLimits {
  /** After which the server ends a statement. */
  statementMs?: number;
  /** In which it says so. If it says nothing, the network is cut, which the system may notice a quarter of an hour later. */
  lateMs?: number;
}
const MOST_CONNECTIONS = 6;
/** The type of counts and sizes, which fit a number. */
const BIGINT = 20;

/** A pool of connections. Nothing is loaded or opened before the first one is needed. */
export function createPgPool(url: string, limits: PoolLimits = {}): SqlPool {
  let opening: Promise<import('pg').Pool> | null = null;
  return {
    async connect() {
      opening ??= open(url, limits);
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

async function open(
  url: string,
  { statementMs = 30_000, lateMs = 2_000 }: PoolLimits,
): Promise<import('pg').Pool> {
  if (!isAddress(url)) throw new PostgresProblem(message('postgres.no_address'), true);
  const { Pool, types } = await import('pg');
  const pool = new Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + lateMs,
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
  /** A connection that is silent is given up: what is asked next would wait behind this. */
  const answered = async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
    try {
      return await asked;
    } catch (error) {
      if ((error as Error).message === 'Query read timeout') void client.end();
      throw error;
    }
  };
  return {
    async query<Row>(text: string, values: readonly unknown[] = []) {
      return (await answered(client.query(text, [...values]))).rows as Row[];
    },
    async script(text: string) {
      await answered(client.query(text));
    },
  };
}
