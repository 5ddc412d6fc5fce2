import { fold } from '../../shared/fold.js';
import { firstBodyLine, splitFrontmatter } from '../../vault/frontmatter.js';
import { findHeadings } from '../../vault/headings.js';
import { lineEndOf, shownLines, trimLineEnds } from '../../vault/lines.js';

/** A section of a file: the names under which it is known, folded, and the heading of a new one. */
export interface SectionNames {
  names: readonly string[];
  heading: string;
}

/**
 * Adds a line to a section, at its end; a line that starts with a date goes before the first later one. A missing
 * section is made at the end of the file. Every other byte stays.
 */
export function addToSection(text: string, { names, heading }: SectionNames, line: string): string {
  const end = lineEndOf(text);
  const lines = text.split(end);
  const headings = findHeadings(shownLines(text), firstBodyLine(text));
  const at = headings.findIndex((found) => names.includes(fold(found.text).replace(/\s*:$/, '')));
  if (at === -1) {
    const rest = trimLineEnds(text, 'end');
    const isBare = splitFrontmatter(text).body.trim() === '';
    return `${rest}${rest === '' ? '' : end}${isBare && rest === '' ? '' : end}# ${heading}${end}${end}${line}${end}`;
  }
  const { line: start, level } = headings[at]!;
  const next = headings.slice(at + 1).find((found) => found.level <= level)?.line ?? lines.length + 1;
  const content = lines.slice(start, next - 1);
  const filled = content.flatMap((each, index) => (each.trim() === '' ? [] : [index]));
  const later =
    DATED.exec(line) === null ? undefined : filled.find((index) => isLater(content[index]!, line));
  const below = filled.at(-1);
  const place = later ?? (below === undefined ? null : below + 1);
  if (place === null)
    lines.splice(start, 0, '', line, ...(content.length === 0 && next <= lines.length ? [''] : []));
  else lines.splice(start + place, 0, line);
  return lines.join(end).replace(/(?:\r?\n)*$/, end);
}

const DATED = /^[-*] (\d{4}-\d\d-\d\d)/;

function isLater(line: string, added: string): boolean {
  const [day, other] = [DATED.exec(line)?.[1], DATED.exec(added)?.[1]];
  return day !== undefined && other !== undefined && day > other;
}
