import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { vectorFile } from '../../cache-folder.js';
import { testFiles } from '../../engine.contract.js';
import { openDatabase } from '../../index/sqlite.js';
import type { Embedder } from '../../models/embedder.js';
import { createEndpointEmbedder } from '../../models/endpoint/endpoint-embedder.js';
import { createEndpointReranker } from '../../models/endpoint/endpoint-reranker.js';
import { parseSubQueries } from '../../query/expansion.js';
import { createLocalEngine, type LocalEngineDeps } from './local-engine.js';

const clock = { now: () => new Date(2025, 6, 14) };
const NOTES = {
  'bucket/a.md': '# Chaudière\n\nLe chauffagiste passe mardi pour la réparation.\n',
  'bucket/b.md': '# Vacances\n\nTrain pour Lisbonne, départ le matin.\n',
  'bucket/c.md': '# Invoices\n\nThe customer has not paid the March invoice.\n',
};

function open(deps: Partial<LocalEngineDeps> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-deep-'));
  const files = testFiles(NOTES);
  const engine = createLocalEngine({ files, indexFile: join(folder, 'index.sqlite'), clock, ...deps });
  onTestFinished(() => {
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const deep = (query: string) => engine.search({ queries: [query], mode: 'deep', explain: true });
  return { engine, files, deep };
}

describe('refreshing the index', () => {
  const many = () =>
    testFiles(Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`bucket/${n}.md`, `# Note ${n}\n`])));

  it('leaves the vectors ready for the first deep search, where it is asked to', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rappel-deep-'));
    const indexFile = join(folder, 'index.sqlite');
    const { engine } = open({ files: many(), indexFile });
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    await engine.refresh();
    expect(existsSync(vectorFile(indexFile))).toBe(false);
    await engine.refresh({ vectors: true });
    expect(existsSync(vectorFile(indexFile))).toBe(true);
  });

  it('leaves many vectors ready in any case', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rappel-deep-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const notes = Array.from({ length: 5_100 }, (_, n) => [`bucket/${n}.md`, `# Note ${n}\n`]);
    const indexFile = join(folder, 'index.sqlite');
    const { engine } = open({ files: testFiles(Object.fromEntries(notes)), indexFile });
    expect((await engine.refresh()).chunks).toBeGreaterThan(5_000);
    expect(existsSync(vectorFile(indexFile))).toBe(true);
  });

  it('asks another model for them only where it should', async () => {
    const texts: string[] = [];
    const embedder: Embedder = {
      name: 'other',
      version: '1',
      dimensions: 2,
      async embed(given) {
        texts.push(...given);
        return given.map(() => Float32Array.of(1, 0));
      },
    };
    const { engine } = open({ files: many(), embedder });
    await engine.refresh();
    expect(texts).toEqual([]);
    await engine.refresh({ vectors: true });
    expect(texts).toHaveLength(600);
  });
});

/** A real endpoint whose answers the test writes; returns its address and what it was asked. */
async function endpoint(answer: (body: Record<string, unknown>, response: ServerResponse) => void) {
  const asked: Record<string, unknown>[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString());
      asked.push(body);
      answer(body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const json = (response: ServerResponse, value: unknown) => response.end(JSON.stringify(value));
const stageOf = (stages: { name: string }[], name: string) => stages.find((stage) => stage.name === name);

describe('deep search in a running service', () => {
  const tasks = (round: number) =>
    Array.from({ length: 60 }, (_, n) => `# Boiler ${n}\n\nThe boiler engineer comes, take ${round}\n`).join(
      '\n',
    );

  it('finds the same after a file has changed again and again', async () => {
    const { engine, files, deep } = open({ refresh: 'once' });
    for (let round = 0; round < 5; round++) {
      files.put('tasks.md', tasks(round));
      await engine.update('tasks.md');
      // Each version is taken in, as where somebody searches between two changes.
      await deep('paid');
    }
    files.put('tasks.md', '# Nothing\n');
    await engine.update('tasks.md');
    expect((await deep('boiler engineer')).results[0]!.path).toBe('vault/bucket/a.md');
  });

  it('has the vectors of a changed file made along with its index, the same ones', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rappel-deep-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const note = '# Dentiste\n\nRendez-vous jeudi.\n\n## Après\n\nAppeler Léa.\n';
    const vectorsIn = (indexFile: string) => {
      const database = openDatabase(indexFile);
      const rows = database
        .prepare(
          'SELECT path, first, vector, tokens FROM chunks JOIN files ON files.id = file LEFT JOIN vectors ON chunk = chunks.id ORDER BY path, first',
        )
        .all();
      database.close();
      return rows;
    };
    const along = join(folder, 'along.sqlite');
    const { engine, files, deep } = open({ indexFile: along, refresh: 'once' });
    await deep('voyage');
    files.put('bucket/d.md', note);
    await engine.update('bucket/d.md');
    const asked = join(folder, 'asked.sqlite');
    const other = open({ indexFile: asked });
    other.files.put('bucket/d.md', note);
    await other.deep('voyage');
    expect(vectorsIn(along)).toEqual(vectorsIn(asked));
    expect(vectorsIn(along).every(({ vector }) => vector !== null)).toBe(true);
  });

  it('does so where another process has changed the file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rappel-deep-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const shared = {
      indexFile: join(folder, 'index.sqlite'),
      files: testFiles(NOTES),
      refresh: 'once',
    } as const;
    const { deep } = open(shared);
    const { engine: other } = open(shared);
    shared.files.put('tasks.md', [1, 2, 3, 4, 5].map(tasks).join('\n'));
    await deep('boiler engineer');
    shared.files.put('tasks.md', '# Nothing\n');
    await other.update('tasks.md');
    expect((await deep('boiler engineer')).results[0]!.path).toBe('vault/bucket/a.md');
  });
});

