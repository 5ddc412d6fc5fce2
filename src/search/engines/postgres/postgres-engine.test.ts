import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  canUsePostgres,
  startPostgres,
  type TestServer,
  withoutFallback,
} from '../../../../test/support/postgres.js';
import { tempFolder } from '../../../../test/support/temp-vault.js';
import { describeEngine, testFiles } from '../../engine.contract.js';
import type { SearchEngine } from '../../engine.js';
import type { FileSource } from '../../files.js';
import { createLocalEngine } from '../own/local-engine.js';
import { createPgPool } from './pg-pool.js';
import { createPostgresEngine } from './postgres-engine.js';
import { PostgresProblem } from './problem.js';
import { type SqlPool, transaction } from './sql.js';

const clock = { now: () => new Date(2025, 6, 14, 18, 30) };

/** A server is made from nothing: long on a busy machine. */
const TIME_TO_START = 300_000;

const NOTES = Object.fromEntries(
  Array.from({ length: 40 }, (_, at) => [
    `bucket/${at}.md`,
    `# Note ${at % 7}\n\nThe plan ${at % 5} of 2024-03-0${1 + (at % 9)}.\n`,
  ]),
);

function ownEngine(files: FileSource): SearchEngine {
  return createLocalEngine({ files, indexFile: join(tempFolder(), 'index.sqlite'), clock });
}

function open(files: FileSource, pool: SqlPool, vault: string = randomUUID()): SearchEngine {
  const own = ownEngine(files);
  return withoutFallback(createPostgresEngine({ own, url: 'postgresql:///x', vault, files, clock, pool }));
}

