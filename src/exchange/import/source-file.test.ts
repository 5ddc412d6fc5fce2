import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { has } from '../../../test/support/system.js';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { openSourceFile, readSourceFile, readSourceStart } from './source-file.js';

function source() {
  const outside = tempFolder();
  const root = join(outside, 'source');
  mkdirSync(join(root, 'sub'), { recursive: true });
  writeFileSync(join(root, 'sub', 'a.md'), 'inside');
  mkdirSync(join(outside, 'source-2'));
  writeFileSync(join(outside, 'source-2', 'key'), 'outside');
  return { root, outside, at: (name: string) => ({ root, address: join(root, name) }) };
}

describe('a file of a source', () => {
  it('is read where it lies below the root', () => {
    const { at } = source();
    expect(readSourceFile(at('sub/a.md')).toString()).toBe('inside');
    expect(readSourceStart(at('sub/a.md'), 3).toString()).toBe('ins');
  });

  it('is refused where it is a link, lies below one, or lies outside', () => {
    const { root, outside, at } = source();
    symlinkSync(join(outside, 'source-2', 'key'), join(root, 'file.md'));
    symlinkSync('sub/a.md', join(root, 'inner.md'));
    symlinkSync(join(outside, 'source-2'), join(root, 'folder'));
    for (const name of ['file.md', 'inner.md', 'folder/key', '../source-2/key'])
      expect(() => openSourceFile(at(name))).toThrow('a link; links are not followed');
  });

  it.skipIf(!has('mkfifo'))('is refused where it is a pipe or a folder, without waiting', () => {
    const { root, at } = source();
    execFileSync('mkfifo', [join(root, 'pipe.md')]);
    for (const name of ['pipe.md', 'sub'])
      expect(() => openSourceFile(at(name))).toThrow('not a regular file');
  });

  it('is not read whole where it is larger than the vault takes', () => {
    const { root, at } = source();
    writeFileSync(join(root, 'large.md'), '');
    truncateSync(join(root, 'large.md'), 51 * 1024 * 1024);
    expect(() => readSourceFile(at('large.md'))).toThrow('larger than 50 MB');
  });
});
