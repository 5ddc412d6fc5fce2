import fc from 'fast-check';
import { Hono } from 'hono';
import { hc } from 'hono/client';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/http/app.js';
import { createServedMemory } from '../../src/memory/served-memory.js';
import { createService } from '../../src/service/create-service.js';
import { encodeParams } from '../../web/src/api/encode-params.js';
import { fileAddress } from '../../web/src/api/file-address.js';
import { count } from '../safety/counts.js';
import { tempVault } from '../support/temp-vault.js';

const ODD = ['50% off', 'a#b', 'a?b=c&d', 'é ü', '%2e%2e', '+1', "l'été", ':item', 'index', '$get'];

it('reaches inbox items and files whatever their names hold', async () => {
  const files = ODD.flatMap((name) => [
    [`inbox/${name}/review.md`, `# Where does ${name} belong?\n`],
    [`bucket/${name}/${name}.md`, `${name}\n`],
  ]);
  const { app } = await served(Object.fromEntries(files));
  const headers = { host: 'localhost' };
  for (const name of ODD) {
    const read = await app.request('http://localhost/api/inbox/read', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ item: name }),
    });
    expect(await read.json()).toMatchObject({ item: name });
    const file = await app.request(`http://localhost${fileAddress(`bucket/${name}/${name}.md`)}`, {
      headers,
    });
    expect(await file.text()).toContain(`${name}\n`);
  }
});

it('brings any id to the route that expects it', async () => {
  const app = new Hono().post('/things/:id/part/:part', (context) => context.json(context.req.param()));
  const client = encodeParams(hc<typeof app>('http://localhost', { fetch: app.request }));
  // An address can't hold an empty segment or one of dots alone; no id is one.
  const id = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/^\.{1,2}$/.test(text));
  await fc.assert(
    fc.asyncProperty(id, id, async (one, other) => {
      const param = { id: one, part: other };
      const response = await client.things[':id'].part[':part'].$post({ param });
      expect(await response.json()).toEqual(param);
    }),
    { numRuns: count(200, 5_000) },
  );
});

async function served(files: Record<string, string>) {
  const { vault, context } = tempVault(files);
  const service = await createService({
    vault,
    engine: await context.engine(),
    language: 'en',
    log: () => {},
  });
  onTestFinished(() => service.stop());
  const options = { host: '127.0.0.1', gate: null, prove: () => ({ pid: 1, hash: 'none' }), version: '1' };
  return { app: createApp(createServedMemory(service), options) };
}
