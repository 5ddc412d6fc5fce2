import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openPglite, withoutFallback } from '../../../../test/support/postgres.js';
import { tempFolder } from '../../../../test/support/temp-vault.js';
import { describeEngine, testFiles } from '../../engine.contract.js';
import type { SearchRequest } from '../../engine.js';
import type { FileSource } from '../../files.js';
import type { Embedder } from '../../models/embedder.js';
import { createLocalEngine } from '../own/local-engine.js';
import { openPgvector } from './pgvector.js';
import { createPostgresEngine } from './postgres-engine.js';
import { type SqlPool, transaction } from './sql.js';

const clock = { now: () => new Date(2025, 6, 14, 18, 30) };

const TOPICS = ['boats in the harbour', 'bread and butter', 'a letter to the bank', 'two cats', 'the garden'];
const NOTES = Object.fromEntries(
  Array.from({ length: 60 }, (_, at) => [
    `projects/${at % 4}/${at}.md`,
    `# Note ${at % 7}\n\nAbout ${TOPICS[at % 5]}, ${TOPICS[at % 3]}.\n\n# Day ${at}\n\nMore ${TOPICS[(at * 3) % 5]}.\n`,
  ]),
);
const QUESTIONS = ['ships at the port', 'money for kittens', '"the garden" plants'];

let database: SqlPool;
let pool: SqlPool;
/** What was asked of the database, and the rows that came. */
let asked: { text: string; rows: Record<string, unknown>[] }[];
/** Statements that the server refuses. */
let refused: RegExp | null;

beforeAll(async () => {
  database = await openPglite();
}, 300_000);

beforeEach(() => {
  asked = [];
  refused = null;
  const watch = async <Row>(text: string, answer: () => Promise<Row[]>) => {
    if (refused?.test(text)) throw Object.assign(new Error('permission denied'), { code: '42501' });
    const rows = await answer();
    asked.push({ text, rows: rows as Record<string, unknown>[] });
    return rows;
  };
  pool = {
    ...database,
    async connect() {
      const { client, release } = await database.connect();
      return {
        client: {
          query: (text, values) => watch(text, () => client.query(text, values)),
          script: (text) => watch(text, () => client.script(text)),
        },
        release,
      };
    },
  };
});

function open(files: FileSource, vault: string, embedder?: Embedder) {
  const shared = { files, clock, refresh: 'once' as const, ...(embedder && { embedder }) };
  const own = createLocalEngine({ ...shared, indexFile: join(tempFolder(), 'index.sqlite') });
  const engine = createPostgresEngine({ ...shared, own, url: 'postgresql:///x', vault, pool });
  return { own, engine };
}

describeEngine('PostgreSQL with pgvector', (files) => withoutFallback(open(files, randomUUID()).engine));

async function expectSameResults({ own, engine }: ReturnType<typeof open>) {
  for (const query of QUESTIONS)
    for (const scopes of [null, ['projects/1', 'projects/2/2.md']]) {
      const request: SearchRequest = { queries: [query], mode: 'deep', limit: 30, scopes };
      const { results } = await withoutFallback(engine).search(request);
      expect(results).toEqual((await own.search(request)).results);
    }
}

const comparisons = () => asked.filter(({ text }) => text.includes('<#>'));
const loaded = () => asked.flatMap(({ rows }) => rows.filter((row) => row.vector instanceof Uint8Array));

const inDatabase = <Row>(text: string) => transaction(database, 'BEGIN', (client) => client.query<Row>(text));

it('compares in the database what the own engine compares in memory, and loads no vector', async () => {
  const files = testFiles(NOTES);
  const first = open(files, 'first');
  await first.engine.refresh({ vectors: true });
  asked.length = 0;
  const second = open(files, 'first');
  await expectSameResults(second);
  expect(comparisons().length).toBeGreaterThan(0);
  expect(loaded()).toEqual([]);
  asked.length = 0;
  await first.engine.search({ queries: [QUESTIONS[0]!], mode: 'deep' });
  expect(loaded()).toEqual([]);
});

