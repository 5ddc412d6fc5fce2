import { type Bytes, isText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { isMarkdown } from '../../vault/kinds.js';
import type { VaultPath } from '../../vault/paths.js';
import { isStamped, stamp, versionOf } from '../../vault/stamp.js';
import { mergeTexts } from '../../vault/units/merge-texts.js';
import type { Conflict } from '../../vault/units/merge-units.js';
import { mergeLines } from './merge-lines.js';

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
