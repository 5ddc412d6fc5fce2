import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  checkLocalModel,
  createLocalEmbedder,
  createLocalExpander,
  createLocalReranker,
} from '../../src/search/models/local/local-models.js';
import { createModelProcess } from '../../src/search/models/local/model-process.js';
import { removeFolder } from '../support/remove-folder.js';
import { TINY, writeTinyEmbedder, writeTinyGenerator, writeTinyReranker } from './support/tiny-gguf.js';

/** The real runtime, loading models that are made here. */
const folder = mkdtempSync(join(tmpdir(), 'rappel-local-models-'));
const models = createModelProcess({ module: resolve('dist', 'search', 'models', 'local', 'host.js') });
afterAll(() => {
  models.stop();
  removeFolder(folder);
});

const long = 'Le plombier vient mardi. '.repeat(2_000);

it('a local model makes vectors, the same ones for the same text', async () => {
  const path = join(folder, 'embed.gguf');
  writeTinyEmbedder({ path });
  expect(await checkLocalModel('embeddings', path, models)).toEqual({ dimensions: TINY.width });
  const embedder = createLocalEmbedder({ path, dimensions: TINY.width }, models);
  const [a, b, c, empty, huge] = await embedder.embed(['chat', 'chien', 'chat', '', long], {
    kind: 'passage',
  });
  expect(a).toEqual(c);
  expect(a).not.toEqual(b);
  expect([empty!.length, huge!.length]).toEqual([TINY.width, TINY.width]);
});

it('a local model scores passages', async () => {
  const path = join(folder, 'rerank.gguf');
  writeTinyReranker({ path });
  const reranker = createLocalReranker({ path }, models);
  const scores = await reranker.rerank('Qui vient mardi ?', ['Le plombier.', 'Rien.', long], {});
  expect(scores).toHaveLength(3);
  for (const score of scores) expect(score).toSatisfy(Number.isFinite);
});

it('a local model writes text, and a question is reworded by what of it makes sense', async () => {
  const path = join(folder, 'generate.gguf');
  writeTinyGenerator({ path, says: 'lex: tomas' });
  const work = { kind: 'complete', path, prompt: 'qui ?', mostTokens: 20 };
  const written = await models.request(work, { timeout: 60_000 });
  expect(written).toEqual(expect.any(String));
  expect(await models.request(work, { timeout: 60_000 })).toBe(written);
  expect(Object.keys(await createLocalExpander({ path }, models).expand('qui ?', {}))).toEqual([
    'lex',
    'vec',
    'hyde',
  ]);
});

it('a file that is no model is named', async () => {
  const path = join(folder, 'poem.gguf');
  writeFileSync(path, 'Demain, dès l’aube');
  await expect(checkLocalModel('embeddings', path, models)).rejects.toThrow("poem.gguf can't be loaded");
});
