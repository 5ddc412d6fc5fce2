/** The only way content is shown: numbered lines in a fence whose info string is the path. */

/**
 * The lines of a text as they are shown. Only `\n` and `\r\n` end a line, a final line end is not a line,
 * `\r` and a byte order mark are left out.
 */
export function shownLines(text: string): string[] {
  const lines = visibleText(text).split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The text as every tool sees it: without `\r` and without a byte order mark. */
export function visibleText(text: string): string {
  const start = text.startsWith(BOM) ? text.slice(1) : text;
  return start.includes('\r') ? start.replaceAll('\r', '') : start;
}

export const BOM = '\uFEFF';

/** `9  | text`, one per line, numbers padded to the width of the last one (at least 2). */
export function numberLines(lines: readonly string[], first = 1): string {
  const width = numberWidth(first + lines.length - 1);
  const numbered = new Array<string>(lines.length);
  for (let i = 0; i < lines.length; i++) numbered[i] = numberedLine(lines[i]!, first + i, width);
  return numbered.join('\n');
}

export function numberWidth(lastNumber: number): number {
  return Math.max(2, String(lastNumber).length);
}

export function numberedLine(line: string, number: number, width: number): string {
  const prefix = `${String(number).padEnd(width)} |`;
  return line === '' ? prefix : `${prefix} ${line}`;
}

/** A fenced block; `header` is the path and an optional range. Without content, header and closing fence only. */
export function block(header: string, content: string): string {
  const fence = header.includes('`') ? '~~~' : '```';
  return content === '' ? `${fence}${header}\n${fence}` : `${fence}${header}\n${content}\n${fence}`;
}

export interface NumberedText {
  numbers: number[];
  lines: string[];
}

/**
 * Removes the numbers from a text in which every line has the form above, and fence lines around it; null for any
 * other text. Ignores one trailing line end. `any` also accepts numbers that are not padded to one width.
 */
export function parseNumbered(text: string, padding: 'aligned' | 'any' = 'aligned'): NumberedText | null {
  const all = shownLines(text);
  const closed = all.length > 1 && FENCE_END.test(all.at(-1)!);
  const inner = all.slice(FENCE.test(all[0] ?? '') ? 1 : 0, closed ? -1 : undefined);
  const matches = inner.map((line) => NUMBERED_LINE.exec(line));
  // The numbers of one listing are padded to one width, so the bars are in one column, the fourth or later.
  const column = matches[0]?.[1]?.length ?? 0;
  const aligned = column >= 3 && matches.every((match) => match?.[1]?.length === column);
  if (matches.length === 0 || matches.includes(null) || (padding === 'aligned' && !aligned)) return null;
  return {
    numbers: matches.map((match) => Number.parseInt(match![1]!, 10)),
    lines: matches.map((match) => match![2] ?? ''),
  };
}

const FENCE = /^(?:```|~~~)/;
const FENCE_END = /^(?:```|~~~)$/;
const NUMBERED_LINE = /^([0-9]+ +)\|(?: (.*))?$/s;

/** A line with its own end (`\n`, `\r\n`, or nothing for an unfinished last line), exactly as in the file. */
export interface RawLine {
  text: string;
  end: string;
}

/** The lines of a file with nothing removed: joined, they are the file byte for byte. */
export function rawLines(text: string): RawLine[] {
  const lines: RawLine[] = [];
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    if (newline === -1) {
      lines.push({ text: text.slice(start), end: '' });
      break;
    }
    const end = newline > start && text[newline - 1] === '\r' ? '\r\n' : '\n';
    lines.push({ text: text.slice(start, newline + 1 - end.length), end });
    start = newline + 1;
  }
  return lines;
}

/**
 * The line end of a text: that of its first line, or `
 * ` if it has none.
 */
export function lineEndOf(text: string): '\n' | '\r\n' {
  const newline = text.indexOf('\n');
  return newline > 0 && text[newline - 1] === '\r' ? '\r\n' : '\n';
}

/** The text without leading and trailing line ends, or on one side only. */
export function trimLineEnds(text: string, side: 'both' | 'start' | 'end' = 'both'): string {
  let start = 0;
  let end = text.length;
  // Loops, not patterns: these must stay fast on a million empty lines.
  while (side !== 'start' && end > 0 && isLineEnd(text[end - 1]!)) end--;
  while (side !== 'end' && start < end && isLineEnd(text[start]!)) start++;
  return text.slice(start, end);
}

/** The text without leading and trailing blank lines. */
export function trimBlankLines(text: string): string {
  let start = 0;
  for (let at = 0; at < text.length && isBlank(text[at]!); at++) if (text[at] === '\n') start = at + 1;
  let end = text.length;
  for (let at = end - 1; at >= start && isBlank(text[at]!); at--) if (isLineEnd(text[at]!)) end = at;
  return text.slice(start, end);
}

function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}

function isBlank(character: string): boolean {
  return isLineEnd(character) || character === ' ' || character === '\t';
}
