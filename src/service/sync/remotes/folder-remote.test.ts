import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createMachines, type Machines } from '../../../../test/support/sync-machines.js';

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
