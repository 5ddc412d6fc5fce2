import { openItem } from '../../agents/clerk/offers.js';
import type { HeldText } from '../../agents/update.js';
import type { SearchEngine } from '../../search/engine.js';
import { beginChangeset, type Changeset } from '../../service/changes/changeset.js';
import { recoverChanges } from '../../service/changes/recover-changes.js';
import { watchChanges } from '../../service/changes/watch-changes.js';
import type { HistoryEntry } from '../../service/history/history.js';
import { openHistory } from '../../service/history/open-history.js';
import type { AfterChanges } from '../../service/job/after-changes.js';
import { withLock } from '../../service/locks/lock.js';
import { withWriter } from '../../service/locks/writers.js';
import { languageSetting } from '../../service/settings/language-setting.js';
import { standaloneAfterChanges } from '../../service/standalone/after-changes.js';
import { createHeld } from '../../service/state/held.js';
import { RappelError, systemError } from '../../shared/errors.js';
import { newId } from '../../shared/ids.js';
import type { OnProgress } from '../../shared/progress.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { removeFile, setModified } from '../../vault/disk.js';
import { firstMissingFolder } from '../../vault/empty-folders.js';
import { type Bytes, readBytes, writeIfUnchanged } from '../../vault/files.js';
import { isMarkdown } from '../../vault/kinds.js';
import { createFiles, type NewFile } from '../../vault/new-files.js';
import { recordedPath, showPath, type VaultPath } from '../../vault/paths.js';
import { versionOfBytes } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import { type ImportItem, type ImportSource, isSkipped } from './item.js';
import type { ImportOptions, ImportPlan, PlannedFile } from './plan.js';
import { prepare } from './prepare.js';
import { withSourceFields } from './source-fields.js';

export interface ImportResult {
  /** Null if nothing was to be done. */
  entry: HistoryEntry | null;
  /** How many files were written; fewer than planned if the import was stopped. */
  written: number;
  planned: number;
}

/**
 * Carries out a plan, as one history entry. Where it is stopped by `signal` or by an error, the entry holds what was written. Killed, it has
 * written nothing.
 */
export async function runImport(
  vault: Vault,
  engine: SearchEngine,
  source: ImportSource,
  plan: ImportPlan,
  options: ImportOptions,
  { onProgress = () => {}, signal }: { onProgress?: OnProgress; signal?: AbortSignal | undefined } = {},
): Promise<ImportResult> {
  const afterChanges = await standaloneAfterChanges(vault, engine, onProgress);
  await recoverChanges({ vault, history: () => openHistory(vault), afterChanges });
  const run = (announce: () => void): Promise<ImportResult> => {
    announce();
    return writePlanned(vault, source, plan, options, { onProgress, signal, afterChanges });
  };
  return withLock(vault.root, 'import', () => withWriter(vault.root, run), { mostMs: 1_000 });
}

interface Watching {
  onProgress: OnProgress;
  signal: AbortSignal | undefined;
  afterChanges: AfterChanges;
}

async function writePlanned(
  vault: Vault,
  source: ImportSource,
  plan: ImportPlan,
  options: ImportOptions,
  { onProgress, signal, afterChanges }: Watching,
): Promise<ImportResult> {
  const todo = new Map(plan.files.filter(isWork).map((file) => [file.sourceId, file]));
  const planned = todo.size;
  if (planned === 0) return { entry: null, written: 0, planned };
  const before = new Map<VaultPath, Bytes | null>();
  const movedAway = new Set(plan.files.map(({ was }) => was));
  const countWritten = () => [...before.keys()].filter((path) => !movedAway.has(path)).length;
  const changeset = beginChangeset(vault.root, { source: 'import', reason: '' });
  const secrets = holdSecrets(watchChanges(vault, changeset), source);
  let failure: RappelError | null = null;
  try {
    try {
      for await (const _ of writeAll(vault, source, todo, options, {
        changeset,
        keep: secrets.keep,
        before,
      })) {
        onProgress({ work: 'importing', done: countWritten(), total: planned });
        if (signal?.aborted) break;
      }
    } catch (error) {
      failure = rappelError(error);
    }
    const question = secrets.ask();
    if (question !== null) before.set(question, null);
    changeset.made(reasonOf(source, options, countWritten()));
  } catch (error) {
    changeset.rollBack(vault);
    throw failure ?? error;
  }
  let entry: HistoryEntry | null = null;
  try {
    const why = { source: 'import', reason: reasonOf(source, options, countWritten()), before } as const;
    entry = await changeset.commit((id) => afterChanges([...before.keys()], { ...why, id }));
  } catch (error) {
    failure ??= rappelError(error);
  }
  const result = { entry, written: countWritten(), planned };
  if (failure !== null) throw stoppedAt(failure, result);
  return result;
}

interface Written {
  changeset: Changeset;
  /** What the files hold masked is kept apart before they are written. */
  keep: (file: HeldText['files'][number]) => void;
  before: Map<VaultPath, Bytes | null>;
}

