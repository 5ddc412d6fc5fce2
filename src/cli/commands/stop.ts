import { setTimeout as wait } from 'node:timers/promises';
import { runningService } from '../../service/connection/client.js';
import { currentLease, type Lease } from '../../service/locks/lease.js';
import { messageOf, RappelError } from '../../shared/errors.js';
import { isOnThisMachine } from '../../shared/process-identity.js';
import type { Command } from '../command.js';
import { openVault } from '../open-vault.js';

export const stop: Command = {
  summary: 'Stop the service of this vault.',
  usage: '',
  arguments: { least: 0, most: 0 },
  examples: ['rappel stop'],
  async run(invocation) {
    const { terminal } = invocation;
    const { root } = openVault(invocation);
    const lease = currentLease(root);
    if (lease !== null && isHub(lease.url)) throw servedByHub(lease);
    if (lease !== null && !isOnThisMachine(lease)) throw elsewhere(lease.host);
    const pid = await provenPid(root);
    if (lease === null || pid === null) {
      invocation.report({ stopped: null }, () => terminal.out(terminal.say`No service runs for this vault.`));
      return;
    }
    process.kill(pid, 'SIGTERM');
    // Its current update is interrupted and rolled back; the others wait on the disk.
    for (let waited = 0; currentLease(root)?.pid === pid; waited += 50) {
      if (waited > 20_000) throw new RappelError('busy', 'service.does_not_stop', { pid });
      await wait(50);
    }
    invocation.report({ stopped: lease.url }, () =>
      terminal.out(terminal.say`Stopped the service at ${lease.url}.`),
    );
  },
};

/**
 * Never a number that only `service.json` names: it may be any process of this user. Null if no service runs. One that
 * is starting takes the vault before it listens: it is given some time.
 */
async function provenPid(root: string, mostMs = 2_000): Promise<number | null> {
  const service = runningService(root);
  if (service === null) return null;
  try {
    return await service.pid();
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    if (mostMs > 0) {
      await wait(100);
      return provenPid(root, mostMs - 100);
    }
    const { pid } = service.lease;
    throw new RappelError('io', 'service.stop_unsure', {
      problem: messageOf(error),
      pid: String(pid),
      cause: error,
    });
  }
}

/** Where the path of its address names the vault among others. */
function isHub(url: string): boolean {
  return new URL(url).pathname.startsWith('/v/');
}

function servedByHub({ url, host, pid }: Lease): RappelError {
  return new RappelError('busy', 'service.by_hub', { address: new URL(url).origin, host, pid });
}

function elsewhere(host: string): RappelError {
  return new RappelError('busy', 'service.elsewhere', { host });
}