describe('deep search with nothing configured', () => {
  it('finds by meaning, across languages, and names what it did without', async () => {
    const { results, stages } = await open().deep('unpaid bill of a client');
    expect(results[0]!.path).toBe('vault/bucket/c.md');
    expect((await open().deep('heating repair')).results[0]!.path).toBe('vault/bucket/a.md');
    expect(stages.map(({ name, ran }) => [name, ran])).toEqual([
      ['expansion', false],
      ['spelling', true],
      ['bm25', true],
      ['vectors', true],
      ['rerank', false],
    ]);
  });

  it('understands a word that is spelled almost right, and says how', async () => {
    const { results, stages } = await open({ embedder: null }).deep('chaufagiste');
    expect(results[0]!.path).toBe('vault/bucket/a.md');
    expect(stageOf(stages, 'spelling')).toMatchObject({
      reason: expect.stringContaining('chaufagiste: chauffag'),
    });
    expect(stageOf(stages, 'vectors')).toMatchObject({ ran: false, reason: 'no embedder is configured' });
  });

  it('takes the nearest word for its length, not a common one that is a little like its stem', async () => {
    const { engine, files, deep } = open({ embedder: null });
    files.put('bucket/d.md', '# Chess\n\nThe tournament begins in May.\n');
    for (const name of ['e', 'f', 'g'])
      files.put(`bucket/${name}.md`, '# Path\n\nTurn left, it is true, toru.\n');
    for (const name of ['d', 'e', 'f', 'g']) await engine.update(`bucket/${name}.md`);
    const { results, stages } = await deep('torunament');
    expect(results[0]!.path).toBe('vault/bucket/d.md');
    expect(stageOf(stages, 'spelling')).toMatchObject({ reason: 'torunament: tournament' });
  });

  it('takes words in quotes to the letter', async () => {
    const { deep } = open();
    expect((await deep('"March invoice"')).results.map(({ path }) => path)).toEqual(['vault/bucket/c.md']);
    expect((await deep('"invoice March"')).results).toEqual([]);
  });

  it('goes by words and meaning where a question quotes what no chunk holds, and says so', async () => {
    const { deep } = open();
    const held = await deep('has the client paid the "March invoice"?');
    expect(held.results.map(({ path }) => path)).toEqual(['vault/bucket/c.md']);
    expect(stageOf(held.stages, 'bm25')).toMatchObject({ reason: null });
    const unheld = await deep('quand vient le "réparateur de chaudière" ?');
    expect(unheld.results[0]!.path).toBe('vault/bucket/a.md');
    expect(stageOf(unheld.stages, 'bm25')).toMatchObject({ reason: expect.stringContaining('quoted words') });
    expect(stageOf(unheld.stages, 'vectors')).toMatchObject({ ran: true });
  });

  it('shows the line that means it where no word of the question stands there', async () => {
    const { engine, files, deep } = open();
    const stamps = '---\ncreated: 2025-07-14T09:00:00\nupdated: 2025-07-14T09:00:00\n---\n\n';
    files.put(
      'bucket/d.md',
      `${stamps}# Jardin\n\nLa haie est taillée.\n\nPlanter les tomates au printemps.\n`,
    );
    await engine.update('bucket/d.md');
    const [best] = (await deep('growing vegetables, tomatoes in spring')).results;
    expect(best).toMatchObject({ path: 'vault/bucket/d.md', match_lines: '10-10' });
  });

  it('forgets the vectors of what is gone and learns what is new', async () => {
    const { engine, files, deep } = open();
    await deep('train');
    files.remove('bucket/b.md');
    await engine.update('bucket/b.md');
    files.put('bucket/d.md', '# Jardin\n\nPlanter les tomates au printemps.\n');
    await engine.update('bucket/d.md');
    const { results } = await deep('growing vegetables in the garden');
    expect(results[0]!.path).toBe('vault/bucket/d.md');
    expect(results.map(({ path }) => path)).not.toContain('vault/bucket/b.md');
  });
});

