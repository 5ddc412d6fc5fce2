import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { lifeOf, ownIdentity, type ProcessIdentity, storedMachineId } from '../../shared/process-identity.js';
import { withLock } from './lock.js';
import { longHeldLocks } from './lock-holder.js';

/** The number of a process that has just ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

/** A holder whose process can't be asked whether it lives. */
const ELSEWHERE = { pid: 1, machine: 'elsewhere', birth: null, host: 'elsewhere' };
const QUICK = { renewMs: 20, quietMs: 800 };

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
      { ...ownIdentity(), birth: '1' },
      // In the name of this very process, which does not hold it: left on a disk that could not be written.
      ownIdentity(),
    ]) {
      const root = tempFolder();
      leaveLock(root, JSON.stringify(holder));
      expect(await withLock(root, 'x', async () => 'in')).toBe('in');
    }
  });

  it('is taken over from a holder that can’t be asked and shows no sign of life, whatever its clock says', async () => {
    for (const left of ['{"pi', '', JSON.stringify({ ...ELSEWHERE, renewed: Date.now() + 1e9 })]) {
      const root = tempFolder();
      leaveLock(root, left);
      // A busy machine may stop watching for a while, and then begins anew.
      expect(await withLock(root, 'x', async () => 'in', { mostMs: 20_000, times: QUICK })).toBe('in');
    }
  });

  it('stays with a holder that can’t be asked but goes on renewing it', async () => {
    const root = tempFolder();
    const folder = leaveLock(root, '');
    let renewed = 0;
    const beat = setInterval(() => {
      writeFileSync(join(folder, 'holder'), JSON.stringify({ ...ELSEWHERE, renewed: ++renewed }));
    }, QUICK.renewMs);
    onTestFinished(() => clearInterval(beat));
    await expect(withLock(root, 'x', async () => 'in', { mostMs: 1, times: QUICK })).rejects.toMatchObject({
      code: 'busy',
      message: 'the lock "x" of this vault is held by process 1 on elsewhere',
    });
  });

  it('is renewed while it is held, and never comes back after it was taken away', async () => {
    const root = tempFolder();
    const folder = join(root, '.rappel', 'x.lock');
    const renewals = new Set<string>();
    await withLock(
      root,
      'x',
      async () => {
        const [holder] = readdirSync(folder);
        await vi.waitUntil(() => renewals.add(readFileSync(join(folder, holder!), 'utf8')).size > 2, {
          timeout: 120_000,
        });
        rmSync(join(folder, holder!));
        const waited = performance.now();
        await vi.waitUntil(() => performance.now() - waited > 3 * QUICK.renewMs, { timeout: 120_000 });
        expect(readdirSync(folder)).toEqual([]);
      },
      { times: QUICK },
    );
    expect(existsSync(folder)).toBe(false);
  });

  it('is respected while its holder lives, however long it is silent', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    onTestFinished(() => void parent.kill('SIGKILL'));
    const birth = readFileSync(`/proc/${parent.pid}/stat`, 'latin1').split(' ')[21]!;
    const root = tempFolder();
    leaveLock(root, JSON.stringify({ ...ownIdentity(), pid: parent.pid, birth }));
    const times = { renewMs: 1, quietMs: 1 };
    await expect(withLock(root, 'x', async () => 'in', { mostMs: 300, times })).rejects.toMatchObject({
      code: 'busy',
    });
  });

  it('is named with its holder once it is held for long', async () => {
    const root = tempFolder();
    const since = new Date('2025-07-14T18:30:00').getTime();
    leaveLock(root, JSON.stringify({ ...ELSEWHERE, since, renewed: since }));
    expect(longHeldLocks(root, new Date(since + 30_000))).toEqual([]);
    expect(longHeldLocks(root, new Date(since + 61_000))).toEqual([
      'the lock "x" is held by process 1 on elsewhere since 2025-07-14 18:30:00; it can\'t be reached, and loses the lock if it stays silent',
    ]);
    leaveLock(root, JSON.stringify({ ...ownIdentity(), pid: deadPid(), since, renewed: since }));
    expect(longHeldLocks(root, new Date(since + 61_000))).toEqual([]);
  });

  it('gives up waiting when it is told to', async () => {
    const root = tempFolder();
    leaveLock(root, JSON.stringify(ELSEWHERE));
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
    expect(lifeOf({ ...own, host: 'renamed' })).toBe(lifeOf(own));
    expect(lifeOf({ ...own, machine: 'elsewhere' })).toBe('unknown');
    expect(lifeOf({ pid: 1, host: own.host, birth: null } as ProcessIdentity)).toBe('unknown');
    if (process.platform === 'linux') expect(lifeOf({ ...own, birth: 'other' })).toBe('gone');
  });

  it.runIf(process.platform === 'linux')(
    'is gone when it is dead but not collected by its parent',
    async () => {
      const code = `const { spawn } = require('node:child_process');
      const child = spawn('sh', ['-c', 'kill -9 $$'], { stdio: 'ignore' });
      process.stdout.write(String(child.pid));
      for (;;);`;
      // A parent that never returns to its event loop collects nothing.
      const parent = spawn(process.execPath, ['-e', code]);
      onTestFinished(() => void parent.kill('SIGKILL'));
      const [out] = (await once(parent.stdout, 'data')) as [Buffer];
      const zombie = { ...ownIdentity(), pid: Number(out), birth: null };
      await vi.waitUntil(() => lifeOf(zombie) === 'gone', { timeout: 120_000 });
      expect(existsSync(`/proc/${zombie.pid}`)).toBe(true);
    },
  );

  it('has a machine id of its own where the system has none', () => {
    const file = join(tempFolder(), 'cache', 'machine-id');
    expect(storedMachineId(file)).toBe(storedMachineId(file));
    writeFileSync(file, 'damaged');
    expect(storedMachineId(file)).not.toBe(storedMachineId(file));
  });
});
