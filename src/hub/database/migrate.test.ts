import { expect, it, onTestFinished } from 'vitest';
import { canUsePostgres, startPostgres } from '../../../test/support/postgres.js';
import { lastMigration, migrate } from './migrate.js';
import { MIGRATIONS } from './migrations.js';
import { createPgPool } from './pg-pool.js';
import { transactionIn } from './sql.js';

it.skipIf(!canUsePostgres)(
  'the owner of a database makes the tables once, however many nodes start at once',
  async () => {
    const server = await startPostgres();
    onTestFinished(() => server.remove());
    const superuser = createPgPool(server.url);
    const { client, release } = await superuser.connect();
    await client.script('CREATE ROLE owner LOGIN');
    await client.script('CREATE DATABASE rappel OWNER owner');
    release(false);
    await superuser.close();
    const url = server.url.replace(/\/\/postgres@(.*)\/postgres$/, '//owner@$1/rappel');
    const pools = [1, 2, 3].map(() => createPgPool(url));
    await Promise.all(pools.map((pool) => migrate(pool)));
    expect(await transactionIn(pools[0]!, 'BEGIN', (reading) => lastMigration(reading))).toBe(
      MIGRATIONS.length,
    );
    await Promise.all(pools.map((pool) => pool.close()));
  },
  300_000,
);
