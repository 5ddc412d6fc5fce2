import { localTimestamp } from '../../../shared/clock.js';
import { newId } from '../../../shared/ids.js';
import { type Bytes, isText } from '../../../vault/files.js';
import { bodyOf } from '../../../vault/frontmatter.js';
import type { VaultPath } from '../../../vault/paths.js';
import { versionOf } from '../../../vault/stamp.js';
import { git } from '../../history/git.js';
import { type ReadBlob, readBlobs, readChanges, readTree } from '../../history/objects.js';
import type { Repository } from '../../history/private-git-dir.js';
import { adopt } from '../adoption.js';
import { askConflicts, countQuestions } from '../ask-conflicts.js';
import type { FilesAtTip } from '../files-at-tip.js';
import type { SideConflict } from '../find-conflicts.js';
import { mergeFile } from '../merge-file.js';
import { rebase } from '../rebase.js';
import type { LocalSyncDeps } from '../sync-deps.js';

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

/** What the name of a conflict copy says. */
interface CopyName {
  /** The file that it is a copy of. */
  original: VaultPath;
  /** The person or machine that the name gives; null if it gives none. */
  by: string | null;
  /** Only a program writes such a name. Otherwise the texts must tell. */
  isCertain: boolean;
}

const DATE = String.raw`\d{4}-?\d\d-?\d\d`;

/** By name, without the ending; `by` is the machine or the person. */
const FORMS: readonly { form: RegExp; isCertain: boolean }[] = [
  // Syncthing
  { form: /^(?<name>.+)\.sync-conflict-\d{8}-\d{6}-[A-Z0-9]{7}$/, isCertain: true },
  // Dropbox, Nextcloud: "note (conflicted copy 2026-11-15)", "note (Marie's conflicted copy 2026-11-15)"
  {
    form: new RegExp(
      String.raw`^(?<name>.+) \((?:(?<by>[^()]+?)['’]s )?conflicted copy ${DATE}[^()]*\)$`,
      'i',
    ),
    isCertain: true,
  },
  // Obsidian Sync: "note (Conflicted copy laptop 202611151011)"
  { form: /^(?<name>.+) \(conflicted copy (?<by>[^()]+?) \d{12}\)$/i, isCertain: true },
  // Dropbox in French: "note (Copie en conflit de Marie 2026-11-15)"
  {
    form: new RegExp(
      String.raw`^(?<name>.+) \(copie en conflit (?:de (?<by>[^()]+?) )?${DATE}[^()]*\)$`,
      'i',
    ),
    isCertain: true,
  },
  // Others, and people: "note (conflict)", "note (conflicted copy)", "note (conflit 2)"
  { form: /^(?<name>.+) \((?:[^()]* )?(?:conflict(?:ed)?|conflit)\b[^()]*\)$/i, isCertain: false },
];

/**
 * What a path is a conflict copy of, by its name; null for any other. Numbers ("note 2") are none: people number their
 * files as iCloud numbers its copies.
 */
export function readCopyName(path: VaultPath): CopyName | null {
  if (!/conflict|conflit/i.test(path)) return null;
  const slash = path.lastIndexOf('/') + 1;
  const dot = path.lastIndexOf('.');
  if (dot <= slash) return null;
  const [folder, name, ending] = [path.slice(0, slash), path.slice(slash, dot), path.slice(dot)];
  for (const { form, isCertain } of FORMS) {
    const found = form.exec(name)?.groups;
    if (found === undefined) continue;
    return { original: `${folder}${found.name}${ending}` as VaultPath, by: found.by ?? null, isCertain };
  }
  return null;
}

/** A copy is made from what a machine last had: rarely more than a few changes ago. */
const MOST_VERSIONS = 50;

interface Base {
  /**
   * The recorded version that both come from: the one most like the copy, the newest of several. Not the version of today,
   * since both changed: null where no other is known, and nothing counts as removed.
   */
  bytes: Bytes | null;
  /** How much of the copy and of a version of the file is the same, from 0 to 1. */
  likeness: number;
}

async function findBase(
  repository: Repository,
  { original, now, copy }: { original: VaultPath; now: Bytes; copy: Bytes },
): Promise<Base> {
  const base: Base = { bytes: null, likeness: likenessOf(now, copy) };
  let best = -1;
  for await (const bytes of readBlobs(repository, await versionsOf(repository, original))) {
    const likeness = likenessOf(bytes, copy);
    base.likeness = Math.max(base.likeness, likeness);
    if (likeness <= best || versionOf(bytes.toString('utf8')) === versionOf(now.toString('utf8'))) continue;
    best = likeness;
    base.bytes = bytes;
  }
  return base;
}

/** Newest first. */
async function versionsOf(repository: Repository, original: VaultPath): Promise<string[]> {
  const args = ['log', `-n${MOST_VERSIONS}`, '--format=%H', repository.head!, '--', `:(literal)${original}`];
  const { out } = await git(repository, args);
  const versions = new Set<string>();
  const commits = out.toString('latin1').split('\n').filter(Boolean);
  for await (const { changes } of readChanges(repository, commits))
    for (const { path, after } of changes) if (path === original && after !== null) versions.add(after);
  return [...versions];
}

/** By their lines, without the frontmatter, which is often stamped. */
function likenessOf(a: Bytes, b: Bytes): number {
  const [mine, others] = [linesOf(a), linesOf(b)];
  if (mine.length + others.length === 0) return 1;
  const counts = new Map<string, number>();
  for (const line of mine) counts.set(line, (counts.get(line) ?? 0) + 1);
  let shared = 0;
  for (const line of others) {
    const left = counts.get(line) ?? 0;
    if (left > 0) shared++;
    counts.set(line, left - 1);
  }
  return (2 * shared) / (mine.length + others.length);
}

function linesOf(bytes: Bytes): string[] {
  return bodyOf(bytes.toString('utf8'))
    .split('\n')
    .filter((line) => line.trim() !== '');
}
