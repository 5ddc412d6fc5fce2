import { z } from 'zod';
import { RappelError } from '../../shared/errors.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { blobId } from '../../vault/blob-id.js';
import { removeEmptyFolders } from '../../vault/empty-folders.js';
import type { Bytes } from '../../vault/files.js';
import { isText, readBytes, writeIfUnchanged } from '../../vault/files.js';
import { isMarkdown } from '../../vault/kinds.js';
import { withFileLock } from '../../vault/lock.js';
import { createFiles, type NewFile } from '../../vault/new-files.js';
import type { VaultPath } from '../../vault/paths.js';
import { firstSegments } from '../../vault/paths.js';
import type { Place } from '../../vault/resolve.js';
import { trashBatch, type Vault } from '../../vault/vault.js';
import { beginChangeset, type LeftChangeset } from '../changes/changeset.js';
import { type Change, readBlobs, readDifference } from '../history/objects.js';
import type { Repository } from '../history/private-git-dir.js';
import { withLock } from '../locks/lock.js';
import { defaultMachineName, readSyncSetting } from '../state/sync-setting.js';
import { nameBeside } from './files-at-tip.js';
import { mergeFile } from './merge-file.js';
import { hasCommit } from './read-log.js';
import type { SyncDeps } from './sync-deps.js';

type Adopting = Pick<SyncDeps, 'vault' | 'store' | 'recorded'>;

/**
 * Moves the files and the head of the vault from one commit to another, while no update runs and nothing else is recorded. Where the
 * head is elsewhere by now, `whereMoved` says from there on to which commit; null if to none. `adopted` is called when it is done.
 */
export async function adopt(
  { vault, store, recorded }: Adopting,
  from: string | null,
  to: string,
  whereMoved: (head: string) => Promise<string | null> = async () => null,
  adopted: () => void = () => {},
): Promise<VaultPath[] | null> {
  if (from === to) return [];
  return betweenChanges(vault.root, async () => {
    store.prepare();
    const repository = store.repository();
    const { head } = repository;
    const target = head === from ? to : head && (await whereMoved(head));
    if (target === null) return null;
    const plan = { do: 'adopt', from: head, to: target };
    const changeset = beginChangeset(
      vault.root,
      { source: 'sync', reason: '' },
      { unfinished: 'finish', plan },
    );
    return changeset.commit(async () => {
      changeset.ready();
      const changed = await adoptFiles(vault, repository, await readDifference(repository, head, target));
      store.setHead(target);
      recorded.replaced(target);
      adopted();
      return changed;
    });
  });
}

/**
 * Finishes what a killed process began to adopt, before anything else is recorded: half of the files of another machine would be taken
 * for edits of a person. The commit is checked and shared already. Returns the paths that it touched.
 */
export async function finishAdopting(deps: Adopting, { plan }: LeftChangeset): Promise<VaultPath[]> {
  const begun = schema.safeParse(plan).data;
  const { head } = await deps.recorded.repository();
  if (begun === undefined || head !== begun.from) return [];
  if (!(await hasCommit(deps.store.repository(), begun.to))) return [];
  return (await adopt(deps, begun.from, begun.to)) ?? [];
}

const commit = z.string().regex(/^[0-9a-f]{40}$/);
const schema = z.object({ from: commit.nullable(), to: commit });

/** While no update, undo or record runs: each of them compares what it finds with what it found before. */
function betweenChanges<Result>(root: string, work: () => Promise<Result>): Promise<Result> {
  return ['history', 'revert', 'updates'].reduce<() => Promise<Result>>(
    (inner, name) => () => withLock(root, name, inner),
    work,
  )();
}

/** New files that are created together: each is open meanwhile. */
const MOST_WAITING = 200;
const MOST_WAITING_BYTES = 16 * 1024 * 1024;

/**
 * Makes the files of the vault those of another commit. A file that was edited since it was recorded keeps the edit: the
 * two are merged, and the edit is recorded later. Stopped half-way, it is simply done again: what is there already is no
 * change. Returns the paths that it touched.
 */
