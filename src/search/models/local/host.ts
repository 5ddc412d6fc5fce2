import { loadRuntime } from './runtime.js';
import type { ModelWork } from './work.js';
import { createWorker } from './worker.js';

/**
 * The process of the local models: takes `{id, work}` from its parent, answers `{id, ok, value}`, does one thing after
 * the other, and ends with its parent.
 */
const worker = createWorker(loadRuntime);
const cancelled = new Map<number, AbortController>();
let last: Promise<void> = Promise.resolve();

process.on('message', (message: { id: number; work: ModelWork } | { cancel: number }) => {
  if ('cancel' in message) {
    cancelled.get(message.cancel)?.abort();
    return;
  }
  const { id, work } = message;
  const control = new AbortController();
  cancelled.set(id, control);
  last = last
    .then(() => worker.run(work, control.signal))
    .then(
      (value) => answer({ id, ok: true, value }),
      (error: Error) => answer({ id, ok: false, value: error.message }),
    )
    .finally(() => cancelled.delete(id));
});
process.on('disconnect', () => process.exit());

function answer(message: object): void {
  if (process.connected) process.send?.(message);
}
