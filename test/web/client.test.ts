import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/http/app.js';
import { createServedMemory } from '../../src/memory/served-memory.js';
import { createService } from '../../src/service/create-service.js';
import { fileAddress } from '../../web/src/api/file-address.js';
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
