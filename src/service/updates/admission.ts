import { join } from 'node:path';
import type { UpdateInput } from '../../agents/update.js';
import { currentAsker } from '../../shared/asker.js';
import { type Clock, localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { isId, newId } from '../../shared/ids.js';
import { stateFolder } from '../../vault/state-folder.js';
import { wallKey } from '../../vault/wall.js';
import { withLock } from '../locks/lock.js';
import { digestOf, type FiledIds } from './filed-ids.js';
import { digestIn, storeUpdate } from './stored-input.js';
import { idOf, type UpdateFolders } from './update-folders.js';
import { FRESH } from './update-status.js';
import { titleOf } from './update-title.js';

interface AdmissionDeps {
  root: string;
  clock: Clock;
  /** Where the folders of the updates are. */
  folder: string;
  folders: UpdateFolders;
  filedIds: FiledIds;
}

/**
 * Stores the input of an update and syncs it. The same id again means the same update: nothing is stored twice, even after the
 * update was forgotten. Throws `exists` for another input under a known id.
 */
export function createAdmission({ root, clock, folder, folders, filedIds }: AdmissionDeps) {
  /** The digest of the input that this id already belongs to: null if it can't be told; undefined if the id is new. */
  function knownDigest(id: string): string | null | undefined {
    const stored = folders.list().find((name) => idOf(name) === id);
    return stored === undefined ? filedIds.find(id)?.digest : digestIn(join(folder, stored));
  }

  return async (
    input: UpdateInput,
    given?: string,
    title = titleOf(input),
  ): Promise<{ id: string; isNew: boolean }> => {
    const id = given ?? newId();
    if (!isId(id)) {
      throw new RappelError(
        'invalid_input',
        `id: got ${JSON.stringify(id)}, expected up to 64 letters, digits, - or _`,
      );
    }
    return withLock(root, 'queue', async () => {
      const digest = given === undefined ? undefined : knownDigest(id);
      // A damaged input in the queue can't be compared with this one; of a purged one nothing is known.
      const isOther = digest === null ? folders.lookUp(id) === undefined : digest !== digestOf(input);
      if (digest !== undefined && isOther) throw otherInput(id);
      if (digest !== undefined) return { id, isNew: false };
      folders.clearDrafts();
      stateFolder(root);
      const accepted = localTimestamp(clock.now());
      const wall = input.wall ? wallKey(input.wall) : undefined;
      const author = currentAsker()?.name;
      storeUpdate(folder, folders.next(id), input, { ...FRESH, id, title, accepted, wall, author });
      return { id, isNew: true };
    });
  };
}

function otherInput(id: string): RappelError {
  return new RappelError('exists', `the id "${id}" belongs to an earlier update with different content`, {
    hint: 'Use another id, or none.',
  });
}
