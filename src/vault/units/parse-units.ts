import { outlineOf } from '../headings.js';
import { type RawLine, rawLines } from '../lines.js';

export type UnitKind = 'heading' | 'item' | 'row' | 'field' | 'block';

/** A piece of a Markdown text that people add, change and remove as a whole. */
export interface Unit {
  kind: UnitKind;
  /** Its own lines, without the last line end and without its children. */
  text: string;
  /** Everything up to the next unit: the line end and blank lines. */
  gap: string;
  /** What the unit is about: a heading's text, the name of a field, an item without its box. Empty for a block. */
  key: string;
  /** What is below a heading, or inside a list item. */
  children: Unit[];
}

export interface Units {
  /** Blank lines above the first unit. */
  lead: string;
  units: Unit[];
}

/**
 * Splits the text below the frontmatter: headings with what is below them, list items, table rows, `key: value` lines,
 * and blocks (a paragraph, a code fence). Joined in order, `lead`, texts and gaps are the text byte for byte.
 */
export function parseUnits(text: string): Units {
  const lines = rawLines(text);
  const { headings, fenced } = outlineOf(lines.map((line) => line.text));
  const levels = new Map(headings.map(({ line, level, text }) => [line - 1, { level, text }]));
  const units: Unit[] = [];
  const open: Container[] = [];
  let lead = '';
  let last: Unit | null = null;

  const add = (line: RawLine, kind: UnitKind, key: string, depth: number, isContainer: boolean): void => {
    while (open.length > 0 && open.at(-1)!.depth >= depth) open.pop();
    last = { kind, text: line.text, gap: line.end, key, children: [] };
    (open.at(-1)?.unit.children ?? units).push(last);
    if (isContainer) open.push({ unit: last, depth });
  };

  for (const [index, line] of lines.entries()) {
    const goesOn: boolean = last !== null && isLineEnd((last as Unit).gap);
    const isFenced = fenced.has(index + 1);
    if (isFenced && fenced.has(index) && last !== null) extend(last, line);
    else if (line.text.trim() === '') {
      if (last === null) lead += line.text + line.end;
      else (last as Unit).gap += line.text + line.end;
    } else {
      const heading = levels.get(index);
      const shape = heading ? null : shapeOf(line.text, isFenced);
      if (heading) add(line, 'heading', `${heading.level} ${heading.text}`, heading.level, true);
      else if (shape!.kind !== 'block' || isFenced || !goesOn || !canGoOn(last!))
        add(line, shape!.kind, shape!.key, INSIDE_ITEMS + indentOf(line.text), shape!.kind === 'item');
      else extend(last!, line);
    }
  }
  return { lead, units };
}

/** Units in the order of the text. */
export function* inOrder(units: readonly Unit[]): Generator<Unit> {
  for (const unit of units) {
    yield unit;
    yield* inOrder(unit.children);
  }
}

/** A unit with everything inside it. */
export function wholeText(unit: Unit): string {
  return [...inOrder([unit])]
    .map(({ text, gap }) => text + gap)
    .join('')
    .trimEnd();
}

interface Container {
  unit: Unit;
  /** The level of a heading; for a list item, how far it is indented, beyond every level. */
  depth: number;
}

/** Above the levels of headings. */
const INSIDE_ITEMS = 10;

function shapeOf(line: string, isFenced: boolean): { kind: UnitKind; key: string } {
  const item = isFenced ? null : ITEM.exec(line);
  if (item !== null) return { kind: 'item', key: line.slice(item[0].length).trim() };
  if (!isFenced && ROW.test(line)) return { kind: 'row', key: line.split('|')[1]!.trim() };
  const field = isFenced ? null : FIELD.exec(line);
  return field === null ? { kind: 'block', key: '' } : { kind: 'field', key: field[1]!.trim().toLowerCase() };
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/;
const ROW = /^[ \t]*\|/;
const FIELD = /^[ \t]*\*{0,2}(\p{L}[\p{L}\p{N} _'’-]{0,40})\*{0,2}[ \t]?:\*{0,2}[ \t]/u;

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

/** The lines of a paragraph, and of the first paragraph of a list item, belong together. */
function canGoOn({ kind, text }: Unit): boolean {
  return kind === 'item' || (kind === 'block' && !/^[ \t]*(?:```|~~~)/.test(text));
}

function isLineEnd(gap: string): boolean {
  return gap === '\n' || gap === '\r\n';
}

function extend(unit: Unit, line: RawLine): void {
  unit.text += unit.gap + line.text;
  unit.gap = line.end;
}
