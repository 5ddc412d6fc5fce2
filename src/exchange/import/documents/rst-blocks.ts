import type { RootContent } from 'mdast';
import { type DirectiveContext, directiveOf } from './rst-directives.js';
import { noteLabel, rstInline } from './rst-inline.js';
import { gridTable, simpleTable } from './rst-tables.js';
import {
  type Block,
  code,
  dedented,
  heading,
  indentOf,
  isBlank,
  list,
  outdented,
  paragraph,
} from './tree.js';

export interface RstBlockContext extends DirectiveContext {
  /** The levels of sections, by the look of their titles, in the order in which they appear. */
  levels: string[];
}

/** The text of a document, or of a part of it that is indented. */
export function rstBlocks(lines: readonly string[], context: RstBlockContext): RootContent[] {
  const blocks: RootContent[] = [];
  for (let at = 0; at < lines.length; ) {
    const reader = READERS.find(({ starts }) => starts(lines, at));
    const { made, next } = (reader?.read ?? paragraphAt)(lines, at, context);
    blocks.push(...made);
    at = Math.max(next, at + 1);
  }
  return blocks;
}

interface Made {
  made: RootContent[];
  next: number;
}

interface BlockReader {
  starts(lines: readonly string[], at: number): boolean;
  read(lines: readonly string[], at: number, context: RstBlockContext): Made;
}

const ADORNMENT = /^([!-/:-@[-`{-~])\1{2,}\s*$/;
const BULLET = /^([-*+•‣⁃])(?:\s+|$)/;
const NUMBER = /^(\(?(?:\d{1,9}|#|[A-Za-z]|[ivxlcdm]{2,9})[.)])\s+(?=\S)/;
const FIELD = /^:(?![\s:])([^:\n]{1,80}):(?:\s+|$)/;

const startsWith = (pattern: RegExp) => (lines: readonly string[], at: number) => pattern.test(lines[at]!);

const READERS: BlockReader[] = [
  { starts: startsWith(/^\s*$/), read: (_lines, at) => ({ made: [], next: at + 1 }) },
  { starts: startsWith(/^\.\.(?:\s|$)/), read: markupAt },
  { starts: startsWith(/^__\s/), read: (_lines, at) => ({ made: [], next: at + 1 }) },
  { starts: startsWith(/^\+-[-+]+\+\s*$/), read: gridAt },
  { starts: isSimpleTable, read: simpleAt },
  { starts: isTitle, read: titleAt },
  {
    starts: startsWith(ADORNMENT),
    read: (_lines, at) => ({ made: [{ type: 'thematicBreak' }], next: at + 1 }),
  },
  { starts: startsWith(/^\s/), read: quoteAt },
  { starts: startsWith(/^>>> /), read: doctestAt },
  { starts: startsWith(/^\|(?:\s|$)/), read: lineBlockAt },
  { starts: startsWith(BULLET), read: (lines, at, context) => listAt(lines, at, context, BULLET) },
  { starts: startsWith(NUMBER), read: (lines, at, context) => listAt(lines, at, context, NUMBER) },
  { starts: startsWith(FIELD), read: fieldsAt },
  { starts: isTerm, read: termsAt },
];

/** The lines that belong to the one above them because they are indented, empty lines between them included. */
export function indentedAfter(lines: readonly string[], at: number): number {
  let next = at + 1;
  let end = next;
  while (next < lines.length && (isBlank(lines[next]) || indentOf(lines[next]!) > 0)) {
    if (!isBlank(lines[next])) end = next + 1;
    next++;
  }
  return end;
}

function paragraphAt(lines: readonly string[], at: number, context: RstBlockContext): Made {
  let end = at;
  while (end < lines.length && !isBlank(lines[end])) end++;
  const written = lines.slice(at, end).join('\n').trimEnd();
  if (!written.endsWith('::')) return { made: [paragraph(rstInline(written, context))], next: end };
  // `text::` announces a literal block.
  const shown = written === '::' ? '' : written.replace(/\s::$/, '').replace(/::$/, ':');
  const next = indentedAfter(lines, end - 1);
  const literal = lines.slice(end, next);
  return {
    made: [
      ...(shown === '' ? [] : [paragraph(rstInline(shown, context))]),
      ...(literal.every((line) => isBlank(line)) ? [] : [code(literal)]),
    ],
    next: Math.max(end, next),
  };
}

/** A title is above a line of signs as long as itself, and perhaps below another one. */
function isTitle(lines: readonly string[], at: number): boolean {
  const [first = '', second = '', third = ''] = lines.slice(at, at + 3);
  if (ADORNMENT.test(first)) return !isBlank(second) && third.trimEnd() === first.trimEnd();
  // Programs count wide characters in other ways: a line that is a little short is one too.
  const isLong = second.trimEnd().length >= Math.min(3, first.trimEnd().length);
  return (
    indentOf(first) === 0 &&
    isLong &&
    /^([!-/:-@[-`{-~])\1+\s*$/.test(second) &&
    second.trimEnd().length + 2 >= first.trimEnd().length
  );
}

function titleAt(lines: readonly string[], at: number, context: RstBlockContext): Made {
  const isOverlined = ADORNMENT.test(lines[at]!) && isTitle(lines, at);
  const look = isOverlined ? `over ${lines[at]![0]}` : lines[at + 1]![0]!;
  if (!context.levels.includes(look)) context.levels.push(look);
  const title = lines[isOverlined ? at + 1 : at]!.trim();
  return {
    made: [heading(context.levels.indexOf(look) + 1, rstInline(title, context))],
    next: at + (isOverlined ? 3 : 2),
  };
}

