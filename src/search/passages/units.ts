import { splitFrontmatter } from '../../vault/frontmatter.js';
import { type Heading, outlineOf } from '../../vault/headings.js';
import type { LineRange } from '../../vault/line-ranges.js';
import { shownLines } from '../../vault/lines.js';
import { UNITS } from '../ranking/parameters.js';
import { isFieldLine, STAMP } from '../text/line-patterns.js';
import { cutText, type Piece } from './cut-text.js';

/**
 * The smallest piece of a file that can be shown by itself: a short section with its heading, a paragraph, a chat turn, a
 * list item, a table row, a code block, a field of the frontmatter with its text. Line numbers are those of the file, from 1.
 */
export interface LineUnit {
  first: number;
  last: number;
  /** Lines that say what it belongs to, in order: the headings that enclose it, the head of its table, the text of a field. */
  above: number[];
}

/** The units of a whole file, in order. */
export function unitsOf(lines: readonly string[]): LineUnit[] {
  const bodyStart = shownLines(splitFrontmatter(lines.join('\n')).head).length + 1;
  const { headings, fenced } = outlineOf(lines, bodyStart);
  const units: LineUnit[] = [];
  const addText = (from: number, to: number, above: number[]) => {
    for (const piece of withFields(lines, cutText(lines, fenced, from, to))) {
      for (const range of shortened(lines, piece))
        units.push({ ...range, above: [...above, ...piece.above] });
    }
  };
  addText(bodyStart, (headings[0]?.line ?? lines.length + 1) - 1, []);
  const enclosing: Heading[] = [];
  headings.forEach((heading, index) => {
    const next = headings[index + 1];
    while (enclosing.length > 0 && enclosing.at(-1)!.level >= heading.level) enclosing.pop();
    const outer = enclosing.map(({ line }) => line);
    enclosing.push(heading);
    const last = lastText(lines, heading.line, (next?.line ?? lines.length + 1) - 1);
    const hasText = last > heading.line;
    // A heading above subsections is shown with them.
    if (!hasText && next !== undefined && next.level > heading.level) return;
    if (sizeOf(lines, heading.line, last) <= UNITS.shortSection || !hasText) {
      units.push({ first: heading.line, last, above: outer });
    } else addText(heading.line + 1, last, [...outer, heading.line]);
  });
  return [...fieldsOf(lines, bodyStart, units[0]), ...units];
}

/** The fields of the frontmatter, each with the start of the text that it is about. Stamps are left out. */
function fieldsOf(lines: readonly string[], bodyStart: number, text: LineUnit | undefined): LineUnit[] {
  const about = text === undefined ? [] : [...text.above, ...startOf(lines, text)];
  const fields: LineUnit[] = [];
  for (let line = 2; line < bodyStart - 1; line++) {
    const written = lines[line - 1]!;
    const field = fields.at(-1);
    if (written.trim() === '' || STAMP.test(written)) continue;
    // A value may take several lines.
    if (field !== undefined && field.last === line - 1 && /^(?:\s|- )/.test(written)) field.last = line;
    else fields.push({ first: line, last: line, above: about });
  }
  return fields;
}

/** All lines of a short unit, else the first one. */
function startOf(lines: readonly string[], { first, last }: LineUnit): number[] {
  const isShort = sizeOf(lines, first, last) <= UNITS.shortSection;
  return Array.from({ length: isShort ? last - first + 1 : 1 }, (_, index) => first + index);
}

/** Joins a piece that is nothing but fields (`status: open | prio: high`) to the piece that follows it. */
function withFields(lines: readonly string[], pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  let isOpen = false;
  for (const piece of pieces) {
    if (isOpen && piece.kind !== 'row') joined[joined.length - 1] = { ...piece, first: joined.at(-1)!.first };
    else joined.push(piece);
    isOpen = piece.kind === 'text' && isAllFields(lines, piece);
  }
  return joined;
}

function isAllFields(lines: readonly string[], { first, last }: LineRange): boolean {
  return lines.slice(first - 1, last).every(isFieldLine);
}

/** Cuts a long piece, as a block of code, between its lines. */
function shortened(lines: readonly string[], { first, last }: LineRange): LineRange[] {
  const parts: LineRange[] = [{ first, last: first }];
  let size = sizeOf(lines, first, first);
  for (let line = first + 1; line <= last; line++) {
    const own = sizeOf(lines, line, line);
    size += own;
    if (size <= UNITS.longest) parts.at(-1)!.last = line;
    else {
      parts.push({ first: line, last: line });
      size = own;
    }
  }
  return parts;
}

function lastText(lines: readonly string[], from: number, to: number): number {
  let last = to;
  while (last > from && lines[last - 1]!.trim() === '') last--;
  return last;
}

/** In tokens. */
function sizeOf(lines: readonly string[], from: number, to: number): number {
  let size = 0;
  for (let line = from; line <= to; line++) size += lines[line - 1]!.length + 1;
  return size / 4;
}
