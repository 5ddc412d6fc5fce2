import type { AgentEvent } from '../../agents/answer.js';
import { stepOf } from '../../agents/answer.js';
import type { Agents } from '../../agents/create-agents.js';
import type { UpdateHandler, UpdateInput, UpdateOutcome } from '../../agents/update.js';
import type { SearchEngine } from '../../search/engine.js';
import { ENGLISH, messageOf, RappelError } from '../../shared/errors.js';
import { createSession } from '../../tools/session.js';
import type { Bytes } from '../../vault/files.js';
import { isText } from '../../vault/files.js';
import { firstSegments, recordedPath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { Wall } from '../../vault/wall.js';
import { OutsideWall } from '../../vault/walled-vault.js';
import { type Message, message, messageSays } from '../../words/message.js';
import type { ChangeRecord } from '../changes/change-record.js';
import { createChangeRecord } from '../changes/change-record.js';
import {
  beginChangeset,
  type Changeset,
  type ChangesetEntry,
  type LeftChangeset,
  unrecordedUpdates,
} from '../changes/changeset.js';
import type { Next, RevertStep } from '../changes/plan-revert.js';
import { endChangesets, type Recovered } from '../changes/recover-changes.js';
import { planUndo } from '../changes/undo-plan.js';
import { watchChanges } from '../changes/watch-changes.js';
import type { Publisher } from '../events/events.js';
import type { History } from '../history/history.js';
import { contentNow, textVersion } from '../history/replace-content.js';
import type { AfterChanges } from '../job/after-changes.js';
import { createHeld } from '../state/held.js';
import type { Queue } from './queue.js';
import { isDue, joinRetry, KNOWN_MS, planRetry, type Retry } from './retry.js';
import { closed, MOST_STEPS, type Step, trimmedEvent, withEvent } from './steps.js';
import { isFiled, isWaiting, type UpdateStatus } from './update-status.js';

export interface RunnerDeps extends AttemptDeps {
  agents: FilingAgents;
  events: Publisher<UpdateEvents>;
  afterChanges: AfterChanges;
  /** Removes every trace of what lies at a path, but the update that asks for it. The caller holds the lock of the queue. */
  erase?: (path: VaultPath, asking: string) => Promise<void>;
}

/** The agents as the worker needs them; they may change with the settings from one update to the next. */
type FilingAgents = Pick<Agents, 'file' | 'settings'>;

/** Runs one update after the other, each exactly once. Its caller holds the lock of the queue. */
export function createUpdateRunner(deps: RunnerDeps, signal: AbortSignal) {
  const { agents, queue, vault } = deps;
  const steps = createLiveSteps(queue, deps.events);
  const outage = createOutage(queue, publish);
  const attempts = createAttempts(deps, steps, signal);
  const release = createRelease(deps);
  const records = createRunRecords({ ...deps, publish });

  /** Until the update is filed, failed or waits for its model; one that `signal` interrupts waits as before. */
  async function run({ id, state }: UpdateStatus): Promise<void> {
    if (state === 'running' && !(await takeBack(id))) return;
    let asked = false;
    const begun = await queue.change(id, (waiting) => {
      asked = waiting.asked === true;
      if (!isWaiting(waiting.state)) return null;
      return { state: 'running', steps: [], reason: null, asked: undefined };
    });
    // Dismissed meanwhile.
    if (begun === null) return;
    publish(begun);
    const { settings } = agents;
    const now = () => vault.clock.now().getTime();
    const known = asked || begun.model === 'none' ? null : outage.at(now(), settings);
    if (known !== null) return wait(id, joinRetry(begun.retry, known.retry, now()));
    const tried = await attempts.attempt(id, agents.file);
    if ('outcome' in tried) {
      await filed(id, tried);
      if (tried.outcome.usage !== undefined) await outage.over(now(), settings);
      return;
    }
    const { error, left } = tried;
    const context = { now: now(), settings, random: Math.random() };
    const planned =
      signal.aborted || left.length > 0 || !isModelError(error)
        ? null
        : planRetry(begun.retry, error, context);
    if (planned === null) return fail(id, error, left);
    outage.begin(error as RappelError, planned);
    wait(id, planned);
  }

  function wait(id: string, retry: Retry): void {
    publish(queue.set(id, { state: 'accepted', steps: [], retry }));
  }

  /** From here on the update is filed, never to be run again; its changeset stays until it is recorded too. */
  async function filed(id: string, { outcome, record, changeset }: FiledUpdate): Promise<void> {
    const files = record.files.map((path) => showPath(path)).sort();
    try {
      publish(queue.set(id, { ...outcome, files, retry: undefined }));
      await records.record(id, record, changeset);
      if (records.error() === null) await release.settle(id);
    } finally {
      // Where its status could not be written, it is not filed: the next run rolls it back.
      changeset.leave();
      attempts.over();
    }
    publishAsked(id);
  }

  /** Everything is rolled back. An interrupted update waits again. */
  function fail(id: string, error: unknown, left: readonly string[]): void {
    if (signal.aborted && left.length === 0) publish(queue.set(id, { state: 'accepted', steps: [] }));
    else {
      publish(queue.set(id, failedWith(messageOf(error), left)));
    }
  }

  /** An answer changes what is known of the updates that asked. */
  function publishAsked(id: string): void {
    const { inbox_ref } = queue.input(id);
    if (inbox_ref === null) return;
    const item = inbox_ref.slice(inbox_ref.lastIndexOf('/') + 1);
    for (const status of queue.list()) if (status.inbox === item && status.id !== id) publish(status);
  }

  /** Ends killed runs. False if some change of one can't be rolled back; the user has to decide then. */
  async function takeBack(id?: string): Promise<boolean> {
    const ended = await records.recover(id);
    for (const { entry, kept } of ended)
      if (kept.length > 0) publish(queue.set(entry.input!, failedWith(message('update.interrupted'), kept)));
    const isBack = ended.every(({ kept, error }) => kept.length === 0 && error === null);
    return isBack && (id === undefined || !unrecordedUpdates(vault.root).has(id));
  }

  function publish(status: UpdateStatus): void {
    deps.events.publish('update', status);
  }

  return {
    run,
    /** Rolls back what a killed run left, and records what was filed but not recorded. */
    async recover(): Promise<void> {
      await takeBack();
      const left = unrecordedUpdates(vault.root);
      for (const { id, state } of queue.list())
        if (state === 'running' && !left.has(id)) publish(queue.set(id, { state: 'accepted', steps: [] }));
      await release.recover();
    },
    /** Why an update that is filed could not be recorded; null if all are, as far as is known. `recover` tries again. */
    recordError: records.error,
    /** The steps of an update that runs now; null for any other. */
    stepsOf: steps.of,
    /** Whether the current run has changed this path, and will record it. */
    isTouching: attempts.isTouching,
  };
}

function isModelError(error: unknown): error is RappelError {
  return error instanceof RappelError && error.code === 'model';
}

/** Some of what it did could not be rolled back: the user has to decide. */
function failedWith(problem: Message, left: readonly string[]) {
  const why =
    left.length === 0 ? problem : message('update.failed_left', { problem, files: left.join(', ') });
  const reason = messageSays(ENGLISH, why) ?? why.reason;
  return {
    state: 'failed',
    reason,
    error: { ...why, message: reason, hint: null },
    retry: undefined,
  } as const;
}

interface ReleaseDeps {
  vault: Vault;
  queue: Queue;
  erase?: (path: VaultPath, asking: string) => Promise<void>;
}

/** What an update holds is bound to its question; what the owner has decided about is released, or erased with every trace. */
function createRelease({ vault, queue, erase }: ReleaseDeps) {
  const held = createHeld(vault.root);

  /** Once the update is recorded. May be interrupted and repeated. */
  async function settle(id: string): Promise<void> {
    const { inbox, decided } = queue.find(id);
    if (inbox !== null && held.has(id)) held.setItem(id, inbox);
    if (decided === undefined) return;
    if (!decided.isKept) await erase?.(recordedPath(`inbox/${decided.item}`), id);
    if (decided.held !== null) held.drop(decided.held);
  }

  return {
    settle,
    /** What a kill left undone. */
    async recover(): Promise<void> {
      const isLeft = (id: string | null | undefined) => id != null && held.has(id);
      for (const { id, inbox, decided } of queue.list())
        if (isLeft(decided?.held) || (inbox !== null && isLeft(id) && held.itemOf(id) === null))
          await settle(id);
    },
  };
}

interface Known {
  error: RappelError;
  retry: Retry;
}

/** Remembers in this process that the model can't be used at the moment, whatever the input. */
function createOutage(queue: Queue, publish: (status: UpdateStatus) => void) {
  let known: Known | null = null;
  /** Whether updates may wait for the model; true until the queue was checked. */
  let mayWait = true;

  return {
    /** Null if the model may be called. */
    at(now: number, settings: string): Known | null {
      if (known === null || isDue(known.retry, now, settings) || now - known.retry.last >= KNOWN_MS)
        return null;
      return known;
    },
    begin(error: RappelError, retry: Retry): void {
      mayWait = true;
      // A slow model answers, and another input may be shorter.
      if (retry.failure !== 'slow') known = { error, retry };
    },
    /** The model works again: what waits for it is due. What it was too slow for keeps its time. */
    async over(now: number, settings: string): Promise<void> {
      known = null;
      if (!mayWait) return;
      mayWait = false;
      for (const { id } of queue.waiting()) {
        const changed = await queue.change(id, ({ retry }) =>
          retry === undefined || retry.failure === 'slow' || isDue(retry, now, settings)
            ? null
            : { retry: { ...retry, next: now } },
        );
        if (changed !== null) publish(changed);
      }
    },
  };
}

/** Records what updates changed. Its caller holds the lock of the queue. */
function createRunRecords(deps: {
  vault: Vault;
  queue: Queue;
  history(): Promise<History>;
  afterChanges: AfterChanges;
  publish(status: UpdateStatus): void;
}) {
  const { queue, publish } = deps;
  let error: Error | null = null;

  /** That an update is filed is what its status says: from then on its changes are never rolled back. */
  function filedEntry({ entry }: LeftChangeset): ChangesetEntry | null {
    const id = entry.input!;
    if (!queue.has(id)) return entry;
    const status = queue.find(id);
    return isFiled(status.state) ? { ...entry, reason: entryReason(status) } : null;
  }

  return {
    async record(
      id: string,
      { paths, before, written, times }: ChangeRecord,
      changeset: Changeset,
    ): Promise<void> {
      const status = queue.find(id);
      const { wall, author = null } = status;
      const why = { source: 'update', reason: entryReason(status), input: id, wall, author } as const;
      try {
        await changeset.commit(async (entryId) => {
          const entry = await deps.afterChanges(paths, { ...why, id: entryId, before, written, times });
          publish(queue.set(id, { history: entry?.id ?? status.history }));
        });
      } catch (caught) {
        error = caught as Error;
      }
    },
    /** Ends the runs that were killed or not recorded, of one update or of all: rolls back what is not filed. */
    async recover(only?: string): Promise<Recovered[]> {
      error = null;
      const isOurs = ({ entry }: LeftChangeset) =>
        entry.source === 'update' && (only === undefined || entry.input === only);
      const ended = await endChangesets(deps, isOurs, filedEntry);
      for (const { entry, recorded, error: failure } of ended) {
        if (recorded !== null && queue.has(entry.input!))
          publish(queue.set(entry.input!, { history: recorded.id }));
        error ??= failure;
      }
      return ended;
    },
    /** Why an update that is filed could not be recorded; null if all are, as far as is known. `recover` tries again. */
    error: () => error,
  };
}

const MOST_TITLE = 80;

/** What the history calls an update. Every question has the same summary, so the title of its note follows. */
function entryReason({ state, summary, title = '' }: UpdateStatus): string {
  const [line = ''] = title.split('\n');
  if (state !== 'needs_answer' || line === '') return summary ?? '';
  return `${summary ?? ''} (${line.length > MOST_TITLE ? `${line.slice(0, MOST_TITLE - 1)}…` : line})`;
}

interface AttemptDeps {
  vault: Vault;
  engine: SearchEngine;
  queue: Queue;
  history(): Promise<History>;
  /** What the filing of an update behind this wall works with. */
  walled(wall: Wall): Promise<{ forUpdate(vault: Vault): Vault; engine(): Promise<SearchEngine> }>;
}

/** A run that was filed, or why its changes were rolled back and which files could not be. */
type Attempt = FiledUpdate | { error: unknown; left: string[] };

interface FiledUpdate {
  outcome: UpdateOutcome;
  record: ChangeRecord;
  changeset: Changeset;
}

function notHere(): RappelError {
  return new RappelError('protected', 'update.outside_project');
}

/** Runs the handler of an update; where it fails, the vault is as it was. */
function createAttempts(deps: AttemptDeps, steps: LiveSteps, signal: AbortSignal) {
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

/**
 * Takes what an entry of the history brought in out of the files, with the changes of a running update: what an undo does,
 * as a part of that update. Returns the paths; null where a later change altered the same units.
 */
export async function takeOut(vault: Vault, history: History, entry: string): Promise<VaultPath[] | null> {
  const { steps, obstacles } = await planUndo(vault, history, await history.find(entry), {});
  if (obstacles.length > 0) return null;
  const contents: (Bytes | null)[] = [];
  for (const { next } of steps) contents.push(next === null ? null : await contentOf(history, next));
  // If a file was edited since, it is planned again. What follows is synchronous, so nothing can change in between.
  if (!steps.every((step) => isAsSeen(vault, step))) return takeOut(vault, history, entry);
  for (const [index, { path }] of steps.entries()) take(vault, path, contents[index]!);
  return steps.map(({ path }) => path);
}

function isAsSeen(vault: Vault, { path, seen }: RevertStep): boolean {
  return seen === undefined || seen === textVersion(contentNow(vault, path));
}

function take(vault: Vault, path: VaultPath, bytes: Bytes | null): void {
  // The question of an update goes with its folder.
  const place = vault.locate(path.startsWith('inbox/') ? firstSegments(path, 2) : path);
  if (bytes === null) {
    if (place.kind !== 'missing') vault.remove(place);
    return;
  }
  const target = vault.locate(path);
  if (isText(bytes)) vault.save(target, () => bytes.toString('utf8'));
  else vault.create(target, bytes);
}

async function contentOf(history: History, next: NonNullable<Next>): Promise<Bytes> {
  if ('merged' in next) return Buffer.from(next.merged);
  for await (const bytes of history.read([next.version])) return bytes;
  throw new RappelError('not_found', 'history.no_before');
}

/** What clients can watch of an update. */
interface UpdateEvents {
  update: UpdateStatus;
  step: { id: string; event: AgentEvent };
}

/** The steps of the update that runs now, with their times. */
function createLiveSteps(queue: Queue, events: Publisher<UpdateEvents>) {
  let current: { id: string; done: readonly Step[] } | null = null;
  return {
    begin(id: string): void {
      current = { id, done: [] };
    },
    /** Every event goes to clients that watch; a tool call is also kept, as a step of the update. */
    tell(id: string, event: AgentEvent): void {
      if (current?.id === id) current = { id, done: withEvent(current.done, event, Date.now()) };
      events.publish('step', { id, event: trimmedEvent(event) });
      if (event.type !== 'tool-call') return;
      const { steps } = queue.find(id);
      if (steps.length < MOST_STEPS) events.publish('update', queue.setSteps(id, [...steps, stepOf(event)]));
    },
    /** Stores them with the update. */
    keep(id: string): void {
      if (current?.id === id) queue.keepRun(id, closed(current.done, Date.now()));
    },
    end(): void {
      current = null;
    },
    /** Null for an update that does not run now. */
    of: (id: string): readonly Step[] | null => (current?.id === id ? current.done : null),
  };
}

type LiveSteps = ReturnType<typeof createLiveSteps>;
