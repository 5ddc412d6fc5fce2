import { expect, it } from 'vitest';
import { keepOpen } from './keep-open.js';

it('opens nothing any more once all are closed', async () => {
  const open = new Set<string>();
  let close = () => {};
  const closing = new Promise<void>((resolve) => {
    close = resolve;
  });
  const kept = keepOpen(
    async (name) => {
      open.add(name);
      const end = async () => {
        await closing;
        open.delete(name);
      };
      return { isBusy: () => false, close: end };
    },
    { idleMs: 60_000, log: () => {} },
  );
  await kept.acquire('a');
  const ended = kept.closeAll();
  // Another node has left a vault with work, and someone asks for a third.
  kept.open('b');
  await expect(kept.acquire('c')).rejects.toMatchObject({ code: 'busy' });
  close();
  await ended;
  expect([...open]).toEqual([]);
});
