import { foreignFields, splitFrontmatter } from '../../vault/frontmatter.js';
import { trimLineEnds } from '../../vault/lines.js';
import type { CommandNamed } from './commands.js';
import { Refusal } from './refusal.js';

const MOST_LINES = 999_999;
const NUMBER_WIDTH = 6;
/** Lines above and below a change that are shown. */
const AROUND = 2;

/** A Markdown text without the three fields that Rappel keeps; without frontmatter if there are no others. */
export function withoutStamps(text: string): string {
  const { yaml, body } = splitFrontmatter(text);
  if (yaml === null) return text;
  const own = foreignFields(yaml);
  return own.trim() === '' ? trimLineEnds(body, 'start') : `---\n${own}---\n${body}`;
}

/** A text with its line numbers, or the lines of a range (the end -1 is the last line). */
export function viewed(path: string, text: string, range: readonly number[] | null): string {
  const lines = linesOf(text);
  if (lines.length > MOST_LINES)
    throw new Refusal(`File ${path} exceeds maximum line limit of 999,999 lines.`);
  const [from = 1, to = -1] = range ?? [];
  const first = Math.max(1, from);
  const shown = lines.slice(first - 1, to === -1 ? undefined : to);
  return [`Here's the content of ${path} with line numbers:`, ...numbered(shown, first)].join('\n');
}

export function replaced({ path, old_str, new_str }: CommandNamed<'str_replace'>, text: string) {
  const found = positionsOf(old_str, text);
  if (found.length === 0)
    throw new Refusal(
      `No replacement was performed, old_str \`${old_str}\` did not appear verbatim in ${path}.`,
    );
  if (found.length > 1)
    throw new Refusal(
      `No replacement was performed. Multiple occurrences of old_str \`${old_str}\` in lines: ${found
        .map((at) => lineAt(text, at))
        .join(', ')}. Please ensure it is unique`,
    );
  const at = found[0]!;
  const next = text.slice(0, at) + new_str + text.slice(at + old_str.length);
  const first = Math.max(1, lineAt(next, at) - AROUND);
  const last = lineAt(next, at + new_str.length) + AROUND;
  const snippet = numbered(linesOf(next).slice(first - 1, last), first);
  const said = 'The memory file has been edited. Here is the snippet showing the change (with line numbers):';
  return { text: next, said: [said, ...snippet].join('\n') };
}

export function inserted({ path, insert_line, insert_text }: CommandNamed<'insert'>, text: string) {
  const lines = linesOf(text);
  if (insert_line < 0 || insert_line > lines.length)
    throw new Refusal(
      `Error: Invalid \`insert_line\` parameter: ${insert_line}. It should be within the range of lines of the file: [0, ${lines.length}]`,
    );
  lines.splice(insert_line, 0, insert_text.replace(/\n$/, ''));
  const end = text.endsWith('\n') ? '\n' : '';
  return { text: lines.join('\n') + end, said: `The file ${path} has been edited.` };
}

/** A final line end is not a line. */
function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

function numbered(lines: readonly string[], first: number): string[] {
  return lines.map((line, index) => `${String(first + index).padStart(NUMBER_WIDTH)}\t${line}`);
}

function positionsOf(part: string, text: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) found.push(at);
  return found;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}
