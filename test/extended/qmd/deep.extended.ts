import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { testFiles } from '../../../src/search/engine.contract.js';
import { openDatabase } from '../../../src/search/index/sqlite.js';
import { TINY, writeTinyEmbedder, writeTinyGenerator, writeTinyReranker } from '../support/tiny-gguf.js';
import { openQmdEngine, tempFolder, withoutFallback } from './support.js';

const VAULT = {
  'bucket/tomas.md': '# Tomas\n\nTomas brought seeds.\n\nHe will come back in May.\n',
  'bucket/roof.md': '# Roof\n\nThe roof leaks above the kitchen.\n',
  'projects/garden/state.md': '## Status\nThe beds are dug.\n',
};

/** The three models of QMD, tiny ones, as its variables name them. */
function tinyModels(folder = tempFolder()) {
  const models = {
    QMD_EMBED_MODEL: join(folder, 'embed.gguf'),
    QMD_GENERATE_MODEL: join(folder, 'generate.gguf'),
    QMD_RERANK_MODEL: join(folder, 'rerank.gguf'),
  };
  writeTinyEmbedder({ path: models.QMD_EMBED_MODEL });
  writeTinyGenerator({ path: models.QMD_GENERATE_MODEL, says: 'lex: tomas' });
  writeTinyReranker({ path: models.QMD_RERANK_MODEL });
  return { ...models, QMD_FORCE_CPU: '1' };
}

function open(env: NodeJS.ProcessEnv, vault: Record<string, string> = VAULT) {
  const files = testFiles(vault);
  const { engine, folder } = openQmdEngine({ files, env: { RAPPEL_QMD_SECONDS: '240', ...env } });
  const count = (table: string) => {
    const database = openDatabase(join(folder, 'vault', 'qmd.sqlite'));
    try {
      return Number(database.prepare(`SELECT count(*) AS n FROM ${table}`).get()!.n);
    } finally {
      database.close();
    }
  };
  const deep = (query: string, scopes?: string[]) =>
    withoutFallback(engine).search({ queries: [query], mode: 'deep', ...(scopes && { scopes }) });
  return { files, engine, folder, count, deep };
}

const stageOf = (stages: { name: string }[], name: string) => stages.find((stage) => stage.name === name);

describe('deep search of QMD', () => {
  it('loads its three models and runs every stage', async () => {
    const { engine, deep, count } = open(tinyModels());
    await engine.refresh({ vectors: true });
    expect(count('content_vectors')).toBe(3);
    const { results, stages } = await deep('who will bring what tomas promised');
    expect(stages.map(({ name, ran, reason }) => [name, ran, reason])).toEqual([
      ['qmd', true, null],
      ['expansion', true, null],
      ['bm25', true, null],
      ['vectors', true, null],
      ['rerank', true, null],
    ]);
    // Vectors of random weights find every file; that the words are found as well is seen by the passage.
    expect(results.map(({ path }) => path)).toContain('vault/bucket/tomas.md');
    for (const { lines, match_lines } of results) expect([lines, match_lines]).not.toContain('');
  });

  it('makes vectors as long as its model says they are', async () => {
    const { engine, folder } = open(tinyModels());
    await engine.refresh({ vectors: true });
    const database = openDatabase(join(folder, 'vault', 'qmd.sqlite'));
    onTestFinished(() => database.close());
    const { sql } = database.prepare("SELECT sql FROM sqlite_master WHERE name = 'vectors_vec'").get()!;
    expect(sql).toContain(`float[${TINY.width}]`);
  });

  it('keeps to a scope: the vectors of other files take no place', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, i) => [`bucket/n${i}.md`, `Note ${i} about nothing much.\n`]),
    );
    const { engine, deep } = open(tinyModels(), { ...many, ...VAULT });
    await engine.refresh({ vectors: true });
    const { results } = await deep('xylophone', ['projects/garden/']);
    expect(results.map(({ path }) => path)).toEqual(['vault/projects/garden/state.md']);
  });

  it('leaves no vector of an old text behind', async () => {
    const { engine, files, deep, count } = open(tinyModels());
    await engine.refresh({ vectors: true });
    for (let edit = 0; edit < 20; edit++) {
      files.put('bucket/roof.md', `# Roof\n\nEdit ${edit} of this text.\n`);
      await engine.update('bucket/roof.md');
      await engine.refresh({ vectors: true });
    }
    expect([count('content_vectors'), count('vectors_vec_rowids'), count('content')]).toEqual([3, 3, 3]);
    expect((await deep('xylophone')).results).toHaveLength(3);
    for (const path of Object.keys(VAULT)) files.remove(path);
    await engine.refresh();
    for (const table of [
      'documents',
      'documents_fts',
      'content',
      'content_vectors',
      'vectors_vec_rowids',
      'rappel_files',
    ])
      expect([table, count(table)]).toEqual([table, 0]);
  });

  it('makes all vectors of a large file, and waits for none of an empty one', async () => {
    const paragraph = 'A long story that nobody ever wanted to read to its end.\n\n'.repeat(700);
    const { engine, count } = open(tinyModels(), {
      ...VAULT,
      'bucket/long.md': paragraph,
      'bucket/empty.txt': '',
    });
    await engine.refresh({ vectors: true });
    expect(count('content_vectors')).toBeGreaterThan(32);
    expect(engine.status().problem).toBeNull();
    expect((await engine.refresh()).indexed).toBe(0);
  });

  it('makes its vectors again for another model', async () => {
    const models = tinyModels();
    const { engine, folder } = open(models);
    await engine.refresh({ vectors: true });
    engine.close();
    const other = join(folder, 'other.gguf');
    writeTinyEmbedder({ path: other, seed: 9 });
    const files = testFiles(VAULT);
    const second = openQmdEngine({ files, folder, env: { ...models, QMD_EMBED_MODEL: other } }).engine;
    await second.refresh({ vectors: true });
    const database = openDatabase(join(folder, 'vault', 'qmd.sqlite'));
    onTestFinished(() => database.close());
    const names = database.prepare('SELECT DISTINCT model FROM content_vectors').all();
    expect(names.map(({ model }) => model)).toEqual([other]);
  });
});

