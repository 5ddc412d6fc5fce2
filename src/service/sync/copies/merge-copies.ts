import { localTimestamp } from '../../../shared/clock.js';
import { newId } from '../../../shared/ids.js';
import { isText } from '../../../vault/files.js';
import type { VaultPath } from '../../../vault/paths.js';
import { type ReadBlob, readTree } from '../../history/objects.js';
import type { Repository } from '../../history/private-git-dir.js';
import { adopt } from '../adoption.js';
import { askConflicts, countQuestions } from '../ask-conflicts.js';
import type { FilesAtTip } from '../files-at-tip.js';
import type { SideConflict } from '../find-conflicts.js';
import { mergeFile } from '../merge-file.js';
import { rebase } from '../rebase.js';
import type { LocalSyncDeps } from '../sync-deps.js';
import { type CopyName, readCopyName } from './copy-names.js';
import { findBase } from './find-base.js';

/** Below, a name that a person may have given is not enough. */
const LEAST_LIKENESS = 0.6;
const MOST_TRIES = 5;

export interface MergedCopies {
  /** The conflict copies that were merged into their files. */
  merged: VaultPath[];
  asked: number;
  changed: VaultPath[];
}

interface Copy extends CopyName {
  path: VaultPath;
}

/**
 * Merges the conflict copies that other programs leave (Syncthing, Dropbox, Obsidian Sync) into the files that they are
 * copies of: with the same merge, the same questions and one entry of the history, which can be undone.
 */
export async function mergeCopies(deps: LocalSyncDeps): Promise<MergedCopies> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    await deps.recordEdits();
    const repository = deps.store.repository();
    if (repository.head === null) return NOTHING;
    const files = await readTree(repository, repository.head);
    const copies = copiesAmong(files);
    if (copies.length === 0) return NOTHING;
    const { head, ...found } = await mergeAll(deps, repository, files, copies);
    const changed = await adopt(deps, repository.head, head);
    if (changed !== null) return { ...found, changed };
  }
  return NOTHING;
}

const NOTHING: MergedCopies = { merged: [], asked: 0, changed: [] };

/** True for the name of a file that may be a conflict copy. */
export function mayBeCopy(path: VaultPath): boolean {
  return readCopyName(path) !== null;
}

function copiesAmong(files: ReadonlyMap<VaultPath, string>): Copy[] {
  return [...files.keys()].flatMap((path) => {
    const name = path.startsWith('inbox/') ? null : readCopyName(path);
    return name !== null && files.has(name.original) ? [{ path, ...name }] : [];
  });
}

async function mergeAll(
  { vault, machine, language }: LocalSyncDeps,
  repository: Repository,
  files: ReadonlyMap<VaultPath, string>,
  copies: readonly Copy[],
): Promise<{ head: string; merged: VaultPath[]; asked: number }> {
  const merged: Copy[] = [];
  let asked = 0;
  const now = vault.clock.now();
  const time = localTimestamp(now);
  const head = await rebase(repository, {
    onto: repository.head,
    files,
    pending: [],
    moved: [],
    machine: machine.name,
    async finish(tip, read) {
      for (const copy of copies) {
        const conflicts = await mergeCopy(tip, repository, copy, read);
        if (conflicts === null) continue;
        merged.push(copy);
        const machineOf = () => ({ ours: copy.by, theirs: machine.name });
        asked += askConflicts(tip, conflicts, { language, time, machineOf });
      }
      if (merged.length === 0) return null;
      await countQuestions(tip, read);
      const entry = { id: newId(), time, source: 'sync' as const, reason: reasonFor(merged), input: null };
      return { entry: { ...entry, machine: machine.name }, seconds: Math.floor(now.getTime() / 1000) };
    },
  });
  return { head: head!, merged: merged.map(({ path }) => path), asked };
}

/** The places that both say differently; null for a file that is no certain copy, or that can't be merged: it stays. */
async function mergeCopy(
  tip: FilesAtTip,
  repository: Repository,
  { path, original, isCertain }: Copy,
  read: ReadBlob,
): Promise<SideConflict[] | null> {
  const content = async (of: VaultPath) => tip.fresh(tip.blob(of)!) ?? (await read(tip.blob(of)!));
  const [ours, theirs] = [await content(path), await content(original)];
  if (![ours, theirs].every(isText)) return null;
  const base = await findBase(repository, { original, now: theirs, copy: ours });
  if (!isCertain && base.likeness < LEAST_LIKENESS) return null;
  const result = mergeFile(original, { base: base.bytes, ours, theirs });
  if (result.content === null || result.left !== null) return null;
  tip.set(original, tip.keep(result.content));
  tip.set(path, null);
  return result.units.map((unit) => ({ path: original, own: original, unit, removedBy: null }));
}

function reasonFor(merged: readonly Copy[]): string {
  return merged.length === 1
    ? `Merged a conflict copy of ${merged[0]!.original}`
    : `Merged ${merged.length} conflict copies`;
}
