import { existsSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeEngine, testFiles } from '../../engine.contract.js';
import type { SearchEngine } from '../../engine.js';
import type { FileSource } from '../../files.js';
import { openDatabase } from '../../index/sqlite.js';
import { createLocalEngine } from './local-engine.js';

const clock = { now: () => new Date(2025, 6, 14, 18, 30) };

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'rappel-index-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function open(files: FileSource, indexFile = join(folder(), 'cache', 'index.sqlite')): SearchEngine {
  const engine = createLocalEngine({ files, indexFile, clock });
  onTestFinished(() => engine.close());
  return engine;
}

const paths = async (engine: SearchEngine, query: string) =>
  (await engine.search({ queries: [query] })).results.map(({ path }) => path);

describeEngine('the local engine', (files) => open(files));

describe('an answer of the local engine', () => {
  it('says when it searched quoted words as plain words', async () => {
    const engine = open(testFiles({ 'bucket/a.md': '# Tomatoes\n\nPlanted in May.\n' }));
    const reasonFor = async (query: string) => (await engine.search({ queries: [query] })).stages[0]!.reason;
    expect(await reasonFor('when were "tomatoes" planted')).toBeNull();
    expect(await reasonFor('when were "green tomatoes" planted')).toBe(
      'no chunk contains the quoted words: searched as plain words',
    );
  });
});

