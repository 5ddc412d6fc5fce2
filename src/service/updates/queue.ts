import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { choicesIn, questionIn } from '../../agents/clerk/review.js';
import type { UpdateInput } from '../../agents/update.js';
import { currentAsker } from '../../shared/asker.js';
import type { Clock } from '../../shared/clock.js';
import { localTimestamp } from '../../shared/clock.js';
import { RappelError } from '../../shared/errors.js';
import { isId, newId } from '../../shared/ids.js';
import { readOrNull } from '../../shared/read-or-null.js';
import { maskSecrets, secretSpans, upToMask } from '../../shared/secrets.js';
import type { Database } from '../../shared/sqlite.js';
import { changeState, changeStateLater, flushState, readState } from '../../vault/state-database.js';
import { wallKey } from '../../vault/wall.js';
import { unrecordedUpdates } from '../changes/changeset.js';
import { createHeld, type Held } from '../state/held.js';
import { ensureStateFormat } from '../state/state-format.js';
import { keptUpdate } from './kept-update.js';
import { dueUpdates } from './retry.js';
import type { Step } from './steps.js';
import type { UpdateKeeper } from './update-keeper.js';
import { addFiledId, addUpdate, digestOf, inputOf, knownDigest, removeUpdate } from './update-rows.js';
import { FRESH, type UpdateStatus } from './update-status.js';
import { updateTitle } from './update-title.js';

export type Queue = ReturnType<typeof createQueue>;

/** Ids that left the queue, of which more are not kept: the history of older ones is gone as well. */
const MOST_FILED_IDS = 100_000;

