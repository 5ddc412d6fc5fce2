import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../settings/config-file.js';
import { listSearchEndpoints, saveSearchEndpoint, searchEndpoints } from './search-endpoints.js';

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

describe('endpoints for deep search', () => {
  it('are none unless one is set', () => {
    expect(searchEndpoints(withConfig({}))).toEqual({});
  });

  it('come from the config file, and the environment goes first', () => {
    const env = withConfig({
      embeddings: { url: 'http://localhost:11434/v1', model: 'gemma', dimensions: 768 },
      rerank: { url: 'http://localhost:8080/rerank', model: 'bge' },
    });
    const { embedder, reranker } = searchEndpoints(env);
    expect(embedder).toMatchObject({ name: 'gemma', dimensions: 768 });
    expect(reranker!.name).toBe('bge');
    const other = { RAPPEL_RERANK_URL: 'http://localhost:9090/rerank', RAPPEL_RERANK_MODEL: 'other' };
    expect(searchEndpoints({ ...env, ...other }).reranker!.name).toBe('other');
    expect(() => searchEndpoints(withConfig({ rerank: { url: 'http://localhost/x' } }))).toThrow(
      'search.rerank.model: expected the name of a model',
    );
  });

  it('are tried before they are kept, and removed again', async () => {
    const env = withConfig({ engine: 'own' });
    const good = await endpoint({ data: [{ embedding: [1, 2, 3] }] });
    const kept = { url: good.url, model: 'e5', dimensions: 3 };
    expect(await saveSearchEndpoint('embeddings', { url: good.url, model: 'e5' }, env)).toEqual(kept);
    const other = { url: good.url, model: 'judge' };
    await expect(saveSearchEndpoint('rerank', other, env)).rejects.toMatchObject({ code: 'model' });
    expect(listSearchEndpoints(env)).toEqual([
      { role: 'embeddings', endpoint: kept },
      { role: 'rerank', endpoint: null },
    ]);
    expect(await saveSearchEndpoint('embeddings', null, env)).toBeNull();
    expect(readConfig(env).search).toEqual({ engine: 'own' });
  });

  it('embed with an endpoint and its key', async () => {
    const { url, requests } = await endpoint({ data: [{ embedding: [1, 2, 3] }] });
    const { embedder } = searchEndpoints({
      RAPPEL_EMBEDDINGS_URL: url,
      RAPPEL_EMBEDDINGS_MODEL: 'e5',
      RAPPEL_EMBEDDINGS_DIMENSIONS: '3',
      RAPPEL_EMBEDDINGS_KEY: 'secret',
    });
    expect(await embedder!.embed(['un'])).toEqual([Float32Array.from([1, 2, 3])]);
    expect(requests).toEqual([
      { path: '/v1/embeddings', key: 'Bearer secret', body: { model: 'e5', input: ['un'] } },
    ]);
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
    expect(() => searchEndpoints(env)).toThrow(message);
  });
});