describe('an embeddings endpoint', () => {
  const vectors = (body: Record<string, unknown>) =>
    (body.input as string[]).map((text, index) => ({
      index,
      embedding: [/lisbon|portugal/i.test(text) ? 1 : 0, 0.1],
    }));
  const embedder = (url: string, timeout = 5_000) =>
    createEndpointEmbedder({ url: `${url}/v1/`, model: 'test', dimensions: 2, timeout });

  it('takes the place of the built-in model; each chunk is sent once', async () => {
    const { url, asked } = await endpoint((body, response) => json(response, { data: vectors(body) }));
    const { deep } = open({ embedder: embedder(url) });
    expect((await deep('trip to Portugal')).results[0]!.path).toBe('vault/bucket/b.md');
    await deep('trip to Portugal');
    expect(asked.map(({ input }) => (input as string[]).length)).toEqual([3, 1, 1]);
  });

  it('ranks; the line that is shown is the one that means it', async () => {
    const { url } = await endpoint((body, response) => json(response, { data: vectors(body) }));
    const { engine, files, deep } = open({ embedder: embedder(url) });
    files.put(
      'bucket/trip.md',
      '# Lisbon\n\nLe train part à huit heures.\n\nLes clés sont chez la voisine.\n',
    );
    await engine.update('bucket/trip.md');
    const { results } = await deep('Portugal: who keeps the keys');
    const trip = results.find(({ path }) => path === 'vault/bucket/trip.md');
    expect(trip!.match_lines).toBe('5-5');
  });

  it('is sent only what has changed of a file', async () => {
    const { url, asked } = await endpoint((body, response) => json(response, { data: vectors(body) }));
    const { engine, files, deep } = open({ embedder: embedder(url) });
    const section = (name: string) => `## ${name}\n\n${'Words about it. '.repeat(300)}\n\n`;
    const sent = (name: string) =>
      asked.flatMap(({ input }) => input as string[]).filter((text) => text.includes(`## ${name}`)).length;
    for (const names of [
      ['Alfama', 'Chiado'],
      ['Alfama', 'Rossio'],
    ]) {
      files.put('bucket/quarters.md', names.map(section).join(''));
      await engine.update('bucket/quarters.md');
      await deep('trip to Portugal');
    }
    expect([sent('Alfama'), sent('Chiado'), sent('Rossio')]).toEqual([1, 1, 1]);
  });

  it('may take its time: what changes meanwhile is found all the same', async () => {
    let change = async () => {};
    const { url } = await endpoint(async (body, response) => {
      await change();
      json(response, { data: vectors(body) });
    });
    const { engine, files, deep } = open({ embedder: embedder(url), refresh: 'once' });
    await deep('chauffagiste');
    change = async () => {
      files.put('bucket/a.md', `${NOTES['bucket/a.md']}\nIl rappelle.\n`);
      await engine.update('bucket/a.md');
    };
    const { results } = await engine.search({ queries: ['chauffagiste'], mode: 'deep', scopes: ['bucket/'] });
    expect(results[0]!.path).toBe('vault/bucket/a.md');
    expect(results[0]!.chunk_with_context).toContain('Il rappelle.');
  });

  it.each<[string, (body: Record<string, unknown>, response: ServerResponse) => void, RegExp]>([
    ['is wrong', (_, response) => json(response, { nonsense: true }), /another form/],
    ['speaks no JSON', (_, response) => response.end('<html>'), /not JSON/],
    ['refuses', (_, response) => response.writeHead(500).end('no'), /answered 500/],
    ['gives too few vectors', (_, response) => json(response, { data: [] }), /0 vectors for 3 texts/],
    [
      'gives other dimensions',
      (body, response) =>
        json(response, { data: vectors(body).map((row) => ({ ...row, embedding: [1, 2, 3] })) }),
      /3 dimensions, not 2/,
    ],
    ['hangs up', (_, response) => response.destroy(), /can't be reached/],
    [
      'sends us elsewhere',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      /can't be reached/,
    ],
  ])('that %s is named, and search goes on', async (_, answer, reason) => {
    const { url } = await endpoint(answer);
    const { results, stages } = await open({ embedder: embedder(url) }).deep('chauffagiste mardi');
    expect(results[0]!.path).toBe('vault/bucket/a.md');
    expect(stageOf(stages, 'vectors')).toMatchObject({ ran: false, reason: expect.stringMatching(reason) });
  });
});

describe('an embeddings endpoint that never answers', () => {
  it('is given up after its time limit, and search goes on', async () => {
    const { url } = await endpoint(() => {});
    const embedder = createEndpointEmbedder({ url, model: 'test', dimensions: 2, timeout: 50 });
    const { results, stages } = await open({ embedder }).deep('chauffagiste mardi');
    expect(results[0]!.path).toBe('vault/bucket/a.md');
    expect(stageOf(stages, 'vectors')).toMatchObject({
      ran: false,
      reason: expect.stringMatching(/in time/),
    });
  });
});

describe('a reranker', () => {
  it.each([
    ['Cohere and Jina', (scores: object[]) => ({ results: scores }), 'relevance_score'],
    ['Text Embeddings Inference', (scores: object[]) => scores, 'score'],
  ])('in the form of %s reorders the best chunks', async (_, form, field) => {
    const { url } = await endpoint((body, response) =>
      json(
        response,
        form(
          (body.documents as string[]).map((text, index) => ({
            index,
            [field]: /Lisbonne/.test(text) ? 9 : -9,
          })),
        ),
      ),
    );
    const reranker = createEndpointReranker({ url, model: 'judge' });
    const { results, stages } = await open({ reranker }).deep('départ matin mardi réparation');
    expect(stageOf(stages, 'rerank')).toMatchObject({ ran: true });
    expect(results[0]!.path).toBe('vault/bucket/b.md');
    expect(results[0]!.explain!.ranks.rerank).toBe(1);
  });

  it('that lies about what it was given is named, and the order stays', async () => {
    const { url } = await endpoint((_, response) =>
      json(response, { results: [{ index: 99, relevance_score: 1 }] }),
    );
    const { results, stages } = await open({
      reranker: createEndpointReranker({ url, model: 'judge' }),
    }).deep('chauffagiste');
    expect(results[0]!.path).toBe('vault/bucket/a.md');
    expect(stageOf(stages, 'rerank')).toMatchObject({
      ran: false,
      reason: expect.stringMatching(/not given/),
    });
  });
});

describe('a model that rewords questions', () => {
  it('finds by other words', async () => {
    const says = 'lex: chauffagiste chaudière\nvec: quand vient le réparateur ?\nother: x';
    const textModel = { name: 'model', complete: async () => says };
    const { results, stages } = await open({ textModel, embedder: null }).deep('quand sera-t-il là');
    expect(results[0]!.path).toBe('vault/bucket/a.md');
    expect(stageOf(stages, 'expansion')).toMatchObject({ ran: true });
  });

  it('that fails is named', async () => {
    const complete = () => Promise.reject(new Error('no credit left'));
    const { stages } = await open({ textModel: { name: 'model', complete } }).deep('train');
    expect(stageOf(stages, 'expansion')).toMatchObject({ ran: false, reason: 'no credit left' });
  });

  it('reads what models write, and no more of it than it needs', () => {
    const text = `Sure!\n- lex: a b\nLEX: c\n${'lex: d\n'.repeat(10)}hyde:\nvec: ${'x'.repeat(5_000)}`;
    const { lex, vec, hyde } = parseSubQueries(text);
    expect([lex.length, vec[0]!.length, hyde.length]).toEqual([3, 600, 0]);
  });
});
