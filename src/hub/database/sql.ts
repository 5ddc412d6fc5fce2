/** A connection to PostgreSQL: that of `pg`, or another one in tests. */
export interface SqlClient {
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Several statements in one round trip, without values and without results. */
  script(text: string): Promise<void>;
}

export interface SqlPool {
  /** Throws what the server or the system says; `PostgresProblem` where no connection could be made. */
  connect(): Promise<SqlLease>;
  close(): Promise<void>;
}

export interface SqlLease {
  client: SqlClient;
  /** `broken`: the connection can't be used again. */
  release(broken: boolean): void;
}

/** Runs statements as one transaction: all of them count, or none. */
export async function transactionIn<Result>(
  pool: SqlPool,
  begin: string,
  work: (client: SqlClient) => Promise<Result>,
): Promise<Result> {
  const { client, release } = await pool.connect();
  let broken = true;
  try {
    await client.script(begin);
    const result = await work(client);
    await client.script('COMMIT');
    broken = false;
    return result;
  } catch (error) {
    broken = await client.script('ROLLBACK').then(
      () => false,
      () => true,
    );
    throw error;
  } finally {
    release(broken);
  }
}
