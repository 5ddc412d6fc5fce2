import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { png } from '../../../test/support/images.js';
import { tempVault } from '../../../test/support/temp-vault.js';
import type { VaultPath } from '../../vault/paths.js';
import { versionOf } from '../../vault/stamp.js';
import { watchChanges } from '../changes/watch-changes.js';
import { createJournal, readJournal, rollBack } from './journal.js';

const at = (path: string) => path as VaultPath;

function journaled(files: Record<string, string | Buffer> = {}) {
  const temp = tempVault(files);
  const folder = join(temp.root, '.rappel', 'journal');
  const journal = createJournal(folder);
  const watched = watchChanges(temp.vault, journal.tell);
  const save = (path: string, text: string) => watched.save(watched.locate(at(path)), () => text);
  return {
    ...temp,
    folder,
    watched,
    save,
    move: (from: string, to: string) => watched.move(watched.locate(at(from)), watched.locate(at(to))),
    remove: (path: string) => watched.remove(watched.locate(at(path))),
    back: () => rollBack(temp.vault, folder),
    /** Stamps do not count. */
    all: () =>
      Object.fromEntries(
        readdirSync(temp.root, { recursive: true, encoding: 'utf8' })
          .filter((path) => !path.startsWith('.rappel'))
          .sort()
          .map((path) => [path, path.includes('.') ? versionOf(temp.get(path)) : 'folder']),
      ),
  };
}

describe('taking back a run', () => {
  it('takes back every kind of change, the last one first', () => {
    const run = journaled({ 'a.md': 'un\n', 'b.md': 'deux\n', 'c/d.md': 'trois\n' });
    const before = run.all();
    run.save('a.md', 'UN\n');
    run.save('a.md', 'UN UN\n');
    run.save('new/deep/e.md', 'neuf\n');
    run.watched.create(run.watched.locate(at('new/i.png')), png(1, 1));
    run.move('b.md', 'moved/b.md');
    run.save('moved/b.md', 'DEUX\n');
    run.remove('c');
    run.move('a.md', 'b.md');
    expect(run.all()).not.toEqual(before);
    expect(run.back()).toEqual([]);
    expect(run.all()).toEqual(before);
    expect(existsSync(run.folder)).toBe(false);
  });

  it('takes back a move that was killed between its two steps', () => {
    const run = journaled({ 'a.md': 'un\n', 'b.md': 'deux\n' });
    const before = run.all();
    createJournal(run.folder).tell({ kind: 'move', from: at('a.md'), to: at('c.md') }, false);
    linkSync(join(run.root, 'a.md'), join(run.root, 'c.md'));
    expect(run.back()).toEqual([]);
    expect(run.all()).toEqual(before);
  });

  it('can be cut off after any record and repeated', () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom('save', 'move', 'remove'), fc.nat(3), fc.nat(3), fc.string()),
      { minLength: 1, maxLength: 8 },
    );
    fc.assert(
      fc.property(steps, fc.nat(8), (changes, cut) => {
        const run = journaled({ 'f0.md': 'zéro\n', 'f1.md': 'un\n' });
        const before = run.all();
        for (const [kind, a, b, words] of changes) {
          try {
            if (kind === 'save') run.save(`f${a}.md`, `${words}!\n`);
            else if (!existsSync(join(run.root, `f${a}.md`))) continue;
            else if (kind === 'move') run.move(`f${a}.md`, `g/f${b}.md`);
            else run.remove(`f${a}.md`);
          } catch {
            // Refused by the vault: nothing happened.
          }
        }
        // A kill in the middle of taking back: the newest records are gone, and so are their changes.
        const records = existsSync(run.folder)
          ? readdirSync(run.folder)
              .filter((name) => name.endsWith('.json'))
              .sort()
          : [];
        const kept = records.slice(0, Math.max(0, records.length - cut));
        const rest = records.slice(kept.length);
        const aside = join(run.root, '.rappel', 'aside');
        mkdirSync(aside, { recursive: true });
        for (const name of rest) writeFileSync(join(aside, name), readRecord(join(run.folder, name)));
        expect(rollBack(run.vault, aside)).toEqual([]);
        expect(run.back()).toEqual([]);
        expect(run.all()).toEqual(before);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps what somebody changed after the run, and names it', () => {
    const run = journaled({ 'a.md': 'un\n', 'b.md': 'deux\n' });
    run.save('a.md', 'UN\n');
    run.save('b.md', 'DEUX\n');
    run.save('c.md', 'TROIS\n');
    run.put('a.md', 'par quelqu’un d’autre\n');
    expect(run.back()).toEqual(['vault/a.md']);
    expect(run.get('a.md')).toBe('par quelqu’un d’autre\n');
    expect(run.get('b.md')).toBe('deux\n');
    expect(existsSync(join(run.root, 'c.md'))).toBe(false);
  });

  it('keeps folders that the user put something into, or had before', () => {
    const run = journaled({ 'had/x.txt': 'x' });
    run.save('had/a.md', 'a\n');
    run.save('made/b.md', 'b\n');
    run.put('made/mine.txt', 'mine');
    expect(run.back()).toEqual([]);
    expect(Object.keys(run.all())).toEqual(['had', 'had/x.txt', 'made', 'made/mine.txt']);
  });

  it('passes over a torn record and what a kill left of one', () => {
    const run = journaled({ 'a.md': 'un\n' });
    run.save('a.md', 'UN\n');
    writeFileSync(join(run.folder, '000001.json'), '{"kind":"sa');
    writeFileSync(join(run.folder, '000002.json.ab12.tmp'), '{}');
    expect(run.back()).toEqual([]);
    expect(run.get('a.md')).toBe('un\n');
  });

  it('holds one record for a change that had to be computed twice', () => {
    const run = journaled({ 'a.md': 'un\n' });
    let first = true;
    run.watched.save(run.watched.locate(at('a.md')), (current) => {
      // Somebody writes between the look and the replacement.
      if (first) run.put('a.md', 'dehors\n');
      first = false;
      return `${current}plus\n`;
    });
    expect(readdirSync(run.folder)).toEqual(['000000.json', 'head']);
    expect(run.back()).toEqual([]);
    expect(run.get('a.md')).toBe('dehors\n');
  });

  it.each([
    { kind: 'save', path: '../outside.md', before: 'x', afterVersion: '' },
    { kind: 'move', from: 'a.md', to: '.rappel/token' },
    { kind: 'remove', path: 7, batch: 'b' },
    { kind: 'other' },
  ])('ignores a record that Rappel did not write: %j', (record) => {
    const run = journaled({ 'a.md': 'un\n' });
    run.save('a.md', 'UN\n');
    writeFileSync(join(run.folder, '000001.json'), JSON.stringify(record));
    expect(readJournal(run.folder).paths).toEqual(['a.md']);
    expect(run.back()).toEqual([]);
    expect(run.get('a.md')).toBe('un\n');
  });

  it('tells which files a run touched, and what they held', () => {
    const run = journaled({ 'a.md': 'un\n', 'b.md': 'deux\n' });
    run.save('a.md', 'UN\n');
    run.save('a.md', 'UN UN\n');
    run.move('b.md', 'c.md');
    const { paths, before } = readJournal(run.folder);
    expect(paths).toEqual(['a.md', 'c.md', 'b.md']);
    expect(before.get(at('a.md'))?.toString()).toBe('un\n');
  });
});

function readRecord(file: string): Buffer {
  const bytes = readFileSync(file);
  rmSync(file);
  return bytes;
}
