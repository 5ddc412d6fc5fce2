import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { searchModels } from './search-models.js';

async function endpoint(answer: unknown) {
  const requests: { path: string; key: string | undefined; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    requests.push({ path: request.url!, key: request.headers.authorization, body: JSON.parse(body) });
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, requests };
}

/** An environment whose config file says this about search. */
function withConfig(search: object): NodeJS.ProcessEnv {
  const folder = mkdtempSync(join(tmpdir(), 'rappel-config-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'rappel'));
  writeFileSync(join(folder, 'rappel', 'config.json'), JSON.stringify({ search }));
  return { XDG_CONFIG_HOME: folder };
}

describe('models for deep search', () => {
  it('are none unless one is set', () => {
    const { embedder, reranker, expander } = searchModels(withConfig({}));
    expect([embedder, reranker, expander]).toEqual([undefined, undefined, undefined]);
  });

  it('come from the config file, and the environment goes first', () => {
    const env = withConfig({
      embeddings: { path: '~/models/gemma.gguf', dimensions: 768 },
      rerank: { url: 'http://localhost:8080/rerank', model: 'bge' },
    });
    const { embedder, reranker } = searchModels(env);
    expect(embedder).toMatchObject({ name: 'gemma.gguf', dimensions: 768, version: 'missing' });
    expect(reranker!.name).toBe('bge');
    const other = searchModels({ ...env, RAPPEL_RERANK_PATH: '/models/other.gguf' });
    expect(other.reranker!.name).toBe('other.gguf');
    expect(() => searchModels(withConfig({ rerank: { url: 'x' } }))).toThrow(
      'search.rerank: expected url (without user and password) and model of an endpoint, or the path of a model file',
    );
  });

  it('embed with an endpoint and its key', async () => {
    const { url, requests } = await endpoint({ data: [{ embedding: [1, 2, 3] }] });
    const { embedder } = searchModels({
      RAPPEL_EMBEDDINGS_URL: url,
      RAPPEL_EMBEDDINGS_MODEL: 'e5',
      RAPPEL_EMBEDDINGS_DIMENSIONS: '3',
      RAPPEL_EMBEDDINGS_KEY: 'secret',
    });
    expect(await embedder!.embed(['un'], { kind: 'query' })).toEqual([Float32Array.from([1, 2, 3])]);
    expect(requests).toEqual([
      { path: '/v1/embeddings', key: 'Bearer secret', body: { model: 'e5', input: ['un'] } },
    ]);
  });

  it('reword a question with a language model', async () => {
    const content =
      'lex: API externe abandon\nnoise\nvec: why was it dropped?\nhyde: Le prestataire ne livre pas.';
    const { url } = await endpoint({ choices: [{ message: { content } }] });
    const { expander } = searchModels({ RAPPEL_EXPANSION_URL: url, RAPPEL_EXPANSION_MODEL: 'small' });
    expect(await expander!.expand('pourquoi ?', {})).toEqual({
      lex: ['API externe abandon'],
      vec: ['why was it dropped?'],
      hyde: ['Le prestataire ne livre pas.'],
    });
    const wrong = await endpoint({ choices: [] });
    const broken = searchModels({ RAPPEL_EXPANSION_URL: wrong.url, RAPPEL_EXPANSION_MODEL: 'small' })
      .expander!;
    await expect(broken.expand('x', {})).rejects.toMatchObject({ code: 'model' });
  });

  it.each([
    [{ RAPPEL_RERANK_URL: 'nowhere' }, 'RAPPEL_RERANK_URL: got "nowhere", expected an address'],
    [
      { RAPPEL_RERANK_URL: 'http://localhost/rerank' },
      'RAPPEL_RERANK_MODEL: got "", expected the name of a model',
    ],
    [
      { RAPPEL_EMBEDDINGS_URL: 'http://localhost/v1', RAPPEL_EMBEDDINGS_MODEL: 'm' },
      'RAPPEL_EMBEDDINGS_DIMENSIONS: got "", expected the length of the model\'s vectors',
    ],
  ])('refuse %j in a sentence', (env, message) => {
    expect(() => searchModels(env)).toThrow(message);
  });
});
