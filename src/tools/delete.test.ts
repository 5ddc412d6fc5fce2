import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';

describe('delete', () => {
  it('takes a file out of sight and keeps it in the trash', async () => {
    const vault = tempVault({ 'bucket/a.md': 'texte' });
    expect(await vault.text('delete', { path: 'vault/bucket/a.md' })).toBe('deleted vault/bucket/a.md');
    expect(existsSync(join(vault.root, 'bucket/a.md'))).toBe(false);
    const trash = join(vault.root, '.rappel/trash');
    const [batch] = readdirSync(trash);
    expect(readFileSync(join(trash, batch!, 'bucket/a.md'), 'utf8')).toBe('texte');
    expect(readFileSync(join(vault.root, '.rappel/.gitignore'), 'utf8')).toBe('*\n');
  });

  it('takes a folder with everything in it', async () => {
    const vault = tempVault({ 'inbox/q/review.md': 'r', 'inbox/q/sub/x.txt': 'x' });
    expect(await vault.text('delete', { path: 'inbox/q' })).toBe('deleted vault/inbox/q/');
    expect(existsSync(join(vault.root, 'inbox/q'))).toBe(false);
  });

  it('removes a link and not what it leads to', async () => {
    const vault = tempVault({ 'bucket/a.md': 'texte' });
    symlinkSync(join(vault.root, 'bucket/a.md'), join(vault.root, 'bucket/link.md'));
    await vault.call('delete', { path: 'bucket/link.md' });
    expect(vault.get('bucket/a.md')).toBe('texte');
  });

  it.each(['overview.md', 'tree.md', 'profile.md', 'tasks.md', 'changelog.md', 'vault/', 'vault', './'])(
    'refuses %s',
    async (path) => {
      const vault = tempVault({ 'overview.md': 'o' });
      expect(await vault.error('delete', { path })).toMatchObject({ code: 'protected' });
      expect(vault.get('overview.md')).toBe('o');
    },
  );

  it('refuses what is missing and what is hidden', async () => {
    const vault = tempVault({ 'bucket/ab.md': '', '.rappel/queue': '' });
    expect(await vault.error('delete', { path: 'bucket/aa.md' })).toMatchObject({
      code: 'not_found',
      message: 'no such file or folder; did you mean vault/bucket/ab.md?',
    });
    expect(await vault.error('delete', { path: '.rappel' })).toMatchObject({ code: 'outside_vault' });
  });

  it('forgets that the file was read', async () => {
    const vault = tempVault({ 'a.md': 'un' });
    await vault.call('read', { paths: 'a.md' });
    await vault.call('delete', { path: 'a.md' });
    vault.put('a.md', 'un');
    expect(await vault.error('write', { path: 'a.md', content: 'x' })).toMatchObject({ code: 'not_read' });
  });
});
