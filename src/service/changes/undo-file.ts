import { blobId } from '../../vault/blob-id.js';
import { type Bytes, isText } from '../../vault/files.js';
import { bodyOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { versionOf } from '../../vault/stamp.js';
import type { Conflict } from '../../vault/units/merge-units.js';
import type { Next, RevertStep } from './plan-revert.js';
import type { Undone } from './undone.js';

/**
 * What to do where a later change altered the very same unit: by the id of a conflict, by the path of a file, or for
 * `all`.
 */
export type UndoChoices = Readonly<Record<string, UndoChoice>>;
export type UndoChoice = 'keep' | 'take';

/** Why a file can't be undone without a choice. */
export interface Obstacle {
  path: VaultPath;
  reason: 'changed' | 'changed_units' | 'moved' | 'replaced' | 'folder';
  /** The units that were changed since; without them, the choice is about the whole file, by its path. */
  units?: Conflict[];
}

export interface UndoPlan {
  steps: RevertStep[];
  obstacles: Obstacle[];
  /** Something of the entry stays, by choice. */
  partly: boolean;
}

/** What a file held before and after an entry, and what it holds now. */
export interface UndoneFile {
  from: VaultPath | null;
  to: VaultPath | null;
  /** Where the file is now that the entry left at `to`. */
  at: VaultPath | null;
  before: Content | null;
  after: Content | null;
  now: Content | null;
  /** Another file or a folder is where the file would go back to. */
  inTheWay: 'replaced' | 'folder' | null;
  /** What entries brought into it that were undone since. */
  undone: Undone;
}

interface Content {
  bytes: Bytes;
  /** Equal for contents that differ only in their stamps. */
  same: string;
  /** How a file gets it. */
  next: Next;
}

export function contentOf(path: VaultPath, bytes: Bytes): Content {
  const version = blobId(bytes);
  const isStamped = isMarkdown(path) && isText(bytes);
  const same = isStamped ? versionOf(bytes.toString('utf8')) : version;
  return { bytes, same, next: { version } };
}

/** A text that was never recorded. */
export function contentOfText(path: VaultPath, text: string): Content {
  return { ...contentOf(path, Buffer.from(text)), next: { merged: text } };
}

/** Adds to a plan what happens to one file. */
export async function planFile(file: UndoneFile, choices: UndoChoices, plan: UndoPlan): Promise<void> {
  const { from, to, at, before, now, inTheWay } = file;
  const back = before?.next ?? null;
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
    return to === null ? put(from, back) : undefined;
  }
  if (to === null) return choose('changed', () => put(from!, back));
  const isMoved = from !== null && from !== to;
  if (isMoved && inTheWay !== null) return choose(inTheWay, () => {});
  const finish = async (): Promise<void> => {
    const next = await contentWithout(file, choices, plan);
    if (next === undefined) return;
    const target = isMoved ? from : at!;
    if (target !== at) put(at!, null);
    if (next !== 'same' || target !== at) put(target, next === 'same' ? now!.next : next);
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
  const back = before?.next ?? null;
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
    file.undone,
  );
  if ('units' in next) {
    plan.obstacles.push({ path, reason: 'changed_units', units: next.units });
    return undefined;
  }
  plan.partly ||= next.kept;
  if (next.text === null) return null;
  const content = contentOfText(path, next.text);
  if (content.same === before?.same) return back;
  return content.same === now!.same ? 'same' : content.next;
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
  undone: Undone,
): Promise<{ text: string | null; kept: boolean } | { units: Conflict[] }> {
  // Loaded when it is needed: most undos put recorded bytes back.
  const { mergeTexts } = await import('../../vault/units/merge-texts.js');
  const chosen = ({ id }: Conflict) => choices[id] ?? choices.all;
  const choose = (conflict: Conflict) =>
    conflict.ours !== null && chosen(conflict) === 'take' ? 'theirs' : 'ours';
  const old = before ?? splitFrontmatter(after).head;
  let merged = mergeTexts(after, now, old, { choose });
  if (merged.emptied.length > 0) {
    // An emptied heading goes if the entry that brought it is undone.
    const lines = await undone.lines();
    merged = mergeTexts(after, now, old, { choose, isDropped: (heading) => lines.has(heading) });
  }
  const { text, conflicts } = merged;
  // What was removed since holds nothing of the entry any more.
  const changed = conflicts.filter(({ ours }) => ours !== null);
  const open = changed.filter((conflict) => chosen(conflict) === undefined);
  if (open.length > 0) return { units: open };
  const isEmptied = isEmpty(text) && !(before !== null && isEmpty(before));
  const kept = changed.some((conflict) => chosen(conflict) === 'keep');
  return { text: isEmptied ? null : text, kept };
}

function isEmpty(text: string): boolean {
  return bodyOf(text).trim() === '';
}
