import { dayOf } from '../../search/text/dates.js';
import type { ToolContext } from '../../tools/define-tool.js';
import { readText } from '../../vault/files.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { findHeadings, type Heading } from '../../vault/headings.js';
import { kindOf } from '../../vault/kinds.js';
import { shownLines } from '../../vault/lines.js';
import type { NamedPassage } from './overview.js';
import type { Passage } from './passages.js';
import { isStatement } from './quote.js';

/** What a line of a passage is called: the nearest heading above it that is more than a date, its date, and its place. */
export function namePassage(
  { vault }: ToolContext,
  passage: Passage,
  line = firstText(passage.units[0]!),
): NamedPassage {
  const at = vault.resolve(passage.path);
  const text = at.kind === 'file' ? readText(at) : '';
  const headings = headingsAbove(text, line);
  const title = headings.findLast((heading) => heading !== '' && !isDate(heading)) ?? nameOf(passage.path);
  const dated = headings.map(dayOf).findLast((day) => day !== null);
  return {
    title: cut(title, 60),
    date: dated ?? updated(),
    place: `${passage.path}:${line}`,
  };

  function updated(): string | null {
    // A date in a list of tasks is the day of another task.
    if (kindOf(at.path) === 'tasks') return null;
    return fieldOf(splitFrontmatter(text).yaml, 'updated')?.slice(0, 10) ?? null;
  }
}

/** Those that enclose a line, outermost first; its own, where it is one. */
function headingsAbove(text: string, line: number): string[] {
  const above: Heading[] = [];
  for (const heading of findHeadings(shownLines(text))) {
    if (heading.line > line) break;
    while (above.length > 0 && above.at(-1)!.level >= heading.level) above.pop();
    above.push(heading);
  }
  return above.map((heading) => heading.text.trim());
}

function isDate(heading: string): boolean {
  return dayOf(heading) !== null && heading.replaceAll(/[^\p{L}]/gu, '').length <= MOST_LETTERS_OF_DATE;
}

/** `Wednesday September pm on`: a heading with more letters than that says something. */
const MOST_LETTERS_OF_DATE = 24;

/** `vault/projects/startup-x/state.md`: startup-x, state. What waits in the inbox has names of our own. */
function nameOf(path: string): string {
  const parts = path.replace(/\.\w+$/, '').split('/');
  if (parts[1] === 'inbox') return 'inbox';
  return parts[1] === 'projects' && parts.length > 3 ? `${parts[2]}, ${parts.at(-1)}` : parts.at(-1)!;
}

/** The first line of a unit that says something itself. */
function firstText({ first, text }: { first: number; text: string }): number {
  const index = text.split('\n').findIndex((line) => line.trim() !== '' && isStatement(line));
  return first + Math.max(0, index);
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text;
}
