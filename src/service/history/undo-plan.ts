import { type Bytes, isText } from '../../vault/files.js';
import { bodyOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { versionOf } from '../../vault/stamp.js';
import type { Conflict } from '../../vault/units/merge-units.js';
import type { Vault } from '../../vault/vault.js';
import { blobId } from './differences.js';
import type { History, HistoryEntry, Version } from './history.js';
import { createMoves, type Moves } from './moves.js';
import { contentNow, type Next, type Step, versionNow } from './revert.js';
import { createTimeline } from './timeline.js';

/**
 * What to do where a later change altered the very same unit: by the id of a conflict, by the path of a file, or for
 * `all`.
 */
export type UndoChoices = Readonly<Record<string, UndoChoice>>;
export type UndoChoice = 'keep' | 'take';

/** Why a file can't be undone without a choice. */
export interface Obstacle {
  path: VaultPath;
  reason: 'changed' | 'changed_units' | 'deleted' | 'moved' | 'replaced' | 'folder';
  /** The units that were changed since; without them, the choice is about the whole file, by its path. */
  units?: Conflict[];
}

export interface UndoPlan {
  steps: Step[];
  obstacles: Obstacle[];
  /** Something of the entry stays, by choice. */
  partly: boolean;
}

/**
 * Plans how to take an entry out. A file whose remaining entries were in effect before, and no others, gets its content of
 * that moment; any other is merged unit by unit.
 */
export async function planUndo(
  vault: Vault,
  history: History,
  entry: HistoryEntry,
  choices: UndoChoices,
): Promise<UndoPlan> {
  const plan: UndoPlan = { steps: [], obstacles: [], partly: false };
  const timeline = createTimeline(await history.entries());
  const moves = createMoves(history, timeline);
  const recorded = await history.current();
  const planned = new Set<VaultPath>();
  const merged: EntryFile[] = [];
  for (const file of await filesOf(history, entry, moves)) {
    const names = await moves.namesOf((file.from ?? file.to)!);
    if ([...names].some((name) => planned.has(name))) continue;
    const moment = timeline.momentWithout(entry, names);
    const isKnown = [...names].every(
      (name) => !isFolder(vault, name) && versionNow(vault, name) === (recorded.get(name) ?? null),
    );
    if (moment === null || !isKnown) {
      merged.push(file);
      continue;
    }
    const end = timeline.before(moment);
    const then = end === null ? new Map<VaultPath, Version>() : await history.filesAt(end);
    for (const name of names) {
      planned.add(name);
      const version = then.get(name) ?? null;
      if (version !== (recorded.get(name) ?? null))
        plan.steps.push({ path: name, next: version === null ? null : { version } });
    }
  }
  for await (const file of readFiles(vault, history, entry, moves, merged))
    await planFile(file, choices, plan);
  return plan;
}

/** A file of an entry under its name before and after; null where it did not exist. */
interface EntryFile {
  from: VaultPath | null;
  to: VaultPath | null;
  before: Version | null;
  after: Version | null;
}

async function filesOf(history: History, entry: HistoryEntry, moves: Moves): Promise<EntryFile[]> {
  const versions = new Map((await history.versions(entry.id)).map((file) => [file.path, file]));
  const moved = (await moves.of(entry)).map(({ from, to }) => {
    const [old, fresh] = [versions.get(from)!, versions.get(to)!];
    versions.delete(from);
    versions.delete(to);
    return { from, to, before: old.before, after: fresh.after };
  });
  const others = [...versions.values()].map(({ path, before, after }) => ({
    from: before === null ? null : path,
    to: after === null ? null : path,
    before,
    after,
  }));
  return [...moved, ...others];
}

/** What a file held before and after an entry, and what it holds now. */
interface UndoneFile {
  from: VaultPath | null;
  to: VaultPath | null;
  /** Where the file is now that the entry left at `to`. */
  at: VaultPath | null;
  before: Content | null;
  after: Content | null;
  now: Content | null;
  /** Another file or a folder is where the file would go back to. */
  inTheWay: 'replaced' | 'folder' | null;
}

interface Content {
  version: Version;
  bytes: Bytes;
  /** Equal for contents that differ only in their stamps. */
  same: string;
}

async function* readFiles(
  vault: Vault,
  history: History,
  entry: HistoryEntry,
  moves: Moves,
  files: readonly EntryFile[],
): AsyncGenerator<UndoneFile> {
  const recorded = history.read(
    files.flatMap(({ before, after }) => [before, after].filter((v) => v !== null)),
  );
  const contents = recorded[Symbol.asyncIterator]();
  for (const { from, to, before, after } of files) {
    const name = (from ?? to)!;
    const old = before === null ? null : contentOf(name, (await contents.next()).value);
    const fresh = after === null ? null : contentOf(name, (await contents.next()).value);
    const path = to === null ? from : await moves.pathNow(to, entry);
    const at = path !== null && vault.locate(path).kind === 'file' ? path : null;
    const now = at === null ? null : contentOf(at, contentNow(vault, at)!);
    const isTaken = from !== null && from !== at && vault.locate(from).kind !== 'missing';
    const inTheWay = isTaken ? (isFolder(vault, from) ? 'folder' : 'replaced') : null;
    yield { from, to, at, before: old, after: fresh, now, inTheWay };
  }
}

function isFolder(vault: Vault, path: VaultPath): boolean {
  return !['file', 'missing'].includes(vault.locate(path).kind);
}

function contentOf(path: VaultPath, bytes: Bytes): Content {
  const version = blobId(bytes);
  const isStamped = isMarkdown(path) && isText(bytes);
  return { version, bytes, same: isStamped ? versionOf(bytes.toString('utf8')) : version };
}

async function planFile(file: UndoneFile, choices: UndoChoices, plan: UndoPlan): Promise<void> {
  const { from, to, at, before, now, inTheWay } = file;
  const back: Next = before === null ? null : { version: before.version };
  const choose = (reason: Obstacle['reason'], take: () => void | Promise<void>): void | Promise<void> => {
    const path = (at ?? from ?? to)!;
    const choice = choices[showPath(path)] ?? choices.all;
    if (choice === 'keep') plan.partly = true;
    else if (choice === 'take' && inTheWay === null) return take();
    else plan.obstacles.push({ path, reason });
  };
  const put = (path: VaultPath, next: Next): void => void plan.steps.push({ path, next });

  if (from === null && (now === null || at === null)) return; // what it added is gone already
  if (now !== null && from === at && now.same === before?.same) return;
  if (from !== null && now === null) {
    const isMovedAway = to !== null && from !== to; // a file that was deleted since stays deleted
    if (isMovedAway) return;
    if (inTheWay !== null) return choose(inTheWay, () => {});
    return to === null ? put(from, back) : choose('deleted', () => put(from, back));
  }
  if (to === null) return choose('changed', () => put(from!, back));
  const isMoved = from !== null && from !== to;
  if (isMoved && inTheWay !== null) return choose(inTheWay, () => {});
  const finish = async (): Promise<void> => {
    const next = await contentWithout(file, choices, plan);
    if (next === undefined) return;
    const target = isMoved ? from : at!;
    if (target !== at) put(at!, null);
    if (next !== 'same' || target !== at) put(target, next === 'same' ? { version: now!.version } : next);
  };
  return isMoved && at !== to ? choose('moved', finish) : finish();
}

/**
 * The content of a file without what the entry brought in: `same` if it is what the file holds now, undefined if a choice
 * is needed.
 */
async function contentWithout(
  file: UndoneFile,
  choices: UndoChoices,
  plan: UndoPlan,
): Promise<Next | 'same' | undefined> {
  const { before, after, now } = file;
  const path = file.at!;
  const back: Next = before === null ? null : { version: before.version };
  if (now!.same === before?.same) return 'same';
  if (now!.same === after!.same) return back;
  if (after!.same === before?.same) return 'same';
  if (![before, after, now].every((content) => content === null || isText(content.bytes))) {
    const choice = choices[showPath(path)] ?? choices.all;
    if (choice === 'take') return back;
    if (choice === 'keep') plan.partly = true;
    else plan.obstacles.push({ path, reason: 'changed' });
    return choice === 'keep' ? 'same' : undefined;
  }
  const text = (content: Content) => content.bytes.toString('utf8');
  const next = await mergeUnits(
    { before: before && text(before), after: text(after!), now: text(now!) },
    choices,
  );
  if ('units' in next) {
    plan.obstacles.push({ path, reason: 'changed_units', units: next.units });
    return undefined;
  }
  plan.partly ||= next.kept;
  if (next.text === null) return null;
  const { same } = contentOf(path, Buffer.from(next.text));
  return same === before?.same ? back : same === now!.same ? 'same' : { merged: next.text };
}

interface Texts {
  before: string | null;
  after: string;
  now: string;
}

/** The text without what the entry brought in; null if nothing is left of the file. */
async function mergeUnits(
  { before, after, now }: Texts,
  choices: UndoChoices,
): Promise<{ text: string | null; kept: boolean } | { units: Conflict[] }> {
  // Loaded when it is needed: most undos put recorded bytes back.
  const { mergeTexts } = await import('../../vault/units/merge-texts.js');
  const chosen = ({ id }: Conflict) => choices[id] ?? choices.all;
  const old = before ?? splitFrontmatter(after).head;
  const { text, conflicts } = mergeTexts(after, now, old, (conflict) =>
    chosen(conflict) === 'take' ? 'theirs' : 'ours',
  );
  const open = conflicts.filter((conflict) => chosen(conflict) === undefined);
  if (open.length > 0) return { units: open };
  const isEmptied = isEmpty(text) && !(before !== null && isEmpty(before));
  const kept = conflicts.some((conflict) => chosen(conflict) === 'keep');
  return { text: isEmptied ? null : text, kept };
}

function isEmpty(text: string): boolean {
  return bodyOf(text).trim() === '';
}
