import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { syncAtRandom } from '../../../test/support/random-sync.js';
import { createMachines, type Machines } from '../../../test/support/sync-machines.js';
import { parsePath, ROOT } from '../../vault/paths.js';
import { changeSyncSetting, readSyncSetting } from '../state/sync-setting.js';
import type { Remote } from './remotes/remote.js';

let machines: Machines | null = null;
afterEach(() => {
  machines?.remove();
  machines = null;
});

/** Two machines that have the same files. */
async function twoWith(files: Record<string, string>) {
  machines = createMachines();
  const [a, b] = [machines.machine('laptop'), machines.machine('desktop', -7)];
  for (const [path, text] of Object.entries(files)) a.write(path, text);
  await a.sync();
  await b.sync();
  expect(b.files()).toEqual(files);
  /** Each of them in turn, until both have everything. */
  const meet = async () => {
    const asked = [await a.sync(), await b.sync(), await a.sync()].map((report) => report.asked);
    expect(b.files()).toEqual(a.files());
    return asked.reduce((sum, count) => sum + count, 0);
  };
  return { a, b, meet };
}

const reviewIn = (files: Record<string, string>) =>
  Object.entries(files).find(([path]) => path.endsWith('review.md'))?.[1];

it('tells the remote once that a machine is in step', async () => {
  machines = createMachines();
  const told: string[] = [];
  const listening = (remote: Remote): Remote => ({
    ...remote,
    async push(request) {
      told.push('with the entries');
      return remote.push(request);
    },
    async report(machine) {
      told.push('alone');
      return remote.report(machine);
    },
  });
  const [a, b] = [machines.machine('a', 0, listening), machines.machine('b', 0, listening)];
  a.write('a.md', '- one\n');
  await a.sync();
  await b.sync();
  expect(told).toEqual(['with the entries', 'alone']);
});

it('ends a sync that is stopped before anything is sent or changed', async () => {
  machines = createMachines();
  const stopped = new AbortController();
  const a = machines.machine('laptop');
  const b = machines.machine('desktop', 0, (remote) => ({
    ...remote,
    async head() {
      stopped.abort();
      return remote.head();
    },
  }));
  a.write('a.md', 'one\n');
  b.write('b.md', 'two\n');
  await a.sync();
  await expect(b.sync(false, stopped.signal)).rejects.toMatchObject({ name: 'AbortError' });
  expect(b.files()).toEqual({ 'b.md': 'two\n' });
  expect((await a.sync()).received).toBe(0);
  await b.sync();
  expect(b.files()).toEqual({ 'a.md': 'one\n', 'b.md': 'two\n' });
});

it('gets in step where something is recorded all the time, and asks once about what both changed', async () => {
  machines = createMachines();
  const a = machines.machine('laptop');
  let count = 0;
  const b = machines.machine('desktop', 0, (remote) => ({
    ...remote,
    async push(request) {
      b.write(`busy-${++count}.md`, 'written while it synced\n');
      await b.history.record({ source: 'tool', reason: 'busy', paths: [ROOT] });
      return remote.push(request);
    },
  }));
  a.write('a.md', 'status: old\n');
  await a.sync();
  await b.sync();
  a.write('a.md', 'status: from a\n');
  await a.sync();
  b.write('a.md', 'status: from b\n');
  expect(await b.sync()).toMatchObject({ received: 1, sent: 1, asked: 1 });
  expect(b.files()).toMatchObject({ 'busy-1.md': 'written while it synced\n' });
  expect(await b.sync()).toMatchObject({ received: 0, sent: 1, asked: 0 });
  await a.sync();
  const [, ...entries] = (await a.history.entries()).map(({ reason }) => reason);
  expect(entries).toEqual([
    'Edited vault/a.md',
    'Edited vault/a.md',
    'Asked about one place that two machines changed',
    'busy',
  ]);
});

