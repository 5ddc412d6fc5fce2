import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ioError, RappelError } from '../../shared/errors.js';
import type { OnProgress } from '../../shared/progress.js';
import { createYielder } from '../../shared/yield-to-event-loop.js';
import { blobId } from '../../vault/blob-id.js';
import { rmSync } from '../../vault/disk.js';
import { firstMissingFolder, removeEmptyFolders } from '../../vault/empty-folders.js';
import { type Bytes, readBytes, stale, writeIfUnchanged } from '../../vault/files.js';
import { withLock as withFileLock } from '../../vault/lock.js';
import { firstSegments, type VaultPath } from '../../vault/paths.js';
import { versionOf, versionOfBytes } from '../../vault/stamp.js';
import type { Vault } from '../../vault/vault.js';
import { withLock } from '../locks/lock.js';
import { withWriter } from '../locks/writers.js';
import { MOST_FILE_BYTES } from './differences.js';
import type { Contents, History, HistoryEntry, Version } from './history.js';
import {
  dropPlan,
  keepPlan,
  type PlannedChange,
  type RevertEntry,
  type RevertPlan,
  readPlan,
} from './revert-plan.js';

/** The target state of a file: a recorded version as it is, a merged text, or nothing. */
export type Next = { version: Version } | { merged: string } | null;

/**
 * `text` identifies the current content regardless of its stamps: the service may stamp a file between the plan and
 * its change.
 */
interface Planned extends PlannedChange {
  text: string | null;
}

export interface Step {
  path: VaultPath;
  next: Next;
  /** The content that it was planned for, regardless of its stamps; left out where any content is replaced. */
  seen?: string | null | undefined;
}

/** What an undo or restore changes, and the entry that records it. */
export interface Revert {
  steps: readonly Step[];
  entry: RevertEntry;
}

/**
 * Runs an undo or a restore: one at a time, after finishing a killed one. All of its steps are made and recorded or none,
 * even if the process is killed in between. Null if there is nothing to change.
 */
export async function runRevert(
  vault: Vault,
  history: History,
  prepare: () => Promise<Revert>,
  watch: RevertOptions = {},
): Promise<HistoryEntry | null> {
  return withLock(vault.root, 'revert', () =>
    withWriter(vault.root, async (announce) => {
      announce();
      await finishPlan(vault, history);
      for (let attempt = 0; attempt < MOST_PLANS; attempt++) {
        const prepared = await prepare();
        if (prepared.steps.length === 0) return null;
        const changes = await plan(vault, history, prepared.steps);
        if (changes === null) continue;
        try {
          return await revert(vault, history, prepared, changes, watch);
        } catch (error) {
          // Everything is back: what a program wrote meanwhile is planned with.
          if (!(error instanceof RappelError && error.code === 'stale')) throw error;
        }
      }
      throw stillChanging();
    }),
  );
}

const MOST_PLANS = 10;

export interface RevertOptions {
  onProgress?: OnProgress;
  /** Takes back what was changed so far. */
  signal?: AbortSignal | undefined;
}

/** Finishes an undo or restore that was killed half-way; does not touch a running one. */
export async function recoverRevert(vault: Vault, history: History): Promise<void> {
  if (readPlan(vault.root) === null) return;
  await withLock(vault.root, 'revert', () => finishPlan(vault, history), { mostMs: 0 }).catch((error) => {
    if (!(error instanceof RappelError) || error.code !== 'busy') throw error;
  });
}

/** Identifies the current content of a path; null if there is none. */
export function versionNow(vault: Vault, path: VaultPath): Version | null {
  const bytes = contentNow(vault, path);
  return bytes === null ? null : blobId(bytes);
}

export function contentNow(vault: Vault, path: VaultPath): Bytes | null {
  const place = vault.locate(path);
  return place.kind === 'missing' ? null : readBytes(place);
}

export function textVersion(bytes: Bytes | null): string | null {
  return bytes === null ? null : versionOfBytes(bytes);
}

