import { appendFileSync, existsSync, linkSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { png } from '../../../test/support/images.js';
import { runs } from '../../../test/support/runs.js';
import { tempVault } from '../../../test/support/temp-vault.js';
import { onEveryWrite } from '../../vault/disk.js';
import type { VaultPath } from '../../vault/paths.js';
import { versionOf } from '../../vault/stamp.js';
import { beginChangeset, leftChangesets, type PlannedChange, rollBack } from './changeset.js';
import { watchChanges } from './watch-changes.js';

const at = (path: string) => path as VaultPath;

function journaled(files: Record<string, string | Buffer> = {}) {
  const temp = tempVault(files);
  const changeset = beginChangeset(temp.root, { source: 'tool', reason: 'test' });
  const watched = watchChanges(temp.vault, changeset);
  const save = (path: string, text: string) => watched.save(watched.locate(at(path)), () => text);
  return {
    ...temp,
    watched,
    tell(change: PlannedChange) {
      changeset.tell(change);
      changeset.ready();
    },
    /** Nobody works on it any more. */
    left() {
      changeset.leave();
      return leftChangesets(temp.root)[0]!;
    },
    isLeft: () => leftChangesets(temp.root).length > 0,
    save,
    move: (from: string, to: string) => watched.move(watched.locate(at(from)), watched.locate(at(to))),
    remove: (path: string) => watched.remove(watched.locate(at(path))),
    back: () => changeset.rollBack(temp.vault),
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
    expect(run.isLeft()).toBe(false);
  });

  it('takes back a move that was killed between its two steps', () => {
    const run = journaled({ 'a.md': 'un\n', 'b.md': 'deux\n' });
    const before = run.all();
    run.tell({ kind: 'move', from: at('a.md'), to: at('c.md') });
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
        // A kill in the middle of rolling back: the newest changes are gone, and so are their lines.
        if (!existsSync(join(run.root, '.rappel/changes'))) return;
        const { address } = run.left();
        let left = cut;
        const restore = onEveryWrite((call) => {
          if (call === 'truncate' && left-- <= 0) throw new Error('killed');
        });
        expect(() => rollBack(run.vault, address)).not.toThrow(/^(?!killed)/);
        restore();
        if (existsSync(address)) expect(rollBack(run.vault, address)).toEqual([]);
        expect(run.all()).toEqual(before);
      }),
      { numRuns: runs(60) },
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

  it('passes over a line that was cut off', () => {
    const run = journaled({ 'a.md': 'un\n' });
    run.save('a.md', 'UN\n');
    const { address } = run.left();
    appendFileSync(address, '\n{"kind":"sa');
    expect(rollBack(run.vault, address)).toEqual([]);
    expect(run.get('a.md')).toBe('un\n');
  });

  it('knows a change that had to be computed twice as one', () => {
    const run = journaled({ 'a.md': 'un\n' });
    let first = true;
    run.watched.save(run.watched.locate(at('a.md')), (current) => {
      // Somebody writes between the look and the replacement.
      if (first) run.put('a.md', 'dehors\n');
      first = false;
      return `${current}plus\n`;
    });
    const { changes, address } = run.left();
    expect(changes).toHaveLength(1);
    expect(rollBack(run.vault, address)).toEqual([]);
    expect(run.get('a.md')).toBe('dehors\n');
  });

  it.each([
    { kind: 'save', path: '../outside.md', before: 'x', after: '' },
    { kind: 'move', from: 'a.md', to: '.rappel/token' },
    { kind: 'remove', path: 7, batch: 'b' },
    { kind: 'other' },
  ])('ignores a record that Rappel did not write: %j', (record) => {
    const run = journaled({ 'a.md': 'un\n' });
    run.save('a.md', 'UN\n');
    const { address } = run.left();
    appendFileSync(address, `\n${JSON.stringify(record)}`);
    expect(leftChangesets(run.root)[0]!.changes).toHaveLength(1);
    expect(rollBack(run.vault, address)).toEqual([]);
    expect(run.get('a.md')).toBe('un\n');
  });
});
