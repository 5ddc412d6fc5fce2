import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { createMachines, type Machines } from '../../../../../test/support/sync-machines.js';
import { parsePath } from '../../../../vault/paths.js';
import { openFolderRemote } from '../folder-remote.js';
import { openEncryptedRemote } from './encrypted-remote.js';
import { openFolderFiles } from './folder-files.js';
import { createSeal, isKey, makeKey } from './seal.js';

let machines: Machines;
afterEach(() => machines.remove());

/** Two machines with the same key, and what lies on the remote. */
async function twoMachines() {
  machines = createMachines();
  const place = join(machines.folder, 'drive');
  const folder = join(place, 'encrypted');
  const key = await makeKey();
  const remote = () => openEncryptedRemote(openFolderFiles(place), createSeal(key, place));
  const [a, b] = [machines.machine('laptop', 0, remote), machines.machine('desktop', -7, remote)];
  return { a, b, key, place, folder, remote, names: () => readdirSync(folder).sort() };
}

describe('an encrypted remote', () => {
  it('brings machines in step, and shows neither names nor texts', async () => {
    const { a, b, folder, names, remote } = await twoMachines();
    a.write('projects/tidewater/secret-plan.md', '# Plan\n\n- the harbour\n');
    await a.sync();
    await b.sync();
    a.write('projects/tidewater/secret-plan.md', '# Plan\n\n- the harbour\n- from a\n');
    b.write('projects/tidewater/secret-plan.md', '# Plan\n\n- the harbour\n- from b\n');
    for (const machine of [a, b, a]) await machine.sync();
    expect(a.read('projects/tidewater/secret-plan.md')).toContain('- from b\n- from a\n');
    expect(b.files()).toEqual(a.files());
    expect((await remote().machines()).map(({ name }) => name).sort()).toEqual(['desktop', 'laptop']);
    expect(names().filter((name) => /^(?:h|p|m)-[0-9a-f]+$/.test(name))).toEqual(names());
    const all = names().map((name) => readFileSync(join(folder, name), 'latin1'));
    for (const text of all) expect(text.startsWith('age-encryption.org/v1\n')).toBe(true);
    expect(all.join()).not.toMatch(/harbour|tidewater|laptop|secret/);
  });

  it('says in one sentence that the key is another, and that something is damaged, replaced, missing or old', async () => {
    const { a, b, place, folder, names, key } = await twoMachines();
    a.write('a.md', 'one\n');
    await a.sync();
    await b.sync();
    const other = openEncryptedRemote(openFolderFiles(place), createSeal(await makeKey(), place));
    await expect(other.head()).rejects.toMatchObject({
      code: 'protected',
      message: expect.stringContaining('key'),
    });
    await expect(openFolderRemote(place).head()).rejects.toThrow('is encrypted');
    const before = new Map(names().map((name) => [name, readFileSync(join(folder, name))]));
    a.write('a.md', 'one\ntwo\n');
    await a.sync();
    const after = new Map(names().map((name) => [name, readFileSync(join(folder, name))]));
    const restore = (files: Map<string, Buffer>) => {
      for (const name of names()) rmSync(join(folder, name));
      for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
    };
    const bytes = Buffer.from(after.get('h-00000002')!);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(join(folder, 'h-00000002'), bytes);
    await expect(b.sync()).rejects.toThrow('is damaged, or something in it was replaced');
    writeFileSync(join(folder, 'h-00000002'), after.get('h-00000001')!);
    await expect(b.sync()).rejects.toThrow('is damaged, or something in it was replaced');
    restore(after);
    rmSync(join(folder, [...after.keys()].find((name) => name.startsWith('p-') && !before.has(name))!));
    await expect(b.sync()).rejects.toThrow('a file of it is missing');
    restore(before);
    await expect(a.sync()).rejects.toThrow('no longer has entries that it had');
    restore(after);
    await b.sync();
    expect(b.files()).toEqual(a.files());
    expect(isKey(key)).toBe(true);
  });

  it('keeps nothing of what was purged', async () => {
    const { a, names } = await twoMachines();
    a.write('secret.md', 'hunter2\n');
    a.write('notes.md', 'one\n');
    await a.sync();
    const before = names();
    a.remove('secret.md');
    await a.history.purge(parsePath('secret.md'));
    await a.sync();
    expect(names().filter((name) => before.includes(name) && !name.startsWith('m-'))).toEqual([]);
  });
});