async function revert(
  vault: Vault,
  history: History,
  { steps, entry }: Revert,
  changes: readonly Planned[],
  watch: RevertOptions,
): Promise<HistoryEntry | null> {
  const make = async () => {
    keepPlan(vault.root, { changes, entry });
    try {
      return await apply(vault, history, steps, changes, watch);
    } catch (error) {
      await takeBack(vault, history, changes).catch((cause) => {
        throw halfDone(cause);
      });
      throw error;
    }
  };
  return complete(vault, history, { changes, entry }, make);
}

/** Records the changes, which are made or which `make` makes, and forgets the plan. */
async function complete(
  vault: Vault,
  history: History,
  { changes, entry }: RevertPlan,
  make?: () => Promise<Contents>,
): Promise<HistoryEntry | null> {
  const paths = changes.map(({ path }) => path);
  const recorded = await history.record({ ...entry, paths, ...(make && { contents: make }) });
  const removed = changes.filter(({ after }) => after === null).map(({ path }) => path);
  const oneOfEach = new Map(removed.map((path) => [dirname(path), path]));
  for (const path of oneOfEach.values()) removeEmptyFolders(vault.root, path, secondFolder(path));
  dropPlan(vault.root);
  return recorded;
}

/** Throws if the file can't be replaced, before anything is changed. */
function checkDestination(vault: Vault, path: VaultPath): void {
  const place = vault.locate(path);
  if (place.kind === 'folder' || place.kind === 'other')
    throw new RappelError('exists', 'is a folder now', { path: place.shown, hint: 'Move it away first.' });
  if ((place.stats?.size ?? 0) > MOST_FILE_BYTES)
    throw new RappelError('exists', 'is too large for the history: it could not be restored', {
      path: place.shown,
      hint: 'Move it away first.',
    });
  let folder = dirname(place.target);
  while (!existsSync(folder)) folder = dirname(folder);
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (place.kind === 'file') accessSync(place.target, constants.W_OK);
  } catch (error) {
    throw ioError(error, place.shown);
  }
}

/**
 * Records edits since the last entry, so that they can be restored too, also by a rollback; returns the content of each
 * path. The background job may stamp a file just after it was recorded: then it is recorded again.
 */
async function recordNow(
  vault: Vault,
  history: History,
  paths: readonly VaultPath[],
): Promise<Map<VaultPath, Bytes | null>> {
  for (let attempt = 0; attempt < MOST_RECORDS; attempt++) {
    await history.record({ source: 'outside', paths });
    const known = await history.lastKnown(paths);
    const now = new Map(paths.map((path) => [path, contentNow(vault, path)]));
    const isRecorded = ([path, bytes]: [VaultPath, Bytes | null]) =>
      bytes === null ? !known.has(path) : (known.get(path)?.equals(bytes) ?? false);
    if ([...now].every(isRecorded)) return now;
  }
  throw stillChanging();
}

function stillChanging(): RappelError {
  return new RappelError('busy', 'the files are still changing', { hint: 'Try again in a moment.' });
}

const MOST_RECORDS = 10;

/**
 * Reads every piece once: the new ones, and those needed to roll back. Throws if one is missing. Null if a file was edited
 * since the steps were planned: they would take that edit out too.
 */
async function plan(vault: Vault, history: History, steps: readonly Step[]): Promise<Planned[] | null> {
  const changes: Planned[] = [];
  for (const { path } of steps) checkDestination(vault, path);
  const paths = steps.map(({ path }) => path);
  const now = await recordNow(vault, history, paths);
  const isSeen = ({ path, seen }: Step) => seen === undefined || seen === textVersion(now.get(path) ?? null);
  if (!steps.every(isSeen)) return null;
  const coming = history.read(steps.flatMap(({ next }) => recordedIn(next)))[Symbol.asyncIterator]();
  for (const { path, next } of steps) {
    let after: string | null = null;
    if (next !== null) {
      const isRecorded = 'version' in next;
      after = isRecorded ? versionOfBytes((await coming.next()).value) : versionOf(next.merged);
    }
    const bytes = now.get(path) ?? null;
    changes.push({
      path,
      before: bytes === null ? null : blobId(bytes),
      text: textVersion(bytes),
      after,
      made: firstMissingFolder(vault.root, path),
    });
  }
  await coming.return?.();
  return changes;
}

