import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { ownIdentity } from '../../shared/process-identity.js';
import { currentLease, endedUnexpectedly, type Lease, takeLease } from './lease.js';

const OFFER = { url: 'http://127.0.0.1:4747', started: '2025-07-14T18:30:00' };

function leave(root: string, lease: Partial<Lease>): void {
  mkdirSync(join(root, '.rappel'), { recursive: true });
  const whole = { ...ownIdentity(), ...OFFER, renewed: Date.now(), ...lease };
  writeFileSync(join(root, '.rappel', 'service.json'), JSON.stringify(whole));
}

describe('the lease of a vault', () => {
  it('says who serves it and where, until it is released', async () => {
    const root = tempFolder();
    const lease = await takeLease(root, OFFER, () => {});
    lease.setUrl('http://127.0.0.1:5000');
    expect(currentLease(root)).toMatchObject({ pid: process.pid, url: 'http://127.0.0.1:5000' });
    lease.release();
    expect(currentLease(root)).toBeNull();
    expect(existsSync(join(root, '.rappel', 'service.json'))).toBe(false);
  });

  it('is refused where another service runs, which it names', async () => {
    const root = tempFolder();
    leave(root, { machine: 'elsewhere', host: 'elsewhere', pid: 77 });
    await expect(takeLease(root, OFFER, () => {})).rejects.toMatchObject({
      code: 'busy',
      message: 'this vault is served already, at http://127.0.0.1:4747 (process 77 on elsewhere)',
    });
  });

  it('is not that of the vault from which it was copied', async () => {
    const root = tempFolder();
    const copy = join(tempFolder(), 'copy');
    const lease = await takeLease(root, OFFER, () => {});
    cpSync(root, copy, { recursive: true });
    expect(currentLease(copy)).toBeNull();
    expect(endedUnexpectedly(copy)).toBe(false);
    (await takeLease(copy, OFFER, () => {})).release();
    const link = join(tempFolder(), 'link');
    symlinkSync(root, link);
    expect(currentLease(link)).toMatchObject({ pid: process.pid });
    lease.release();
  });

  it('is taken over from a process that died, from a later one with its number, and from one elsewhere that is silent', async () => {
    for (const left of [
      { pid: spawnSync(process.execPath, ['-e', '']).pid },
      { pid: process.ppid, birth: 'an earlier one' },
      { machine: 'elsewhere', host: 'elsewhere', renewed: Date.now() - 61_000 },
      { machine: 'elsewhere', host: 'elsewhere', renewed: Date.now() + 24 * 60 * 60_000 },
    ]) {
      const root = tempFolder();
      leave(root, left);
      expect(currentLease(root)).toBeNull();
      (await takeLease(root, OFFER, () => {})).release();
    }
  });

  it('tells its holder when somebody else has taken it, and leaves theirs alone', async () => {
    const root = tempFolder();
    const lost = new Promise<void>((resolve) => {
      void takeLease(root, OFFER, resolve, { renewMs: 10, expiresMs: 60_000 }).then((lease) => {
        onTestFinished(() => lease.release());
        leave(root, { machine: 'elsewhere', host: 'elsewhere', pid: 77 });
      });
    });
    await lost;
    expect(currentLease(root)).toMatchObject({ pid: 77 });
  });

  it('ignores a damaged file', () => {
    const root = tempFolder();
    mkdirSync(join(root, '.rappel'));
    writeFileSync(join(root, '.rappel', 'service.json'), '{"pid"');
    expect(currentLease(root)).toBeNull();
  });
});
