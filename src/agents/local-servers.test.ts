import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findLocalServers, knownServers } from './local-servers.js';

/** A server on loopback that answers these paths; anything else is 404. Returns its port. */
async function serve(routes: Record<string, string | ((response: ServerResponse) => void)>): Promise<number> {
  const server = createServer((request, response) => {
    const route = routes[request.url ?? ''];
    if (typeof route === 'function') route(response);
    else if (route === undefined) response.writeHead(404).end('{"error":"not found"}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(route);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The known servers at other ports: nothing that really runs on this machine answers. */
async function known(ports: Partial<Record<'Ollama' | 'LM Studio' | 'llama.cpp', number>>) {
  const closed = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => closed.once('listening', resolve));
  const { port: free } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return knownServers({}).map((server) => ({
    ...server,
    port: ports[server.name as keyof typeof ports] ?? free,
  }));
}

/** As each program answers. */
const OLLAMA = JSON.stringify({
  models: [
    {
      name: 'qwen3:8b',
      model: 'qwen3:8b',
      modified_at: '2025-07-01T00:00:00Z',
      size: 5,
      digest: 'd',
      details: {},
    },
    { name: 'nomic-embed-text:latest', model: 'nomic-embed-text:latest', size: 1, digest: 'e', details: {} },
  ],
});
const LM_STUDIO = JSON.stringify({
  object: 'list',
  data: [
    { id: 'mistral-7b-instruct', object: 'model', owned_by: 'organization_owner' },
    { id: 'text-embedding-nomic-embed-text-v1.5', object: 'model', owned_by: 'organization_owner' },
  ],
});
const LLAMA_CPP = JSON.stringify({
  object: 'list',
  models: [{ name: '/models/gemma.gguf' }],
  data: [
    {
      id: '/models/gemma.gguf',
      object: 'model',
      created: 1,
      owned_by: 'llamacpp',
      meta: { n_ctx_train: 8192 },
    },
  ],
});

describe('the model servers of this machine', () => {
  it('are found with the models that can answer', async () => {
    const ports = {
      Ollama: await serve({ '/api/tags': OLLAMA, '/v1/models': '{}' }),
      'LM Studio': await serve({ '/v1/models': LM_STUDIO }),
      'llama.cpp': await serve({ '/v1/models': LLAMA_CPP, '/health': '{"status":"ok"}' }),
    };
    expect(await findLocalServers(await known(ports))).toEqual([
      { name: 'Ollama', baseUrl: `http://127.0.0.1:${ports.Ollama}/v1`, models: ['qwen3:8b'] },
      {
        name: 'LM Studio',
        baseUrl: `http://127.0.0.1:${ports['LM Studio']}/v1`,
        models: ['mistral-7b-instruct'],
      },
      {
        name: 'llama.cpp',
        baseUrl: `http://127.0.0.1:${ports['llama.cpp']}/v1`,
        models: ['/models/gemma.gguf'],
      },
    ]);
  });

  it('are none where nothing listens', async () => {
    expect(await findLocalServers(await known({}))).toEqual([]);
  });

  it('are told from anything else at their ports', async () => {
    const page = (response: ServerResponse) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Jenkins</h1></html>');
    const endless = (response: ServerResponse) => {
      const more = () => {
        while (!response.destroyed && response.write('"'.repeat(65_536)));
      };
      response.writeHead(200, { 'content-type': 'application/json' });
      response.on('drain', more);
      more();
    };
    const redirect = (response: ServerResponse) =>
      response.writeHead(302, { location: 'http://example.invalid/' }).end();
    for (const answer of [
      page,
      endless,
      redirect,
      '{"data":"none"}',
      '[]',
      '{"data":[{"id":5}]}',
      'null',
      '',
    ])
      expect(
        await findLocalServers(await known({ 'llama.cpp': await serve({ '/v1/models': answer }) })),
      ).toEqual([]);
  });

  it('are given up where they accept a connection and stay silent', async () => {
    const port = await serve({ '/v1/models': () => {} });
    expect(await findLocalServers(await known({ 'LM Studio': port }))).toEqual([]);
  });

  it('are at their usual ports, or where OLLAMA_HOST says', () => {
    expect(knownServers({}).map(({ port }) => port)).toEqual([11_434, 1_234, 8_080]);
    expect(knownServers({ OLLAMA_HOST: '0.0.0.0:11500' })[0]!.port).toBe(11_500);
    expect(knownServers({ OLLAMA_HOST: 'http://127.0.0.1:11501' })[0]!.port).toBe(11_501);
    expect(knownServers({ OLLAMA_HOST: '127.0.0.1' })[0]!.port).toBe(11_434);
  });
});
