import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { vectorFile } from '../cache-folder.js';
import { testFiles } from '../engine.contract.js';
import { createLocalEngine } from '../engines/own/local-engine.js';
import { createStaticEmbedder } from '../models/static/static-embedder.js';
import { openIndex } from './open-index.js';
import { createVectorIndex, type VectorIndex, vectorsOfIndex } from './vector-index.js';

async function open(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-vectors-'));
  const indexFile = join(folder, 'index.sqlite');
  const notes = Array.from({ length: count }, (_, n) => [`bucket/${n}.md`, `# Note ${n}\n\nSome text.\n`]);
  const files = testFiles(Object.fromEntries(notes));
  const engine = createLocalEngine({ files, indexFile, clock: { now: () => new Date(2025, 6, 14) } });
  await engine.refresh();
  engine.close();
  const index = openIndex(indexFile);
  onTestFinished(() => {
    index.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const countVectors = index.database.prepare('SELECT count(*) AS n FROM vectors');
  return {
    index,
    files,
    stored: () => Number(countVectors.get()!.n),
    dropStored: () => index.database.exec('DELETE FROM vectors'),
  };
}

const embedder = createStaticEmbedder();

async function nearestIds(vectors: VectorIndex): Promise<number[]> {
  const [asked] = await embedder.embed(['note'], { kind: 'query' });
  return vectors.nearest(asked!, null, 5_000).map(({ id }) => id);
}

it('two searches at once take every chunk in once', async () => {
  const { index, files, stored } = await open(1_200);
  const vectors = createVectorIndex(vectorsOfIndex(index, files, embedder), embedder);
  await Promise.all([vectors.complete({}), vectors.complete({})]);
  const ids = await nearestIds(vectors);
  expect(ids.length).toBe(1_200);
  expect(new Set(ids).size).toBe(1_200);
  expect(stored()).toBe(1_200);
});

it('what was made before a search was called off is kept', async () => {
  const { index, files, stored } = await open(1_200);
  const vectors = createVectorIndex(
    vectorsOfIndex(index, files, createStaticEmbedder()),
    createStaticEmbedder(),
  );
  const controller = new AbortController();
  const onProgress = () => controller.abort();
  await expect(vectors.complete({ signal: controller.signal, onProgress })).rejects.toThrow();
  expect(stored()).toBe(500);
});

describe('the file of vectors beside the index', () => {
  async function saved(count = 1_200) {
    const opened = await open(count);
    const first = createVectorIndex(vectorsOfIndex(opened.index, opened.files, embedder), embedder);
    await first.complete({});
    return { ...opened, first, file: vectorFile(opened.index.location!) };
  }

  it('is all that a new process reads, and says the same', async () => {
    const { index, files, first, stored, dropStored } = await saved();
    dropStored();
    const second = createVectorIndex(vectorsOfIndex(index, files, embedder), embedder);
    expect(await second.complete({})).toBe(0);
    expect(stored()).toBe(0);
    expect(await nearestIds(second)).toEqual(await nearestIds(first));
    const tokens = [...(await embedder.model()).words.encode('Note 7, some text.')];
    expect(second.rarities(tokens)).toEqual(first.rarities(tokens));
  });

  it('may be older than the index: removed chunks are left out, new ones are added', async () => {
    const { index } = await saved();
    for (let n = 0; n < 40; n++) index.store.remove(`bucket/${n}.md`);
    index.store.put({ path: 'bucket/new.md', size: 1, modified: 1 }, '# Note\n\nOf today.\n');
    const expected = index.database.prepare('SELECT id FROM chunks ORDER BY id').all();
    const texts = testFiles({ 'bucket/new.md': '# Note\n\nOf today.\n' });
    const second = createVectorIndex(vectorsOfIndex(index, texts, embedder), embedder);
    await second.complete({});
    expect((await nearestIds(second)).sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id));
  });

  it('is written for its owner only, and again after many changes', async () => {
    const { index, files, file } = await saved();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file);
    const second = createVectorIndex(vectorsOfIndex(index, files, embedder), embedder);
    index.onGone(second.forget);
    await second.complete({});
    const remove = (from: number, to: number) =>
      index.store.batch(() => {
        for (let n = from; n < to; n++) index.store.remove(`bucket/${n}.md`);
      });
    remove(0, 499);
    await second.complete({});
    expect(readFileSync(file)).toEqual(before);
    remove(499, 600);
    await second.complete({});
    expect(readFileSync(file).length).toBeLessThan(before.length);
  });

  it.each([
    ['of another index', (bytes: Buffer) => bytes.fill('0', 7, 71)],
    ['cut short', (bytes: Buffer) => bytes.subarray(0, 1_000)],
    ['empty', () => Buffer.alloc(0)],
    ['of zeros', (bytes: Buffer) => Buffer.alloc(bytes.length)],
  ])('is not used if it is %s', async (_, spoil) => {
    const { index, files, first, file, stored, dropStored } = await saved(600);
    dropStored();
    writeFileSync(file, spoil(readFileSync(file)));
    const second = createVectorIndex(vectorsOfIndex(index, files, embedder), embedder);
    await second.complete({});
    expect(stored()).toBe(600);
    expect(await nearestIds(second)).toEqual(await nearestIds(first));
  });

  it('is left out where it cannot be written', async () => {
    const { index, files } = await open(600);
    mkdirSync(vectorFile(index.location!));
    const vectors = createVectorIndex(vectorsOfIndex(index, files, embedder), embedder);
    expect(await vectors.complete({})).toBe(0);
    expect(await nearestIds(vectors)).toHaveLength(600);
    expect(readdirSync(dirname(index.location!)).filter((name) => name.endsWith('.new'))).toEqual([]);
  });
});
