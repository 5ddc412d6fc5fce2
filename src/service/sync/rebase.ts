import type { Bytes } from '../../vault/files.js';
import { compareNames, type VaultPath } from '../../vault/paths.js';
import { writeMessage } from '../history/entry.js';
import { quote } from '../history/exported-commits.js';
import { git } from '../history/git.js';
import type { ChangedFile, HistoryEntry } from '../history/history.js';
import { findMoves, type Move } from '../history/moves.js';
import { type Change, type ReadBlob, readBlobs, readChanges, readingBlobs } from '../history/objects.js';
import { BRANCH, type Repository } from '../history/private-git-dir.js';
import { createFilesAtTip, type FilesAtTip } from './files-at-tip.js';
import { mergeFile } from './merge-file.js';

/** An entry with its commit. */
export interface LoggedCommit {
  commit: string;
  /** The commit before it; null for the first one. */
  parent: string | null;
  /** When it was made, in seconds. */
  seconds: number;
  entry: HistoryEntry;
}

interface RebaseRequest {
  /** The newest commit of the other machines, and its files. */
  onto: string | null;
  files: ReadonlyMap<VaultPath, string>;
  /** Entries of this machine that the others don't have, oldest first. */
  pending: readonly LoggedCommit[];
  /** What the others moved since the entry before the first of them. */
  moved: readonly Move[];
  machine: string;
  signal?: AbortSignal | undefined;
  /** Adds to the result what belongs to no entry: an entry of its own, or none. */
  finish(tip: FilesAtTip, read: ReadBlob): Promise<Ending | null>;
}

interface Ending {
  entry: Omit<HistoryEntry, 'files'>;
  seconds: number;
}

/**
 * Puts the entries of this machine on top of those of the others, each with the same id, time and reason, and with the
 * changes that it makes there. The history stays one line of entries, each of which can be undone. Returns the newest
 * commit; nothing but new objects is written.
 */
export function rebase(repository: Repository, request: RebaseRequest): Promise<string | null> {
  return readingBlobs(repository, (read) => rebaseReading(repository, request, read));
}

async function rebaseReading(
  repository: Repository,
  request: RebaseRequest,
  read: ReadBlob,
): Promise<string | null> {
  const { onto, pending, machine } = request;
  const tip = createFilesAtTip(request.files);
  const where = new Map(request.moved.map(({ from, to }) => [from, to]));
  const merging: MergingEntries = { tip, where, machine, read };
  const reading = { read: (versions: readonly string[]) => readBlobs(repository, versions) };

  async function* commits(): AsyncGenerator<Buffer> {
    const kept = new Set<string>();
    let parent = onto;
    const write = (entry: Omit<HistoryEntry, 'files'>, seconds: number): Buffer => {
      const changes = tip.take();
      const stream = commitOf(
        { ...entry, files: filesOf(changes, known) },
        seconds,
        changes,
        parent,
        tip,
        kept,
      );
      parent = null;
      for (const [path, blob] of changes) {
        if (blob === null) known.delete(path);
        else known.add(path);
      }
      return stream;
    };
    const known = new Set(request.files.keys());
    let at = 0;
    for await (const { changes } of readChanges(
      repository,
      pending.map(({ commit }) => commit),
    )) {
      request.signal?.throwIfAborted();
      const { entry, seconds } = pending[at++]!;
      await mergeEntry(merging, changes, await movesIn(reading, entry, changes));
      // What came by an earlier try that was stopped is nobody's edit.
      if (entry.source === 'outside' && !tip.isChanged()) continue;
      const { files: _, ...rest } = entry;
      yield write(rest, seconds);
    }
    const ending = await request.finish(tip, read);
    if (ending !== null) yield write(ending.entry, ending.seconds);
    yield Buffer.from('done\n');
  }

  const args = ['fast-import', '--quiet', '--done', '--force', '--date-format=raw'];
  const { head } = await git({ ...repository, head: null }, args, { input: commits() });
  return head ?? onto;
}

function movesIn(
  reading: Parameters<typeof findMoves>[0],
  { source }: HistoryEntry,
  changes: readonly Change[],
): Promise<Move[]> {
  const has = (side: 'before' | 'after') => changes.some((change) => change[side] === null);
  return source !== 'trim' && has('before') && has('after')
    ? findMoves(reading, changes)
    : Promise.resolve([]);
}

function filesOf(
  changes: ReadonlyMap<VaultPath, string | null>,
  known: ReadonlySet<VaultPath>,
): ChangedFile[] {
  return [...changes]
    .map(([path, blob]): ChangedFile => {
      const change = blob === null ? 'deleted' : known.has(path) ? 'changed' : 'added';
      return { path, change };
    })
    .sort((a, b) => compareNames(a.path, b.path));
}

function commitOf(
  entry: HistoryEntry,
  seconds: number,
  changes: ReadonlyMap<VaultPath, string | null>,
  parent: string | null,
  tip: FilesAtTip,
  kept: Set<string>,
): Buffer {
  const parts: Buffer[] = [];
  const data = (bytes: Buffer) => parts.push(Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n'));
  for (const blob of changes.values()) {
    const bytes = blob === null || kept.has(blob) ? undefined : tip.fresh(blob);
    if (bytes === undefined) continue;
    kept.add(blob!);
    parts.push(Buffer.from('blob\n'));
    data(bytes);
  }
  parts.push(Buffer.from(`commit ${BRANCH}\ncommitter Rappel <rappel@localhost> ${seconds} +0000\n`));
  data(writeMessage(entry));
  if (parent !== null) parts.push(Buffer.from(`from ${parent}\n`));
  // Deletions first: a file may take the place of a folder.
  for (const [path, blob] of changes) if (blob === null) parts.push(Buffer.from(`D ${quote(path)}\n`));
  for (const [path, blob] of changes)
    if (blob !== null) parts.push(Buffer.from(`M 100644 ${blob} ${quote(path)}\n`));
  parts.push(Buffer.from('\n'));
  return Buffer.concat(parts);
}

interface MergingEntries {
  tip: FilesAtTip;
  /** Where a file is at the tip that this machine knows by another name. */
  where: Map<VaultPath, VaultPath>;
  /** Names the version of this machine where both have to be kept. */
  machine: string;
  read(blob: string): Promise<Bytes>;
}

/** Makes at the tip what an entry of this machine changed. */
async function mergeEntry(
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