describe.skipIf(!canUsePostgres)("Debian's PostgreSQL (skipped where it is not installed)", () => {
  let server: TestServer;
  let pool: SqlPool;
  beforeAll(async () => {
    server = await startPostgres();
    pool = createPgPool(server.url);
  }, TIME_TO_START);
  afterAll(async () => {
    await pool.close();
    await server.remove();
  });
  const shared = (): SqlPool => ({ ...pool, close: async () => {} });
  describeEngine('PostgreSQL', (files) => open(files, shared()));

  it('gives the results of the own engine, ties included', async () => {
    const files = testFiles(NOTES);
    const own = ownEngine(files);
    const engine = open(files, shared());
    for (const mode of ['fast', 'deep'] as const)
      for (const queries of [['note plan'], ['"plan 3"'], ['plna'], ['2024-03-05'], ['notes', 'plans']]) {
        const request = { queries, mode, limit: 30, scopes: mode === 'fast' ? ['bucket'] : null };
        expect((await engine.search(request)).results).toEqual((await own.search(request)).results);
      }
    own.close();
  });

  it('shows a vault its own rows alone, and none without a vault', async () => {
    const one = open(testFiles({ 'a.md': '# Alpha\n' }), shared(), 'one');
    const two = open(testFiles({ 'b.md': '# Beta\n' }), shared(), 'two');
    await one.refresh();
    await two.refresh();
    const seen = (vault: string | null) =>
      transaction(pool, 'BEGIN; SET LOCAL ROLE rappel_vault', async (client) => {
        const number = await numberOf(vault);
        if (number !== null) await client.script(`SET LOCAL rappel.vault = '${number}'`);
        const counts = await client.query<{ n: number }>(
          ['vaults', 'files', 'chunks', 'words', 'terms', 'vectors']
            .map((table) => `SELECT count(*) AS n FROM rappel.${table}`)
            .join(' UNION ALL '),
        );
        const paths = await client.query<{ path: string }>('SELECT path FROM rappel.files');
        const [held] = await client.query<{ ids: unknown }>(
          `SELECT rappel.holding((SELECT string_agg(quote_literal(n || '/alpha'), '|') FROM unnest($1::text[]) AS n)::tsquery) AS ids`,
          [[(await numberOf('one'))!.toString(36), (await numberOf('two'))!.toString(36)]],
        );
        return { rows: counts.reduce((sum, { n }) => sum + n, 0), paths, isHeld: held!.ids !== null };
      });
    expect(await seen(null)).toEqual({ rows: 0, paths: [], isHeld: false });
    expect(await seen('one')).toMatchObject({ paths: [{ path: 'a.md' }], isHeld: true });
    expect(await seen('two')).toMatchObject({ paths: [{ path: 'b.md' }], isHeld: false });
    const [number, other] = [await numberOf('one'), await numberOf('two')];
    const begin = `BEGIN; SET LOCAL ROLE rappel_vault; SET LOCAL rappel.vault = '${number}'`;
    const intrude = transaction(pool, begin, (client) =>
      client.query(`INSERT INTO rappel.terms (vault_id, term, chunks) VALUES ($1, 'x', 1)`, [other]),
    );
    await expect(intrude).rejects.toThrow(/row-level security/);
  });

  it('counts words exactly, however files change', async () => {
    const files = testFiles(NOTES);
    const engine = open(files, shared(), 'counted');
    await engine.refresh();
    files.put('bucket/1.md', '# Other\n\nwords now\n');
    files.remove('bucket/2.md');
    await engine.update('bucket/1.md', 'bucket/2.md');
    const anew = open(files, shared(), 'anew');
    await anew.refresh();
    const countsOf = async (vault: string) =>
      transaction(pool, 'BEGIN', async (client) => [
        await client.query(
          'SELECT term, chunks FROM rappel.terms WHERE vault_id = $1 AND chunks <> 0 ORDER BY term',
          [await numberOf(vault)],
        ),
        await client.query('SELECT files, chunks, bodies FROM rappel.vaults WHERE name = $1', [vault]),
      ]);
    expect(await countsOf('counted')).toEqual(await countsOf('anew'));
  });

  it('keeps the newest text of a file whose older one is written late', async () => {
    const files = testFiles({ 'a.md': '# Alpha\n' });
    let isLate = false;
    let waits = Promise.resolve();
    const late: SqlPool = {
      ...shared(),
      async connect() {
        if (isLate) await waits;
        return pool.connect();
      },
    };
    const engine = createPostgresEngine({
      ...{ own: ownEngine(files), url: 'postgresql:///x', vault: 'late', files, clock },
      ...{ pool: late, refresh: 'once' },
    });
    await engine.refresh();
    files.put('a.md', '# Beta\n');
    let go = () => {};
    waits = new Promise((resolve) => {
      go = resolve;
    });
    isLate = true;
    const older = engine.update('a.md');
    await new Promise((resolve) => setImmediate(resolve));
    isLate = false;
    files.put('a.md', '# Gamma\n');
    await engine.update('a.md');
    go();
    await older;
    expect((await engine.search({ queries: ['gamma'] })).results).toHaveLength(1);
  });

  it('finds a file that changed while PostgreSQL was away for a moment, in the middle of a comparison', async () => {
    const files = testFiles({ 'a.md': '# Alpha\n', 'b.md': '# Beta\n' });
    let isAway = false;
    let meanwhile = async () => {};
    const shaky: SqlPool = {
      ...shared(),
      async connect() {
        if (isAway) throw new PostgresProblem('away');
        return pool.connect();
      },
    };
    const busy: FileSource = {
      ...files,
      async list(visit, expected) {
        const listed = await files.list(visit, expected);
        await meanwhile();
        return listed;
      },
    };
    const engine = createPostgresEngine({
      ...{ own: ownEngine(files), url: 'postgresql:///x', vault: 'shaky', files: busy, clock },
      ...{ pool: shaky, refresh: 'once' },
    });
    meanwhile = async () => {
      meanwhile = async () => {};
      files.put('c.md', '# Gamma\n');
      isAway = true;
      await engine.update('c.md');
      isAway = false;
    };
    await engine.refresh();
    await vi.waitFor(async () => {
      const { results, stages } = await engine.search({ queries: ['gamma'] });
      expect(stages[0]!.name).toBe('bm25');
      expect(results).toHaveLength(1);
    }, 5_000);
    engine.close();
  });

  it('makes its tables once, however many start at once', async () => {
    const { client, release } = await pool.connect();
    await client.script('CREATE ROLE owner LOGIN CREATEROLE');
    await client.script('CREATE DATABASE rappel OWNER owner');
    release(false);
    const pools = [1, 2, 3].map(() => createPgPool(server.ownerUrl));
    const files = testFiles({ 'a.md': '# Alpha\n' });
    const engines = pools.map((own) => open(files, own, 'shared'));
    const found = await Promise.all(engines.map((engine) => engine.search({ queries: ['alpha'] })));
    expect(found.map(({ results }) => results.length)).toEqual([1, 1, 1]);
    await Promise.all(pools.map((own) => own.close()));
  });

  it('is replaced by the own engine while it is away, and catches up', async () => {
    const files = testFiles({ 'a.md': '# Alpha\n' });
    const url = server.url;
    const engine = createPostgresEngine({
      own: ownEngine(files),
      url,
      vault: 'away',
      files,
      clock,
      refresh: 'once',
    });
    const first = async (query: string) => {
      const { results, stages } = await engine.search({ queries: [query] });
      return { path: results[0]?.path, stage: stages[0] };
    };
    await server.stop();
    expect(await first('alpha')).toMatchObject({
      path: 'vault/a.md',
      stage: {
        name: 'postgres',
        ran: false,
        reason: expect.stringMatching(/can't be reached at .*; answered without it$/),
      },
    });
    files.put('b.md', '# Beta\n');
    await engine.update('b.md');
    expect(await first('beta')).toMatchObject({ path: 'vault/b.md', stage: { name: 'postgres' } });
    expect(engine.status().problem).toMatch(/can't be reached/);
    await server.start();
    await vi.waitFor(async () => expect((await first('beta')).stage!.name).toBe('bm25'), 30_000);
    expect((await first('beta')).path).toBe('vault/b.md');
    expect(engine.status()).toMatchObject({ problem: null, files: 2 });
    engine.close();
  });

  async function numberOf(vault: string | null): Promise<number | null> {
    if (vault === null) return null;
    const [row] = await transaction(pool, 'BEGIN', (client) =>
      client.query<{ id: number }>('SELECT id FROM rappel.vaults WHERE name = $1', [vault]),
    );
    return row!.id;
  }
});
