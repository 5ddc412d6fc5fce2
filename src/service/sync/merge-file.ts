import { diffArrays } from 'diff/lib/diff/array.js';
import { type Bytes, isText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import { rawLines } from '../../vault/lines.js';
import type { VaultPath } from '../../vault/paths.js';
import { isStamped, stamp, versionOf } from '../../vault/stamp.js';
import { mergeTexts } from '../../vault/units/merge-texts.js';
import type { Conflict } from '../../vault/units/merge-units.js';

/** A file in the version that two others come from, and in each of them; null where it does not exist. */
export interface MergeVersions {
  base: Bytes | null;
  /** As the other machines have it. */
  ours: Bytes | null;
  /** As this machine has it. */
  theirs: Bytes | null;
}

export interface MergedFile {
  content: Bytes | null;
  /** What of theirs fits nowhere in it: a changed file that is no text. */
  left: Bytes | null;
  /** Units that both changed: the content has one of the two. */
  units: Conflict[];
  /** One of them removed the file, the other one changed it. */
  removedBy: 'ours' | 'theirs' | null;
}

/**
 * Merges two versions of a file: Markdown by the units that undo knows, other text by its lines, anything else as a
 * whole. Nothing that either one wrote is lost: it is in the content, in `left`, or in a conflict.
 */
export function mergeFile(path: VaultPath, { base, ours, theirs }: MergeVersions): MergedFile {
  const [from, our, their] = [base, ours, theirs].map((bytes) => sameness(path, bytes));
  const whole = (content: Bytes | null, more: Partial<MergedFile> = {}): MergedFile => ({
    content,
    left: null,
    units: [],
    removedBy: null,
    ...more,
  });
  if (our === their || their === from) return whole(ours);
  if (our === from) return whole(theirs);
  if (ours === null) return whole(theirs, { removedBy: 'ours' });
  if (theirs === null) return whole(ours, { removedBy: 'theirs' });
  if (![base, ours, theirs].every((bytes) => bytes === null || isText(bytes)))
    return whole(ours, { left: theirs });
  const [old, first, second] = [base, ours, theirs].map((bytes) => bytes?.toString('utf8') ?? '') as [
    string,
    string,
    string,
  ];
  if (!isMarkdown(path)) {
    const text = mergeLines(old, first, second);
    return text === null ? whole(ours, { left: theirs }) : whole(Buffer.from(text));
  }
  // Theirs, so that every entry of this machine stays what it was; what one removed and the other one changed stays.
  const choose = (conflict: Conflict) => (conflict.theirs === null ? 'ours' : 'theirs');
  const { text, conflicts } = mergeTexts(old, first, second, { choose });
  return whole(Buffer.from(stampedAgain(text, first, second)), { units: conflicts });
}

/** Equal for two contents that differ only in their stamps. */
function sameness(path: VaultPath, bytes: Bytes | null): string | null {
  if (bytes === null) return null;
  return isMarkdown(path) && isText(bytes) ? versionOf(bytes.toString('utf8')) : bytes.toString('latin1');
}

/** The result is as old as the older one, and was changed when the newer one was: every machine writes the same. */
function stampedAgain(text: string, ours: string, theirs: string): string {
  if (!isStamped(ours) || !isStamped(theirs)) return text;
  const fields = (key: string) =>
    [ours, theirs].map((version) => fieldOf(splitFrontmatter(version).yaml, key)!).sort();
  return stamp(text, { created: fields('created')[0]!, updated: fields('updated')[1]! });
}

/**
 * A three-way merge by lines. Null where both changed the same lines, or lines beside each other: what is no Markdown may
 * have a grammar, and only a person knows it.
 */
function mergeLines(base: string, ours: string, theirs: string): string | null {
  const from = linesOf(base);
  const [our, their] = [changesOf(from, linesOf(ours)), changesOf(from, linesOf(theirs))];
  if (our === null || their === null) return null;
  const all = [...our, ...their.filter((change) => !our.some((other) => isSame(other, change)))].sort(
    (a, b) => a.start - b.start || a.end - b.end,
  );
  const merged: string[] = [];
  let at = 0;
  for (const [index, { start, end, lines }] of all.entries()) {
    const next = all[index + 1];
    if (next !== undefined && next.start <= end) return null;
    merged.push(...from.slice(at, start), ...lines);
    at = end;
  }
  return [...merged, ...from.slice(at)].join('');
}

/** The lines from `start` to `end` of the base were replaced. */
interface LineChange {
  start: number;
  end: number;
  lines: string[];
}

function linesOf(text: string): string[] {
  return rawLines(text).map((line) => line.text + line.end);
}

/** Null where the two have too little in common. */
function changesOf(base: readonly string[], other: readonly string[]): LineChange[] | null {
  const parts = diffArrays([...base], [...other], { maxEditLength: MOST_CHANGES });
  if (parts === undefined) return null;
  const changes: LineChange[] = [];
  let at = 0;
  let isOpen = false;
  for (const { added, removed, count, value } of parts) {
    if (!added && !removed) {
      at += count;
      isOpen = false;
      continue;
    }
    if (!isOpen) changes.push({ start: at, end: at, lines: [] });
    isOpen = true;
    const change = changes.at(-1)!;
    if (removed) {
      at += count;
      change.end = at;
    } else change.lines.push(...value);
  }
  return changes;
}

/** The time grows with the square of the differences. */
const MOST_CHANGES = 2_000;

function isSame(a: LineChange, b: LineChange): boolean {
  return a.start === b.start && a.end === b.end && a.lines.join('') === b.lines.join('');
}
