import type { UpdateInput } from '../../agents/update.js';
import { currentAsker } from '../../shared/asker.js';
import { type Clock, localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { isId, newId } from '../../shared/ids.js';
import { maskSecrets, secretSpans, upToMask } from '../../shared/secrets.js';
import type { Database } from '../../shared/sqlite.js';
import { changeState, readState } from '../../vault/state-database.js';
import { wallKey } from '../../vault/wall.js';
import type { Held } from '../state/held.js';
import { ensureStateFormat } from '../state/state-format.js';
import { keptUpdate } from './kept-update.js';
import type { UpdateKeeper } from './update-keeper.js';
import { addFiledId, addUpdate, digestOf, knownDigest } from './update-rows.js';
import { FRESH, type UpdateStatus } from './update-status.js';
import { updateTitle } from './update-title.js';

interface Admitted {
  id: string;
  isNew: boolean;
}

interface AdmissionDeps {
  root: string;
  clock: Clock;
  held: Held;
  /** Set if nodes share the vault. */
  keeper?: UpdateKeeper | undefined;
}

/**
 * Stores the input of an update: it is on the disk when it is accepted. The same id again means the same update: nothing is stored twice, even after the
 * update was forgotten. Throws `exists` for another input under a known id.
 */
export function createUpdateAdmission({ root, clock, held, keeper }: AdmissionDeps) {
  /** True if this id is known with this input. Throws `exists` if it is known with another. */
  function isKnown(database: Database, id: string, input: UpdateInput): boolean {
    const digest = knownDigest(database, id);
    // Nothing is known of a purged one.
    if (digest !== undefined && digest !== digestOf(input)) throw otherInput(id);
    return digest !== undefined;
  }

  /** False if another process was faster. */
  function store(input: UpdateInput, status: UpdateStatus): boolean {
    ensureStateFormat(root);
    return changeState(root, (database) => {
      if (isKnown(database, status.id, input)) return false;
      addUpdate(database, input, status);
      return true;
    });
  }

  /** Stores the update with the keeper first, then on the disk. False if it is known, or another node has filed it. */
  async function enter(input: UpdateInput, status: UpdateStatus): Promise<boolean> {
    const { id, accepted } = status;
    const found = (await keeper?.keep(keptUpdate(input, status))) ?? 'known';
    if (found === 'other') throw otherInput(id);
    if (found === 'filed') {
      changeState(root, (database) => addFiledId(database, id, { digest: digestOf(input), accepted }));
      return false;
    }
    try {
      return store(input, status);
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
      throw new RappelError('invalid_input', 'input.id', { given: JSON.stringify(id) });
    }
    if (given !== undefined && readState(root, false, (database) => isKnown(database, id, input)))
      return { id, isNew: false };
    const accepted = localTimestamp(clock.now());
    const wall = input.wall ? wallKey(input.wall) : undefined;
    const author = currentAsker()?.name;
    const model = input.model ?? undefined;
    return { id, isNew: await enter(input, { ...FRESH, id, title, accepted, wall, author, model }) };
  }

  return {
    admit,
    /** Stores an update that another node has accepted. */
    async takeOver(input: UpdateInput, status: UpdateStatus): Promise<void> {
      store(input, status);
    },
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
  return new RappelError('protected', 'answer.secret');
}

function otherInput(id: string): RappelError {
  return new RappelError('exists', 'update.id_taken', { id });
}
