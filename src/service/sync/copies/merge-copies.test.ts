import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createMachines } from '../../../../test/support/sync-machines.js';
import { tempFolder, tempVault } from '../../../../test/support/temp-vault.js';
import type { VaultPath } from '../../../vault/paths.js';
import { createService } from '../../create-service.js';
import { readCopyName } from './merge-copies.js';

describe('the name of a conflict copy', () => {
  it.each([
    ['note.sync-conflict-20261115-101112-ABCDEFG.md', 'note.md', null],
    ['a/note (conflicted copy 2026-11-15).md', 'a/note.md', null],
    ['note (conflicted copy 2026-11-15 101112).md', 'note.md', null],
    ["note (Marie's conflicted copy 2026-11-15).md", 'note.md', 'Marie'],
    ['note (Copie en conflit de Marie 2026-11-15).md', 'note.md', 'Marie'],
    ['note (Conflicted copy my laptop 202611151011).md', 'note.md', 'my laptop'],
  ])('is certain: %s', (name, original, by) => {
    expect(readCopyName(name as VaultPath)).toEqual({ original, by, isCertain: true });
  });

  it.each([
    'note (conflict).md',
    'note (conflicted copy).md',
    'note (Conflit 2).md',
    'a (conflict with Bob).md',
  ])('needs a like text: %s', (name) =>
    expect(readCopyName(name as VaultPath)).toMatchObject({ isCertain: false }),
  );

  it.each([
    'note 2.md',
    'note (1).md',
    'conflict.md',
    'the conflict (2026).md',
    'note (copy).md',
    'a.sync-conflict-x.md',
    'notes (conflicts of interest 2026)',
  ])('is none: %s', (name) => {
    expect(readCopyName(name as VaultPath)).toBeNull();
  });
});

/** A machine that syncs by another program, which leaves copies. */
async function machineWith(files: Record<string, string>) {
  const machines = createMachines();
  onTestFinished(machines.remove);
  const machine = machines.machine('laptop');
  for (const [path, text] of Object.entries(files)) machine.write(path, text);
  await machine.mergeCopies();
  return machine;
}

describe('conflict copies', () => {
  it('are merged from what both come from, in one entry that can be undone', async () => {
    const machine = await machineWith({ 'note.md': '# Note\n\n- one\n- two\n' });
    const copy = 'note.sync-conflict-20261115-101112-ABCDEFG.md';
    machine.write('note.md', '# Note\n\n- one\n- two\n- here\n');
    machine.write(copy, '# Note\n\n- two\n- there\n');
    expect(await machine.mergeCopies()).toMatchObject({ merged: [copy], asked: 0 });
    expect(machine.files()).toEqual({ 'note.md': '# Note\n\n- two\n- here\n- there\n' });
    const [entry] = await machine.history.list({ limit: 1 });
    expect(entry).toMatchObject({ source: 'sync', reason: 'Merged a conflict copy of note.md' });
    await machine.undo(entry!.id);
    expect(machine.files()).toMatchObject({
      'note.md': '# Note\n\n- one\n- two\n- here\n',
      [copy]: '# Note\n\n- two\n- there\n',
    });
  });

  it('ask where both changed the same line, and lose neither', async () => {
    const machine = await machineWith({ 'state.md': 'Opening: 14 July\n' });
    machine.write('state.md', 'Opening: 21 July\n');
    machine.write("state (Marie's conflicted copy 2026-11-15).md", 'Opening: 28 July\n');
    expect((await machine.mergeCopies()).asked).toBe(1);
    expect(machine.read('state.md')).toBe('Opening: 21 July\n');
    const review = Object.entries(machine.files()).find(([path]) => path.endsWith('review.md'))![1];
    expect(review).toContain('Opening: 28 July (Marie)');
  });

  it('stay where it is not certain, and where they can not be merged', async () => {
    const files = {
      'meeting.md': '# Meeting\n\n- agenda\n- minutes\n',
      'meeting (conflict with Bob).md': '# What happened\n\nHe left early.\n',
      'alone (conflicted copy 2026-11-15).md': 'the original is gone\n',
      'data.json': '{"a": 1}\n',
      'data (conflicted copy 2026-11-15).json': '{"a": 2}\n',
      'note.md': '- one\n- two\n- three\n',
    };
    const machine = await machineWith(files);
    expect(machine.files()).toEqual(files);
    machine.write('note (conflict).md', '- one\n- two\n- three\n- four\n');
    expect((await machine.mergeCopies()).merged).toEqual(['note (conflict).md']);
    expect(machine.files()).toEqual({ ...files, 'note.md': '- one\n- two\n- three\n- four\n' });
  });

  it('are merged by a running service', async () => {
    const temp = tempVault({ 'note.md': '# Note\n\n- one\n' });
    const env = { PATH: process.env.PATH, XDG_CACHE_HOME: tempFolder(), XDG_CONFIG_HOME: tempFolder() };
    const engine = await temp.context.engine();
    const service = await createService({ vault: temp.vault, engine, language: 'en', env, log: () => {} });
    onTestFinished(() => service.stop());
    await service.caughtUp;
    const copy = join(temp.root, 'note (conflicted copy 2026-11-15).md');
    writeFileSync(copy, '# Note\n\n- one\n- from the phone\n');
    await vi.waitFor(() => expect(temp.get('note.md')).toContain('- one\n- from the phone\n'), {
      timeout: 60_000,
      interval: 100,
    });
  });
});
