import { join } from 'node:path';
import type { UpdateInput } from '../../agents/update.js';
import { currentAsker } from '../../shared/asker.js';
import { type Clock, localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { isId, newId } from '../../shared/ids.js';
import { maskSecrets, secretSpans, upToMask } from '../../shared/secrets.js';
import { stateFolder } from '../../vault/state-folder.js';
import { wallKey } from '../../vault/wall.js';
import { withLock } from '../locks/lock.js';
import type { Held } from '../state/held.js';
import { ensureStateFormat } from '../state/state-format.js';
import { digestOf, type FiledIds } from './filed-ids.js';
import { keptUpdate } from './kept-update.js';
import { digestIn, storeUpdate } from './stored-input.js';
import { idOf, type UpdateFolders } from './update-folders.js';
import type { UpdateKeeper } from './update-keeper.js';
import { FRESH, type UpdateStatus } from './update-status.js';
import { updateTitle } from './update-title.js';

interface Admitted {
  id: string;
  isNew: boolean;
}

interface AdmissionDeps {
  root: string;
  clock: Clock;
  /** Where the folders of the updates are. */
  folder: string;
  folders: UpdateFolders;
  filedIds: FiledIds;
  held: Held;
  /** Set if nodes share the vault. */
  keeper?: UpdateKeeper | undefined;
}

/**
 * Stores the input of an update and syncs it. The same id again means the same update: nothing is stored twice, even after the
 * update was forgotten. Throws `exists` for another input under a known id.
 */
export function createUpdateAdmission({
  root,
  clock,
  folder,
  folders,
  filedIds,
  held,
  keeper,
}: AdmissionDeps) {
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

  /**
   * Nothing but `held` sees a suspected secret: what comes after it, the title first, has the masked text. Images may show it
   * too, and are held with it.
   */
  async function admit(
    input: UpdateInput,
    given?: string,
    title: (safe: UpdateInput) => string = updateTitle,
  ): Promise<Admitted> {
    const id = given ?? newId();
    if (!holdsSecret(input) || !isId(id)) return admitSafe(input, id, given, title(input));
    if (input.inbox_ref !== null) throw secretInAnswer();
    const masked = maskedInput(input);
    // The text of a captured session is its title.
    if (input.session != null) return admitSafe(masked, id, given, title(masked));
    const safe: UpdateInput = { ...masked, images: [], held: true };
    const { text, images, project = null } = input;
    const isFresh = !held.has(id);
    if (isFresh) held.hold(id, { text, images, project, files: [] });
    try {
      const admitted = await admitSafe(safe, id, given, title({ ...safe, text: upToMask(safe.text) }));
      if (isFresh && !admitted.isNew) held.drop(id);
      return admitted;
    } catch (error) {
      if (isFresh) held.drop(id);
      throw error;
    }
  }

  async function admitSafe(
    input: UpdateInput,
    id: string,
    given: string | undefined,
    title: string,
  ): Promise<Admitted> {
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
      const model = input.model ?? undefined;
      const isNew = await enter(input, { ...FRESH, id, title, accepted, wall, author, model });
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

/** Its fields may tell one as well as its text. */
function holdsSecret({ text, title, due, replaces, project }: UpdateInput): boolean {
  return [text, title, due, replaces, project].some((told) => secretSpans(told ?? '').length > 0);
}

function maskedInput(input: UpdateInput): UpdateInput {
  const masked = (told: string | null | undefined) => (told == null ? told : maskSecrets(told));
  const { text, title, due, replaces, project } = input;
  const fields = {
    title: masked(title),
    due: masked(due),
    replaces: masked(replaces),
    project: masked(project),
  };
  return { ...input, ...fields, text: maskSecrets(text) };
}

function secretInAnswer(): RappelError {
  return new RappelError('protected', 'this answer seems to contain a secret, so it is not saved', {
    hint: 'Answer with a choice; give the secret in a note of its own, and Rappel asks what to do with it.',
  });
}

function otherInput(id: string): RappelError {
  return new RappelError('exists', `the id "${id}" belongs to an earlier update with different content`, {
    hint: 'Use another id, or none.',
  });
}
