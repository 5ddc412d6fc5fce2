import { expect, it, vi } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { createEventBus } from '../events/events.js';
import { createQueue } from './queue.js';
import { settleUpdates } from './settle-updates.js';
import type { UpdateStatus } from './update-status.js';

it('tells the keeper of an update that is filed while it is told that it failed', async () => {
  const queue = createQueue(tempVault().vault);
  const events = createEventBus<{ update: UpdateStatus }>();
  const change = (state: UpdateStatus['state']) => events.publish('update', queue.set('one', { state }));
  const told: (readonly string[])[][] = [];
  const settling = settleUpdates({
    queue,
    events,
    keeper: {
      keep: async () => 'kept',
      drop: async () => {},
      list: async () => [],
      async settle(filed, failed) {
        told.push([filed, failed]);
        if (told.length === 1) change('done');
      },
    },
  });
  await queue.admit({ text: 'one', images: [], inbox_ref: null }, 'one');
  change('failed');
  const both = [
    [[], ['one']],
    [['one'], []],
  ];
  await vi.waitFor(() => expect(told).toEqual(both), { timeout: 120_000 });
  await settling.stop();
});
