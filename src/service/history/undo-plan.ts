import { type Bytes, isText } from '../../vault/files.js';
import { bodyOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import { showPath, type VaultPath } from '../../vault/paths.js';
import { versionOf } from '../../vault/stamp.js';
import type { Conflict } from '../../vault/units/merge-units.js';
import type { Vault } from '../../vault/vault.js';
import { blobId } from './differences.js';
import type { FileVersions, History, Version } from './history.js';
import { contentNow, type Next, type Step } from './revert.js';

/**
 * What to do where a later change altered the very same unit: by the id of a conflict, by the path of a file, or for
 * `all`.
 */
export type UndoChoices = Readonly<Record<string, UndoChoice>>;
export type UndoChoice = 'keep' | 'take';

/** Why a file can't be undone without a choice. */
export interface Obstacle {
  path: VaultPath;
  reason: 'changed' | 'changed_units' | 'deleted' | 'folder';
  /** The units that were changed since; without them, the choice is about the whole file, by its path. */
  units?: Conflict[];
}

interface Planned {
  steps: Step[];
  obstacles: Obstacle[];
}

export async function planUndo(
  vault: Vault,
  history: History,
  versions: readonly FileVersions[],
  choices: UndoChoices,
): Promise<Planned> {
  const planned: Planned = { steps: [], obstacles: [] };
  const files = await Promise.all(versions.map((version) => readFile(vault, history, version)));
  const moves = findMoves(files);
  for (const file of files) {
    const move = moves.get(file);
    if (move !== undefined) moveBack(file, move, planned);
    else if (![...moves.values()].includes(file)) await planFile(file, choices, planned);
  }
  return planned;
}

/** A file of an entry: before it, after it, and now. */
interface UndoneFile {
  path: VaultPath;
  before: Content | null;
  after: Content | null;
  now: Content | null;
  isFolder: boolean;
}

interface Content {
  version: Version;
  bytes: Bytes;
  /** Equal for contents that differ only in their stamps. */
  same: string;
}

async function readFile(vault: Vault, history: History, file: FileVersions): Promise<UndoneFile> {
  const path = await pathNow(vault, history, file);
  const before = await recorded(path, history, file.before);
  const after = await recorded(path, history, file.after);
  const { kind } = vault.locate(path);
  const isFolder = kind === 'folder' || kind === 'other';
  const bytes = isFolder ? null : contentNow(vault, path);
  const now = bytes === null ? null : contentOf(path, bytes);
  return { path, before, after, now, isFolder };
}

async function recorded(path: VaultPath, history: History, version: Version | null): Promise<Content | null> {
  if (version === null) return null;
  for await (const bytes of history.read([version])) return contentOf(path, bytes);
  return null;
}

function contentOf(path: VaultPath, bytes: Bytes): Content {
  const version = blobId(bytes);
  const isStamped = isMarkdown(path) && isText(bytes);
  return { version, bytes, same: isStamped ? versionOf(bytes.toString('utf8')) : version };
}

/** Where a file of the entry is now: it may have been moved since. */
async function pathNow(vault: Vault, history: History, { path, after }: FileVersions): Promise<VaultPath> {
  if (after === null || vault.locate(path).kind !== 'missing') return path;
  const { movedTo } = await history.lineage(path);
  return movedTo.length === 1 ? movedTo[0]! : path;
}

/** Files that the entry moved: from the old place to the new one. */
function findMoves(files: readonly UndoneFile[]): Map<UndoneFile, UndoneFile> {
  const moves = new Map<UndoneFile, UndoneFile>();
  for (const from of files) {
    if (from.before === null || from.after !== null || from.now !== null) continue;
    const to = files.find(({ before, after }) => before === null && after?.same === from.before!.same);
    if (to !== undefined) moves.set(from, to);
  }
  return moves;
}

/** Moves a file back with what was edited since; one that was deleted since stays deleted. */
function moveBack({ path, before }: UndoneFile, { path: from, now }: UndoneFile, planned: Planned): void {
  if (now === null) return;
  const isSame = now.same === before!.same || !isText(now.bytes);
  const next = isSame ? { version: before!.version } : { merged: now.bytes.toString('utf8') };
  planned.steps.push({ path, next }, { path: from, next: null });
}

async function planFile(file: UndoneFile, choices: UndoChoices, planned: Planned): Promise<void> {
  const { path, before, after, now, isFolder } = file;
  const choice = choices[showPath(path)] ?? choices.all;
  const back: Next = before === null ? null : { version: before.version };
  const choose = (reason: Obstacle['reason']): void => {
    if (choice === 'take' && !isFolder) planned.steps.push({ path, next: back });
    else if (choice !== 'keep') planned.obstacles.push({ path, reason });
  };

  if (isFolder) return choose('folder');
  if (now?.same === before?.same) return;
  if (now?.same === after?.same) return void planned.steps.push({ path, next: back });
  if (now === null) return choose('deleted');
  const texts = textsOf(file);
  if (texts === null) return choose('changed');
  const next = await mergeUnits(texts, choices);
  if ('units' in next) planned.obstacles.push({ path, reason: 'changed_units', units: next.units });
  else if (next.text !== null && isSameText(path, next.text, before))
    planned.steps.push({ path, next: back });
  else if (!isSameText(path, next.text ?? '', now))
    planned.steps.push({ path, next: next.text === null ? null : { merged: next.text } });
}

interface Texts {
  before: string | null;
  after: string;
  now: string;
}

/** The three texts of a file that can be merged; null where the entry removed it, or where it is not text. */
function textsOf({ before, after, now }: UndoneFile): Texts | null {
  if (after === null || ![before, after, now].every((content) => content === null || isText(content.bytes)))
    return null;
  const text = (content: Content) => content.bytes.toString('utf8');
  return { before: before && text(before), after: text(after), now: text(now!) };
}

/** The text without what the entry brought in; null if nothing is left of the file. */
async function mergeUnits(
  { before, after, now }: Texts,
  choices: UndoChoices,
): Promise<{ text: string | null } | { units: Conflict[] }> {
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
  return { text: isEmptied ? null : text };
}

function isEmpty(text: string): boolean {
  return bodyOf(text).trim() === '';
}

function isSameText(path: VaultPath, text: string, content: Content | null): boolean {
  return contentOf(path, Buffer.from(text)).same === content?.same;
}
