export interface Heading {
  /** 1-based number of the line. */
  line: number;
  level: number;
  text: string;
}

/**
 * The `#` headings of shown lines, those inside code fences left out. `from` is the number of the first line to look
 * at, so that frontmatter can be passed over.
 */
export function findHeadings(lines: readonly string[], from = 1): Heading[] {
  return outlineOf(lines, from).headings;
}

/** The same, together with the numbers of the lines that belong to code fences, markers included. */
export function outlineOf(
  lines: readonly string[],
  from = 1,
): { headings: Heading[]; fenced: ReadonlySet<number> } {
  const headings: Heading[] = [];
  const fenced = new Set<number>();
  let fence: string | null = null;
  for (let i = from - 1; i < lines.length; i++) {
    const line = lines[i]!;
    const marker = fenceMarker(line);
    if (fence !== null) {
      fenced.add(i + 1);
      if (marker !== null && closes(marker, line, fence)) fence = null;
      continue;
    }
    if (marker !== null) {
      fenced.add(i + 1);
      fence = marker;
      continue;
    }
    const marks = MARKS.exec(line);
    if (marks === null) continue;
    headings.push({ line: i + 1, level: marks[1]!.length, text: headingText(line.slice(marks[0].length)) });
  }
  return { headings, fenced };
}

const MARKS = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;

/** Without the blanks at its end, and without the `##` that may close it. Loops stay fast on a line of any length. */
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

/** The run of backticks or tildes that opens or closes a fence on this line, or null. */
function fenceMarker(line: string): string | null {
  const match = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line);
  if (match === null) return null;
  // "```code```" is inline code: an info string after backticks holds none.
  return match[1]!.startsWith('`') && match[2]!.includes('`') ? null : match[1]!;
}

function closes(marker: string, line: string, fence: string): boolean {
  return marker[0] === fence[0] && marker.length >= fence.length && line.trim() === marker;
}
