import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { servedApp } from '../../../test/support/served-app.js';
import { stale } from '../../vault/files.js';
import { recordChanges } from './record-changes.js';

it('does not claim what another program wrote while a change was given up', async () => {
  const { service, vault, root, put } = await servedApp({ 'a.md': '# A\n' });
  await service.caughtUp;
  await service.job.idle();
  const place = vault.resolve('a.md');
  const read = () => readFileSync(join(root, 'a.md'), 'utf8');
  await recordChanges(service, { source: 'tool', reason: () => '' }, async (watched) => {
    let looks = 0;
    const save = () =>
      watched.save(place, (current) => {
        // As the tool edit does: what it read is no longer there.
        if (looks++ > 0) throw stale(place.shown);
        put('a.md', `${current}Typed by a person.\n`);
        return `${current}Of the tool.\n`;
      });
    expect(save).toThrow('changed since it was read');
  });
  service.job.changed(place.path);
  await service.job.idle();
  expect(read()).toContain('Typed by a person.');
  const entries = await (await service.history()).list({ limit: 10 });
  expect(entries.map(({ source }) => source)).toEqual(['outside', 'init']);
});
