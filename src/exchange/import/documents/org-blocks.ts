import type { FootnoteDefinition } from 'mdast';
import { type OrgContext, orgInline } from './org-inline.js';
import { type Block, code, dedented, indentOf, isBlank, list, paragraph, table, text } from './tree.js';

export interface BlockContext extends OrgContext {
  leaveOut(kind: string): void;
}

/** The content below a headline of org: paragraphs, lists, tables, blocks. */
export function orgBlocks(lines: readonly string[], context: BlockContext): Block[] {
  const blocks: Block[] = [];
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const reader = READERS.find(({ starts }) => starts.test(line));
    const found = reader?.read(lines, at, context) ?? null;
    const { made, next } = found ?? paragraphAt(lines, at, context);
    blocks.push(...made);
    at = next;
  }
  return blocks;
}

interface Made {
  made: Block[];
  next: number;
}

interface BlockReader {
  starts: RegExp;
  /** Null if the line only looks like the start of such a block. */
  read(lines: readonly string[], at: number, context: BlockContext): Made | null;
}

const ITEM =
  /^(\s*)([-+]|\*(?<=\s\*)|\d{1,9}[.)]|[A-Za-z][.)])(?:\s+|$)(?:\[@\d{1,9}\]\s*)?(?:\[([ Xx-])\](?:\s+|$))?/;

