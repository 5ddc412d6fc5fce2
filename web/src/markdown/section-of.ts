import { splitFile } from './frontmatter.js';
import { headingAt, headingsOf } from './headings.js';
import { segmentsOf } from './segments.js';

/** The text below the frontmatter, or the section under a heading: from its line to the next of the same rank. */
export function sectionOf(file: string, heading: string | undefined): { text: string; line: number } | null {
  const { body, firstLine } = splitFile(file);
  if (heading === undefined) return { text: body, line: firstLine };
  const headings = headingsOf(segmentsOf(body, firstLine));
  const found = headingAt(headings, heading);
  if (found === undefined) return null;
  const next = headings.find(({ line, level }) => line > found.line && level <= found.level);
  const lines = body.split('\n').slice(found.line - firstLine, next && next.line - firstLine);
  return { text: lines.join('\n'), line: found.line };
}

/** The beginning of a text, cut at the end of a line. */
export function startOf(text: string, most: number): { text: string; isCut: boolean } {
  if (text.length <= most) return { text, isCut: false };
  const end = text.lastIndexOf('\n', most);
  return { text: text.slice(0, end > 0 ? end : most), isCut: true };
}
