import { existsSync } from 'node:fs';
import type { Agents } from '../../agents/create-agents.js';
import type { UpdateHandler, UpdateOutcome } from '../../agents/update.js';
import type { SearchEngine } from '../../search/engine.js';
import { errorMessage, RappelError } from '../../shared/errors.js';
import { createSession } from '../../tools/session.js';
import { parsePath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Wall } from '../../vault/wall.js';
import { OutsideWall } from '../../vault/walled-vault.js';
import type { Publisher } from '../events/events.js';
import type { History } from '../history/history.js';
import type { AfterChanges } from '../job/after-changes.js';
import { type ChangeRecord, createChangeRecord } from './change-record.js';
import { createJournal, readJournal, rollBack } from './journal.js';
import { createLiveSteps, type UpdateEvents } from './live-steps.js';
import { createOutage } from './outage.js';
import type { Queue } from './queue.js';
import { joinRetry, planRetry, type Retry } from './retry.js';
import { takeOut } from './take-out.js';
import { isFiled, isWaiting, type UpdateStatus } from './update-status.js';
import { type Tell, watchChanges } from './watch-changes.js';

export interface RunnerDeps {
  vault: Vault;
  engine: SearchEngine;
  queue: Queue;
  agents: FilingAgents;
  events: Publisher<UpdateEvents>;
  afterChanges: AfterChanges;
  history(): Promise<History>;
  /** What the filing of an update behind this wall works with. */
  walled(wall: Wall): Promise<{ forUpdate(vault: Vault): Vault; engine(): Promise<SearchEngine> }>;
}

const NOT_SURE = new RappelError('model', 'the built-in rules would have to ask');

/** The agents as the worker needs them; they may change with the settings from one update to the next. */
export type FilingAgents = Pick<Agents, 'file' | 'fallback' | 'settings' | 'limits'>;

/** A run that was filed, or why its changes were rolled back and which files could not be. */
type Attempt = { outcome: UpdateOutcome; record: ChangeRecord } | { error: unknown; left: string[] };

