import type { UpdateHandler, UpdateInput, UpdateOutcome } from '../../agents/update.js';
import type { SearchEngine } from '../../search/engine.js';
import { RappelError } from '../../shared/errors.js';
import { createSession } from '../../tools/session.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Wall } from '../../vault/wall.js';
import { OutsideWall } from '../../vault/walled-vault.js';
import { type ChangeRecord, createChangeRecord } from '../changes/change-record.js';
import { beginChangeset, type Changeset } from '../changes/changeset.js';
import { watchChanges } from '../changes/watch-changes.js';
import type { History } from '../history/history.js';
import { createHeld } from '../state/held.js';
import type { LiveSteps } from './live-steps.js';
import type { Queue } from './queue.js';
import { takeOut } from './take-out.js';

export interface AttemptDeps {
  vault: Vault;
  engine: SearchEngine;
  queue: Queue;
  history(): Promise<History>;
  /** What the filing of an update behind this wall works with. */
  walled(wall: Wall): Promise<{ forUpdate(vault: Vault): Vault; engine(): Promise<SearchEngine> }>;
}

/** A run that was filed, or why its changes were rolled back and which files could not be. */
type Attempt = FiledUpdate | { error: unknown; left: string[] };

export interface FiledUpdate {
  outcome: UpdateOutcome;
  record: ChangeRecord;
  changeset: Changeset;
}

function notHere(): RappelError {
  return new RappelError('protected', 'update.outside_project');
}

/** Runs the handler of an update; where it fails, the vault is as it was. */
export function createAttempts(deps: AttemptDeps, steps: LiveSteps, signal: AbortSignal) {
  const { queue, vault } = deps;
  let current: ChangeRecord | null = null;

  /** Rolls the changes back where the handler throws. */
  async function tryOnce(id: string, handler: UpdateHandler): Promise<Attempt> {
    const record = createChangeRecord(vault);
    const { wall, author = null } = queue.find(id);
    const changeset = beginChangeset(vault.root, { source: 'update', reason: '', input: id, wall, author });
    current = record;
    steps.begin(id);
    try {
      const outcome = await file(id, { record, changeset }, handler);
      steps.keep(id);
      return { outcome, record, changeset };
    } catch (error) {
      steps.keep(id);
      current = null;
      return { error, left: changeset.rollBack(vault) };
    } finally {
      steps.end();
    }
  }

  async function file(
    id: string,
    { record, changeset }: Omit<FiledUpdate, 'outcome'>,
    handler: UpdateHandler,
  ): Promise<UpdateOutcome> {
    const input = queue.input(id);
    const noting = watchChanges(vault, {
      tell(change, again) {
        changeset.tell(change, again);
        record.tell(change, again);
      },
      ready: changeset.ready,
      wrote: record.wrote,
    });
    const walled = input.wall ? await deps.walled(input.wall) : null;
    const watched = walled?.forUpdate(noting) ?? noting;
    return handler({
      id,
      input,
      arrived: queue.find(id).accepted.slice(0, 10),
      context: {
        vault: watched,
        session: createSession(),
        engine: walled?.engine ?? (async () => deps.engine),
      },
      onEvent: (event) => steps.tell(id, event),
      held: createHeld(vault.root).read,
      takeBack: (update) => takeBackFiled(update, watched),
      signal,
    });
  }

  async function takeBackFiled(update: string, watched: Vault): Promise<VaultPath[] | null> {
    const entry = queue.has(update) ? queue.find(update).history : null;
    return entry === null ? null : takeOut(watched, await deps.history(), entry);
  }

  return {
    /**
     * What has its place outside the wall of the update, like a task of no project, is kept inside, as a note; what can't be, waits for the
     * user, in the inbox.
     */
    async attempt(id: string, handler: UpdateHandler): Promise<Attempt> {
      const isOutside = (tried: Attempt) =>
        'error' in tried && tried.error instanceof OutsideWall && tried.left.length === 0;
      const as = (changes: Partial<UpdateInput>) =>
        tryOnce(id, (update) => handler({ ...update, input: { ...update.input, ...changes } }));
      let tried = await tryOnce(id, handler);
      if (isOutside(tried)) tried = await as({ kind: 'note' });
      if (!isOutside(tried)) return tried;
      // An answer that leads outside leaves its question open.
      return queue.input(id).inbox_ref === null
        ? as({ kind: 'note', project: '' })
        : { error: notHere(), left: [] };
    },
    /** The changes of the last attempt are recorded now, by whoever records them. */
    over(): void {
      current = null;
    },
    /** Whether the run has changed this path, and will record it. */
    isTouching: (path: VaultPath) => current?.has(path) ?? false,
  };
}