describe('the index of the local engine', () => {
  const files = () => testFiles({ 'bucket/a.md': '# Tomatoes\n', 'bucket/b.md': '# Potatoes\n' });

  it('is kept between two engines, so that the second reads no file again', async () => {
    const indexFile = join(folder(), 'index.sqlite');
    const source = files();
    const first = open(source, indexFile);
    await first.refresh();
    first.close();
    expect((await open(source, indexFile).refresh()).indexed).toBe(0);
  });

  it('is compared with the files once for a search that tells how far it is', async () => {
    const source = files();
    const told: number[] = [];
    let lists = 0;
    const list: FileSource['list'] = (visit) => {
      lists++;
      return source.list(visit);
    };
    const engine = createLocalEngine({
      files: { ...source, list },
      indexFile: join(folder(), 'index.sqlite'),
      clock,
      refresh: 'every-search',
      onProgress: (done) => told.push(done),
    });
    onTestFinished(() => engine.close());
    await engine.search({ queries: ['tomatoes'] });
    expect(told.at(-1)).toBe(2);
    expect(lists).toBe(1);
  });

  it.each([
    [
      'is no database',
      (file: string) =>
        writeFileSync(file, 'this is not a database, but long enough to be read as one '.repeat(100)),
    ],
    ['was cut short', (file: string) => truncateSync(file, 9_000)],
    ['is empty', (file: string) => truncateSync(file, 0)],
    ['is gone', (file: string) => rmSync(file)],
  ])('is made again where the file %s', async (_, damage) => {
    const indexFile = join(folder(), 'index.sqlite');
    const first = open(files(), indexFile);
    await first.refresh();
    first.close();
    damage(indexFile);
    expect(await paths(open(files(), indexFile), 'tomatoes')).toEqual(['vault/bucket/a.md']);
  });

  it('is made again where another version of Rappel wrote it', async () => {
    const indexFile = join(folder(), 'index.sqlite');
    const first = open(files(), indexFile);
    await first.refresh();
    first.close();
    const database = openDatabase(indexFile);
    database.exec('PRAGMA user_version = 999');
    database.close();
    expect((await open(files(), indexFile).refresh()).indexed).toBe(2);
  });

  it('is left alone where another version of Rappel makes it its own meanwhile', async () => {
    const indexFile = join(folder(), 'index.sqlite');
    const source = files();
    const engine = open(source, indexFile);
    await engine.refresh();
    const other = openDatabase(indexFile);
    onTestFinished(() => other.close());
    other.exec('DELETE FROM chunks; DELETE FROM files; DROP TABLE vectors; PRAGMA user_version = 999');
    source.put('bucket/c.md', '# Carrots\n');
    await engine.update('bucket/c.md');
    expect(await paths(engine, 'carrots')).toEqual(['vault/bucket/c.md']);
    expect(await paths(engine, 'tomatoes')).toEqual(['vault/bucket/a.md']);
    const { stages } = await engine.search({ queries: ['carrots'], mode: 'deep' });
    expect(stages[0]!.reason).toMatch(/kept in memory: another version of Rappel uses the index in /);
    expect(other.prepare('SELECT count(*) AS n FROM files').get()!.n).toBe(0);
    expect(other.prepare('PRAGMA user_version').get()!.user_version).toBe(999);
  });

  it('is opened again where another process has put a new one in its place', async () => {
    const indexFile = join(folder(), 'index.sqlite');
    const source = files();
    const first = open(source, indexFile);
    await first.refresh();
    const second = open(source, indexFile);
    await second.refresh({ rebuild: true });
    source.put('bucket/c.md', '# Carrots\n');
    await second.update('bucket/c.md');
    expect(await paths(first, 'carrots')).toEqual(['vault/bucket/c.md']);
  });

  it('is kept in memory, with the reason, where its folder can not be made', async () => {
    const blocked = join(folder(), 'file');
    writeFileSync(blocked, '');
    const engine = open(files(), join(blocked, 'cache', 'index.sqlite'));
    const { results, stages } = await engine.search({ queries: ['tomatoes'] });
    expect(results).toHaveLength(1);
    expect(stages[0]).toMatchObject({ name: 'index', ran: true });
    expect(stages[0]!.reason).toMatch(
      /kept in memory: the index can't be written in .*cache.*: a part of this path is a file/,
    );
    expect(engine.status()).toMatchObject({ location: null, files: 2 });
  });

  it('holds nothing of a file that is gone', async () => {
    const indexFile = join(folder(), 'index.sqlite');
    const source = files();
    const engine = open(source, indexFile);
    await engine.refresh();
    source.remove('bucket/a.md');
    source.remove('bucket/b.md');
    await engine.refresh();
    engine.close();
    const database = openDatabase(indexFile);
    onTestFinished(() => database.close());
    const count = (table: string) => database.prepare(`SELECT count(*) AS n FROM ${table}`).get()!.n;
    for (const table of ['files', 'chunks', 'word_lists', 'words', 'words_vocabulary', 'vectors']) {
      expect([table, count(table)]).toEqual([table, 0]);
    }
    expect(database.prepare('SELECT chunks, bodies FROM totals').get()).toMatchObject({
      chunks: 0,
      bodies: 0,
    });
  });

  it('is not touched before it is needed', () => {
    const indexFile = join(folder(), 'cache', 'index.sqlite');
    open(files(), indexFile);
    expect(existsSync(indexFile)).toBe(false);
  });

  it('serves two engines that write at the same time', async () => {
    const indexFile = join(folder(), 'index.sqlite');
    const source = testFiles(
      Object.fromEntries(
        Array.from({ length: 300 }, (_, i) => [`bucket/${i}.md`, `# Note ${i}\nword${i} tomatoes\n`]),
      ),
    );
    const engines = [open(source, indexFile), open(source, indexFile), open(source, indexFile)];
    await Promise.all(engines.map((engine) => engine.refresh()));
    for (const engine of engines) {
      expect(engine.status()).toMatchObject({ files: 300, chunks: 300 });
      expect(await paths(engine, 'word77')).toEqual(['vault/bucket/77.md']);
    }
  });

  it('answers after many changes, its own and those of another process, as one that was opened afresh', async () => {
    const indexFile = join(folder(), 'index.sqlite');
    const source = testFiles();
    const watched = () => createLocalEngine({ files: source, indexFile, clock, refresh: 'once' });
    const [engine, other] = [watched(), watched()];
    onTestFinished(() => [engine, other].forEach((one) => void one.close()));
    const words = ['tomatoes', 'potatoes', 'onions', 'garlic', 'leeks'];
    const questions = [...words, 'tomatoes onions', 'garlic leeks potatoes'];
    let seed = 1;
    const pick = (count: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % count;
    };
    for (let round = 0; round < 12; round++) {
      for (let change = 0; change < 6; change++) {
        const path = `bucket/${pick(20)}.md`;
        if (pick(4) === 0) source.remove(path);
        else source.put(path, `# Note ${pick(9)}\n${words[pick(5)]} and ${words[pick(5)]}\n`);
        await (round % 3 === 2 ? other : engine).update(path);
      }
      const fresh = watched();
      for (const query of questions) {
        const request = { queries: [query], limit: 30 };
        expect(await engine.search(request)).toEqual(await fresh.search(request));
      }
      fresh.close();
    }
  });
});
