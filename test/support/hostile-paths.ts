import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { type TempVault, tempFolder, tempVault } from './temp-vault.js';

export const SECRET = 'THE SECRET';

/** A vault beside a folder with a secret, and links of every sort between the two. */
export function linkedVault(): { vault: TempVault; outside: string } {
  const home = tempFolder();
  const outside = join(home, 'outside');
  mkdirSync(join(outside, 'folder'), { recursive: true });
  writeFileSync(join(outside, 'secret.md'), SECRET);
  writeFileSync(join(outside, 'folder', 'secret.md'), SECRET);
  mkdirSync(join(home, 'vault'));
  const vault = tempVault(
    {
      'tasks.md': 'tasks\n',
      'a/b/c.md': 'c\n',
      'e\u0301te\u0301/nfd.md': 'nfd\n',
      '.hidden/secret.md': SECRET,
      '.rappel/history': SECRET,
      'x y/😀`.md': 'emoji\n',
    },
    join(home, 'vault'),
  );
  const link = (target: string, name: string) => symlinkSync(target, join(vault.root, name));
  link(join(outside, 'secret.md'), 'out-file.md');
  link(join(outside, 'folder'), 'out-folder');
  link(relative(vault.root, outside), 'out-relative');
  link('out-folder', 'out-chain');
  link(join(outside, 'missing.md'), 'dangling-out.md');
  link('missing.md', 'dangling.md');
  link('missing-folder/deep', 'dangling-folder');
  link('loop-b', 'loop-a');
  link('loop-a', 'loop-b');
  link('self', 'self');
  link('.hidden', 'to-hidden');
  link('.hidden/secret.md', 'to-hidden.md');
  link('.', 'to-root');
  link('..', 'to-parent');
  link('/', 'to-slash');
  link('a/b', 'to-inside');
  link(join(vault.root, 'a', 'b', 'c.md'), 'to-inside.md');
  link('../to-parent', join('a', 'up'));
  return { vault, outside };
}

export const LINKS = [
  'out-file.md',
  'out-folder',
  'out-relative',
  'out-chain',
  'dangling-out.md',
  'dangling.md',
  'dangling-folder',
  'loop-a',
  'self',
  'to-hidden',
  'to-hidden.md',
  'to-root',
  'to-parent',
  'to-slash',
  'to-inside',
  'to-inside.md',
  'up',
];

/** A segment of a path, plain or hostile. */
export const segment = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...LINKS) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'a',
      'b',
      'c.md',
      'new',
      'new.md',
      'secret.md',
      'folder',
      'vault',
      'tasks.md',
      'history',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '..',
      '.',
      '',
      '...',
      '.hidden',
      '.rappel',
      '.. ',
      ' ..',
      '..;',
      '%2e%2e',
      '~',
      '.git',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '\u2025',
      '\u2024\u2024',
      '\uff0e\uff0e',
      '..\uff0f..',
      '\u2215',
      '\uff0f',
      '..\u2044..',
      '\u202e..',
      'e\u0301te\u0301',
      'été',
      'ÉTÉ',
      'TASKS.MD',
      'A',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'C:',
      'c:\\',
      'C:secret.md',
      '\\\\server\\share',
      '..\\..',
      'a\\b',
      'NUL',
      'con.md',
      'x.md::$DATA',
      '\\\\?\\C:\\',
      '\0',
      'a\0b',
      '..\0',
      '\n',
      'a\u0000/..',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);

/** A path as a person, a model or an attacker writes it. */
export const path = fc
  .tuple(
    fc.constantFrom('', '', 'vault/', './', './vault/', '/', '//', 'vault//', '/vault/', 'file://', '~/'),
    fc.array(segment, { minLength: 1, maxLength: 6 }),
    fc.constantFrom('', '', '/', '//'),
  )
  .map(([start, segments, end]) => start + segments.join('/') + end);
