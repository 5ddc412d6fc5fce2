import { shownLines } from './lines.js';

export interface Heading {
  /** 1-based number of the line. */
  line: number;
  level: number;
  text: string;
}

/**
 * The `#` headings of shown lines, except those inside code fences. `from` is the first line to look at, to skip
 * frontmatter.
 */
export function findHeadings(lines: readonly string[], from = 1): Heading[] {
  return outlineOf(lines, from).headings;
}

/** The text of the first one; null where there is none. Reads no further, where no fence is above it. */
export function firstHeading(text: string): string | null {
  const like = LIKE_HEADING.exec(text);
  if (like === null) return null;
  const isCertain = !/```|~~~/.test(text.slice(0, like.index));
  const lines = shownLines(isCertain ? like[0] : text);
  return findHeadings(lines)[0]?.text ?? null;
}

const LIKE_HEADING = /^ {0,3}#{1,6}(?:[ \t].*)?$/m;

/** The same, with the numbers of all lines in code fences, markers included. */
export function outlineOf(
  lines: readonly string[],
  from = 1,
): { headings: Heading[]; fenced: ReadonlySet<number> } {
  const headings: Heading[] = [];
  const fenced = new Set<number>();
  let fence: Fence | null = null;
  for (let i = from - 1; i < lines.length; i++) {
    const line = lines[i]!;
    if (fence !== null && !leavesItem(line, fence)) {
      fenced.add(i + 1);
      if (closes(line, fence)) fence = null;
      continue;
    }
    fence = fenceAt(line);
    if (fence !== null) {
      fenced.add(i + 1);
      continue;
    }
    const marks = MARKS.exec(line);
    if (marks === null) continue;
    headings.push({ line: i + 1, level: marks[1]!.length, text: headingText(line.slice(marks[0].length)) });
  }
  return { headings, fenced };
}

const MARKS = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;

/** Without trailing whitespace and a closing `##`. Loops, not patterns, stay fast on a line of any length. */
function headingText(rest: string): string {
  const end = endWithout(rest, rest.length, ' \t');
  const open = endWithout(rest, end, '#');
  const closed = open < end && (open === 0 || ' \t'.includes(rest[open - 1]!));
  return rest.slice(0, closed ? endWithout(rest, open, ' \t') : end);
}

function endWithout(text: string, from: number, characters: string): number {
  let end = from;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return end;
}

interface Fence {
  marker: string;
  /** How far the list item that contains the fence is indented; 0 outside of lists. */
  indent: number;
}

/** The fence that this line opens, possibly as the first line of a list item, or null. */
function fenceAt(line: string): Fence | null {
  const match = /^( {0,3}((?:(?:[-*+]|\d{1,9}[.)]) {1,4})*))(`{3,}|~{3,})(.*)$/.exec(line);
  if (match === null) return null;
  const [, before, item, marker, info] = match;
  // "```code```" is inline code: an info string after backticks contains no backtick.
  if (marker!.startsWith('`') && info!.includes('`')) return null;
  return { marker: marker!, indent: item === '' ? 0 : before!.length };
}

/** A line further left than its list item ends the item and the fence in it. */
function leavesItem(line: string, { indent }: Fence): boolean {
  const start = line.search(/[^ \t]/);
  return start !== -1 && start < indent && !line.startsWith('\t');
}

function closes(line: string, { marker, indent }: Fence): boolean {
  const run = line.trim();
  return (
    run.length >= marker.length && run === marker[0]!.repeat(run.length) && line.search(/[^ \t]/) < indent + 4
  );
}
