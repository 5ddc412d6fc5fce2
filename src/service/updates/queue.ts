import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { UpdateInput } from '../../agents/update.js';
import { currentAsker } from '../../shared/asker.js';
import { type Clock, localTimestamp } from '../../shared/clock.js';
import { ioError, RappelError } from '../../shared/errors.js';
import { isId, newId } from '../../shared/ids.js';
import { readOrNull } from '../../shared/read-or-null.js';
import { withoutSecrets } from '../../shared/secrets.js';
import { rmSync } from '../../vault/disk.js';
import { syncFolder } from '../../vault/files.js';
import { stateFolder } from '../../vault/state-folder.js';
import { wallKey } from '../../vault/wall.js';
import { withLock } from '../locks/lock.js';
import { writeWhole } from '../state/durable.js';
import { currentStatus } from './current-status.js';
import { createFiledIds, digestOf } from './filed-ids.js';
import { isDue } from './retry.js';
import { createStatusFiles } from './status-files.js';
import type { Step } from './steps.js';
import { digestIn, readInput, storeUpdate } from './stored-input.js';
import { parseSteps } from './stored-update.js';
import { createUpdateFolders, idOf } from './update-folders.js';
import { FRESH, isFiled, type UpdateStatus } from './update-status.js';

export type Queue = ReturnType<typeof createQueue>;

/** The updates of a vault on disk, in order. Everything it reports is already on the disk. */
export function createQueue(deps: { root: string; clock: Clock }) {
  const folder = join(deps.root, '.rappel', 'queue');
  const folders = createUpdateFolders(folder);
  const statuses = createStatusFiles(folder);
  const filedIds = createFiledIds(deps.root);
  const folderOf = (id: string) => join(folder, folders.nameOf(id));
  const statusIn = (name: string) => statuses.read(name, idOf(name));

  /** The digest of the input that this id already belongs to: null if it can't be told; undefined if the id is new. */
  function knownDigest(id: string): string | null | undefined {
    const stored = folders.list().find((name) => idOf(name) === id);
    return stored === undefined ? filedIds.find(id)?.digest : digestIn(join(folder, stored));
  }

  /** Removes an update; its id stays known. */
  function leave(id: string, digest: string | null): void {
    const name = folders.nameOf(id);
    filedIds.add(id, { digest, accepted: statusIn(name).accepted });
    folders.remove(name);
  }

  const queue = {
    /**
     * Stores the input and syncs it. The same id again means the same update: nothing is stored twice, even after the
     * update was forgotten. Throws `exists` for another input under a known id.
     */
    async admit(input: UpdateInput, given?: string, title = titleOf(input)) {
      const id = given ?? newId();
      if (!isId(id)) {
        throw new RappelError(
          'invalid_input',
          `id: got ${JSON.stringify(id)}, expected up to 64 letters, digits, - or _`,
        );
      }
      return withLock(deps.root, 'queue', async () => {
        const digest = given === undefined ? undefined : knownDigest(id);
        // A damaged input in the queue can't be compared with this one; of a purged one nothing is known.
        const isOther = digest === null ? folders.lookUp(id) === undefined : digest !== digestOf(input);
        if (digest !== undefined && isOther) throw otherInput(id);
        if (digest !== undefined) return { id, isNew: false };
        folders.clearDrafts();
        stateFolder(deps.root);
        const accepted = localTimestamp(deps.clock.now());
        const wall = input.wall ? wallKey(input.wall) : undefined;
        const author = currentAsker()?.name;
        storeUpdate(folder, folders.next(id), input, { ...FRESH, id, title, accepted, wall, author });
        return { id, isNew: true };
      });
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
    /** Those among them that can run now: those that failed least often first, then the oldest. */
    due(settings: string): UpdateStatus[] {
      const now = deps.clock.now().getTime();
      const due = queue.waiting().filter(({ retry }) => isDue(retry, now, settings));
      return due.sort((a, b) => (a.retry?.tries ?? 0) - (b.retry?.tries ?? 0));
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
    /** The steps of its last run, with their times. */
    run: (id: string): readonly Step[] => parseSteps(readOrNull(join(folderOf(id), RUN)) ?? ''),
    keepRun(id: string, steps: readonly Step[]): void {
      try {
        writeWhole(join(folderOf(id), RUN), JSON.stringify(steps));
      } catch {
        // A full disk, or already forgotten: the update itself says what was done.
      }
    },
    forgetRun(id: string): void {
      rmSync(join(folderOf(id), RUN), { force: true });
      syncFolder(folderOf(id));
    },
    /** Where the before-images of its run are. */
    journal: (id: string) => join(folderOf(id), 'journal'),
    /** Removes an update with its input; only its id stays known. */
    forget: (id: string) => leave(id, null),
    /** Forgets the oldest filed updates beyond the newest `keep`; waiting and failed ones stay. Returns how many. */
    prune(keep: number): number {
      const filed = queue
        .list()
        .filter(({ id, state }) => isFiled(state) && !existsSync(queue.journal(id)))
        .slice(0, -keep);
      for (const { id } of filed) leave(id, digestIn(folderOf(id)));
      filedIds.prune();
      return filed.length;
    },
  };
  return queue;
}

const RUN = 'run.json';
const MOST_TITLE = 280;
const MOST_READ = 2_000;

/** The beginning of the input, by which an update is recognised in a list. */
export function titleOf({ text, images }: Pick<UpdateInput, 'text' | 'images'>): string {
  // A title is shown in lists and in the history; a secret is not.
  const given = withoutSecrets(text.trim().slice(0, MOST_READ)) || images.map(({ name }) => name).join(', ');
  if (given.length <= MOST_TITLE) return given;
  return `${given.slice(0, MOST_TITLE - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function otherInput(id: string): RappelError {
  return new RappelError('exists', `the id "${id}" belongs to an earlier update with different content`, {
    hint: 'Use another id, or none.',
  });
}
