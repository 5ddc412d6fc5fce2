import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createMachines } from '../../../test/support/sync-machines.js';
import { parsePath } from '../../vault/paths.js';
import { createVaultSync } from './sync-vault.js';

/** Two machines, hours apart by their clocks, each with its sync set up to the same folder. */
function twoMachines() {
  const machines = createMachines();
  onTestFinished(() => machines.remove());
  return [machines.machine('laptop'), machines.machine('desktop', -7)].map((machine) => ({
    ...machine,
    sync: createVaultSync({
      vault: machine.vault,
      env: { ...process.env, XDG_CACHE_HOME: join(machines.folder, `${machine.name}-cache`) },
      language: 'en',
      afterChanges: async () => null,
    }),
  })) as [Synced, Synced];
}

type Synced = Omit<ReturnType<ReturnType<typeof createMachines>['machine']>, 'sync'> & {
  sync: ReturnType<typeof createVaultSync>;
};

const seen = async ({ sync }: Synced) => {
  const { waiting, has_news, machines } = (await sync.status())!;
  const shown = machines.map(({ name, has_everything, behind }) => `${name} ${has_everything} ${behind}`);
  return { waiting, has_news, machines: shown.sort() };
};

describe('the status of a sync', () => {
  it('tells who has everything by the newest entry, not by clocks', async () => {
    const [laptop, desktop] = twoMachines();
    laptop.write('a.md', 'one\n');
    await laptop.sync.run();
    await desktop.sync.run();
    const inStep = { waiting: 0, has_news: false, machines: ['desktop true 0', 'laptop true 0'] };
    expect(await seen(laptop)).toEqual(inStep);
    expect(await seen(desktop)).toEqual(inStep);

    laptop.write('a.md', 'two\n');
    await laptop.sync.run();
    expect(await seen(laptop)).toMatchObject({ machines: ['desktop false 1', 'laptop true 0'] });
    // It does not have that entry yet, so it can't count.
    expect(await seen(desktop)).toMatchObject({
      has_news: true,
      machines: ['desktop false null', 'laptop true 0'],
    });

    desktop.write('b.md', 'new\n');
    await desktop.history.record({ source: 'outside', paths: [parsePath('b.md')] });
    expect((await seen(desktop)).waiting).toBe(1);
    await desktop.sync.run();
    expect(await seen(laptop)).toMatchObject({ has_news: true, waiting: 0 });
  });

  it('keeps why a try failed and what to do, until one succeeds', async () => {
    const [laptop] = twoMachines();
    const { remote } = (await laptop.sync.status())!;
    laptop.write('a.md', 'one\n');
    await laptop.sync.setUp(join(laptop.vault.root, 'a.md'), null);
    await expect(laptop.sync.run()).rejects.toThrow();
    expect((await laptop.sync.status())!.problem).toMatchObject({ time: expect.any(String) });
    await laptop.sync.setUp(remote, null);
    await laptop.sync.run();
    expect(await laptop.sync.status()).toMatchObject({ problem: null, in_step: expect.any(String) });
  });

  it('is not brought back by a sync that was under way when it was turned off', async () => {
    const [laptop] = twoMachines();
    laptop.write('a.md', 'one\n');
    const running = laptop.sync.run();
    await laptop.sync.off();
    await running.catch(() => {});
    expect(await laptop.sync.status()).toBeNull();
  });

  it('asks before a meeting with another remote, also where the first one was met', async () => {
    const [laptop, desktop] = twoMachines();
    laptop.write('a.md', 'one\n');
    await laptop.sync.run();
    expect(await laptop.sync.preview((await laptop.sync.status())!.remote)).toMatchObject({
      is_meeting: false,
    });
    desktop.write('b.md', 'two\n');
    const other = join(desktop.vault.root, '..', 'other.git');
    await desktop.sync.setUp(other, null);
    await desktop.sync.run();
    expect(await laptop.sync.preview(other)).toMatchObject({ arrive: 1, leave: 1, is_meeting: true });
  });
});
