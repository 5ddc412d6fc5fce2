import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runs } from '../../test/support/runs.js';
import { has, isRoot } from '../../test/support/system.js';
import { tempFolder, tempVault } from '../../test/support/temp-vault.js';
import { ownIdentity } from '../shared/process-identity.js';
import { isText, readBytes, writeIfUnchanged } from './files.js';
import { withFileLock } from './lock.js';

describe('writeIfUnchanged', () => {
  it('replaces only what is still as expected, and leaves nothing else behind', () => {
    const { vault, root, put, get } = tempVault();
    const bytes = fc.uint8Array({ maxLength: 40 }).map((part) => Buffer.from(part));
    fc.assert(
      fc.property(bytes, bytes, bytes, (seen, now, next) => {
        put('a.bin', now);
        const place = vault.resolve('a.bin');
        const write = () => writeIfUnchanged(place, seen, next);
        if (seen.equals(now)) write();
        else expect(write).toThrow(/changed since it was read/);
        expect(readFileSync(join(root, 'a.bin'))).toEqual(seen.equals(now) ? next : now);
        expect(readdirSync(root)).toEqual(['a.bin']);
      }),
    );
    put('a.bin', 'x');
    writeIfUnchanged(vault.resolve('a.bin'), Buffer.from('x'), 'x');
    expect(get('a.bin')).toBe('x');
  });

  it('creates only where there is nothing, links included', () => {
    const { vault, root, put, get } = tempVault();
    const place = vault.resolve('new/deep/a.md');
    put('new/deep/a.md', 'somebody was faster');
    expect(() => writeIfUnchanged(place, null, 'mine')).toThrow(/changed since it was read/);
    expect(get('new/deep/a.md')).toBe('somebody was faster');
    const other = vault.resolve('b.md');
    symlinkSync('nowhere', join(root, 'b.md'));
    expect(() => writeIfUnchanged(other, null, 'mine')).toThrow(/changed since it was read/);
    expect(readdirSync(root).sort()).toEqual(['b.md', 'new']);
  });

  it('refuses where the file is gone, or has become a folder', () => {
    const { vault, root, put } = tempVault({ 'a.md': 'x', 'b.md': 'x' });
    const [a, b] = [vault.resolve('a.md'), vault.resolve('b.md')];
    rmSync(join(root, 'a.md'));
    expect(() => writeIfUnchanged(a, Buffer.from('x'), 'y')).toThrow();
    expect(existsSync(join(root, 'a.md'))).toBe(false);
    rmSync(join(root, 'b.md'));
    put('b.md/inner.md', 'z');
    expect(() => writeIfUnchanged(b, Buffer.from('x'), 'y')).toThrow(/folder/);
    expect(readdirSync(root)).toEqual(['b.md']);
  });

  it('keeps the rights of the file', () => {
    const { vault, root } = tempVault({ 'a.md': 'x' });
    for (const mode of [0o600, 0o640, 0o666, 0o755]) {
      chmodSync(join(root, 'a.md'), mode);
      writeIfUnchanged(vault.resolve('a.md'), Buffer.from('x'), 'x');
      expect(statSync(join(root, 'a.md')).mode & 0o7777).toBe(mode);
    }
  });

  it.skipIf(!isRoot)('keeps the owners of the file', () => {
    const { vault, root } = tempVault({ 'a.md': 'x' });
    chownSync(join(root, 'a.md'), 12345, 54321);
    writeIfUnchanged(vault.resolve('a.md'), Buffer.from('x'), 'y');
    const { uid, gid } = statSync(join(root, 'a.md'));
    expect([uid, gid]).toEqual([12345, 54321]);
  });

  it('writes through a link to the file it leads to, and the link stays', () => {
    const { vault, root, get } = tempVault({ 'real/a.md': 'x' });
    symlinkSync('real/a.md', join(root, 'link.md'));
    writeIfUnchanged(vault.resolve('link.md'), Buffer.from('x'), 'y');
    expect(get('real/a.md')).toBe('y');
    expect(
      readdirSync(root, { withFileTypes: true })
        .find(({ name }) => name === 'link.md')!
        .isSymbolicLink(),
    ).toBe(true);
  });
});

describe('readBytes', () => {
  it('never opens what could block: pipes, devices, folders', () => {
    const { vault, root } = tempVault({ 'folder/a.md': '' });
    expect(() => readBytes(vault.resolve('folder'))).toThrow(/not a text file/);
    expect(() => readBytes(vault.resolve('missing.md'))).toThrow(/no such file/);
    if (!has('mkfifo')) return;
    spawnSync('mkfifo', [join(root, 'pipe.md')]);
    expect(() => readBytes(vault.resolve('pipe.md'))).toThrow(/not a text file/);
  });
});

describe('isText', () => {
  it('is true for what is UTF-8 without NUL, and nothing else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 24 }), (part) => {
        const bytes = Buffer.from(part);
        expect(isText(bytes)).toBe(Buffer.from(bytes.toString('utf8')).equals(bytes) && !part.includes(0));
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe('withFileLock', () => {
  it('takes over at once what is damaged or has no process any more, and leaves nothing behind', () => {
    const folder = tempFolder();
    const target = join(folder, 'a.md');
    const lock = join(
      folder,
      withFileLock(target, () => readdirSync(folder)[0]!),
    );
    expect(basename(lock)).toMatch(/^\.rappel-[0-9a-f]{12}\.lock$/);
    const identity = (pid: number) => JSON.stringify({ ...ownIdentity(), pid });
    const dead = spawnSync(process.execPath, ['-e', '']).pid;
    const left: (() => void)[] = [
      () => writeFileSync(lock, ''),
      () => writeFileSync(lock, `${process.ppid} ${hostname()} x`),
      () => mkdirSync(lock),
      ...['', '{', '{}', identity(dead), identity(process.pid)].map((content) => () => {
        mkdirSync(lock);
        writeFileSync(join(lock, '1-ab'), content);
      }),
    ];
    for (const leave of left) {
      leave();
      const start = performance.now();
      const holders = withFileLock(target, () => readdirSync(lock));
      expect(performance.now() - start).toBeLessThan(1_000);
      expect(holders).toEqual([expect.stringMatching(new RegExp(`^${process.pid}-[0-9a-f]{10}$`))]);
      expect(readdirSync(folder)).toEqual([]);
    }
  });

  it.skipIf(process.platform !== 'linux')('waits for a process that lives, and then says so', () => {
    const folder = tempFolder();
    const target = join(folder, 'a.md');
    const lock = join(
      folder,
      withFileLock(target, () => readdirSync(folder)[0]!),
    );
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
    mkdirSync(lock);
    const holder = { ...ownIdentity(), pid: child.pid, birth: stat[19] };
    writeFileSync(join(lock, 'other'), JSON.stringify(holder));
    utimesSync(join(lock, 'other'), 0, 0);
    expect(() => withFileLock(target, () => 'never')).toThrow(expect.objectContaining({ code: 'busy' }));
    expect(readdirSync(lock)).toEqual(['other']);
  });

  it('lets go after a failure, and works where no lock can be made', () => {
    const folder = tempFolder();
    expect(() =>
      withFileLock(join(folder, 'a.md'), () => {
        throw new Error('inside');
      }),
    ).toThrow('inside');
    expect(readdirSync(folder)).toEqual([]);
    expect(withFileLock(join(folder, 'missing', 'a.md'), () => 'done')).toBe('done');
    mkdirSync(join(folder, 'x'));
    expect(
      withFileLock(join(folder, 'x', 'a.md'), () => withFileLock(join(folder, 'x', 'b.md'), () => 'two')),
    ).toBe('two');
  });
});
