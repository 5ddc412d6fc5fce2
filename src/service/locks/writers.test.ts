import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { createWriters, hasWriters, withWriter } from './writers.js';

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

it('counts the writers of its own process from their announcement to their end, however they end', async () => {
  const { root } = tempVault();
  const writers = createWriters(root);
  const failing = writers.withWriter(async (announce) => {
    expect(writers.areWriting()).toBe(false);
    announce();
    announce();
    expect(writers.areWriting()).toBe(true);
    expect(hasWriters(root)).toBe(false);
    throw new Error('the disk is full');
  });
  await expect(failing).rejects.toThrow('the disk is full');
  expect(writers.areWriting()).toBe(false);
});

it('sees the writers of other processes too', async () => {
  const { root } = tempVault();
  const writers = createWriters(root);
  await withWriter(root, async (announce) => {
    announce();
    expect(writers.areWriting()).toBe(true);
  });
  expect(writers.areWriting()).toBe(false);
});
