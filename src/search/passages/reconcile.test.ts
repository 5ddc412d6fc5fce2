import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { indexOf } from '../../../test/support/search-index.js';
import { type TestFiles, testFiles } from '../engine.contract.js';
import { createLocalEngine, type LocalEngineDeps } from '../engines/own/local-engine.js';
import type { FileSource } from '../files.js';
import { type RankedChunk, reconcile, rememberChunks } from './reconcile.js';

const NOTE = '# Chaudière\n\nLe chauffagiste passe mardi pour la réparation.\n';
const NOTES = {
  'bucket/a.md': NOTE,
  'bucket/b.md': '# Vacances\n\nTrain pour Lisbonne, départ le matin.\n',
  'projects/x/state.md': '# Atelier\n\nLe métier à tisser attend une pièce.\n',
};

const stamped = (text: string, n: number) => `---\nupdated: 2025-07-14\ntokens: ${n}\n---\n\n${text}`;

/** An engine whose files are written anew before every look at them. */
function open(
  write: (files: TestFiles, path: string, look: number) => void,
  deps: Partial<LocalEngineDeps> = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-reconcile-'));
  const files = testFiles(NOTES);
  let looks = 0;
  let isQuiet = true;
  const restless: FileSource = {
    list: files.list,
    version: files.version,
    read(path) {
      if (!isQuiet) write(files, path, ++looks);
      return files.read(path);
    },
  };
  const clock = { now: () => new Date(2025, 6, 14) };
  const indexFile = join(folder, 'index.sqlite');
  const engine = createLocalEngine({ files: restless, indexFile, clock, refresh: 'once', ...deps });
  onTestFinished(() => {
    engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    engine,
    files,
    async begin() {
      await engine.refresh();
      isQuiet = false;
    },
  };
}

describe.each(['fast', 'deep'] as const)('a file that never rests (%s)', (mode) => {
  it('is found, and quoted as it was read, where somebody stamps it all the time', async () => {
    const { engine, files, begin } = open((all, path, look) => {
      if (path in NOTES) all.put(path, stamped(NOTES[path as keyof typeof NOTES], look));
    });
    await begin();
    for (const [query, path] of [
      ['chauffagiste', 'bucket/a.md'],
      ['métier à tisser', 'projects/x/state.md'],
    ] as const) {
      const { results } = await engine.search({ queries: [query], mode, context: 0 });
      expect(results[0]!.path).toBe(`vault/${path}`);
      const [first] = results[0]!.lines.split('-').map(Number);
      const lines = files.read(path)!.text.split('\n');
      const quoted = results[0]!.chunk_with_context.split('\n')[0]!;
      expect(quoted.endsWith(lines[first! - 1]!)).toBe(true);
    }
  });

  it('is found, and quoted as it was read, where somebody goes on writing it', async () => {
    const { engine, begin } = open((all, path, look) => {
      if (path === 'bucket/a.md') all.put(path, `${NOTE}${'Il rappelle encore.\n'.repeat(look)}`);
    });
    await begin();
    const { results } = await engine.search({ queries: ['chauffagiste'], mode });
    expect(results[0]!.path).toBe('vault/bucket/a.md');
    expect(results[0]!.chunk_with_context).toContain('Il rappelle encore.');
  });

  it('is not quoted where it says something else by now', async () => {
    const { engine, begin } = open((all, path) => {
      if (path === 'bucket/a.md') all.put(path, '# Jardin\n\nPlanter les tomates au printemps.\n');
    });
    await begin();
    const { results } = await engine.search({ queries: ['chauffagiste'], mode, min_score: 0.5 });
    expect(results).toEqual([]);
  });

  it('leaves the dates that were asked for', async () => {
    const { engine, begin } = open((all, path) => {
      if (path === 'bucket/a.md') all.put(path, `---\nupdated: 2025-07-14T18:30:00\n---\n\n${NOTE}`);
    });
    await begin();
    const { results } = await engine.search({ queries: ['chauffagiste'], mode, date_to: '2025-07-01' });
    expect(results.map(({ path }) => path)).not.toContain('vault/bucket/a.md');
  });
});

describe('a file that changes while a reranker reads it', () => {
  it('is found all the same, and the reranker asked once, where only stamps changed', async () => {
    let asked = 0;
    let change = async () => {};
    const { engine, files, begin } = open(() => {}, {
      reranker: {
        name: 'test',
        async rerank(_question, texts) {
          asked++;
          await change();
          return texts.map((text) => (text.includes('chauffagiste') ? 1 : 0));
        },
      },
    });
    await begin();
    change = async () => {
      files.put('bucket/a.md', stamped(NOTE, asked));
      await engine.update('bucket/a.md');
    };
    const { results } = await engine.search({ queries: ['chauffagiste'], mode: 'deep' });
    expect(results[0]).toMatchObject({ path: 'vault/bucket/a.md', lines: '1-8' });
    expect(asked).toBe(1);
  });
});

describe('a chunk of a file that has changed', () => {
  it.each([
    ['is the same one where it keeps six of ten words', 6, 1],
    ['is gone where it keeps four', 4, 0],
  ])('%s', (_, kept, count) => {
    const words = 'red green blue pink grey brown black white teal gold'.split(' ');
    const index = indexOf({ 'bucket/a.md': words.join(' ') });
    const chunks = new Map<number, RankedChunk>();
    rememberChunks([{ id: 1 }], index.reader, chunks);
    const files = testFiles({ 'bucket/a.md': words.slice(0, kept).join(' ') });
    expect(reconcile([...chunks.values()], index, files, () => null).current).toHaveLength(count);
  });
});
