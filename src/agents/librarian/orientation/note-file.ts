import { readIfText } from '../../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../../vault/frontmatter.js';
import { type Heading, outlineOf } from '../../../vault/headings.js';
import type { LineRange } from '../../../vault/line-ranges.js';
import { shownLines } from '../../../vault/lines.js';
import type { VaultPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';

/** A text file with its lines, numbered from 1. */
export interface NoteFile {
  path: VaultPath;
  lines: string[];
  /** The first line below the frontmatter. */
  bodyStart: number;
  headings: Heading[];
  /** The day of `updated`. */
  updated: string | null;
}

export function readNote(vault: Vault, path: VaultPath): NoteFile | null {
  const text = readIfText(vault, path);
  if (text === null) return null;
  const lines = shownLines(text);
  const { head, yaml } = splitFrontmatter(text);
  const bodyStart = shownLines(head).length + 1;
  const { headings } = outlineOf(lines, bodyStart);
  return { path, lines, bodyStart, headings, updated: fieldOf(yaml, 'updated')?.slice(0, 10) ?? null };
}

/** A heading with what stands below it, up to the next of its level; empty lines at the end left out. */
export interface Section extends LineRange {
  heading: string;
}

export function sectionsOf({ headings, lines }: NoteFile, level: number, within?: LineRange): Section[] {
  const { first: from, last: to } = within ?? { first: 1, last: lines.length };
  const own = headings.filter(({ line }) => line >= from && line <= to);
  return own
    .filter((heading) => heading.level === level)
    .map(({ line, text }) => {
      const next = own.find((other) => other.line > line && other.level <= level);
      return { heading: text, first: line, last: lastWritten(lines, line, (next?.line ?? to + 1) - 1) };
    });
}

/** What stands below the frontmatter; null where that is nothing. */
export function bodyRange({ lines, bodyStart }: NoteFile): LineRange | null {
  let first = bodyStart;
  while (first <= lines.length && lines[first - 1]!.trim() === '') first++;
  return first > lines.length ? null : { first, last: lastWritten(lines, first, lines.length) };
}

function lastWritten(lines: readonly string[], first: number, last: number): number {
  let end = last;
  while (end > first && lines[end - 1]!.trim() === '') end--;
  return end;
}