/** Returns what it left in each file. */
async function apply(
  vault: Vault,
  history: History,
  steps: readonly Step[],
  changes: readonly Planned[],
  { onProgress = () => {}, signal }: RevertOptions,
): Promise<Contents> {
  const made = new Map<VaultPath, Bytes | Version | null>();
  const contents = history.read(steps.flatMap(({ next }) => recordedIn(next)))[Symbol.asyncIterator]();
  const yieldToEventLoop = createYielder();
  try {
    for (const [index, { path, next }] of steps.entries()) {
      onProgress({ work: 'undoing', done: index, total: steps.length });
      await yieldToEventLoop();
      signal?.throwIfAborted();
      const expected = changes[index]!.text;
      if (next !== null && 'merged' in next) made.set(path, saveMerged(vault, path, expected, next.merged));
      else {
        putContent(vault, path, expected, next === null ? null : (await contents.next()).value);
        made.set(path, next?.version ?? null);
      }
    }
    return made;
  } finally {
    await contents.return?.();
  }
}

function recordedIn(next: Next): Version[] {
  return next !== null && 'version' in next ? [next.version] : [];
}

/** A text that never existed before gets new stamps. */
function saveMerged(vault: Vault, path: VaultPath, expected: string | null, text: string): Bytes {
  const place = vault.locate(path);
  const { after } = vault.save(place, (now) => {
    if ((now === null ? null : versionOf(now)) !== expected) throw stale(place.shown);
    return text;
  });
  return Buffer.from(after);
}

/** Exactly these bytes, stamps included. */
function putContent(vault: Vault, path: VaultPath, expected: string | null, bytes: Bytes | null): void {
  const place = vault.locate(path);
  withFileLock(place.target, () => {
    const current = contentNow(vault, path);
    if (textVersion(current) !== expected) throw stale(place.shown);
    if (bytes !== null) writeIfUnchanged(place, current, bytes);
    else if (current !== null) vault.remove(place);
  });
}

/** Completes a killed undo or restore if all its changes were made, and takes them back if not. */
async function finishPlan(vault: Vault, history: History): Promise<void> {
  const left = readPlan(vault.root);
  if (left === null) return;
  const isMade = left.changes.every(({ path, after }) => textVersion(contentNow(vault, path)) === after);
  if (isMade) await complete(vault, history, left);
  else await takeBack(vault, history, left.changes);
}

/** A file that was changed meanwhile stays as it is. The plan is removed when everything is back. */
async function takeBack(vault: Vault, history: History, planned: readonly PlannedChange[]): Promise<void> {
  const changes = planned.toReversed();
  const contents = history.read(changes.flatMap(({ before }) => before ?? []))[Symbol.asyncIterator]();
  try {
    for (const { path, before, after, made } of changes) {
      const bytes: Bytes | null = before === null ? null : (await contents.next()).value;
      const current = contentNow(vault, path);
      if (textVersion(current) !== after) continue;
      if (bytes === null) rmSync(vault.locate(path).entry, { force: true });
      else putContent(vault, path, after, bytes);
      removeEmptyFolders(vault.root, path, made);
    }
  } finally {
    await contents.return?.();
  }
  dropPlan(vault.root);
}

/** Folders at the top of the vault stay, even empty. */
function secondFolder(path: VaultPath): VaultPath | null {
  return path.split('/').length < 3 ? null : firstSegments(path, 2);
}

function halfDone(cause: Error): RappelError {
  return new RappelError('io', `some files could not be put back: ${cause.message}`, {
    hint: 'Free the disk or the folder, then run the same command again: it puts them back first.',
    cause,
  });
}