describe('two machines', () => {
  it('merge an update that both have filed into one, and keep later changes', async () => {
    const { a, b, meet } = await twoWith({ 'notes.md': '# Notes\n\n- one\n' });
    for (const machine of [a, b]) {
      machine.write('notes.md', `# Notes\n\n- one\n- a kettle, filed by the ${machine.name}\n`);
      await machine.history.record({ source: 'update', reason: 'filed', input: 'u1', paths: [ROOT] });
    }
    b.write('after.md', 'later\n');
    await meet();
    expect(a.files()).toEqual({
      'after.md': 'later\n',
      'notes.md': '# Notes\n\n- one\n- a kettle, filed by the laptop\n',
    });
    const [filed, ...others] = (await b.history.entries()).filter(({ input }) => input === 'u1');
    expect(others).toEqual([]);
    // So that it is not filed again where it still waits.
    expect(b.arrived).toContainEqual(filed);
  });

  it('keep what both added, as entries that can be undone', async () => {
    const { a, b, meet } = await twoWith({ 'notes.md': '# Notes\n\n- one\n' });
    a.write('notes.md', '# Notes\n\n- one\n- from a\n');
    b.write('notes.md', '# Notes\n\n- one\n- from b\n');
    b.write('b.md', 'new\n');
    expect(await meet()).toBe(0);
    expect(a.read('notes.md')).toBe('# Notes\n\n- one\n- from b\n- from a\n');
    const entries = await a.history.entries();
    expect(entries.map(({ machine, source }) => `${machine} ${source}`)).toEqual([
      'laptop init',
      'laptop outside',
      'desktop outside',
    ]);
    await b.undo(entries[1]!.id);
    expect(b.read('notes.md')).toContain('# Notes\n\n- one\n- from b\n');
  });

  it('meet where one renamed a file and the other one edited it', async () => {
    const { a, b, meet } = await twoWith({ 'notes.md': '# Notes\n\n- one\n- two\n- three\n' });
    a.rename('notes.md', 'projects/x/notes.md');
    b.write('notes.md', '# Notes\n\n- one\n- two\n- three\n- four\n');
    expect(await meet()).toBe(0);
    expect(a.files()).toEqual({ 'projects/x/notes.md': '# Notes\n\n- one\n- two\n- three\n- four\n' });
    a.write('projects/x/notes.md', '# Notes\n\n- one\n- two\n- three\n- four\n- five\n');
    b.rename('projects/x/notes.md', 'other.md');
    expect(await meet()).toBe(0);
    expect(a.files()).toEqual({ 'other.md': '# Notes\n\n- one\n- two\n- three\n- four\n- five\n' });
  });

  it('ask once where both changed the same line, and keep both until it is answered', async () => {
    const { a, b, meet } = await twoWith({ 'state.md': 'Opening: 14 July\n' });
    a.write('state.md', 'Opening: 20 July\n');
    await a.history.record({ source: 'outside', paths: [parsePath('state.md')] });
    a.write('state.md', 'Opening: 21 July\n');
    b.write('state.md', 'Opening: 28 July\n');
    expect(await meet()).toBe(1);
    expect(a.read('state.md')).toBe('Opening: 28 July\n');
    expect(reviewIn(a.files())).toContain(
      '1. Opening: 28 July (desktop)\n2. Opening: 21 July (laptop)\n3. Keep both',
    );
  });

  it('ask about a file that one deleted and the other one changed, which stays', async () => {
    const { a, b, meet } = await twoWith({ 'a.md': 'one\n', 'b.md': 'two\n' });
    a.remove('a.md');
    b.write('a.md', 'one and more\n');
    a.write('b.md', 'two and more\n');
    b.remove('b.md');
    expect(await meet()).toBe(2);
    expect(a.files()).toMatchObject({ 'a.md': 'one and more\n', 'b.md': 'two and more\n' });
  });

  it('keep both versions of what is no Markdown and was changed in the same place', async () => {
    const { a, b, meet } = await twoWith({ 'data.json': '{"a": 1}\n', 'log.txt': 'one\ntwo\nthree\n' });
    a.write('data.json', '{"a": 2}\n');
    b.write('data.json', '{"a": 3}\n');
    a.write('log.txt', 'ONE\ntwo\nthree\n');
    b.write('log.txt', 'one\ntwo\nTHREE\n');
    expect(await meet()).toBe(0);
    expect(a.files()).toEqual({
      'data (desktop).json': '{"a": 3}\n',
      'data.json': '{"a": 2}\n',
      'log.txt': 'ONE\ntwo\nTHREE\n',
    });
  });

  it('put the days that both added in order', async () => {
    const old = '# 2026-11-10\n\n## Start\n';
    const { a, b, meet } = await twoWith({ 'changelog.md': old });
    a.write('changelog.md', `# 2026-11-14\n\n## Laptop\n\n${old}`);
    b.write('changelog.md', `# 2026-11-15\n\n## Desktop\n\n# 2026-11-14\n\n## Before\n\n${old}`);
    await meet();
    const headings = a.read('changelog.md').match(/^#.*/gm);
    expect(headings).toEqual([
      '# 2026-11-15',
      '## Desktop',
      '# 2026-11-14',
      '## Laptop',
      '## Before',
      '# 2026-11-10',
      '## Start',
    ]);
  });

  it('merge what each of them had before they met', async () => {
    machines = createMachines();
    const [a, b] = [machines.machine('laptop'), machines.machine('desktop')];
    a.write('profile.md', '---\nabout: The user\n---\n\n# Work\n\n- writes\n');
    a.write('a.md', 'only here\n');
    b.write('profile.md', "---\nabout: L'utilisateur\n---\n\n# Work\n\n- paints\n");
    b.write('b.md', 'only there\n');
    expect((await a.sync()).asked + (await b.sync()).asked + (await a.sync()).asked).toBe(0);
    expect(b.files()).toEqual(a.files());
    expect(Object.keys(a.files())).toEqual(['a.md', 'b.md', 'profile.md']);
    expect(a.read('profile.md')).toContain('# Work\n\n- writes\n- paints\n');
  });

  it('stop for a person where most files are gone', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`n${at + 10}.md`, `note ${at}\n`]),
    );
    const { a, b } = await twoWith(files);
    for (const path of Object.keys(files).slice(0, 25)) a.remove(path);
    await expect(a.sync()).rejects.toThrow('this machine deleted 25 of 30 files');
    expect((await b.sync()).changed).toEqual([]);
    await a.sync(true);
    await expect(b.sync()).rejects.toThrow('another machine deleted 25 of 30 files');
    await b.sync(true);
    expect(b.files()).toEqual(a.files());
  });

  it('take over a purge when a person agrees, and bring nothing of it back', async () => {
    const { a, b } = await twoWith({ 'secret.md': 'hunter2\n', 'notes.md': '- one\n' });
    a.remove('secret.md');
    await a.history.purge(parsePath('secret.md'));
    a.write('a.md', 'after\n');
    b.write('notes.md', '- one\n- two\n');
    await b.sync();
    await a.sync();
    await expect(b.sync()).rejects.toThrow('rewrote the shared history');
    b.write('b.md', 'later\n');
    await b.sync(true);
    await a.sync();
    expect(b.files()).toEqual(a.files());
    expect(a.files()).toEqual({ 'a.md': 'after\n', 'b.md': 'later\n', 'notes.md': '- one\n- two\n' });
    const named = JSON.stringify(await b.history.entries());
    expect(named).not.toContain('secret');
  });
});

