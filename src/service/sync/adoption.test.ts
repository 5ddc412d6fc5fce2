import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMachines, type Machine, type Machines } from '../../../test/support/sync-machines.js';
import { beginChangeset, leftChangesets } from '../changes/changeset.js';

let machines: Machines | null = null;
afterEach(() => {
  vi.restoreAllMocks();
  machines?.remove();
});

const FILES = Object.fromEntries(
  Array.from({ length: 8 }, (_, at) => [`n${at + 10}.md`, `# Note ${at}\n\n- one\n`]),
);

/** Stops a sync as a kill does, once it has looked at so many of the files that it changes. */
async function stopAfter(machine: Machine, files: number): Promise<void> {
  const { locate } = machine.vault;
  let left = files;
  const spy = vi.spyOn(machine.vault, 'locate').mockImplementation((path) => {
    if (left-- <= 0) throw new Error('killed');
    return locate(path);
  });
  await expect(machine.sync()).rejects.toThrow('killed');
  spy.mockRestore();
}

async function idsOf({ history }: Machine): Promise<string[]> {
  return (await history.entries()).map(({ id }) => id);
}

describe('a sync that is killed while it changes files', () => {
  it.each([1, 6])('is finished by the next one, without an entry of its own (%i files)', async (count) => {
    machines = createMachines();
    const [a, b] = [machines.machine('laptop'), machines.machine('desktop')];
    for (const [path, text] of Object.entries(FILES)) a.write(path, text);
    await a.sync();
    await b.sync();
    for (const path of Object.keys(FILES)) a.write(path, `# Note\n\n- one\n- two of ${path}\n`);
    a.rename('n10.md', 'moved/n10.md');
    a.remove('n11.md');
    await a.sync();
    await stopAfter(b, count);
    // Edited before the next sync.
    const edited = `${b.read('n12.md')}- three\n`;
    b.write('n12.md', edited);
    expect((await b.sync()).asked).toBe(0);
    expect(await b.history.unrecorded()).toEqual([]);
    expect((await a.sync()).asked).toBe(0);
    expect(b.files()).toEqual(a.files());
    for (const line of ['- one\n', '- two of n12.md\n', '- three\n'])
      expect(a.read('n12.md').split(line)).toHaveLength(2);
    expect(await idsOf(b)).toEqual(await idsOf(a));
    // Its own entry is that edit alone.
    expect(await idsOf(a)).toHaveLength(3);
  });

  it('is finished where it was the first one of a new vault', async () => {
    machines = createMachines();
    const [a, b] = [machines.machine('laptop'), machines.machine('desktop')];
    for (const [path, text] of Object.entries(FILES)) a.write(path, text);
    for (let at = 0; at < 30; at++) a.write(`more/${at}.md`, `more ${at}\n`);
    await a.sync();
    await stopAfter(b, 25);
    expect((await b.sync()).asked).toBe(0);
    expect(b.files()).toEqual(a.files());
    expect(await idsOf(b)).toEqual(await idsOf(a));
  });

  it('is forgotten where something was recorded since, or where Rappel did not write what it finds', async () => {
    machines = createMachines();
    const [a, b] = [machines.machine('laptop'), machines.machine('desktop')];
    a.write('a.md', 'one\n');
    await a.sync();
    await b.sync();
    for (const begun of [{ from: null, to: 'f'.repeat(40) }, { to: 7 }]) {
      const ending = { unfinished: 'finish', plan: { do: 'adopt', ...begun } } as const;
      const changeset = beginChangeset(b.vault.root, { source: 'sync', reason: '' }, ending);
      changeset.ready();
      changeset.leave();
      expect(leftChangesets(b.vault.root)).toHaveLength(1);
      await b.sync();
      expect(b.files()).toEqual({ 'a.md': 'one\n' });
      expect(leftChangesets(b.vault.root)).toEqual([]);
    }
  });
});

it('keeps changes of both machines to a table or a picture that is edited during a sync', async () => {
  machines = createMachines();
  const a = machines.machine('laptop');
  let edit = () => {};
  const b = machines.machine('desktop', 0, (remote) => ({
    ...remote,
    async fetch(...given) {
      await remote.fetch(...given);
      edit();
    },
  }));
  a.write('table.csv', 'ada,paris\nbob,rome\neve,oslo\n');
  a.write('scan.pdf', '\0one');
  await a.sync();
  await b.sync();
  a.write('table.csv', 'ada,lyon\nbob,rome\neve,oslo\n');
  a.write('scan.pdf', '\0theirs');
  await a.sync();
  edit = () => {
    b.write('table.csv', 'ada,paris\nbob,rome\neve,bergen\n');
    b.write('scan.pdf', '\0mine');
  };
  await b.sync();
  expect(b.files()).toEqual({
    'table.csv': 'ada,lyon\nbob,rome\neve,bergen\n',
    'scan.pdf': '\0theirs',
    'scan (desktop).pdf': '\0mine',
  });
});
