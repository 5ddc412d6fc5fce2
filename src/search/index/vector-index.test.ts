import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { testFiles } from '../engine.contract.js';
import { createLocalEngine } from '../engines/own/local-engine.js';
import { createStaticEmbedder } from '../models/static/static-embedder.js';
import { openIndex } from './open-index.js';
import { createVectorIndex } from './vector-index.js';

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
  return { index, files, stored: () => Number(countVectors.get()!.n) };
}

it('two searches at once take every chunk in once', async () => {
  const { index, files, stored } = await open(1_200);
  const embedder = createStaticEmbedder();
  const vectors = createVectorIndex(index.database, files, embedder);
  await Promise.all([vectors.complete({}), vectors.complete({})]);
  const [asked] = await embedder.embed(['note'], { kind: 'query' });
  const ids = vectors.nearest(asked!, null, 5_000).map(({ id }) => id);
  expect(ids.length).toBe(1_200);
  expect(new Set(ids).size).toBe(1_200);
  expect(stored()).toBe(1_200);
});

it('what was made before a search was called off is kept', async () => {
  const { index, files, stored } = await open(1_200);
  const vectors = createVectorIndex(index.database, files, createStaticEmbedder());
  const controller = new AbortController();
  const onProgress = () => controller.abort();
  await expect(vectors.complete({ signal: controller.signal, onProgress })).rejects.toThrow();
  expect(stored()).toBe(500);
});
