import type { RappelError } from '../../shared/errors.js';
import type { Message } from '../../words/message.js';
import { problemOf } from './problem.js';
import type { SqlPool } from './sql.js';

export type Ask = <Row>(text: string, values?: readonly unknown[]) => Promise<Row[]>;

/** Runs one statement at a time. Throws the error from `failure` if PostgreSQL does not answer within `longestMs`. */
export function createAsk(
  pool: SqlPool,
  {
    databaseUrl,
    longestMs,
    failure,
  }: { databaseUrl: string; longestMs: number; failure(problem: Message): RappelError },
): Ask {
  return async <Row>(text: string, values: readonly unknown[] = []) => {
    try {
      const { client, release } = await pool.connect();
      let broken = true;
      try {
        const rows = await withinTime(client.query<Row>(text, values), longestMs);
        broken = false;
        return rows;
      } finally {
        release(broken);
      }
    } catch (error) {
      const problem = problemOf(error, databaseUrl);
      if (problem === null) throw error;
      throw failure(problem.says);
    }
  };
}

async function withinTime<Result>(asked: Promise<Result>, longestMs: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timeout')), longestMs);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
    asked.catch(() => {});
  }
}