/** `.. name:: …`, `.. [1] …`, `.. _target:`, `.. |name| …` or a comment. */
function markupAt(lines: readonly string[], at: number, context: RstBlockContext): Made {
  const next = indentedAfter(lines, at);
  const head = lines[at]!.slice(2).trim();
  const body = lines.slice(at + 1, next);
  const [note, label = ''] = /^\[([#*]?[\w.-]{0,60})\]\s*/.exec(head) ?? [];
  if (note !== undefined && label !== '') {
    const content = rstBlocks([head.slice(note.length), ...outdented(body)], context) as Block[];
    return { made: [{ type: 'footnoteDefinition', identifier: noteLabel(label), children: content }], next };
  }
  const [whole, name = ''] = /^([a-z][\w:.-]{0,60})\s?::(?:\s+|$)/i.exec(head) ?? [];
  if (whole === undefined) return { made: [], next };
  return { made: directiveOf(name.toLowerCase(), head.slice(whole.length), body, context, rstBlocks), next };
}

function gridAt(lines: readonly string[], at: number, context: RstBlockContext): Made {
  let next = at;
  while (next < lines.length && /^[+|]/.test(lines[next]!)) next++;
  return { made: [gridTable(lines.slice(at, next), (cell) => rstInline(cell, context))], next };
}

function isSimpleTable(lines: readonly string[], at: number): boolean {
  return /^={2,}(?: +={2,})+\s*$/.test(lines[at]!);
}

function simpleAt(lines: readonly string[], at: number, context: RstBlockContext): Made {
  const isRule = (line: string) => /^[= ]+$/.test(line) && line.includes('==');
  let next = at + 1;
  // It ends at a rule with an empty line below.
  while (next < lines.length && !(isRule(lines[next]!) && (lines[next + 1] ?? '').trim() === '')) next++;
  return {
    made: [simpleTable(lines.slice(at, next + 1), (cell) => rstInline(cell, context))],
    next: next + 1,
  };
}

function quoteAt(lines: readonly string[], at: number, context: RstBlockContext): Made {
  const next = indentedAfter(lines, at - 1);
  const children = rstBlocks(dedented(lines.slice(at, next)), context) as Block[];
  return { made: [{ type: 'blockquote', children }], next };
}

function doctestAt(lines: readonly string[], at: number): Made {
  let next = at;
  while (next < lines.length && !isBlank(lines[next])) next++;
  return { made: [code(lines.slice(at, next), 'python')], next };
}

function lineBlockAt(lines: readonly string[], at: number, context: RstBlockContext): Made {
  let next = at;
  while (next < lines.length && /^\|(?:\s|$)/.test(lines[next]!)) next++;
  const parts = lines.slice(at, next).map((line) => rstInline(line.slice(1).trim(), context));
  const children = parts.flatMap((part, index) =>
    index === 0 ? part : [{ type: 'break' as const }, ...part],
  );
  return { made: [paragraph(children)], next };
}

function listAt(lines: readonly string[], at: number, context: RstBlockContext, mark: RegExp): Made {
  const items: Block[][] = [];
  let next = at;
  while (next < lines.length) {
    const item = mark.exec(lines[next]!);
    if (item === null) break;
    const end = indentedAfter(lines, next);
    const content = [lines[next]!.slice(item[0].length), ...outdented(lines.slice(next + 1, end))];
    items.push(rstBlocks(content, context) as Block[]);
    next = end;
    while (next < lines.length && isBlank(lines[next]) && mark.test(lines[next + 1] ?? '')) next++;
  }
  const first = Number.parseInt(lines[at]!.replace('(', ''), 10);
  return { made: [list(items, mark === NUMBER ? (Number.isNaN(first) ? 1 : first) : null)], next };
}

/** `:Author: Zoé` as an item with its name in bold. */
function fieldsAt(lines: readonly string[], at: number, context: RstBlockContext): Made {
  const items: Block[][] = [];
  let next = at;
  while (next < lines.length && FIELD.test(lines[next]!)) {
    const [whole = '', name = ''] = FIELD.exec(lines[next]!) ?? [];
    const end = indentedAfter(lines, next);
    const value = [lines[next]!.slice(whole.length), ...outdented(lines.slice(next + 1, end))];
    items.push(rstBlocks([`**${name}:** ${value[0]}`.trimEnd(), ...value.slice(1)], context) as Block[]);
    next = end;
  }
  return { made: [list(items, null)], next };
}

function isTerm(lines: readonly string[], at: number): boolean {
  const below = lines[at + 1];
  return below !== undefined && !isBlank(below) && indentOf(below) > 0;
}

function termsAt(lines: readonly string[], at: number, context: RstBlockContext): Made {
  const items: Block[][] = [];
  let next = at;
  while (next < lines.length && indentOf(lines[next]!) === 0 && isTerm(lines, next)) {
    const end = indentedAfter(lines, next);
    const [term = ''] = lines[next]!.split(' : ', 1);
    const content = rstBlocks(dedented(lines.slice(next + 1, end)), context) as Block[];
    items.push([paragraph([{ type: 'strong', children: rstInline(term.trim(), context) }]), ...content]);
    next = end;
    while (isBlank(lines[next]) && lines[next + 1] !== undefined && !isBlank(lines[next + 1])) {
      if (!isTerm(lines, next + 1) || READERS.slice(0, -1).some(({ starts }) => starts(lines, next + 1)))
        break;
      next++;
    }
  }
  return { made: [list(items, null)], next };
}
