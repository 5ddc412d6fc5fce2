import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { cite } from '../../vault/citation.js';
import { parseRanges } from '../../vault/line-ranges.js';
import { shownLines } from '../../vault/lines.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { verifyReferences } from './verify.js';

const TEN = Array.from({ length: 10 }, (_, index) => `line number ${index + 1} of the note\n`);

function vaultOf(files: Record<string, string>) {
  const temp = tempVault(files);
  return {
    ...temp,
    ref: (path: string, lines: string | null) =>
      cite(showPath(path), shownLines(temp.get(path)), lines === null ? null : parseRanges(lines)).ref,
    verify: (...refs: string[]) => verifyReferences(temp.vault, refs),
  };
}

describe('cited lines', () => {
  it('are unchanged where they are, and moved where something came or went above them', async () => {
    const vault = vaultOf({ 'a.md': TEN.join('') });
    const refs = [vault.ref('a.md', '1-2'), vault.ref('a.md', '5-6'), vault.ref('a.md', '8-8,10-10')];
    vault.put('a.md', [...TEN.slice(0, 3), 'one\n', 'two\n', ...TEN.slice(3)].join(''));
    const at = (lines: string) => ({ path: 'vault/a.md', lines });
    expect(await vault.verify(...refs)).toEqual([
      { ref: refs[0], holds: true, status: 'unchanged', now: at('1-2') },
      { ref: refs[1], holds: true, status: 'moved', now: at('7-8') },
      { ref: refs[2], holds: true, status: 'moved', now: at('10-10,12-12') },
    ]);
    vault.put('a.md', TEN.slice(4).join(''));
    const [, moved] = await vault.verify(refs[0]!, refs[1]!);
    expect(moved).toMatchObject({ status: 'moved', now: at('1-2') });
  });

  it('are changed with what is there now, as far as the file goes', async () => {
    const vault = vaultOf({ 'a.md': TEN.join('') });
    const refs = [vault.ref('a.md', '4-5'), vault.ref('a.md', '8-9'), vault.ref('a.md', '1-1,9-9')];
    vault.put('a.md', [...TEN.slice(0, 4), 'line number five of the note\n', ...TEN.slice(5, 8)].join(''));
    expect(await vault.verify(...refs)).toEqual([
      {
        ref: refs[0],
        holds: false,
        status: 'changed',
        now: { path: 'vault/a.md', lines: '4-5' },
        text: 'line number 4 of the note\nline number five of the note',
      },
      {
        ref: refs[1],
        holds: false,
        status: 'changed',
        now: { path: 'vault/a.md', lines: '8-8' },
        text: 'line number 8 of the note',
      },
      {
        ref: refs[2],
        holds: false,
        status: 'changed',
        now: { path: 'vault/a.md', lines: '1-1' },
        text: 'line number 1 of the note',
      },
    ]);
  });

  it('are gone with their file, with its text, and where the file ends before them', async () => {
    const vault = vaultOf({ 'a.md': TEN.join(''), 'b.md': 'one\n', 'c.md': 'two\n', 'd.md': 'three\n' });
    const refs = [
      vault.ref('a.md', '9-10'),
      ...['b.md', 'c.md', 'd.md'].map((path) => vault.ref(path, null)),
    ];
    vault.put('a.md', TEN.slice(0, 3).join(''));
    rmSync(join(vault.root, 'b.md'));
    vault.put('c.md', Buffer.from([0, 1, 2]));
    rmSync(join(vault.root, 'd.md'));
    symlinkSync('/etc/hostname', join(vault.root, 'd.md'));
    for (const result of await vault.verify(...refs))
      expect(result).toMatchObject({ holds: false, status: 'gone', now: null });
  });

  it('are not changed by new stamps, and those of an empty file by any line', async () => {
    const vault = vaultOf({ 'empty.md': '' });
    vault.vault.save(vault.vault.locate('a.md' as VaultPath), () => 'first\n');
    const refs = [vault.ref('a.md', '1-7'), vault.ref('empty.md', null)];
    vault.setTime('2026-01-01T10:00:00');
    vault.vault.save(vault.vault.locate('a.md' as VaultPath), (text) => `${text}second\n`);
    expect((await vault.verify(...refs)).map(({ status }) => status)).toEqual(['unchanged', 'unchanged']);
    vault.put('empty.md', 'something\n');
    expect(await vault.verify(refs[1]!)).toMatchObject([
      { status: 'changed', now: { path: 'vault/empty.md', lines: '1-1' }, text: 'something' },
    ]);
  });

  it('are looked for in their own file only', async () => {
    const vault = vaultOf({ 'a.md': TEN.join(''), 'b.md': 'another note\n' });
    const ref = vault.ref('a.md', '4-6');
    rmSync(join(vault.root, 'a.md'));
    vault.put('b.md', TEN.join(''));
    expect(await vault.verify(ref)).toMatchObject([{ status: 'gone' }]);
  });

  it('need a reference', async () => {
    const vault = vaultOf({});
    await expect(vault.verify('vault/a.md:1-2')).rejects.toMatchObject({
      code: 'invalid_input',
      message: '"vault/a.md:1-2" is not a reference',
    });
    await expect(vault.verify('../a.md:1-2@abcdef')).rejects.toMatchObject({ code: 'outside_vault' });
  });
});
