import type { UpdateInput } from '../../agents/update.js';
import { RappelError } from '../../shared/errors.js';
import type { Vault } from '../../vault/vault.js';
import type { Publisher } from '../events/events.js';
import type { Queue } from './queue.js';
import type { UpdateStatus } from './update-status.js';
import { titleFor, updateTitle } from './update-title.js';

/** How updates enter the queue, enter it again, and leave it unfiled. `wake` starts the work on what waits. */
export function createQueueEntry(
  { vault, queue, events }: { vault: Vault; queue: Queue; events: Publisher<{ update: UpdateStatus }> },
  wake: () => void,
) {
  async function change(id: string, to: (status: UpdateStatus) => Partial<UpdateStatus> | null) {
    const changed = await queue.change(id, to);
    if (changed !== null) events.publish('update', changed);
  }

  return {
    async update(input: UpdateInput, id?: string): Promise<{ id: string; isNew: boolean }> {
      // The question that an answer is to may be outside its wall.
      const title = (safe: UpdateInput) => (safe.wall ? updateTitle(safe) : titleFor(vault, safe));
      const admitted = await queue.admit(input, id, title);
      if (admitted.isNew) events.publish('update', queue.find(admitted.id));
      wake();
      return admitted;
    },
    /** Tries a failed, waiting or dismissed update now; does nothing to any other. */
    async retry(id: string): Promise<void> {
      const { state: now, dismissed: wasDismissed } = queue.find(id);
      if (now === 'failed' || wasDismissed) await queue.keepAgain(id);
      await change(id, ({ state, retry, dismissed }) => {
        if (state === 'accepted' && retry !== undefined)
          return { retry: { ...retry, next: vault.clock.now().getTime() }, asked: true };
        if (state !== 'failed' && !dismissed) return null;
        const fresh = { reason: null, error: undefined, summary: null, steps: [], dismissed: undefined };
        return { ...fresh, state: 'accepted', asked: true };
      });
      wake();
    },
    /** Throws `busy` for one that runs, and `exists` for one that is filed. */
    dismiss: (id: string): Promise<void> =>
      change(id, ({ state, dismissed, history }) => {
        if (dismissed) return null;
        if (state === 'accepted' || state === 'failed')
          return {
            state: 'done',
            summary: DISMISSED,
            reason: null,
            error: undefined,
            retry: undefined,
            dismissed: true,
          };
        throw state === 'running' ? isRunning(id) : isFiled(id, history);
      }),
  };
}

const DISMISSED = 'Dismissed: nothing was filed. The note is kept; a retry files it after all.';

function isRunning(id: string): RappelError {
  return new RappelError('busy', 'update.being_filed', { id });
}

function isFiled(id: string, history: string | null): RappelError {
  return new RappelError('exists', 'update.filed', { id, entry: history ?? 'ENTRY' });
}