describe('a history that is not what it was', () => {
  const copyOf = (folder: string) => {
    const copy = `${folder}.copy`;
    cpSync(folder, copy, { recursive: true });
    return () => {
      rmSync(folder, { recursive: true });
      cpSync(copy, folder, { recursive: true });
    };
  };

  it('is sent again to a remote that was restored from a backup, if a person wishes', async () => {
    const { a, b } = await twoWith({ 'notes.md': '- one\n' });
    const restore = copyOf(machines!.remote.name);
    a.write('later.md', 'later\n');
    await a.sync();
    restore();
    await expect(a.sync()).rejects.toThrow('restored from a backup, or they were purged');
    expect(a.read('later.md')).toBe('later\n');
    changeSyncSetting(a.vault.root, () => ({ agreed: null }));
    await a.sync();
    await b.sync();
    expect(b.files()).toEqual({ 'later.md': 'later\n', 'notes.md': '- one\n' });
  });

  it('is not written to the place of a drive that is away', async () => {
    const { a, b } = await twoWith({ 'notes.md': '- one\n' });
    const drive = machines!.remote.name;
    renameSync(drive, `${drive}.away`);
    a.write('later.md', 'later\n');
    await expect(a.sync()).rejects.toThrow('is empty, although it had entries');
    expect(existsSync(drive)).toBe(false);
    renameSync(`${drive}.away`, drive);
    await a.sync();
    await b.sync();
    expect(b.read('later.md')).toBe('later\n');
  });

  it('is caught up with where this machine was restored from a backup', async () => {
    const { a, b, meet } = await twoWith({ 'notes.md': '- one\n' });
    const restore = copyOf(a.vault.root);
    a.write('later.md', 'later\n');
    await a.sync();
    await b.sync();
    const { agreed } = readSyncSetting(a.vault.root)!;
    restore();
    changeSyncSetting(a.vault.root, () => ({ agreed }));
    a.write('notes.md', '- one\n- two\n');
    await meet();
    expect(b.files()).toEqual({ 'later.md': 'later\n', 'notes.md': '- one\n- two\n' });
  });

  it('loses the newest entry by a purge, on every machine and in their objects', async () => {
    const { a, b } = await twoWith({ 'notes.md': '- one\n' });
    a.write('secret.md', 'hunter2\n');
    await a.sync();
    await b.sync();
    a.remove('secret.md');
    await a.history.purge(parsePath('secret.md'));
    await a.sync();
    expect(a.files()).toEqual({ 'notes.md': '- one\n' });
    await expect(b.sync()).rejects.toThrow('or they were purged');
    await b.sync(true);
    expect(b.files()).toEqual(a.files());
    expect(await a.objects()).toEqual(await b.objects());
    expect((await a.sync()).received).toBe(0);
  });
});

describe('three machines that write at random, through a remote that fails', () => {
  const seeds = (process.env.RAPPEL_SYNC_SEEDS ?? '3').split(',').map(Number);
  const operations = Number(process.env.RAPPEL_SYNC_OPERATIONS ?? 25);
  it.each(seeds)(
    'end with the same files, and nothing is lost (seed %i)',
    async (seed) => {
      const { markers, asked, ...found } = await syncAtRandom(seed, operations);
      expect(found).toEqual({ lost: [], forgotten: [], different: [], operations });
      expect(markers).toBeGreaterThan(operations / 4);
    },
    600_000,
  );
});
