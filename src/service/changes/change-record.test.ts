import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { recordedPath } from '../../vault/paths.js';
import { createChangeRecord } from './change-record.js';
import { watchChanges } from './watch-changes.js';

/** Too large to be kept in memory. */
const LARGE = `${'x'.repeat(2 * 1024 * 1024)}\n`;

function recorded(files: Record<string, string>) {
  const temp = tempVault(files);
  const record = createChangeRecord(temp.vault);
  const vault = watchChanges(temp.vault, record);
  const at = (path: string) => vault.locate(recordedPath(path));
  return {
    ...temp,
    record,
    vault,
    at,
    save: (path: string, text: string) => vault.save(at(path), () => text),
    move: (from: string, to: string) => vault.move(at(from), at(to)),
    remove: (path: string) => vault.remove(at(path)),
    before: () =>
      Object.fromEntries([...record.before].map(([path, bytes]) => [path, bytes?.toString() ?? null])),
  };
}

describe('what stood there before a run of changes', () => {
  it('includes an edit of another program just before a change, which is then made again', () => {
    const run = recorded({ 'a.txt': 'old\n' });
    const editsOfOthers = ['theirs\n'];
    run.vault.save(run.at('a.txt'), (current) => {
      for (const edit of editsOfOthers.splice(0)) run.put('a.txt', `${current}${edit}`);
      return `${current}mine\n`;
    });
    expect(run.get('a.txt')).toBe('old\ntheirs\nmine\n');
    expect(run.before()).toEqual({ 'a.txt': 'old\ntheirs\n' });
  });

  it('includes it for each of many files that are saved together', async () => {
    const run = recorded({ 'a.txt': 'old\n', 'b.txt': 'old\n' });
    const editsOfOthers = ['theirs\n'];
    await run.vault.saveTogether([run.at('a.txt'), run.at('b.txt')], (current, { path }) => {
      if (path === 'b.txt') for (const edit of editsOfOthers.splice(0)) run.put('a.txt', `old\n${edit}`);
      return `${current}mine\n`;
    });
    expect([run.get('a.txt'), run.get('b.txt')]).toEqual(['old\ntheirs\nmine\n', 'old\nmine\n']);
    expect(run.before()).toEqual({ 'a.txt': 'old\ntheirs\n', 'b.txt': 'old\n' });
  });

  it('is found wherever it went: moved, moved again, deleted, replaced', () => {
    const run = recorded({
      'a/large.txt': `a${LARGE}`,
      'a/small.txt': 'small',
      'b.txt': `b${LARGE}`,
      'c.txt': `c${LARGE}`,
      'e\u0301/d.txt': `d${LARGE}`,
    });
    run.move('a', 'moved/a');
    run.move('moved/a/large.txt', 'large.txt');
    run.remove('moved');
    run.move('b.txt', 'b2.txt');
    run.save('b2.txt', 'replaced');
    run.remove('c.txt');
    run.save('c.txt', 'new');
    run.move('é', 'f');
    expect(run.before()).toEqual({
      'a/large.txt': `a${LARGE}`,
      'a/small.txt': 'small',
      'b.txt': `b${LARGE}`,
      'b2.txt': null,
      'c.txt': `c${LARGE}`,
      'f/d.txt': null,
      'large.txt': null,
      'moved/a/large.txt': null,
      'moved/a/small.txt': null,
      'é/d.txt': `d${LARGE}`,
    });
    expect(run.record.files.sort()).toEqual([
      'a/large.txt',
      'a/small.txt',
      'b.txt',
      'b2.txt',
      'c.txt',
      'f/d.txt',
      'large.txt',
      'moved/a/large.txt',
      'moved/a/small.txt',
      'é/d.txt',
    ]);
  });

  it('is left out where it changed since, or is too large for the history', () => {
    const run = recorded({ 'a.txt': LARGE, 'huge.bin': '' });
    truncateSync(join(run.root, 'huge.bin'), 3 * 1024 ** 3);
    run.move('a.txt', 'b.txt');
    run.put('b.txt', 'from outside');
    run.move('huge.bin', 'huge2.bin');
    run.remove('huge2.bin');
    expect(run.before()).toEqual({ 'b.txt': null, 'huge2.bin': null });
    expect(run.record.paths.sort()).toEqual(['a.txt', 'b.txt', 'huge.bin', 'huge2.bin']);
  });
});
