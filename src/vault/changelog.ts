import { splitFrontmatter } from './frontmatter.js';
import { findHeadings } from './headings.js';
import { BOM, lineEndOf, rawLines, shownLines, trimBlankLines, trimLineEnds } from './lines.js';

/** Entries of one day: its heading without marks, and the text below it. */
interface DayEntries {
  /** `2025-07-14`, perhaps with words behind it. */
  heading: string;
  entries: string;
}

/**
 * The days of a text that starts with the heading of a day, `# 2025-07-14`, or with an entry, `## …`, which then belongs
 * to `today`; null for any other text.
 */
export function daysIn(text: string, today: string): DayEntries[] | null {
  const trimmed = trimBlankLines(text);
  const lines = shownLines(trimmed);
  const [first] = findHeadings(lines);
  if (first?.line !== 1) return null;
  if (first.level === 2) return daysIn(`# ${today}\n\n${trimmed}`, today);
  const headings = findHeadings(lines).filter(({ level }) => level === 1);
  if (!headings.every(({ text: heading }) => dayOf(heading) !== null)) return null;
  return headings.map(({ line, text: heading }, index) => ({
    heading,
    entries: trimBlankLines(
      lines.slice(line, (headings[index + 1]?.line ?? lines.length + 1) - 1).join('\n'),
    ),
  }));
}

/**
 * Adds entries to a changelog, newest first: right below the heading of their day; a missing day gets its heading before
 * the first older one (in a log that runs the other way, before the first later one). Every other byte stays.
 */
export function addEntries(current: string, { heading, entries }: DayEntries): string {
  const end = lineEndOf(current);
  const { head, body } = splitFrontmatter(current);
  const bom = body.startsWith(BOM) ? BOM : '';
  const text = body.slice(bom.length);
  const lines = rawLines(text).map((line) => line.text + line.end);
  const days = findHeadings(shownLines(text)).flatMap(({ line, level, text: title }) =>
    level === 1 && dayOf(title) !== null ? [{ line, day: dayOf(title)! }] : [],
  );
  const day = dayOf(heading)!;
  const own = days.find((found) => found.day === day);
  const isOldestFirst = days.length > 1 && days[0]!.day < days.at(-1)!.day;
  const next = days.find((found) => (isOldestFirst ? found.day > day : found.day < day))?.line;
  // Below its heading, before the next day, at the end behind all others, or on top of a text without days.
  const at = own?.line ?? (next === undefined ? (days.length === 0 ? 0 : lines.length) : next - 1);
  const added = [own === undefined ? `# ${heading}` : '', entries.replaceAll('\n', end)].filter(Boolean);
  if (added.length === 0) return current;
  const [before, after] = [lines.slice(0, at).join(''), lines.slice(at).join('')].map((part, index) =>
    trimLineEnds(part, index === 0 ? 'end' : 'start'),
  ) as [string, string];
  const parts = [before, ...added, trimLineEnds(after, 'end')].filter((part) => part !== '');
  const opened = head === '' ? '' : `${head}${head.endsWith('\n') ? '' : end}${end}`;
  return bom + opened + trimLineEnds(parts.join(end + end), 'start') + end;
}

/** The day of a heading; null for any other text. */
function dayOf(heading: string): string | null {
  return /^\d{4}-\d\d-\d\d(?!\d)/.exec(heading)?.[0] ?? null;
}
