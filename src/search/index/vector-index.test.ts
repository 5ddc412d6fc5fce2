import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { draftOf, vectorFile } from '../cache-folder.js';
import { testFiles } from '../engine.contract.js';
import { createLocalEngine } from '../engines/own/local-engine.js';
import type { Embedder } from '../models/embedder.js';
import { quantise } from '../models/static/quantise.js';
import { createStaticEmbedder } from '../models/static/static-embedder.js';
import { openIndex } from './open-index.js';
import { asBytes } from './stored-vector.js';
import { createVectorFile } from './vector-file.js';
import { createVectorIndex, type VectorIndex, type VectorSource, vectorsOfIndex } from './vector-index.js';

/** An index without vectors. */
async function open(count: number) {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-vectors-'));
  const indexFile = join(folder, 'index.sqlite');
  const notes = Array.from({ length: count }, (_, n) => [`bucket/${n}.md`, `# Note ${n}\n\nSome text.\n`]);
  const files = testFiles(Object.fromEntries(notes));
  const engine = createLocalEngine({ files, indexFile, clock: { now: () => new Date(2025, 6, 14) } });
  await engine.refresh();
  engine.close();
  const index = openIndex(indexFile);
  index.database.exec('DELETE FROM vectors');
  rmSync(vectorFile(indexFile), { force: true });
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
  const [asked] = await embedder.embed(['note']);
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
    const before = await nearestIds(first);
    dropStored();
    writeFileSync(file, spoil(readFileSync(file)));
    const second = createVectorIndex(vectorsOfIndex(index, files, embedder), embedder);
    await second.complete({});
    expect(stored()).toBe(600);
    expect(await nearestIds(second)).toEqual(before);
  });

  it('is made again if another program cuts it short while it is in use', async () => {
    const { first, file } = await saved();
    const before = await nearestIds(first);
    truncateSync(file, 5_000);
    expect(await first.complete({})).toBe(0);
    expect(await nearestIds(first)).toEqual(before);
    expect(statSync(file).size).toBeGreaterThan(5_000);
  });

  it('may be replaced or removed by others: what is open stays', async () => {
    const { first, file } = await saved();
    const before = await nearestIds(first);
    rmSync(file);
    expect(await first.complete({})).toBe(0);
    expect(await nearestIds(first)).toEqual(before);
  });

  it('leaves out what is removed while it is written', async () => {
    const { index, files } = await open(1_200);
    const vectors = createVectorIndex(vectorsOfIndex(index, files, embedder), embedder);
    index.onGone(vectors.forget);
    const done = vectors.complete({});
    const draft = draftOf(vectorFile(index.location!));
    while (!existsSync(draft)) await setImmediate();
    index.store.remove('bucket/7.md');
    await done;
    expect(await nearestIds(vectors)).toHaveLength(1_199);
  });

  it('is written while a busy process goes on answering, with what comes and goes meanwhile', async () => {
    const { index, files } = await open(1_200);
    const source = vectorsOfIndex(index, files, embedder);
    const looks: number[] = [];
    const vectors = createVectorIndex(
      {
        ...source,
        idsUpTo(id) {
          looks.push(id);
          return source.idsUpTo(id);
        },
      },
      embedder,
    );
    index.onGone(vectors.forget);
    const file = vectorFile(index.location!);
    await vectors.complete({ isBusy: true });
    expect(existsSync(file)).toBe(false);
    index.store.remove('bucket/7.md');
    index.store.put({ path: 'bucket/8.md', size: 1, modified: 1 }, '# Note\n\nAs it is now.\n');
    files.put('bucket/8.md', '# Note\n\nAs it is now.\n');
    await vectors.complete({ isBusy: true });
    expect(await nearestIds(vectors)).toHaveLength(1_199);
    while (!existsSync(file)) await setImmediate();
    expect(await nearestIds(vectors)).toHaveLength(1_199);
    await vectors.complete({ isBusy: true });
    const fresh = createVectorIndex({ ...vectorsOfIndex(index, files, embedder), file: null }, embedder);
    await fresh.complete({});
    expect(await nearestIds(vectors)).toEqual(await nearestIds(fresh));
    // In the new chunk alone, which was taken in twice.
    const tokens = [...(await embedder.model()).words.encode('now')];
    expect(vectors.rarities(tokens)).toEqual(fresh.rarities(tokens));
    // It was told of everything: no answer waited for the list of all chunks.
    expect(looks).toEqual([]);
  });

  it.each([false, true])('has tokens counted again where many are gone (busy: %s)', async (isBusy) => {
    const { index, files, first } = await saved();
    const tokens = [...(await embedder.model()).words.encode('Note 700, some text.')];
    index.onGone(first.forget);
    index.store.batch(() => {
      for (let n = 0; n < 600; n++) index.store.remove(`bucket/${n}.md`);
    });
    await first.complete({ isBusy });
    const atOnce = first.rarities(tokens);
    const fresh = createVectorIndex({ ...vectorsOfIndex(index, files, embedder), file: null }, embedder);
    await fresh.complete({});
    for (let turn = 0; turn < 100; turn++) await setImmediate();
    const expected = fresh.rarities(tokens);
    if (isBusy) expect(atOnce).not.toEqual(expected);
    else expect(atOnce).toEqual(expected);
    expect(first.rarities(tokens)).toEqual(expected);
    expect(await nearestIds(first)).toEqual(await nearestIds(fresh));
    // The file has them too.
    await first.complete({});
    const second = createVectorIndex(vectorsOfIndex(index, files, embedder), embedder);
    await second.complete({});
    expect(second.rarities(tokens)).toEqual(expected);
  });

  it('is not written to its end if the vectors are closed meanwhile', async () => {
    const { index, files } = await open(1_200);
    const vectors = createVectorIndex(vectorsOfIndex(index, files, embedder), embedder);
    const done = vectors.complete({});
    const file = vectorFile(index.location!);
    while (!existsSync(draftOf(file))) await setImmediate();
    vectors.close();
    await done;
    expect([file, draftOf(file)].filter((path) => existsSync(path))).toEqual([]);
    expect(await nearestIds(vectors)).toEqual([]);
  });

  it('is closed with the vectors, and nothing is near from then on', async () => {
    const { first, file } = await saved();
    const isOpen = () => readdirSync('/proc/self/fd').some((fd) => isLinkTo(`/proc/self/fd/${fd}`, file));
    if (existsSync('/proc/self/fd')) expect(isOpen()).toBe(true);
    first.close();
    expect(await nearestIds(first)).toEqual([]);
    if (existsSync('/proc/self/fd')) expect(isOpen()).toBe(false);
  });

  it('is not written by two at once; what a killed process has left does not hinder', async () => {
    const { index, files } = await open(1_200);
    const file = vectorFile(index.location!);
    writeFileSync(draftOf(file), 'being written');
    const vectors = createVectorIndex(vectorsOfIndex(index, files, embedder), embedder);
    expect(await vectors.complete({})).toBe(0);
    expect(existsSync(file)).toBe(false);
    expect(readFileSync(draftOf(file), 'utf8')).toBe('being written');
    expect(await nearestIds(vectors)).toHaveLength(1_200);
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(draftOf(file), longAgo, longAgo);
    await createVectorIndex(vectorsOfIndex(index, files, embedder), embedder).complete({});
    expect(existsSync(file)).toBe(true);
    expect(existsSync(draftOf(file))).toBe(false);
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

describe('many vectors', () => {
  const COUNT = 70_000;
  const angle = (id: number) => id / 25_000;
  const direction = (at: number) =>
    new Float32Array(16).fill(0).fill(Math.cos(at), 0, 1).fill(Math.sin(at), 1, 2);
  const embedder: Embedder = { name: 'test', version: '1', dimensions: 16, embed: async () => [] };

  /** Chunks that all have a vector, in a file that is kept at `path`. */
  function source(path: string): VectorSource & { written: number[] } {
    const file = createVectorFile(path, 'index', 'embedder');
    const written: number[] = [];
    return {
      countChunks: () => COUNT,
      countAfter: (id) => COUNT - id,
      idsUpTo: (id) => Uint32Array.from({ length: id }, (_, at) => at + 1),
      after: (id, limit) =>
        Array.from({ length: Math.min(limit, COUNT - id) }, (_, at) => ({
          id: id + at + 1,
          vector: asBytes(quantise(direction(angle(id + at + 1)))),
          tokens: null,
        })),
      make: async () => [],
      add() {},
      tokensOf: () => new Map(),
      changedElsewhere: () => false,
      file: {
        ...file,
        write(last, rows, spread) {
          written.push(rows.ids.length);
          return file.write(last, rows, spread);
        },
      },
      written,
    };
  }

  function folder(): string {
    const made = mkdtempSync(join(tmpdir(), 'rappel-vectors-'));
    onTestFinished(() => rmSync(made, { recursive: true, force: true }));
    return made;
  }

  it('are put into the file as they come, and found there', async () => {
    const path = join(folder(), 'vectors');
    const many = source(path);
    const vectors = createVectorIndex(many, embedder);
    onTestFinished(vectors.close);
    expect(await vectors.complete({})).toBe(0);
    expect(many.written.length).toBeGreaterThan(2);
    expect(many.written.at(-1)).toBe(COUNT);
    expect(statSync(path).size).toBeGreaterThan(COUNT * 16);
    for (const id of [100, 33_000, 69_900]) {
      const found = vectors.nearest(direction(angle(id)), null, 300);
      expect(found).toHaveLength(300);
      for (const near of found) expect(Math.abs(near.id - id)).toBeLessThan(1_000);
    }
  });

  it('are held in memory where the file cannot be written, which is not tried for every few', async () => {
    const many = source(join(folder(), 'missing', 'vectors'));
    const vectors = createVectorIndex(many, embedder);
    expect(await vectors.complete({})).toBe(0);
    expect(many.written.length).toBeLessThan(4);
    expect(vectors.nearest(direction(angle(33_000)), null, 300)).toHaveLength(300);
  });
});

function isLinkTo(link: string, file: string): boolean {
  try {
    return readlinkSync(link) === file;
  } catch {
    // Closed since it was listed.
    return false;
  }
}
