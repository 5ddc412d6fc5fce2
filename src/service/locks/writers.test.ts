import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { hasWriters, withWriter } from './writers.js';

it('forgets a writer whose mark was not renewed for a minute, though its process runs', async () => {
  const { root } = tempVault();
  await withWriter(root, async (announce) => {
    announce();
    expect(hasWriters(root)).toBe(true);
    const folder = join(root, '.rappel', 'writers');
    const old = new Date(Date.now() - 61_000);
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), old, old);
    expect(hasWriters(root)).toBe(false);
  });
});