const READERS: BlockReader[] = [
  { starts: /^\s*$/, read: (_lines, at) => ({ made: [], next: at + 1 }) },
  { starts: /^\s*#\+begin_/i, read: blockAt },
  { starts: /^\s*:[\w-]{1,60}:\s*$/, read: drawerAt },
  // Comments, and settings that concern the file or the export.
  {
    starts: /^\s*#(?:\s|$)|^\s*#\+[\w-]+(?:\[[^\]\n]{0,99}\])?:/,
    read: (_lines, at) => ({ made: [], next: at + 1 }),
  },
  { starts: /^\s*-{5,}\s*$/, read: (_lines, at) => ({ made: [{ type: 'thematicBreak' }], next: at + 1 }) },
  { starts: /^\s*\|/, read: tableAt },
  { starts: /^\s*:(?:\s|$)/, read: fixedWidthAt },
  { starts: /^\[fn:[\w-]{1,80}\]/, read: noteAt },
  { starts: ITEM, read: listAt },
];

function startsBlock(line: string): boolean {
  return READERS.some(({ starts }) => starts.test(line));
}

function paragraphAt(lines: readonly string[], at: number, context: BlockContext): Made {
  let next = at + 1;
  while (next < lines.length && !startsBlock(lines[next]!)) next++;
  const content = lines.slice(at, next).map((line) => line.trim());
  return { made: [paragraph(orgInline(content.join('\n'), context))], next };
}

function blockAt(lines: readonly string[], at: number, context: BlockContext): Made | null {
  const [, kind = '', rest = ''] = /^\s*#\+begin_(\w+)\s*(.*)$/i.exec(lines[at]!) ?? [];
  const name = kind.toLowerCase();
  const end = endOf(lines, at, `#+end_${name}`);
  if (end === -1) return null;
  // A comma protects lines that would be headlines.
  const inner = lines.slice(at + 1, end).map((line) => line.replace(/^(\s*),(?=\*|#\+|,)/, '$1'));
  return { made: blockOf(name, rest, inner, context), next: end + 1 };
}

function blockOf(name: string, rest: string, inner: string[], context: BlockContext): Block[] {
  const [first = ''] = rest.split(/\s/, 1);
  if (name === 'src') return [code(inner, first || null)];
  if (name === 'example') return [code(inner)];
  if (name === 'comment') return [];
  if (name === 'export') {
    context.leaveOut('export blocks');
    return [];
  }
  if (name === 'verse') return [verse(inner, context)];
  const content = orgBlocks(dedented(inner), context);
  if (name === 'center') return content;
  const label = name === 'quote' ? [] : [paragraph([{ type: 'strong', children: [text(name)] }])];
  return [{ type: 'blockquote', children: [...label, ...content] }];
}

/** The lines of a poem stay lines. */
function verse(inner: string[], context: BlockContext): Block {
  const lines = dedented(inner).map((line) => orgInline(line, context));
  const children = lines.flatMap((line, index) =>
    index === 0 ? line : [{ type: 'break' as const }, ...line],
  );
  return { type: 'blockquote', children: [paragraph(children)] };
}

/** The line that closes a block; -1 if none does. Looks for each closing line that is missing once. */
function endOf(lines: readonly string[], at: number, closing: string): number {
  const missing = MISSING.get(lines) ?? new Set<string>();
  if (missing.has(closing)) return -1;
  const end = lines.findIndex((line, index) => index > at && line.trim().toLowerCase() === closing);
  if (end === -1) MISSING.set(lines, missing.add(closing));
  return end;
}

const MISSING = new WeakMap<readonly string[], Set<string>>();

function drawerAt(lines: readonly string[], at: number, context: BlockContext): Made | null {
  const end = endOf(lines, at, ':end:');
  if (end === -1) return null;
  const name = lines[at]!.trim().toLowerCase();
  if (name === ':properties:') return { made: [], next: end + 1 };
  if (name !== ':logbook:') return { made: orgBlocks(lines.slice(at + 1, end), context), next: end + 1 };
  context.leaveOut('logbooks');
  return { made: [], next: end + 1 };
}

function tableAt(lines: readonly string[], at: number, context: BlockContext): Made | null {
  let next = at;
  while (next < lines.length && /^\s*\|/.test(lines[next]!)) next++;
  const rows = lines
    .slice(at, next)
    .filter((line) => !/^\s*\|[-+]/.test(line))
    .map((line) => line.trim().replace(/^\|/, '').replace(/\|$/, '').split('|'))
    // A row of `<r>` and `<10>` sets the columns.
    .filter((cells) => !cells.every((cell) => /^(?:<[lrc]?\d{0,3}>)?$/.test(cell.trim())));
  if (rows.length === 0) return { made: [], next };
  return { made: [table(rows.map((cells) => cells.map((cell) => orgInline(cell.trim(), context))))], next };
}

function fixedWidthAt(lines: readonly string[], at: number): Made {
  let next = at;
  while (next < lines.length && /^\s*:(?:\s|$)/.test(lines[next]!)) next++;
  return { made: [code(lines.slice(at, next).map((line) => line.replace(/^\s*: ?/, '')))], next };
}

/** A footnote goes on until two empty lines, another footnote or a headline. */
function noteAt(lines: readonly string[], at: number, context: BlockContext): Made {
  const [whole = '', label = ''] = /^\[fn:([\w-]{1,80})\]\s*/.exec(lines[at]!) ?? [];
  let next = at + 1;
  while (
    next < lines.length &&
    !/^\[fn:/.test(lines[next]!) &&
    !(isBlank(lines[next]) && isBlank(lines[next + 1]))
  )
    next++;
  const content = [lines[at]!.slice(whole.length), ...lines.slice(at + 1, next)];
  const note: FootnoteDefinition = {
    type: 'footnoteDefinition',
    identifier: label,
    children: orgBlocks(content, context),
  };
  return { made: [note], next };
}

function listAt(lines: readonly string[], at: number, context: BlockContext): Made {
  const indent = indentOf(lines[at]!);
  const isOrdered = orderOf(lines[at]!) !== null;
  const items: Block[][] = [];
  const checked: (boolean | null)[] = [];
  let next = at;
  while (next < lines.length) {
    const item = ITEM.exec(lines[next]!);
    if (item === null || item[1]!.length !== indent || (orderOf(lines[next]!) !== null) !== isOrdered) break;
    let end = next + 1;
    while (end < lines.length && isInside(lines, end, indent)) end++;
    const first = lines[next]!.slice(item[0].length);
    const content = [withTerm(first), ...dedented(lines.slice(next + 1, end))];
    items.push(itemBlocks(content, context));
    checked.push(item[3] === undefined ? null : item[3].toLowerCase() === 'x');
    next = end;
  }
  return { made: [list(items, orderOf(lines[at]!), checked)], next };
}

/** Part of an item: indented further than its bullet; after an empty line too, but not after two. */
function isInside(lines: readonly string[], at: number, indent: number): boolean {
  if (!isBlank(lines[at])) return indentOf(lines[at]!) > indent;
  const next = lines[at + 1];
  if (next === undefined || isBlank(next)) return false;
  return indentOf(next) > indent || ITEM.exec(next)?.[1]?.length === indent;
}

function itemBlocks(content: string[], context: BlockContext): Block[] {
  const blocks = orgBlocks(content, context);
  return blocks.length === 0 ? [paragraph([])] : blocks;
}

/** `term :: description` with the term in bold. */
function withTerm(line: string): string {
  const at = line.search(/\s::(?:\s|$)/);
  return at < 1 ? line : `*${line.slice(0, at).replaceAll('*', '')}* ${line.slice(at + 3).trim()}`;
}

function orderOf(line: string): number | null {
  const mark = ITEM.exec(line)?.[2] ?? '-';
  if (/^[A-Za-z]/.test(mark)) return 1;
  return /^\d/.test(mark) ? Number.parseInt(mark, 10) : null;
}
