import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../test/support/temp-vault.js';
import { withLock } from './lock.js';
import { lifeOf, ownIdentity } from './process-identity.js';

/** The number of a process that has just ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

function leaveLock(root: string, holder: string | null): string {
  const folder = join(root, '.rappel', 'x.lock');
  mkdirSync(folder, { recursive: true });
  if (holder !== null) writeFileSync(join(folder, 'holder'), holder);
  return folder;
}

describe('a lock of a vault', () => {
  it('lets one in at a time, and the next when it is done, also after a failure', async () => {
    const root = tempFolder();
    let inside = 0;
    let most = 0;
    const enter = () =>
      withLock(root, 'x', async () => {
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside--;
        throw new Error('failed inside');
      }).catch((error: Error) => error.message);
    expect(await Promise.all([enter(), enter(), enter()])).toEqual(Array(3).fill('failed inside'));
    expect(most).toBe(1);
    expect(existsSync(join(root, '.rappel', 'x.lock'))).toBe(false);
  });

  it('is taken over from a holder that died, and from an earlier process with our own number', async () => {
    for (const holder of [
      { ...ownIdentity(), pid: deadPid() },
      { ...ownIdentity(), birth: 'before the last boot 1' },
      // In the name of this very process, which does not hold it: left on a disk that could not be written.
      ownIdentity(),
    ]) {
      const root = tempFolder();
      leaveLock(root, JSON.stringify(holder));
      expect(await withLock(root, 'x', async () => 'in')).toBe('in');
    }
  });

  it('is taken over where its name is damaged, after a moment', async () => {
    const root = tempFolder();
    const folder = leaveLock(root, '{"pi');
    utimesSync(folder, new Date(0), new Date(0));
    expect(await withLock(root, 'x', async () => 'in')).toBe('in');
  });

  it('is respected while its holder lives or can’t be asked', async () => {
    for (const holder of [
      { pid: process.ppid, host: hostname(), birth: null },
      { pid: 1, host: 'elsewhere', birth: null },
    ]) {
      const root = tempFolder();
      leaveLock(root, JSON.stringify(holder));
      await expect(withLock(root, 'x', async () => 'in', { mostMs: 0 })).rejects.toMatchObject({
        code: 'busy',
      });
    }
  });

  it('gives up waiting when it is told to', async () => {
    const root = tempFolder();
    leaveLock(root, JSON.stringify({ pid: 1, host: 'elsewhere', birth: null }));
    const control = new AbortController();
    const waiting = withLock(root, 'x', async () => 'in', { signal: control.signal });
    control.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'busy' });
  });
});

describe('a process', () => {
  it('is told from a dead one, a later one with its number, and one elsewhere', () => {
    const own = ownIdentity();
    expect(lifeOf(own)).toBe(process.platform === 'linux' ? 'alive' : 'unknown');
    expect(lifeOf({ ...own, pid: deadPid() })).toBe('gone');
    expect(lifeOf({ ...own, host: 'elsewhere' })).toBe('unknown');
    if (process.platform === 'linux') expect(lifeOf({ ...own, birth: 'other' })).toBe('gone');
  });
});
