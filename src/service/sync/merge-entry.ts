import type { Bytes } from '../../vault/files.js';
import type { VaultPath } from '../../vault/paths.js';
import type { Move } from '../history/moves.js';
import type { Change } from '../history/objects.js';
import type { FilesAtTip } from './files-at-tip.js';
import { mergeFile } from './merge-file.js';

export interface MergingEntries {
  tip: FilesAtTip;
  /** Where a file is at the tip that this machine knows by another name. */
  where: Map<VaultPath, VaultPath>;
  /** Names the version of this machine where both have to be kept. */
  machine: string;
  read(blob: string): Promise<Bytes>;
}

/** Makes at the tip what an entry of this machine changed. */
export async function mergeEntry(
  merging: MergingEntries,
  changes: readonly Change[],
  moves: readonly Move[],
): Promise<void> {
  const byPath = new Map(changes.map((change) => [change.path, change]));
  for (const { from, to } of moves) {
    await mergeMove(merging, from, to, byPath.get(from)!.before!, byPath.get(to)!.after!);
    byPath.delete(from);
    byPath.delete(to);
  }
  for (const change of byPath.values()) await mergeChange(merging, change);
}

async function mergeChange(merging: MergingEntries, { path, before, after }: Change): Promise<void> {
  const { tip, where } = merging;
  // A new file is not the one that had its name before.
  if (before === null) where.delete(path);
  let target = where.get(path) ?? path;
  if (before === null && tip.blob(target) === null && tip.isTaken(target)) {
    target = tip.nameBeside(target, merging.machine);
    where.set(path, target);
  }
  const kept = await mergeInto(merging, target, { before, after, from: target });
  if (after === null) where.delete(path);
  else if (kept !== target) where.set(path, kept);
}

/** A file that the other machines renamed as well keeps the name that they gave it. */
async function mergeMove(
  merging: MergingEntries,
  from: VaultPath,
  to: VaultPath,
  before: string,
  after: string,
): Promise<void> {
  const { tip, where } = merging;
  const source = where.get(from) ?? from;
  const isRenamedThere = source !== from;
  const free = () => (tip.isTaken(to) && to !== source ? tip.nameBeside(to, merging.machine) : to);
  const target = isRenamedThere ? source : free();
  where.delete(from);
  const kept = await mergeInto(merging, target, { before, after, from: source });
  if (kept !== to) where.set(to, kept);
}

/** Returns where the file of this machine is now: beside the other one, where the two can't be merged. */
async function mergeInto(
  { tip, machine, read }: MergingEntries,
  target: VaultPath,
  { before, after, from }: { before: string | null; after: string | null; from: VaultPath },
): Promise<VaultPath> {
  const ours = tip.blob(from);
  const put = (blob: string | null): VaultPath => {
    if (from !== target) tip.set(from, null);
    tip.set(target, blob);
    return target;
  };
  if (ours === before) return put(after);
  if (ours === after) return put(ours);
  if (before === after) return put(ours);
  const content = async (blob: string | null) =>
    blob === null ? null : (tip.fresh(blob) ?? (await read(blob)));
  const versions = { base: await content(before), ours: await content(ours), theirs: await content(after) };
  const { content: merged, left } = mergeFile(target, versions);
  put(merged === null ? null : tip.keep(merged));
  if (left === null) return target;
  const beside = tip.nameBeside(target, machine);
  tip.set(beside, tip.keep(left));
  return beside;
}