/** Writes everything, new files many at a time, each with its previous content in `before`; yields after each step. */
async function* writeAll(
  vault: Vault,
  source: ImportSource,
  todo: ReadonlyMap<string, PlannedFile>,
  options: ImportOptions,
  { changeset, keep, before }: Written,
): AsyncGenerator<void> {
  const met = new Set<VaultPath>();
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  const yieldToEventLoop = createYielder();
  try {
    for await (const offer of source.offers()) {
      await yieldToEventLoop();
      const planned = isSkipped(offer) ? undefined : todo.get(offer.sourceId);
      if (isSkipped(offer) || planned === undefined || met.has(planned.path)) continue;
      met.add(planned.path);
      const isWaiting = write(offer, planned);
      // The first steps are small, so that the first files and the first sign of progress come soon.
      const isFull =
        waiting.length >= Math.min(before.size, MOST_WAITING) || waitingBytes > MOST_WAITING_BYTES;
      if (isWaiting && !isFull) continue;
      if (isWaiting) await createWaiting();
      yield;
    }
  } finally {
    await createWaiting();
  }
  yield;

  /** True if the file waits to be created with others. One that is not as it was planned with is left out: the next plan says why. */
  function write(item: ImportItem, { path, was, seen }: PlannedFile): boolean {
    const prepared = prepare(item, { ...options, clock: vault.clock });
    const place = vault.locate(path);
    if (was !== undefined) {
      const old = readBytes(vault.locate(was));
      // Its copy may have been changed here: only the name of its source is new.
      const fields = { kind: item.kind, id: item.sourceId, hash: prepared.hash! };
      const bytes = Buffer.from(withSourceFields(old.toString('utf8'), fields));
      waiting.push({ place, bytes, path, modified: null, old: { path: was, bytes: old } });
      return true;
    }
    const current = place.kind === 'missing' ? null : readBytes(place);
    if ((current === null ? undefined : versionOfBytes(current)) !== seen) return false;
    const bytes = prepared.bytes();
    if (prepared.held !== null) keep({ path, ...prepared.held });
    if (current === null) {
      // A Markdown file carries its own dates.
      waiting.push({ place, bytes, path, modified: isMarkdown(path) ? null : item.updated });
      waitingBytes += bytes.length;
      return true;
    }
    changeset.tell({ kind: 'save', path, before: current, after: versionOfBytes(bytes) });
    changeset.ready();
    writeIfUnchanged(place, current, bytes);
    if (!isMarkdown(path)) setTime(place.target, item.updated);
    before.set(path, current);
    return false;
  }

  async function createWaiting(): Promise<void> {
    const files = waiting;
    [waiting, waitingBytes] = [[], 0];
    for (const { path, bytes, old } of files) {
      const made = firstMissingFolder(vault.root, path) ?? undefined;
      changeset.tell({ kind: 'save', path, before: null, after: versionOfBytes(bytes), made });
      if (old !== undefined) changeset.tell({ kind: 'save', path: old.path, before: old.bytes, after: null });
    }
    if (files.length > 0) changeset.ready();
    await createFiles(files, ({ path, place, modified }) => {
      setTime(place.target, modified);
      before.set(path, null);
    });
    // The new file is on the disk by now.
    for (const { old } of files) if (old !== undefined) removeMoved(old);
  }

  /** Keeps a file that was changed meanwhile. */
  function removeMoved({ path, bytes }: NonNullable<Waiting['old']>): void {
    const place = vault.locate(path);
    if (place.kind !== 'file' || !readBytes(place).equals(bytes)) return;
    removeFile(place.target);
    before.set(path, bytes);
  }
}

/** Holds what is masked in the files of one import, and asks about it once. */
function holdSecrets(vault: Vault, { label }: ImportSource) {
  const held = createHeld(vault.root);
  const id = newId();
  const files: HeldText['files'] = [];
  return {
    keep(file: HeldText['files'][number]): void {
      files.push(file);
      held.hold(id, { text: '', images: [], project: null, files });
    },
    /** The file of the question; null where nothing is held. */
    ask(): VaultPath | null {
      if (files.length === 0) return null;
      const language = languageSetting(process.env);
      const paths = files.map(({ path }) => showPath(path));
      const more = paths.length > MOST_NAMED ? ', …' : '';
      const item = openItem(
        vault,
        {
          asks: 'secret',
          text: `${label}: ${paths.slice(0, MOST_NAMED).join(', ')}${more}`,
          held: id,
          material: { text: '', images: [] },
          sections: [],
          actions: [{ do: 'keep' }, { do: 'place', at: { kind: 'discard' } }],
        },
        language,
      );
      held.setItem(id, item);
      return recordedPath(`inbox/${item}/review.md`);
    },
  };
}

const MOST_NAMED = 20;

/** A copy has the time of its source. */
function setTime(file: string, modified: Date | null): void {
  if (modified !== null) setModified(file, modified);
}

interface Waiting extends NewFile {
  path: VaultPath;
  modified: Date | null;
  /** The copy that this one replaces under another name. */
  old?: { path: VaultPath; bytes: Bytes };
}

/** So many files are open at a time. */
const MOST_WAITING = 200;
const MOST_WAITING_BYTES = 32 * 1024 * 1024;

/** Any other error is thrown: after a defect, as after a kill, everything is rolled back. */
function rappelError(error: unknown): RappelError {
  const known = systemError(error);
  if (known instanceof RappelError) return known;
  throw error;
}

/** What is written stays: the next import of the same source continues there. */
function stoppedAt(error: RappelError, { entry, written, planned }: ImportResult): RappelError {
  const { code, path, reason, fields } = error;
  // The file is named once, in front of the whole.
  const about = { problem: { reason, fields }, written, planned, path: path ?? undefined, cause: error };
  return entry === null
    ? new RappelError(code, 'import.stopped', about)
    : new RappelError(code, 'import.stopped_undo', { ...about, entry: entry.id });
}

function isWork({ action }: PlannedFile): boolean {
  return action !== 'known';
}

function reasonOf(source: ImportSource, { into }: ImportOptions, count: number): string {
  return `Imported ${count} ${count === 1 ? 'file' : 'files'} into ${showPath(into, 'folder')}: ${source.label}`;
}
