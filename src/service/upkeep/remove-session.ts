import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchEngine } from '../../search/engine.js';
import { RappelError } from '../../shared/errors.js';
import { peekText, readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { listInboxItems } from '../../vault/inbox-items.js';
import { firstSegments, joinPath, ROOT, recordedPath, showPath, type VaultPath } from '../../vault/paths.js';
import type { Vault } from '../../vault/vault.js';
import type { CapturedSession } from '../capture/captured-session.js';
import { isUpdateOf } from '../capture/draw-sessions.js';
import { sessionFiles } from '../capture/session-files.js';
import type { HistoryEntry } from '../history/history.js';
import { openHistory } from '../history/open-history.js';
import { findUndone } from '../history/timeline.js';
import { withLock } from '../locks/lock.js';
import { batchesIn, trashFolder } from '../state/trash.js';
import { createQueue } from '../updates/queue.js';
import { purgePath } from './purge.js';

export interface RemovedSession {
  /** Its id. */
  removed: string;
  /** Its note; null if it had none. */
  file: VaultPath | null;
  /** How many entries of the history were undone. */
  undone: number;
  /** Files that still hold something drawn from it, because it was changed since. */
  left: string[];
}

/** What a removal would take out; changes nothing. */
export interface RemovalPreview {
  /** Its note, which is deleted for good; null if it has none. */
  file: string | null;
  /** Files that something was drawn into, which is taken out again. */
  files: string[];
  /** Open questions of the inbox. */
  questions: number;
}

export async function previewRemoval(vault: Vault, session: CapturedSession): Promise<RemovalPreview> {
  const { brought, items } = await entriesOf(vault, session);
  const touched = new Set(brought.flatMap(({ files }) => files.map(({ path }) => path)));
  const isOpen = (item: string) => vault.locate(recordedPath(item)).kind !== 'missing';
  return {
    file: session.file === null ? null : showPath(recordedPath(session.file)),
    files: [...touched]
      .filter((path) => !path.startsWith('inbox/') && path !== session.file)
      .map((path) => showPath(path))
      .sort(),
    questions: [...items].filter(isOpen).length,
  };
}

/**
 * Removes everything that a captured session brought in: what waits of it, what was drawn from it into files (`undo` takes the id of
 * an entry and leaves what was changed since), its question in the inbox, and its note for good. Nothing more of it is stored.
 */
export async function removeSession(
  vault: Vault,
  engine: SearchEngine,
  session: CapturedSession,
  undo: (entry: string) => Promise<unknown>,
): Promise<RemovedSession> {
  const files = sessionFiles(vault.root);
  // While nothing is filed or drawn.
  await withLock(vault.root, 'captured', async () => files.stop(session.id));
  refuseWhileRead(vault, session);
  const { brought, items } = await entriesOf(vault, session);
  let undone = 0;
  for (const { id } of brought) if (await isUndone(() => undo(id))) undone++;
  const file = session.file === null ? null : recordedPath(session.file);
  if (file !== null) {
    removeQuestions(vault, file);
    await purgePath(vault, engine, vault.locate(file));
  }
  forgetUpdates(vault, session, brought);
  for (const batch of batchesIn(vault.root))
    for (const item of items)
      rmSync(join(trashFolder(vault.root), batch, item), { recursive: true, force: true });
  files.forget(session.id);
  const touched = new Set(brought.flatMap(({ files }) => files.map(({ path }) => path)));
  const left = [...touched].filter((path) => file !== null && mentions(vault, path, showPath(file)));
  return { removed: session.id, file, undone, left: left.map((path) => showPath(path)).sort() };
}

function refuseWhileRead(vault: Vault, session: CapturedSession): void {
  const running = createQueue(vault)
    .list()
    .find(({ id, state }) => state === 'running' && isUpdateOf(session, id));
  if (running !== undefined) throw new RappelError('busy', 'capture.being_read');
}

/** Their summaries hold words of the session. */
function forgetUpdates(vault: Vault, session: CapturedSession, brought: readonly HistoryEntry[]): void {
  const queue = createQueue(vault);
  const inputs = new Set(brought.map(({ input }) => input));
  for (const { id } of queue.list()) if (isUpdateOf(session, id) || inputs.has(id)) queue.forget(id);
}

/** What was drawn from it, and the answers to its questions, newest first; and the names of these questions. */
async function entriesOf(
  vault: Vault,
  session: CapturedSession,
): Promise<{ brought: HistoryEntry[]; items: ReadonlySet<string> }> {
  const entries = await (await openHistory(vault)).entries();
  const undone = findUndone(entries);
  const items = new Set<string>();
  const brought = entries.filter(({ input, source, files }) => {
    if (source !== 'update') return false;
    if (input !== null && isUpdateOf(session, input)) {
      for (const { path } of files) if (path.startsWith('inbox/')) items.add(firstSegments(path, 2));
      return true;
    }
    return files.some(({ path, change }) => change === 'deleted' && items.has(firstSegments(path, 2)));
  });
  return { brought: brought.filter(({ id }) => !undone.has(id)).reverse(), items };
}

/** False where nothing of the entry is left, or everything was changed since. */
async function isUndone(undo: () => Promise<unknown>): Promise<boolean> {
  try {
    await undo();
    return true;
  } catch (error) {
    if (error instanceof RappelError && error.code === 'no_match') return false;
    throw error;
  }
}

/** A history that was trimmed does not know of them. */
function removeQuestions(vault: Vault, file: VaultPath): void {
  for (const item of listInboxItems(vault)) {
    const folder = joinPath(joinPath(ROOT, 'inbox'), item);
    const review = vault.locate(joinPath(folder, 'review.md'));
    const { yaml } = splitFrontmatter(review.kind === 'file' ? readText(review) : '');
    if (fieldOf(yaml, 'session') === showPath(file)) vault.remove(vault.locate(folder));
  }
}

function mentions(vault: Vault, path: VaultPath, shown: string): boolean {
  const place = vault.locate(path);
  return place.kind === 'file' && (peekText(place.target) ?? '').includes(shown);
}
