import { accessSync, constants, existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { ioError, RappelError } from '../../shared/errors.js';
import { firstMissingFolder } from '../../vault/empty-folders.js';
import { fileSystem } from '../../vault/file-system.js';
import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import { versionOf, versionOfBytes } from '../../vault/stamp.js';
import { trashBatch, type Vault } from '../../vault/vault.js';
import { MOST_FILE_BYTES } from '../history/differences.js';
import type { History, Version } from '../history/history.js';
import { contentNow, textVersion } from '../history/replace-content.js';
import type { PlannedChange } from './changeset.js';

/** The target state of a file: a recorded version as it is, a merged text, or nothing. */
export type Next = { version: Version } | { merged: string } | null;

/**
 * `text` identifies the current content regardless of its stamps: the service may stamp a file between the plan and
 * its change.
 */
export type Planned = Exclude<PlannedChange, { kind: 'move' }> & { text: string | null };

export interface RevertStep {
  path: VaultPath;
  next: Next;
  /** The content that it was planned for, regardless of its stamps; left out where any content is replaced. */
  seen?: string | null | undefined;
}

/**
 * Reads every piece once: the new ones, and those needed to roll back. Throws if one is missing. Null if a file was edited
 * since the steps were planned: they would take that edit out too.
 */
export async function planRevert(
  vault: Vault,
  history: History,
  steps: readonly RevertStep[],
): Promise<Planned[] | null> {
  const changes: Planned[] = [];
  const batch = trashBatch(vault.clock.now());
  for (const { path } of steps) checkDestination(vault, path);
  const paths = steps.map(({ path }) => path);
  const now = await recordNow(vault, history, paths);
  const isSeen = ({ path, seen }: RevertStep) =>
    seen === undefined || seen === textVersion(now.get(path) ?? null);
  if (!steps.every(isSeen)) return null;
  const coming = history.read(steps.flatMap(({ next }) => recordedIn(next)))[Symbol.asyncIterator]();
  for (const { path, next } of steps) {
    const before = now.get(path) ?? null;
    const text = textVersion(before);
    if (next === null) {
      changes.push({ kind: 'remove', path, batch, text });
      continue;
    }
    const after = 'version' in next ? versionOfBytes((await coming.next()).value) : versionOf(next.merged);
    changes.push({
      kind: 'save',
      path,
      before,
      text,
      after,
      made: firstMissingFolder(vault.root, path) ?? undefined,
    });
  }
  await coming.return?.();
  return changes;
}

/** Throws if the file can't be replaced, before anything is changed. */
function checkDestination(vault: Vault, path: VaultPath): void {
  const place = vault.locate(path);
  if (place.kind === 'folder' || place.kind === 'other')
    throw new RappelError('exists', 'restore.folder', { path: place.shown });
  if (fileSystem.lstat(place.entry)?.isSymbolicLink())
    throw new RappelError('exists', 'restore.link', { path: place.shown });
  if ((place.stats?.size ?? 0) > MOST_FILE_BYTES)
    throw new RappelError('exists', 'restore.too_large', { path: place.shown });
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

const MOST_RECORDS = 10;

export function stillChanging(): RappelError {
  return new RappelError('busy', 'undo.files_changing');
}

export function recordedIn(next: Next): Version[] {
  return next !== null && 'version' in next ? [next.version] : [];
}
