import { expect, it, onTestFinished, vi } from 'vitest';
import { currentLease, takeLease } from '../../src/service/locks/lease.js';
import { writeDurably } from '../../src/service/state/durable.js';
import { tempFolder } from '../support/temp-vault.js';

vi.mock('../../src/service/state/durable.js', async (original) => {
  const real = await original<typeof import('../../src/service/state/durable.js')>();
  return { ...real, writeDurably: vi.fn(real.writeDurably) };
});

it('waits for the disk when a vault is taken, and not when that is renewed', async () => {
  const root = tempFolder();
  const offer = { url: 'http://127.0.0.1:4747', started: '2025-07-14T18:30:00' };
  const lease = await takeLease(root, offer, () => {}, { renewMs: 10, expiresMs: 60_000 });
  onTestFinished(lease.release);
  const renewals = new Set<number>();
  await vi.waitUntil(() => renewals.add(currentLease(root)!.renewed).size > 3, { timeout: 120_000 });
  expect(writeDurably).toHaveBeenCalledTimes(1);
});
