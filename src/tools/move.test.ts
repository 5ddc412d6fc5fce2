import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';

describe('move', () => {
  it('moves a file into folders it creates, byte for byte', async () => {
    const text = '---\ncreated: 2025-01-01T00:00:00\nupdated: 2025-01-01T00:00:00\ntokens: 2\n---\n\ntexte\n';
    const vault = tempVault({ 'bucket/a.md': text });
    expect(await vault.text('move', { from: 'bucket/a.md', to: 'projects/x/bucket/b.md' })).toBe(
      'moved vault/bucket/a.md to vault/projects/x/bucket/b.md',
    );
    expect(vault.get('projects/x/bucket/b.md')).toBe(text);
    expect(existsSync(join(vault.root, 'bucket/a.md'))).toBe(false);
  });

  it('moves a folder with everything in it', async () => {
    const vault = tempVault({ 'inbox/q/review.md': 'r', 'inbox/q/.note': 'n', 'inbox/q/sub/x.txt': 'x' });
    expect(await vault.text('move', { from: 'inbox/q/', to: 'bucket/q/' })).toBe(
      'moved vault/inbox/q/ to vault/bucket/q/',
    );
    expect([
      vault.get('bucket/q/review.md'),
      vault.get('bucket/q/.note'),
      vault.get('bucket/q/sub/x.txt'),
    ]).toEqual(['r', 'n', 'x']);
  });

  it('stamps a file that becomes Markdown', async () => {
    const vault = tempVault({ 'a.txt': 'texte\n' });
    await vault.call('move', { from: 'a.txt', to: 'a.md' });
    expect(vault.get('a.md')).toMatch(
      /^---\ncreated: .*\nupdated: 2025-07-14T18:30:00\ntokens: 2\n---\n\ntexte\n$/,
    );
  });

  it('refuses to overwrite, and says how to move into a folder', async () => {
    const vault = tempVault({ 'a.md': 'a', 'b.md': 'b', 'bucket/c.md': 'c' });
    expect(await vault.error('move', { from: 'a.md', to: 'b.md' })).toMatchObject({
      code: 'exists',
      path: 'vault/b.md',
    });
    expect(await vault.error('move', { from: 'a.md', to: 'bucket/' })).toMatchObject({
      code: 'exists',
      hint: 'Give the whole target path: vault/bucket/a.md',
    });
    expect(await vault.error('move', { from: 'a.md', to: 'a.md' })).toMatchObject({ code: 'exists' });
    expect([vault.get('a.md'), vault.get('b.md')]).toEqual(['a', 'b']);
  });

  it('does not make a file of a name that ends in a slash', async () => {
    const vault = tempVault({ 'bucket/note.md': 'n' });
    expect(await vault.error('move', { from: 'bucket/note.md', to: 'archive/' })).toMatchObject({
      code: 'invalid_input',
      hint: 'Give the whole target path: vault/archive/note.md',
    });
  });

  it('refuses what is missing, root files, the vault, and a folder into itself', async () => {
    const vault = tempVault({ 'overview.md': 'o', 'bucket/c.md': 'c' });
    const code = async (from: string, to: string) => (await vault.error('move', { from, to })).code;
    expect(await code('rien.md', 'x.md')).toBe('not_found');
    expect(await code('overview.md', 'x.md')).toBe('protected');
    expect(await code('vault/', 'x')).toBe('protected');
    expect(await code('bucket/c.md', 'tree.md')).toBe('protected');
    expect(await code('bucket', 'bucket/sub')).toBe('invalid_input');
    expect(await code('bucket/c.md', '../c.md')).toBe('outside_vault');
    expect(await code('bucket/c.md', 'overview.md/c.md')).toBe('not_found');
  });
});