/** Runs one update after the other, each exactly once. Its caller holds the lock of the queue. */
export function createUpdateRunner(deps: RunnerDeps, signal: AbortSignal) {
  const { agents, queue, vault } = deps;
  const steps = createLiveSteps(queue, deps.events);
  const outage = createOutage(queue, publish);
  let current: ChangeRecord | null = null;
  let recordError: Error | null = null;

  /** Until the update is filed, failed or waits for its model; one that `signal` interrupts waits as before. */
  async function run({ id, state }: UpdateStatus): Promise<void> {
    if (state === 'running' && !takeBack(id)) return;
    let asked = false;
    const begun = await queue.change(id, (waiting) => {
      asked = waiting.asked === true;
      if (!isWaiting(waiting.state)) return null;
      return { state: 'running', steps: [], reason: null, asked: undefined };
    });
    // Dismissed meanwhile.
    if (begun === null) return;
    publish(begun);
    const { settings, limits } = agents;
    const now = () => vault.clock.now().getTime();
    const known = asked ? null : outage.at(now(), settings);
    const tried = known === null ? await fileInside(id) : { error: known.error, left: [] };
    if ('outcome' in tried) {
      await filed(id, tried);
      if (tried.outcome.usage !== undefined) await outage.over(now(), settings);
      return;
    }
    const { error, left } = tried;
    const { fallback } = agents;
    if (signal.aborted || left.length > 0 || !isModelError(error) || fallback === null)
      return fail(id, error, left);
    const context = {
      now: now(),
      patienceMs: limits.patienceMilliseconds,
      settings,
      random: Math.random(),
    };
    const planned =
      known === null ? planRetry(begun.retry, error, context) : joinRetry(begun.retry, known.retry, context);
    if (known === null && planned !== null) outage.begin(error, planned);
    // The librarian has seen it after the first failure, and would have to ask.
    if (planned !== null && begun.retry !== undefined) return wait(id, planned);
    publish(queue.set(id, { steps: [] }));
    // A model may work later: until then the librarian files only what it need not ask about.
    const byRule = await attempt(
      id,
      (update) => fallback(update, error),
      ({ state: next }) => planned === null || next === 'done',
    );
    if ('outcome' in byRule) return filed(id, byRule, error.message);
    if (planned === null || byRule.left.length > 0 || signal.aborted)
      return fail(id, byRule.error, byRule.left);
    wait(id, planned);
  }

  /** What has its place outside the wall of the update, like a task of no project, is kept inside, as a note. */
  async function fileInside(id: string): Promise<Attempt> {
    const tried = await attempt(id, agents.file);
    if ('outcome' in tried || !(tried.error instanceof OutsideWall) || tried.left.length > 0) return tried;
    return attempt(id, (update) => agents.file({ ...update, input: { ...update.input, kind: 'note' } }));
  }

  function wait(id: string, retry: Retry): void {
    publish(queue.set(id, { state: 'accepted', steps: [], retry }));
  }

  /** Runs a handler; rolls its changes back where it throws, or where its outcome is not accepted. */
  async function attempt(
    id: string,
    handler: UpdateHandler,
    accepts: (outcome: UpdateOutcome) => boolean = () => true,
  ): Promise<Attempt> {
    const record = createChangeRecord(vault);
    current = record;
    steps.begin(id);
    try {
      const outcome = await file(id, record, handler);
      if (!accepts(outcome)) throw NOT_SURE;
      steps.keep(id);
      return { outcome, record };
    } catch (error) {
      // The steps of the model say more about why it waits.
      if (error !== NOT_SURE) steps.keep(id);
      current = null;
      return { error, left: rollBack(vault, queue.journal(id)) };
    } finally {
      steps.end();
    }
  }

  /** From here on the update is filed, never to be run again; the journal stays until it is recorded too. */
  async function filed(
    id: string,
    { outcome, record }: Extract<Attempt, { outcome: UpdateOutcome }>,
    fallback?: string,
  ): Promise<void> {
    const files = record.files.map((path) => showPath(path)).sort();
    const { paths, before, written, times } = record;
    try {
      publish(queue.set(id, { ...outcome, files, fallback, retry: undefined }));
      await recordRun(id, { paths, before, written, times });
    } finally {
      current = null;
    }
    publishAsked(id);
  }

  /** Each change is in the journal before it happens. */
  async function file(id: string, record: ChangeRecord, handler: UpdateHandler): Promise<UpdateOutcome> {
    const journal = createJournal(queue.journal(id));
    const tell: Tell = (change, again) => {
      journal.tell(change, again);
      record.tell(change, again);
    };
    const input = queue.input(id);
    const noting = watchChanges(vault, tell, record.wrote);
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
      takeBack: (update) => takeBackFiled(update, watched),
      signal,
    });
  }

  async function takeBackFiled(update: string, watched: Vault): Promise<VaultPath[] | null> {
    const entry = queue.has(update) ? queue.find(update).history : null;
    return entry === null ? null : takeOut(watched, await deps.history(), entry);
  }

  /** Everything is rolled back. An interrupted update waits again. */
  function fail(id: string, error: unknown, left: readonly string[]): void {
    if (signal.aborted && left.length === 0) publish(queue.set(id, { state: 'accepted', steps: [] }));
    else {
      const reason = errorMessage(error) + changedSince(left);
      publish(queue.set(id, { state: 'failed', reason, retry: undefined }));
    }
  }

  async function recordRun(
    id: string,
    {
      paths,
      ...contents
    }: Pick<ChangeRecord, 'paths' | 'before'> & Partial<Pick<ChangeRecord, 'written' | 'times'>>,
  ) {
    const status = queue.find(id);
    try {
      const entry = await deps.afterChanges(paths, {
        source: 'update',
        reason: entryReason(status),
        input: id,
        wall: status.wall,
        author: status.author ?? null,
        ...contents,
      });
      publish(queue.set(id, { history: entry?.id ?? status.history }));
      createJournal(queue.journal(id)).drop();
    } catch (error) {
      recordError = error as Error;
    }
  }

  /** An answer changes what is known of the updates that asked. */
  function publishAsked(id: string): void {
    const { inbox_ref } = queue.input(id);
    if (inbox_ref === null) return;
    const item = inbox_ref.slice(inbox_ref.lastIndexOf('/') + 1);
    for (const status of queue.list()) if (status.inbox === item && status.id !== id) publish(status);
  }

  /** False if some change of the killed run can't be rolled back; the user has to decide then. */
  function takeBack(id: string): boolean {
    const left = rollBack(vault, queue.journal(id));
    if (left.length === 0) return true;
    publish(queue.set(id, { state: 'failed', reason: `it was interrupted${changedSince(left)}` }));
    return false;
  }

  function publish(status: UpdateStatus): void {
    deps.events.publish('update', status);
  }

  return {
    run,
    /** Rolls back what a killed run left, and records what was filed but not recorded. */
    async recover(): Promise<void> {
      recordError = null;
      for (const { id, state, files } of queue.list()) {
        if (state === 'running') {
          if (takeBack(id)) publish(queue.set(id, { state: 'accepted', steps: [] }));
        } else if (isFiled(state) && existsSync(queue.journal(id))) {
          const journal = readJournal(queue.journal(id));
          const paths = new Set([...files.map((file) => parsePath(file)), ...journal.paths]);
          await recordRun(id, { paths: [...paths], before: journal.before });
        }
      }
    },
    /** Why an update that is filed could not be recorded; null if all are, as far as is known. `recover` tries again. */
    recordError: () => recordError,
    /** The steps of an update that runs now; null for any other. */
    stepsOf: steps.of,
    /** Whether the current run has changed this path, and will record it. */
    isTouching: (path: VaultPath) => current?.has(path) ?? false,
  };
}

function isModelError(error: unknown): error is RappelError {
  return error instanceof RappelError && error.code === 'model';
}

function changedSince(left: readonly string[]): string {
  return left.length === 0 ? '' : `; ${left.join(', ')} changed meanwhile and stayed as it is`;
}

const MOST_TITLE = 80;

/** What the history calls an update. Every question has the same summary, so the title of its note follows. */
function entryReason({ state, summary, title = '' }: UpdateStatus): string {
  const [line = ''] = title.split('\n');
  if (state !== 'needs_answer' || line === '') return summary ?? '';
  return `${summary ?? ''} (${line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1)}…` : line})`;
}
