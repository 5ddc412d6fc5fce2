import { expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { createEventBus } from '../events/events.js';
import type { HistoryEntry } from '../history/history.js';
import { leavingFiled } from './leave-filed.js';
import { createQueue } from './queue.js';
import type { UpdateStatus } from './update-status.js';

const entryOf = (input: string, source: HistoryEntry['source'] = 'update'): HistoryEntry => ({
  id: `entry-${input}`,
  time: '2025-07-14T18:30:00',
  source,
  reason: '',
  input,
  files: [],
});

it('leaves updates that another machine has filed, and knows their entries', async () => {
  const queue = createQueue(tempVault().vault);
  const events = createEventBus<{ update: UpdateStatus }>();
  const told: string[] = [];
  events.subscribe(({ data }) => told.push(`${data.id} ${data.state}`));
  for (const id of ['waits', 'failed', 'filed', 'other'])
    await queue.admit({ text: id, images: [], inbox_ref: null }, id);
  queue.set('failed', { state: 'failed', reason: 'no model' });
  queue.set('filed', { state: 'done', history: 'own' });
  const arrived = ['waits', 'failed', 'filed', 'unknown'].map((id) => entryOf(id));
  leavingFiled(queue, events)([...arrived, entryOf('other', 'undo')]);
  expect(queue.waiting().map(({ id }) => id)).toEqual(['other']);
  expect(queue.find('filed').history).toBe('entry-filed');
  expect(queue.has('unknown')).toBe(false);
  expect(told).toEqual(['waits done', 'failed done', 'filed done']);
  // The same id is still the same update.
  expect(await queue.admit({ text: 'waits', images: [], inbox_ref: null }, 'waits')).toMatchObject({
    isNew: false,
  });
});
