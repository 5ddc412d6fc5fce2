import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from './paths.js';
import { visitFiles, walk } from './scan.js';

let outside: string;
let root: string;

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'rappel-scan-'));
  root = join(outside, 'vault');
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  const files = [
    'b.md',
    'a.md',
    'Z.md',
    '.hidden.md',
    'é/x.md',
    'folder.md/y.md',
    'folder/z.png',
    '.git/config',
  ];
  for (const file of [...files, 'cafe\u0301.md', '\u{1f600}.md', '\uffee.md']) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), file);
  }
  writeFileSync(join(outside, 'secret.md'), 'secret');
  symlinkSync(join(root, 'a.md'), join(root, 'link.md'));
  symlinkSync(join(outside, 'secret.md'), join(root, 'leaves.md'));
  symlinkSync(join(root, 'folder'), join(root, 'to-folder'));
  symlinkSync(join(root, 'nowhere'), join(root, 'broken.md'));
});

const visited = async () => {
  const files: { path: string; size: number }[] = [];
  await visitFiles(root, (path, { size }) => files.push({ path, size }));
  return files;
};

describe('the files that are visited', () => {
  it('are those of a walk', async () => {
    const walked = [...walk(root, root, ROOT)].filter(({ kind }) => kind === 'file').map(({ path }) => path);
    expect((await visited()).map(({ path }) => path).sort()).toEqual([...walked].sort());
    expect(walked).toContain('caf\u00e9.md');
    expect(walked).toContain('folder.md/y.md');
    expect(walked).not.toContain('leaves.md');
  });

  it('have the size of what a link leads to', async () => {
    expect((await visited()).find(({ path }) => path === 'link.md')).toEqual({ path: 'link.md', size: 4 });
  });

  it('are an error where there is no vault', async () => {
    await expect(visitFiles(join(outside, 'gone'), () => {})).rejects.toThrow(/no such file or folder/);
  });
});
