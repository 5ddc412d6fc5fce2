import { describe, expect, it } from 'vitest';
import { testFiles } from '../engine.contract.js';
import { openInMemory } from './open-index.js';
import { refreshIndex, VERY_MANY } from './refresh.js';
import { prepareSchema } from './schema.js';
import { openDatabase } from './sqlite.js';
import { createStore } from './store.js';

const MANY = 500;
const pathOf = (n: number) => `bucket/note-${n}.md`;
const many = () =>
  testFiles(Object.fromEntries(Array.from({ length: MANY }, (_, n) => [pathOf(n), `# Note ${n}\n\nword\n`])));

describe('a refresh of many files', () => {
  it('indexes every one, tells how far it is, and finds nothing to do the second time', async () => {
    const { store } = openInMemory('for a test');
    const seen: number[] = [];
    const report = await refreshIndex(store, many(), { onProgress: (done) => seen.push(done) });
    expect(report).toEqual({ files: MANY, chunks: MANY, indexed: MANY, removed: 0 });
    expect(seen.at(-1)).toBe(MANY);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect((await refreshIndex(store, many())).indexed).toBe(0);
  });

  it('merges the segments of the full-text index in steps while other work waits', async () => {
    const { store } = openInMemory('for a test');
    let steps = 0;
    const counted = {
      ...store,
      mergeSome() {
        steps++;
        store.mergeSome();
      },
    };
    await refreshIndex(counted, many());
    expect(steps).toBe(0);
    const changed = many();
    for (let n = 0; n < 20; n++) changed.put(pathOf(n), `# Other ${n}\n`);
    await refreshIndex(counted, changed, { batchMs: 0 });
    expect(steps).toBe(20);
  });

  it('merges nothing in other statements from then on', async () => {
    const { store, database } = openInMemory('for a test');
    const segments = () =>
      Number(database.prepare('SELECT count(DISTINCT segid) AS n FROM words_idx').get()!.n);
    store.mergeSome();
    for (let n = 0; n < 40; n++) {
      store.put({ path: pathOf(n), size: 10, modified: n }, `# Note ${n}\n`);
      if (n > 0) store.remove(pathOf(n - 1));
    }
    expect(segments()).toBeGreaterThanOrEqual(39);
    for (let step = 0; step < 40; step++) store.mergeSome();
    expect(segments()).toBeLessThan(39);
  });

  it('merges them where SQLite gets every number as a float, as from Node 22', () => {
    const database = openDatabase(':memory:');
    prepareSchema(database);
    const prepare = database.prepare.bind(database);
    const withFloats = (sql: string) =>
      prepare(sql.includes('INTO words (words, rank)') ? sql.replace(/\?(?=[^?]*$)/, '(? + 0.0)') : sql);
    Object.defineProperty(database, 'prepare', { value: withFloats });
    const store = createStore(database);
    store.put({ path: 'a.md', size: 1, modified: 1 }, '# A note\n');
    store.mergeSome();
    database.close();
  });

  it('stores them in their order, however long they take to read', async () => {
    const index = openInMemory('for a test');
    const files = many();
    const slow = {
      ...files,
      read(path: string) {
        for (const until = performance.now() + 0.2; performance.now() < until; );
        return files.read(path);
      },
    };
    await refreshIndex(index.store, slow);
    const stored = index.database.prepare('SELECT path FROM files ORDER BY id').all();
    expect(stored.map(({ path }) => path)).toEqual(Array.from({ length: MANY }, (_, n) => pathOf(n)));
  });

  it('reads few of them ahead of those that are stored where others are answered meanwhile', async () => {
    expect(await mostReadAhead({ batchMs: 5 })).toBeLessThan(40);
    // Else in large parts, which take less time.
    expect(await mostReadAhead({})).toBeGreaterThan(100);
  });

  it('reads what is known only where the files look different', async () => {
    const { store } = openInMemory('for a test');
    let reads = 0;
    const counted = {
      ...store,
      versionsAfter(id: number) {
        reads++;
        return store.versionsAfter(id);
      },
    };
    await refreshIndex(counted, many());
    await refreshIndex(counted, many());
    reads = 0;
    expect(await refreshIndex(counted, many())).toEqual({
      files: MANY,
      chunks: MANY,
      indexed: 0,
      removed: 0,
    });
    expect(reads).toBe(0);
    const changed = many();
    changed.put(pathOf(3), '# Note 3\n\nother\n');
    expect((await refreshIndex(counted, changed)).indexed).toBe(1);
    expect(reads).toBeGreaterThan(0);
  });

  it('reads it in short steps, because questions wait for the end of one', async () => {
    const { store } = openInMemory('for a test');
    await refreshIndex(store, many());
    const steps: number[] = [];
    const watched = {
      ...store,
      versionsAfter(id: number) {
        const versions = store.versionsAfter(id);
        steps.push(versions.length);
        return versions;
      },
    };
    const changed = many();
    changed.put(pathOf(3), '# Note 3\n\nother\n');
    expect((await refreshIndex(watched, changed)).indexed).toBe(1);
    expect(steps).toEqual([200, 200, 100, 0]);
  });

  it('lets no search wait until very many files are compared', async () => {
    const { store } = openInMemory('for a test');
    const files = many();
    await refreshIndex(store, files);
    const told: string[] = [];
    const source = {
      ...files,
      list(visit: Parameters<typeof files.list>[0]) {
        told.push('comparing');
        return files.list(visit);
      },
    };
    const options = { onLagging: () => void told.push('lagging') };
    const withFiles = (count: number) => ({ ...store, counts: () => ({ files: count, chunks: count }) });
    await refreshIndex(withFiles(VERY_MANY - 1), source, options);
    expect(told).toEqual(['comparing']);
    told.length = 0;
    await refreshIndex(withFiles(VERY_MANY), source, options);
    expect(told).toEqual(['lagging', 'comparing']);
  });

  it('notices a file that has its earlier size and time again, after another was indexed', async () => {
    const { store } = openInMemory('for a test');
    await refreshIndex(store, many());
    await refreshIndex(store, many());
    const before = many().version(pathOf(3))!;
    store.put({ ...before, modified: before.modified + 1 }, '# Note 3\n\nlate\n');
    expect((await refreshIndex(store, many())).indexed).toBe(1);
    expect(store.find(pathOf(3))).toMatchObject(before);
  });

  it('never puts an older text over what was indexed meanwhile, nor brings back what was removed', async () => {
    const { store } = openInMemory('for a test');
    const files = many();
    let reads = 0;
    const restless = {
      ...files,
      read(path: string) {
        const file = files.read(path);
        if (++reads === 20) {
          // By now the first ones were read and are being prepared.
          files.put(pathOf(3), '# Changed\n\ntwo\n\nparagraphs\n');
          const { version, text } = files.read(pathOf(3))!;
          store.put(version, text);
          files.remove(pathOf(4));
          store.remove(pathOf(4));
        }
        return file;
      },
    };
    await refreshIndex(store, restless);
    expect(store.find(pathOf(3))).toMatchObject(files.version(pathOf(3))!);
    expect(store.find(pathOf(4))).toBeNull();
    expect(store.counts().files).toBe(MANY - 1);
  });

  it('keeps what others index while the files are listed', async () => {
    const { store } = openInMemory('for a test');
    await refreshIndex(store, many());
    const files = many();
    files.remove(pathOf(4));
    const index = (path: string) => {
      files.put(path, '# Meanwhile\n');
      const { version, text } = files.read(path)!;
      store.put(version, text);
    };
    const restless = {
      ...files,
      async list(visit: Parameters<typeof files.list>[0]) {
        const listing = await files.list(visit);
        // A file that is new, and one that was away while its folder was listed.
        index('bucket/new.md');
        index(pathOf(4));
        return listing;
      },
    };
    await refreshIndex(store, restless);
    expect(store.find('bucket/new.md')).toMatchObject(files.version('bucket/new.md')!);
    expect(store.find(pathOf(4))).toMatchObject(files.version(pathOf(4))!);
    expect(store.counts().files).toBe(MANY + 1);
  });

  it("keeps the files of a folder that can't be listed, and removes the others that are gone", async () => {
    const { store } = openInMemory('for a test');
    const files = many();
    await refreshIndex(store, files);
    files.remove(pathOf(3));
    files.remove(pathOf(4));
    const source = {
      ...files,
      list: async (visit: Parameters<typeof files.list>[0]) => ({
        ...(await files.list(visit)),
        hides: (path: string) => path === pathOf(3),
      }),
    };
    expect((await refreshIndex(store, source)).removed).toBe(1);
    expect(store.find(pathOf(3))).not.toBeNull();
    expect(store.find(pathOf(4))).toBeNull();
  });

  it('ends when it is told to, and leaves what is done', async () => {
    const { store } = openInMemory('for a test');
    const stop = new AbortController();
    const refresh = refreshIndex(store, many(), { onProgress: () => stop.abort(), signal: stop.signal });
    await expect(refresh).rejects.toThrow(/abort/i);
    expect(store.counts().files).toBeGreaterThan(0);
    expect(store.counts().files).toBeLessThan(MANY);
  });
});

async function mostReadAhead(options: { batchMs?: number }): Promise<number> {
  const { store } = openInMemory('for a test');
  const files = many();
  let read = 0;
  let stored = 0;
  let most = 0;
  const counted = {
    ...files,
    read(path: string) {
      most = Math.max(most, ++read - stored);
      return files.read(path);
    },
  };
  const storing: typeof store = {
    ...store,
    putPrepared(...file) {
      stored++;
      return store.putPrepared(...file);
    },
  };
  await refreshIndex(storing, counted, options);
  expect([read, stored]).toEqual([MANY, MANY]);
  return most;
}
