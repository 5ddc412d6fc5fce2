import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';

const shout = (text: string) => text.replace(/quiet/, 'LOUD');

describe('saving many files together', () => {
  it('stamps each that changed, leaves the others alone, and leaves nothing beside them', async () => {
    const temp = tempVault({ 'a.md': '# A\n\nquiet\n', 'b/c.md': '# C\n', 'd.txt': 'quiet\n' });
    chmodSync(join(temp.root, 'd.txt'), 0o640);
    const untouched = statSync(join(temp.root, 'b/c.md')).ino;
    const places = ['a.md', 'b/c.md', 'd.txt'].map((path) => temp.vault.resolve(path));
    const results = await temp.vault.saveTogether(places, shout);
    expect(results[1]).toEqual({ before: '# C\n', after: '# C\n' });
    expect(temp.get('a.md')).toBe(
      `---\ncreated: ${/created: (\S+)/.exec(temp.get('a.md'))![1]}\nupdated: 2025-07-14T18:30:00\ntokens: 3\n---\n\n# A\n\nLOUD\n`,
    );
    expect(temp.get('d.txt')).toBe('LOUD\n');
    expect(statSync(join(temp.root, 'd.txt')).mode & 0o777).toBe(0o640);
    expect(statSync(join(temp.root, 'b/c.md')).ino).toBe(untouched);
    expect(readdirSync(temp.root).sort()).toEqual(['a.md', 'b', 'd.txt']);
  });

  it('changes the newer text of a file that another program wrote meanwhile', async () => {
    const temp = tempVault({ 'a.md': 'quiet\n', 'b.md': 'quiet\n' });
    const places = ['a.md', 'b.md'].map((path) => temp.vault.resolve(path));
    const seen: string[] = [];
    await temp.vault.saveTogether(places, (current, { path }) => {
      seen.push(`${path} ${current.trim()}`);
      // After the first text was read, before any is replaced.
      if (path === 'b.md' && seen.length === 2) temp.put('a.md', 'new and quiet\n');
      return shout(current);
    });
    expect(seen).toEqual(['a.md quiet', 'b.md quiet', 'a.md new and quiet']);
    expect(temp.get('a.md')).toContain('new and LOUD\n');
    expect(temp.get('b.md')).toContain('LOUD\n');
  });

  it('says why one could not be saved, and saves the others', async () => {
    const temp = tempVault({ 'a.md': 'quiet\n', 'c.md': Buffer.from([0, 1]) });
    const places = ['gone.md', 'c.md', 'a.md'].map((path) => temp.vault.resolve(path));
    const results = await temp.vault.saveTogether(places, shout);
    expect(results[0]).toMatchObject({ code: 'not_found' });
    expect(results[1]).toMatchObject({ code: 'not_text' });
    expect(temp.get('a.md')).toContain('LOUD\n');
    expect(readdirSync(temp.root).sort()).toEqual(['a.md', 'c.md']);
  });
});
