import { join } from 'node:path';
import type { UpdateInput } from '../../agents/update.js';
import { currentAsker } from '../../shared/asker.js';
import { type Clock, localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { isId, newId } from '../../shared/ids.js';
import { stateFolder } from '../../vault/state-folder.js';
import { wallKey } from '../../vault/wall.js';
import { withLock } from '../locks/lock.js';
import { ensureStateFormat } from '../state/state-format.js';
import { digestOf, type FiledIds } from './filed-ids.js';
import { keptUpdate } from './kept-update.js';
import { digestIn, storeUpdate } from './stored-input.js';
import { idOf, type UpdateFolders } from './update-folders.js';
import type { UpdateKeeper } from './update-keeper.js';
import { FRESH, type UpdateStatus } from './update-status.js';
import { titleOf } from './update-title.js';

interface AdmissionDeps {
  root: string;
  clock: Clock;
  /** Where the folders of the updates are. */
  folder: string;
  folders: UpdateFolders;
  filedIds: FiledIds;
  /** Set if nodes with a disk each share the vault. */
  keeper?: UpdateKeeper | undefined;
}

/**
 * Stores the input of an update and syncs it. The same id again means the same update: nothing is stored twice, even after the
 * update was forgotten. Throws `exists` for another input under a known id.
 */
export function createAdmission({ root, clock, folder, folders, filedIds, keeper }: AdmissionDeps) {
  /** The digest of the input that this id already belongs to: null if it is not known; undefined if the id is new. */
  function knownDigest(id: string): string | null | undefined {
    const stored = folders.list().find((name) => idOf(name) === id);
    return stored === undefined ? filedIds.find(id)?.digest : digestIn(join(folder, stored));
  }

  function store(input: UpdateInput, status: UpdateStatus): void {
    folders.clearDrafts();
    ensureStateFormat(root);
    stateFolder(root);
    storeUpdate(folder, folders.next(status.id), input, status);
  }

  /** Stores the update with the keeper first, then on the disk. False if another node has filed it. */
  async function enter(input: UpdateInput, status: UpdateStatus): Promise<boolean> {
    const { id, accepted } = status;
    const found = (await keeper?.keep(keptUpdate(input, status))) ?? 'known';
    if (found === 'other') throw otherInput(id);
    if (found === 'filed') {
      filedIds.add(id, { digest: digestOf(input), accepted });
      return false;
    }
    try {
      store(input, status);
      return true;
    } catch (error) {
      if (found === 'kept') await keeper?.drop(id).catch(() => {});
      throw error;
    }
  }

  async function admit(
    input: UpdateInput,
    given?: string,
    title = titleOf(input),
  ): Promise<{ id: string; isNew: boolean }> {
    const id = given ?? newId();
    if (!isId(id)) {
      throw new RappelError(
        'invalid_input',
        `id: got ${JSON.stringify(id)}, expected up to 64 letters, digits, - or _`,
      );
    }
    return withLock(root, 'queue', async () => {
      const digest = given === undefined ? undefined : knownDigest(id);
      // A damaged input in the queue can't be compared with this one, and nothing is known of a purged one.
      const isOther = digest === null ? folders.lookUp(id) === undefined : digest !== digestOf(input);
      if (digest !== undefined && isOther) throw otherInput(id);
      if (digest !== undefined) return { id, isNew: false };
      const accepted = localTimestamp(clock.now());
      const wall = input.wall ? wallKey(input.wall) : undefined;
      const author = currentAsker()?.name;
      const isNew = await enter(input, { ...FRESH, id, title, accepted, wall, author });
      return { id, isNew };
    });
  }

  return {
    admit,
    /** Stores an update that another node has accepted. */
    takeOver: (input: UpdateInput, status: UpdateStatus) =>
      withLock(root, 'queue', async () => store(input, status)),
  };
}

function otherInput(id: string): RappelError {
  return new RappelError('exists', `the id "${id}" belongs to an earlier update with different content`, {
    hint: 'Use another id, or none.',
  });
}
