import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateInput } from '../../agents/update.js';
import type { Clock } from '../../shared/clock.js';
import { ioError, RappelError } from '../../shared/errors.js';
import { withLock } from '../locks/lock.js';
import { createHeld } from '../state/held.js';
import { createUpdateAdmission } from './admission.js';
import { currentStatus } from './current-status.js';
import { createFiledIds } from './filed-ids.js';
import { keptUpdate } from './kept-update.js';
import { dueUpdates } from './retry.js';
import { createRunFiles } from './run-files.js';
import { createStatusFiles } from './status-files.js';
import { digestIn, readInput } from './stored-input.js';
import { createUpdateFolders, idOf } from './update-folders.js';
import type { UpdateKeeper } from './update-keeper.js';
import { FRESH, isFiled, type UpdateStatus } from './update-status.js';

export type Queue = ReturnType<typeof createQueue>;

/** The updates of a vault on disk, in order. Everything it reports is already on the disk. */
export function createQueue(deps: { root: string; clock: Clock; keeper?: UpdateKeeper | undefined }) {
  const folder = join(deps.root, '.rappel', 'queue');
  const folders = createUpdateFolders(folder);
  const statuses = createStatusFiles(folder);
  const filedIds = createFiledIds(deps.root);
  const held = createHeld(deps.root);
  const folderOf = (id: string) => join(folder, folders.nameOf(id));
  const runs = createRunFiles(folderOf);
  const statusIn = (name: string) => statuses.read(name, idOf(name));

  /** Removes an update; its id stays known. */
  function leave(id: string, digest: string | null): void {
    const name = folders.nameOf(id);
    filedIds.add(id, { digest, accepted: statusIn(name).accepted });
    folders.remove(name);
    // A text that is asked about stays until that is answered.
    if (held.itemOf(id) === null) held.drop(id);
  }

  const queue = {
    ...createUpdateAdmission({ ...deps, folder, folders, filedIds, held }),
    ...runs,
    /** Removes an update that another node has filed, and remembers its id. */
    filedElsewhere(id: string, digest: string | null, accepted: string): void {
      if (queue.has(id)) leave(id, digest);
      else if (filedIds.find(id) === null) filedIds.add(id, { digest, accepted });
    },
    /** The digest of its input; null if that can't be read. */
    digest: (id: string): string | null => digestIn(folderOf(id)),
    /** Offers a failed or dismissed update to the next leader again. */
    async keepAgain(id: string): Promise<void> {
      await deps.keeper?.keep(keptUpdate(queue.input(id), queue.find(id)), true);
    },
    /** Oldest first. */
    list(): UpdateStatus[] {
      const all = folders.list();
      statuses.keepOnly(all);
      return all.map((name) => currentStatus(deps.root, statusIn(name)));
    },
    /** Updates that are neither filed nor failed, oldest first; cheap even if thousands are filed. */
    waiting(): UpdateStatus[] {
      // Filed updates stay filed, unless they were dismissed: only the others are read.
      const open = folders.list().filter((name) => {
        const last = statuses.last(name);
        return last === undefined || !isFiled(last.state) || last.dismissed;
      });
      return open.map(statusIn).filter(({ state }) => state === 'accepted' || state === 'running');
    },
    /** Those among them that can run now, in their order. What the user wants tried now, or without a model, waits for no other. */
    due(settings: string): UpdateStatus[] {
      const now = deps.clock.now().getTime();
      const isFree = ({ asked, model }: UpdateStatus) => asked === true || model === 'none';
      return dueUpdates(queue.waiting(), isFree, { now, settings });
    },
    has: (id: string) => folders.lookUp(id) !== undefined,
    find(id: string): UpdateStatus {
      const filed = queue.has(id) ? null : filedIds.find(id);
      if (filed === null) return currentStatus(deps.root, statuses.read(folders.nameOf(id), id));
      const summary = 'Filed earlier; its input and its details are no longer kept.';
      return { ...FRESH, id, state: 'done', accepted: filed.accepted, summary };
    },
    input(id: string): UpdateInput {
      const at = folderOf(id);
      try {
        return readInput(at);
      } catch (cause) {
        throw new RappelError('io', `the stored input can't be read: ${(cause as Error).message}`, {
          hint: `What is left of it is in ${at}.`,
          cause,
        });
      }
    },
    /** Only by the worker, for the update that it runs. */
    set(id: string, change: Partial<Omit<UpdateStatus, 'id'>>): UpdateStatus {
      const name = folders.nameOf(id);
      const next = { ...statuses.read(name, id), ...change };
      try {
        statuses.write(name, next);
      } catch (error) {
        throw ioError(error, 'the queue of updates');
      }
      return currentStatus(deps.root, next);
    },
    /**
     * Changes a state under a lock, if `change` still allows it: the worker begins an update, the user dismisses it or
     * tries it again, each in a process of its own. Null if nothing was changed.
     */
    change(id: string, change: (status: UpdateStatus) => Partial<UpdateStatus> | null) {
      return withLock(deps.root, 'states', async () => {
        const next = change(queue.find(id));
        return next === null ? null : queue.set(id, next);
      });
    },
    /** The same for intermediate steps, which nothing needs after a crash: written now and then, for other processes. */
    setSteps(id: string, steps: string[]): UpdateStatus {
      const name = folders.nameOf(id);
      if (statuses.isDue(name)) return queue.set(id, { steps });
      return statuses.hold(name, { ...statuses.read(name, id), steps });
    },
    /** Removes an update with its input; only its id stays known. */
    forget: (id: string) => leave(id, null),
    /** Forgets the oldest filed updates beyond the newest `keep`; waiting and failed ones stay. Returns how many. */
    prune(keep: number): number {
      const filed = queue
        .list()
        .filter(({ id, state }) => isFiled(state) && !existsSync(runs.journal(id)))
        .slice(0, -keep);
      for (const { id } of filed) leave(id, digestIn(folderOf(id)));
      filedIds.prune();
      return filed.length;
    },
  };
  return queue;
}
