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
  const headings: Heading[] = [];
  let fence: string | null = null;
  for (let i = from - 1; i < lines.length; i++) {
    const line = lines[i]!;
    const marker = fenceMarker(line);
    if (fence !== null) {
      if (marker !== null && closes(marker, line, fence)) fence = null;
      continue;
    }
    if (marker !== null) {
      fence = marker;
      continue;
    }
    const match = HEADING.exec(line);
    if (match !== null) headings.push({ line: i + 1, level: match[1]!.length, text: match[2] ?? '' });
  }
  return headings;
}

const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))??(?:[ \t]+#+)?[ \t]*$/;

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