it('follows the files', async () => {
  const files = testFiles(NOTES);
  const both = open(files, 'changing');
  await expectSameResults(both);
  files.put('projects/1/1.md', '# New\n\nA ferry leaves the port.\n\n# Day 1\n\nMore.\n');
  files.put('projects/1/new.md', '# Kittens\n\nThree of them.\n');
  files.remove('projects/2/2.md');
  for (const one of [both.engine, both.own])
    await one.update('projects/1/1.md', 'projects/1/new.md', 'projects/2/2.md');
  await expectSameResults(both);
  for (const one of [both.engine, both.own]) await one.refresh({ rebuild: true });
  await expectSameResults(both);
});

it('counts tokens again when many chunks are gone', async () => {
  const paths = Array.from({ length: 520 }, (_, at) => `${at}.md`);
  const files = testFiles(Object.fromEntries(paths.map((path) => [path, 'Bread.\n'])));
  const { engine } = open(files, 'shrinking');
  const countedAfterSearch = async () => {
    await engine.search({ queries: ['butter'], mode: 'deep' });
    const [row] = await inDatabase<{ counted: number }>(
      `SELECT max(tokens.chunks) AS counted FROM rappel_pgvector.tokens JOIN rappel.vaults ON id = vault_id
       WHERE name = 'shrinking'`,
    );
    return row!.counted;
  };
  expect(await countedAfterSearch()).toBe(520);
  const remove = async (from: number, to: number) => {
    for (const path of paths.slice(from, to)) files.remove(path);
    await engine.update(...paths.slice(from, to));
  };
  await remove(0, 400);
  expect(await countedAfterSearch()).toBe(520);
  await remove(400, 510);
  expect(await countedAfterSearch()).toBe(10);
});

it('shows a vault its own vectors alone', async () => {
  const files = testFiles({ 'a.md': '# Alpha\n' });
  await open(files, 'walled').engine.refresh({ vectors: true });
  const count = (vault: string) =>
    transaction(database, `BEGIN; SET LOCAL ROLE rappel_vault; ${vault}`, (client) =>
      client.query<{ n: number }>(
        'SELECT (SELECT count(*) FROM rappel_pgvector.vectors) + (SELECT count(*) FROM rappel_pgvector.tokens) AS n',
      ),
    );
  expect(await count('SELECT 1')).toEqual([{ n: 0 }]);
  const [vault] = await inDatabase<{ id: number }>("SELECT id FROM rappel.vaults WHERE name = 'walled'");
  // A chunk, its tokens, and how many were counted.
  expect((await count(`SET LOCAL rappel.vault = '${vault!.id}'`))[0]!.n).toBeLessThan(10);
});

/** Three numbers, from how often letters occur. */
const letters: Embedder = {
  ...{ name: 'letters', version: '1', dimensions: 3 },
  embed: async (texts) =>
    texts.map((text) =>
      Float32Array.from(['a', 'e', 't'], (letter) => 1 + text.split(letter).length / text.length),
    ),
};

it('compares the vectors of another embedder, which take the place of those before', async () => {
  const files = testFiles(NOTES);
  await open(files, 'other').engine.refresh({ vectors: true });
  await expectSameResults(open(files, 'other', letters));
  expect(comparisons().length).toBeGreaterThan(0);
});

it('is left out where the extension is gone or refused, and used again when it is back', async () => {
  const files = testFiles(NOTES);
  const running = open(files, 'leaving');
  await expectSameResults(running);
  await inDatabase('DROP EXTENSION vector CASCADE');
  // A service that runs meanwhile answers with the own index, then opens the database again.
  const during = await running.engine.search({ queries: ['ships'], mode: 'deep' });
  expect(during.stages[0]).toMatchObject({ name: 'postgres', ran: false });
  refused = /CREATE EXTENSION/;
  expect(await openPgvector(pool)).toEqual({ missing: 'refused' });
  asked.length = 0;
  await expectSameResults(open(files, 'leaving'));
  expect(comparisons()).toEqual([]);
  expect(loaded().length).toBeGreaterThan(0);
  refused = null;
  await expectSameResults(open(files, 'leaving'));
  expect(comparisons().length).toBeGreaterThan(0);
});

it('is absent on a server that does not have it', async () => {
  const without: SqlPool = {
    ...pool,
    async connect() {
      const { client, release } = await pool.connect();
      const query = async (text: string, values?: readonly unknown[]) =>
        text.includes('pg_available_extensions') ? [] : client.query(text, values);
      return { client: { ...client, query: query as typeof client.query }, release };
    },
  };
  expect(await openPgvector(without)).toEqual({ missing: 'absent' });
});
