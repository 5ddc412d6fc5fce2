import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempVault } from '../../test/support/temp-vault.js';
import { createFileSource } from './files.js';

describe('the list of files', () => {
  // Many files are listed by another program.
  it.each([1, 10_000])(
    'has the same fingerprint until a file changes (%i files expected)',
    async (expected) => {
      const { root, vault } = tempVault({ 'a.md': '# A\n', 'folder/b.md': '# B\n', 'picture.png': 'x' });
      const files = createFileSource(vault);
      const paths: string[] = [];
      const before = await files.list(({ path }) => paths.push(path), expected);
      expect(paths.sort()).toEqual(['a.md', 'folder/b.md']);
      expect((await files.list(null, expected)).fingerprint).toBe(before.fingerprint);
      writeFileSync(join(root, 'a.md'), '# A, changed\n');
      expect((await files.list(null, expected)).fingerprint).not.toBe(before.fingerprint);
    },
  );
});
