import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createMachines, type Machines } from '../../../../test/support/sync-machines.js';
import { ROOT } from '../../../vault/paths.js';
import { openStore } from '../../history/store.js';
import { withLockIn } from '../../locks/lock.js';
import { openFolderRemote } from './folder-remote.js';

let machines: Machines | null = null;
afterEach(() => machines?.remove());

it('completes a folder whose making was interrupted', async () => {
  machines = createMachines();
  mkdirSync(join(machines.folder, 'remote.git', 'objects', 'info'), { recursive: true });
  const [a, b] = [machines.machine('laptop'), machines.machine('desktop')];
  a.write('a.md', 'one\n');
  await a.sync();
  await b.sync();
  expect(b.files()).toEqual({ 'a.md': 'one\n' });
});

it('leaves what another machine is sending alone, and removes what one has left', async () => {
  machines = createMachines();
  const [a, b] = [machines.machine('laptop'), machines.machine('desktop')];
  a.write('a.md', 'one\n');
  await a.sync();
  await b.sync();
  const { head: expected } = openStore(b.vault.root).repository();
  b.write('b.md', 'two\n');
  await b.history.record({ source: 'tool', reason: 'x', paths: [ROOT] });
  const from = openStore(b.vault.root).repository();
  const folder = join(machines.folder, 'remote.git');
  const sent = join(folder, 'objects', 'pack', 'tmp_pack_x');
  const machine = { id: 'b', name: 'desktop', time: '2025-07-14T18:30:00', head: null };
  const { pushing } = await withLockIn(folder, 'push', async () => {
    writeFileSync(sent, 'half of it');
    const request = { from, head: from.head!, expected, machine };
    const begun = { pushing: openFolderRemote(folder).push(request) };
    expect(existsSync(sent)).toBe(true);
    return begun;
  });
  expect(await pushing).toBe(true);
  expect(existsSync(sent)).toBe(false);
});
