import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { beginToFind, findFiles } from './find-files.js';
import { visitFiles } from './scan.js';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rappel-found-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [at, file] of FILES.entries()) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), 'x'.repeat(at));
    // Parts of a millisecond, which a number holds only nearly.
    utimesSync(join(root, file), 0, 1_751_359_800 + at / 7);
  }
});

const FILES = [
  'a.md',
  '.hidden.md',
  '.rappel/queue/status.md',
  '-H.md',
  'two words/cafe\u0301.md',
  'a\nb/f 1 2.3 x.md',
  'empty/old.md',
];

async function listed(
  visit: (each: (path: string, stats: { size: number; mtimeMs: number }) => void) => Promise<void>,
) {
  const files: string[] = [];
  await visit((path, { size, mtimeMs }) => files.push(JSON.stringify([path, size, mtimeMs])));
  return files.sort();
}

describe.runIf(process.platform === 'linux')('the files that find prints', () => {
  it('are those that Node lists, with the same sizes and times', async () => {
    const found = await findFiles(root);
    const files = await listed(found!.visit);
    expect(files).toEqual(await listed((each) => visitFiles(root, each)));
    expect(files).toHaveLength(FILES.length - 2);
  });

  it('print the same until one changes', async () => {
    const { bytes } = (await findFiles(root))!;
    expect((await findFiles(root))!.bytes.equals(bytes)).toBe(true);
    utimesSync(join(root, 'a.md'), 0, 1_751_359_801);
    expect((await findFiles(root))!.bytes.equals(bytes)).toBe(false);
  });

  it('may be looked at before they are asked for: by one process, once', async () => {
    const bin = mkdtempSync(join(tmpdir(), 'rappel-bin-'));
    onTestFinished(() => rmSync(bin, { recursive: true, force: true }));
    const runs = join(bin, 'runs');
    const find = `#!/bin/sh\necho run >> '${runs}'\nPATH='${process.env.PATH}'\nexec find "$@"\n`;
    writeFileSync(join(bin, 'find'), find, { mode: 0o755 });
    vi.stubEnv('PATH', bin);
    onTestFinished(() => void vi.unstubAllEnvs());
    const count = () => readFileSync(runs, 'utf8').trim().split('\n').length;
    const end = beginToFind(root);
    expect(await listed((await findFiles(root))!.visit)).toHaveLength(FILES.length - 2);
    expect(count()).toBe(1);
    end();
    writeFileSync(join(root, 'new.md'), '');
    expect((await findFiles(root))!.bytes.includes('new.md')).toBe(true);
    expect(count()).toBe(2);
    beginToFind(root)();
    writeFileSync(join(root, 'newer.md'), '');
    expect((await findFiles(root))!.bytes.includes('newer.md')).toBe(true);
  });

  it('are not asked for where a link may lead elsewhere, where there is no folder, and without a find', async () => {
    symlinkSync('a.md', join(root, 'two words', 'link.md'));
    expect(await findFiles(root)).toBeNull();
    expect(await findFiles(join(root, 'gone'))).toBeNull();
    rmSync(join(root, 'two words', 'link.md'));
    expect(await findFiles(root)).not.toBeNull();
    vi.stubEnv('PATH', join(root, 'empty'));
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await findFiles(root)).toBeNull();
  });
});
