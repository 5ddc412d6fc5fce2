import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { tempFolder } from './temp-vault.js';

/** True where a program can be started. */
export function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

/** Permissions mean nothing to root: a test of them runs its command as somebody else. */
export const isRoot = process.getuid?.() === 0;

/** The words before a command that make it run without root's rights; null where that is not possible here. */
export const asNobody: string[] | null = !isRoot
  ? []
  : has('setpriv')
    ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--']
    : null;

/** True where a small disk of our own can be mounted: root, outside of most containers. */
export const canMount =
  isRoot &&
  process.platform === 'linux' &&
  spawnSync('sh', [
    '-c',
    'd=$(mktemp -d) && mount -t tmpfs none "$d" && umount "$d"; s=$?; rmdir "$d"; exit $s',
  ]).status === 0;

/** A disk of 256 kB, gone after the test. */
export function mountSmallDisk(): string {
  const folder = tempFolder();
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', disk]);
  onTestFinished(() => void spawnSync('umount', [disk]));
  return disk;
}

/** Leaves so many bytes of a disk. */
export function fillDisk(disk: string, left = 0): void {
  const ballast = join(disk, 'ballast');
  const file = openSync(ballast, 'a');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
  truncateSync(ballast, statSync(ballast).size - left);
}