/** The updates of a vault, in order. Everything it reports is already on the disk, but for the steps of a run. */
export function createQueue(deps: { root: string; clock: Clock; keeper?: UpdateKeeper | undefined }) {
  const { root } = deps;
  const held = createHeld(root);
  /** Those of running updates that are not stored yet: nothing needs them after a crash. */
  const steps = new Map<string, string[]>();

  function statusIn(stored: unknown): UpdateStatus {
    const status: UpdateStatus = JSON.parse(String(stored));
    return status.state === 'running' ? { ...status, steps: steps.get(status.id) ?? status.steps } : status;
  }

  function statuses(where = ''): UpdateStatus[] {
    const rows = readState(root, [], (database) =>
      database.prepare(`SELECT status FROM updates ${where} ORDER BY number`).all(),
    );
    return rows.map(({ status }) => statusIn(status));
  }

  function stored(database: Database, id: string): UpdateStatus {
    const row = database.prepare('SELECT status FROM updates WHERE id = ?').get(id);
    if (row === undefined) throw noUpdate(id);
    return statusIn(row.status);
  }

  function store(database: Database, status: UpdateStatus): void {
    const { question: _, ...kept } = status;
    database
      .prepare('UPDATE updates SET state = ?, status = ? WHERE id = ?')
      .run(kept.state, JSON.stringify(kept), kept.id);
  }

  /** Removes updates; their ids stay known. `digest`: false for those of which nothing is to be kept. */
  function leave(ids: readonly string[], digest: boolean): void {
    flushState(root);
    changeState(root, (database) => {
      for (const id of ids) removeUpdate(database, id, digest);
    });
    // A text that is asked about stays until that is answered.
    for (const id of ids) if (held.itemOf(id) === null) held.drop(id);
  }

  const queue = {
    ...createUpdateAdmission({ ...deps, held }),
    /** Removes an update that another node has filed, and remembers its id. */
    filedElsewhere(id: string, digest: string | null, accepted: string): void {
      if (queue.has(id)) leave([id], true);
      else changeState(root, (database) => addFiledId(database, id, { digest, accepted }));
    },
    /** The digest of its input. */
    digest: (id: string): string | null =>
      readState(root, null, (database) => {
        const row = database.prepare('SELECT digest FROM updates WHERE id = ?').get(id);
        return row === undefined ? null : String(row.digest);
      }),
    /** Offers a failed or dismissed update to the next leader again. */
    async keepAgain(id: string): Promise<void> {
      await deps.keeper?.keep(keptUpdate(queue.input(id), queue.find(id)), true);
    },
    /** Oldest first. */
    list: (): UpdateStatus[] => statuses().map((status) => currentStatus(root, status)),
    /** Updates that are neither filed nor failed, oldest first; cheap even if thousands are filed. */
    waiting: (): UpdateStatus[] => statuses(`WHERE state IN ('accepted', 'running')`),
    /** Those among them that can run now, in their order. What the user wants tried now, or without a model, waits for no other. */
    due(settings: string): UpdateStatus[] {
      const now = deps.clock.now().getTime();
      const isFree = ({ asked, model }: UpdateStatus) => asked === true || model === 'none';
      return dueUpdates(queue.waiting(), isFree, { now, settings });
    },
    has: (id: string): boolean =>
      readState(
        root,
        false,
        (database) => database.prepare('SELECT 1 FROM updates WHERE id = ?').get(id) !== undefined,
      ),
    /** Throws `not_found`. */
    find(id: string): UpdateStatus {
      const found = readState<UpdateStatus | null>(root, null, (database) => {
        const row = database.prepare('SELECT status FROM updates WHERE id = ?').get(id);
        if (row !== undefined) return statusIn(row.status);
        const filed = database.prepare('SELECT accepted FROM filed_ids WHERE id = ?').get(id);
        if (filed === undefined) return null;
        const summary = 'Filed earlier; its input and its details are no longer kept.';
        return { ...FRESH, id, state: 'done', accepted: String(filed.accepted), summary };
      });
      if (found === null) throw noUpdate(id);
      return currentStatus(root, found);
    },
    /** Throws `not_found`. */
    input(id: string): UpdateInput {
      const found = readState(root, null, (database) => inputOf(database, id));
      if (found === null) throw noUpdate(id);
      return found;
    },
    /** Only by the worker, for the update that it runs. */
    set(id: string, change: Partial<Omit<UpdateStatus, 'id'>>): UpdateStatus {
      const next = changeState(root, (database) => {
        const changed = { ...stored(database, id), ...change };
        store(database, changed);
        return changed;
      });
      steps.delete(id);
      return currentStatus(root, next);
    },
    /**
     * Changes a state, if `change` still allows it: the worker begins an update, the user dismisses it or tries it again, each in a process
     * of its own. Null if nothing was changed.
     */
    async change(
      id: string,
      change: (status: UpdateStatus) => Partial<UpdateStatus> | null,
    ): Promise<UpdateStatus | null> {
      const next = changeState(root, (database) => {
        const before = stored(database, id);
        const changes = change(currentStatus(root, before));
        if (changes === null) return null;
        const changed = { ...before, ...changes };
        store(database, changed);
        return changed;
      });
      return next && currentStatus(root, next);
    },
    /** The same for intermediate steps: stored now and then, for other processes. */
    setSteps(id: string, shown: string[]): UpdateStatus {
      steps.set(id, shown);
      changeStateLater(root, (database) => {
        if (steps.get(id) === shown) store(database, stored(database, id));
      });
      return queue.find(id);
    },
    /** The steps of its last run, with their times. */
    run(id: string): readonly Step[] {
      flushState(root);
      const row = readState(root, undefined, (database) =>
        database.prepare('SELECT run FROM updates WHERE id = ?').get(id),
      );
      return row?.run == null ? [] : JSON.parse(String(row.run));
    },
    /** May be lost: its summary says what was done. */
    keepRun(id: string, run: readonly Step[]): void {
      changeStateLater(root, (database) => {
        database.prepare('UPDATE updates SET run = ? WHERE id = ?').run(JSON.stringify(run), id);
      });
    },
    forgetRun(id: string): void {
      flushState(root);
      changeState(root, (database) => {
        database.prepare('UPDATE updates SET run = NULL WHERE id = ?').run(id);
      });
    },
    /** Whether the history has what it changed. */
    isRecorded: (id: string): boolean => !unrecordedUpdates(root).has(id),
    /** Whether anything that is kept of it holds this. */
    holds(id: string, isIn: (bytes: Buffer) => boolean): boolean {
      flushState(root);
      return readState(root, false, (database) => {
        const row = database.prepare('SELECT status, input, run FROM updates WHERE id = ?').get(id);
        const images = database
          .prepare('SELECT bytes FROM update_images JOIN updates USING (number) WHERE id = ?')
          .all(id);
        return (
          Object.values(row ?? {}).some((value) => isIn(Buffer.from(String(value)))) ||
          images.some(({ bytes }) => isIn(Buffer.from(bytes as Uint8Array)))
        );
      });
    },
    /** Removes an update with its input; only its id stays known. */
    forget: (id: string): void => leave([id], false),
    /** Forgets the oldest filed updates beyond the newest `keep`; waiting and failed ones stay. Returns how many. */
    prune(keep: number): number {
      const unrecorded = unrecordedUpdates(root);
      const filed = statuses(`WHERE state IN ('done', 'needs_answer')`)
        .map(({ id }) => id)
        .filter((id) => !unrecorded.has(id))
        .slice(0, -keep);
      if (filed.length === 0) return 0;
      leave(filed, true);
      changeState(root, (database) => {
        database
          .prepare(
            'DELETE FROM filed_ids WHERE rowid NOT IN (SELECT rowid FROM filed_ids ORDER BY rowid DESC LIMIT ?)',
          )
          .run(MOST_FILED_IDS);
      });
      return filed.length;
    },
  };
  return queue;
}

export function noUpdate(id: string): RappelError {
  return new RappelError('not_found', 'update.unknown', { id });
}

/**
 * The status as it is now: an update that asked something waits as long as its inbox item is there. Whoever answers,
 * moves or deletes the item closes it; undoing that opens it again.
 */
function currentStatus(root: string, status: UpdateStatus): UpdateStatus {
  if (status.inbox === null || (status.state !== 'needs_answer' && status.state !== 'done')) return status;
  const folder = join(root, 'inbox', status.inbox);
  if (!existsSync(folder)) return { ...status, state: 'done' };
  const review = readOrNull(join(folder, 'review.md')) ?? '';
  const question = { text: questionIn(review) ?? status.inbox, choices: choicesIn(review) };
  return { ...status, state: 'needs_answer', question };
}

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
function createUpdateAdmission({ root, clock, held, keeper }: AdmissionDeps) {
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
