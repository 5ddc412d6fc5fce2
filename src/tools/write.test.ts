import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';

const STAMPS = 'created: 2025-07-14T18:30:00\nupdated: 2025-07-14T18:30:00\n';

describe('write', () => {
  it('creates a file and its folders, stamped', async () => {
    const vault = tempVault();
    expect(await vault.text('write', { path: 'projects/x/state.md', content: '## Statut\nactif\n' })).toBe(
      'created vault/projects/x/state.md',
    );
    expect(vault.get('projects/x/state.md')).toBe(`---\n${STAMPS}tokens: 5\n---\n\n## Statut\nactif\n`);
  });

  it('does not stamp what is not Markdown', async () => {
    const vault = tempVault();
    await vault.call('write', { path: 'bucket/a.txt', content: 'été' });
    expect(vault.get('bucket/a.txt')).toBe('été');
  });

  it('ignores stamps inside the content and keeps its other keys', async () => {
    const vault = tempVault();
    const content = '---\ntitle: "A: b" # c\ncreated: 1999-01-01T00:00:00\ntokens: 9999\n---\n\ntexte\n';
    await vault.call('write', { path: 'a.markdown', content });
    expect(vault.get('a.markdown')).toBe(`---\ntitle: "A: b" # c\n${STAMPS}tokens: 2\n---\n\ntexte\n`);
  });

  it('replaces the text, keeps created, and keeps foreign keys where the content has none', async () => {
    const vault = tempVault({
      'a.md':
        '---\ncreated: 2020-02-02T02:02:02\nupdated: 2020-02-02T02:02:02\ntokens: 1\nabout: à garder\n---\n\nvieux\n',
    });
    await vault.call('read', { paths: 'a.md' });
    expect(await vault.text('write', { path: 'a.md', content: 'neuf\n' })).toBe('replaced vault/a.md');
    expect(vault.get('a.md')).toBe(
      '---\ncreated: 2020-02-02T02:02:02\nupdated: 2025-07-14T18:30:00\ntokens: 2\nabout: à garder\n---\n\nneuf\n',
    );
    await vault.call('write', { path: 'a.md', content: '---\ntags: [x]\n---\nencore\n' });
    expect(vault.get('a.md')).toBe(
      '---\ncreated: 2020-02-02T02:02:02\nupdated: 2025-07-14T18:30:00\ntokens: 2\ntags: [x]\n---\nencore\n',
    );
  });

  it('replaces a file only if it was read and has not changed', async () => {
    const vault = tempVault({ 'a.md': 'vieux\n' });
    const replace = { path: 'a.md', content: 'neuf' };
    expect(await vault.error('write', replace)).toMatchObject({ code: 'not_read', path: 'vault/a.md' });
    await vault.call('read', { paths: 'a.md' });
    vault.put('a.md', 'changé\n');
    expect(await vault.error('write', replace)).toMatchObject({ code: 'stale', path: 'vault/a.md' });
    expect(vault.get('a.md')).toBe('changé\n');
  });

  it.each(['', '  \n\n'])('refuses the empty content %j', async (content) => {
    expect(await tempVault().error('write', { path: 'a.md', content })).toMatchObject({
      code: 'invalid_input',
    });
  });

  it('refuses tree.md, image names, folders and paths that leave the vault', async () => {
    const vault = tempVault({ 'bucket/a.md': 'a' });
    const code = async (path: string) => (await vault.error('write', { path, content: 'x' })).code;
    expect(await code('tree.md')).toBe('protected');
    expect(await code('x.png')).toBe('not_text');
    expect(await code('bucket')).toBe('not_text');
    expect(await code('vault/')).toBe('not_text');
    expect(await code('bucket/x/')).toBe('not_text');
    expect(await code('../x.md')).toBe('outside_vault');
    expect(await code('.rappel/x.md')).toBe('outside_vault');
    expect(await code('bucket/a.md/b.md')).toBe('not_found');
  });
});