describe('deep search of QMD without its models', () => {
  it('answers at once, says what it did without, and asks nobody for them', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url!);
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { engine, deep } = open({
      HF_ENDPOINT: address,
      MODEL_ENDPOINT: address,
      https_proxy: address,
      http_proxy: address,
    });
    await engine.refresh({ vectors: true });
    const { results, stages } = await deep('does the roof leak');
    expect(results[0]!.path).toBe('vault/bucket/roof.md');
    for (const name of ['expansion', 'vectors', 'rerank'])
      expect(stageOf(stages, name)).toEqual({
        name,
        ran: false,
        reason: 'its model is not there; download it with: qmd pull',
      });
    expect(asked).toEqual([]);
  });

  it('answers where a model is broken, and says which', async () => {
    const models = tinyModels();
    writeFileSync(models.QMD_RERANK_MODEL, `GGUF${'nonsense '.repeat(500)}`);
    writeFileSync(models.QMD_GENERATE_MODEL, `GGUF${'nonsense '.repeat(500)}`);
    const { engine, deep } = open(models);
    await engine.refresh({ vectors: true });
    const { results, stages } = await deep('roof');
    expect(results.map(({ path }) => path)).toContain('vault/bucket/roof.md');
    expect(stageOf(stages, 'expansion')).toMatchObject({ ran: false, reason: expect.stringMatching(/./) });
    expect(stageOf(stages, 'rerank')).toMatchObject({ ran: false, reason: expect.stringMatching(/./) });
    expect(stageOf(stages, 'vectors')).toMatchObject({ ran: true });
  });
});

it('a broken embedder is named where vectors are made, and costs nothing else', async () => {
  const models = tinyModels();
  writeFileSync(models.QMD_EMBED_MODEL, `GGUF${'nonsense '.repeat(500)}`);
  const { engine, deep } = open(models);
  await engine.refresh({ vectors: true });
  expect(engine.status().problem).toMatch(/./);
  expect((await deep('roof')).results[0]!.path).toBe('vault/bucket/roof.md');
});

describe('the index of QMD', () => {
  it.each([
    [
      'is no database',
      (file: string) => writeFileSync(file, 'no database, but long enough to be read as one '.repeat(200)),
    ],
    ['was cut short', (file: string) => writeFileSync(file, readFileSync(file).subarray(0, 9_000))],
  ])('is made again where the file %s', async (_, damage) => {
    const { engine, folder } = open({});
    await engine.refresh();
    engine.close();
    damage(join(folder, 'vault', 'qmd.sqlite'));
    const again = openQmdEngine({ files: testFiles(VAULT), folder }).engine;
    const { results } = await withoutFallback(again).search({ queries: ['roof'] });
    expect(results[0]!.path).toBe('vault/bucket/roof.md');
  });

  it('lies in the cache of Rappel, and nothing of QMD lies elsewhere', async () => {
    const { engine, folder } = open({});
    await engine.refresh();
    expect(existsSync(join(folder, 'vault', 'qmd.sqlite'))).toBe(true);
    for (const name of ['qmd', '.cache', '.config'])
      expect([name, existsSync(join(folder, name))]).toEqual([name, false]);
  });

  it('serves two engines that write at the same time', async () => {
    const vault = Object.fromEntries(
      Array.from({ length: 300 }, (_, i) => [`bucket/${i}.md`, `# Note ${i}\nword${i}\n`]),
    );
    const files = testFiles(vault);
    const folder = tempFolder();
    const engines = [1, 2].map(() => openQmdEngine({ files, folder }).engine);
    await Promise.all(engines.map((engine) => engine.refresh()));
    for (const engine of engines) {
      const { results } = await withoutFallback(engine).search({ queries: ['word77'] });
      expect(results.map(({ path }) => path)).toEqual(['vault/bucket/77.md']);
    }
  });
});

describe('the process of QMD', () => {
  it('may be killed during a search: the own engine answers, and the next search has a new one', async () => {
    const folder = tempFolder();
    const node = join(folder, 'node');
    const number = join(folder, 'number');
    writeFileSync(
      node,
      `#!/bin/sh\n[ "$1" = --version ] || echo $$ > ${number}\nexec "${process.env.RAPPEL_QMD_NODE}" "$@"\n`,
    );
    chmodSync(node, 0o755);
    const { engine } = open({ ...tinyModels(folder), RAPPEL_QMD_NODE: node });
    await engine.refresh();
    const answer = engine.search({ queries: ['roof'], mode: 'deep' });
    await vi.waitFor(() => process.kill(Number(readFileSync(number, 'utf8')), 'SIGKILL'), {
      timeout: 120_000,
    });
    const { results, stages } = await answer;
    expect(results[0]!.path).toBe('vault/bucket/roof.md');
    expect(stages[0]).toMatchObject({
      name: 'qmd',
      ran: false,
      reason: expect.stringMatching(/^QMD ended by SIGKILL/),
    });
    expect((await engine.search({ queries: ['roof'] })).stages[0]).toMatchObject({ name: 'qmd', ran: true });
  });
});
