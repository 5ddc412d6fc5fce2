import { setTimeout as wait } from 'node:timers/promises';
import { currentLease } from '../../service/lease.js';
import { RappelError } from '../../shared/errors.js';
import { isOnThisMachine } from '../../shared/process-identity.js';
import type { Command } from '../command.js';
import { openVault } from '../run-tools.js';

export const stop: Command = {
  name: 'stop',
  summary: 'Stop the service of this vault.',
  usage: '',
  arguments: { least: 0, most: 0 },
  options: {},
  examples: ['rappel stop'],
  async run(invocation) {
    const { vault } = openVault(invocation);
    const lease = currentLease(vault.root);
    if (lease === null) {
      invocation.terminal.out('No service runs for this vault.');
      return;
    }
    if (!isOnThisMachine(lease)) {
      throw new RappelError(
        'busy',
        `the service runs on another machine or in another container, ${lease.host}`,
        {
          hint: 'Stop it there, with the same command.',
        },
      );
    }
    process.kill(lease.pid, 'SIGTERM');
    // Its current update is interrupted and taken back; the rest waits on disk.
    for (let waited = 0; currentLease(vault.root)?.pid === lease.pid; waited += 50) {
      if (waited > 20_000)
        throw new RappelError('busy', `process ${lease.pid} does not stop`, {
          hint: `End it with: kill -9 ${lease.pid}`,
        });
      await wait(50);
    }
    invocation.terminal.out(`Stopped the service at ${lease.url}.`);
  },
};