async function adoptFiles(
  vault: Vault,
  repository: Repository,
  changes: readonly Change[],
): Promise<VaultPath[]> {
  const yieldToEventLoop = createYielder();
  const batch = trashBatch(vault.clock.now());
  // Deletions first: a file may take the place of a folder.
  const gone = changes.filter(({ after }) => after === null);
  const there = changes.filter(({ after }) => after !== null);
  for (const change of gone) {
    await yieldToEventLoop();
    removeFile(vault, change, batch);
  }
  let waiting: WaitingFile[] = [];
  let waitingBytes = 0;
  const createWaiting = async () => {
    const files = waiting;
    [waiting, waitingBytes] = [[], 0];
    for (const { change, bytes } of await createNew(files))
      await replaceFile(vault, repository, change, bytes);
  };
  let at = 0;
  for await (const bytes of readBlobs(
    repository,
    there.map(({ after }) => after!),
  )) {
    await yieldToEventLoop();
    const change = there[at++]!;
    const place = vault.locate(change.path);
    if (change.before === null && place.kind === 'missing') {
      waiting.push({ change, place, bytes });
      waitingBytes += bytes.length;
      if (waiting.length >= MOST_WAITING || waitingBytes > MOST_WAITING_BYTES) await createWaiting();
    } else await replaceFile(vault, repository, change, bytes);
  }
  await createWaiting();
  return changes.map(({ path }) => path);
}

interface WaitingFile extends NewFile {
  change: Change;
}

/** Returns the files that could not be created: another program was faster. */
async function createNew(files: readonly WaitingFile[]): Promise<WaitingFile[]> {
  const left = new Set(files);
  try {
    await createFiles(files, (file) => left.delete(file));
  } catch (error) {
    if (!(error instanceof RappelError && error.code === 'stale')) throw error;
  }
  return [...left];
}

async function replaceFile(
  vault: Vault,
  repository: Repository,
  change: Change,
  bytes: Bytes,
): Promise<void> {
  if (!putFile(vault, change, bytes)) await mergeEdited(vault, repository, change, bytes);
}

/** A file that was edited meanwhile stays. */
function removeFile(vault: Vault, { path, before }: Change, batch: string): void {
  const place = vault.locate(path);
  if (place.kind !== 'file') return;
  withFileLock(place.target, () => {
    if (blobId(readBytes(place)) === before) vault.remove(place, batch);
  });
  const depth = path.split('/').length;
  removeEmptyFolders(vault.root, path, depth < 3 ? null : firstSegments(path, 2));
}

/** False if the file was edited since it was recorded. */
function putFile(vault: Vault, { path, before }: Change, bytes: Bytes): boolean {
  const place = vault.locate(path);
  if (place.kind === 'folder' || place.kind === 'other') return true;
  return withFileLock(place.target, () => {
    const now = place.kind === 'missing' ? null : readBytes(place);
    const isRecorded = (now === null ? null : blobId(now)) === before;
    // A file that is gone since was deleted on purpose; that is recorded later.
    if (now === null && before !== null) return true;
    if (isRecorded) writeIfUnchanged(place, now, bytes);
    return isRecorded || now!.equals(bytes);
  });
}

async function mergeEdited(
  vault: Vault,
  repository: Repository,
  { path, before }: Change,
  bytes: Bytes,
): Promise<void> {
  let base: Bytes | null = null;
  if (before !== null) for await (const found of readBlobs(repository, [before])) base = found;
  const place = vault.locate(path);
  if (place.kind !== 'file') return;
  const merged = (now: Bytes) => mergeFile(path, { base, ours: bytes, theirs: now });
  if (isMarkdown(path) && isText(bytes) && isText(readBytes(place)))
    vault.save(place, (now) => merged(Buffer.from(now!)).content!.toString('utf8'));
  else
    withFileLock(place.target, () => {
      const now = readBytes(place);
      const { content, left } = merged(now);
      if (left !== null) keepBeside(vault, path, left);
      writeIfUnchanged(place, now, content!);
    });
}

/** The version of this machine, under a name that says so. Once: this may be done again after a kill. */
function keepBeside(vault: Vault, path: VaultPath, bytes: Bytes): void {
  const machine = readSyncSetting(vault.root)?.machine.name ?? defaultMachineName();
  const isKept = (place: Place) => place.kind === 'file' && readBytes(place).equals(bytes);
  const name = nameBeside(path, machine, (taken) => {
    const place = vault.locate(taken);
    return place.kind !== 'missing' && !isKept(place);
  });
  const place = vault.locate(name);
  if (place.kind === 'missing') vault.create(place, bytes);
}
