import type { RootContent } from 'mdast';
import { parseCsv } from '../csv.js';
import { type RstContext, rstInline } from './rst-inline.js';
import { type Block, code, dedented, isBlank, link, list, paragraph, table, text } from './tree.js';

export interface DirectiveContext extends RstContext {
  image(url: string): string;
  leaveOut(kind: string): void;
}

/** Reads the content of a directive as text of the document. */
type Blocks<Context> = (lines: readonly string[], context: Context) => RootContent[];

/** What `.. name:: argument` with its indented lines becomes. A name that is not known keeps its text. */
export function directiveOf<Context extends DirectiveContext>(
  name: string,
  argument: string,
  lines: readonly string[],
  context: Context,
  blocks: Blocks<Context>,
): RootContent[] {
  const { options, content } = optionsOf(lines);
  const inner = () => blocks(content, context) as Block[];
  const strong = (label: string) => paragraph([{ type: 'strong', children: rstInline(label, context) }]);
  if (CODE.has(name)) return [code(content, argument.split(/\s/, 1)[0] || null)];
  if (name === 'parsed-literal') return [code(content)];
  if (name === 'math')
    return [{ type: 'html', value: `$$\n${[argument, ...content].join('\n').trim()}\n$$` }];
  if (name === 'image' || name === 'figure') {
    const alt = options.get('alt') ?? '';
    return [paragraph([{ type: 'image', url: context.image(argument), alt }]), ...inner()];
  }
  if (ADMONITIONS.has(name)) {
    const label = name === 'admonition' || name === 'topic' || name === 'sidebar' ? argument : capital(name);
    const first = label === argument || argument === '' ? [] : blocks([argument], context);
    return [{ type: 'blockquote', children: [strong(label), ...(first as Block[]), ...inner()] }];
  }
  if (name === 'epigraph' || name === 'pull-quote' || name === 'highlights')
    return [{ type: 'blockquote', children: inner() }];
  if (VERSIONS[name] !== undefined) {
    const [version = '', ...rest] = argument.split(' ');
    const note = `${VERSIONS[name]} ${version}${rest.length === 0 ? '' : `: ${rest.join(' ')}`}`;
    return [paragraph([{ type: 'emphasis', children: rstInline(note, context) }]), ...inner()];
  }
  if (name === 'rubric' || name === 'centered') return [strong(argument)];
  if (name === 'toctree') return tocOf(content, context);
  if (name === 'csv-table') return tableOf(csvTable(options, content), argument, context);
  if (name === 'list-table') return tableOf(listTable(content), argument, context);
  if (name === 'table') return [...(argument === '' ? [] : [strong(argument)]), ...inner()];
  if (LEFT_OUT[name] !== undefined) {
    context.leaveOut(LEFT_OUT[name]);
    return [];
  }
  if (SILENT.has(name)) return [];
  const signature =
    argument === '' || PARTS.has(name) ? [] : [paragraph([{ type: 'inlineCode', value: argument }])];
  return [...signature, ...inner()];
}

const CODE = new Set([
  'code',
  'code-block',
  'sourcecode',
  'highlight-block',
  'prompt',
  'doctest',
  'testcode',
]);
const ADMONITIONS = new Set(
  'admonition attention caution danger error hint important note seealso sidebar tip todo topic warning'.split(
    ' ',
  ),
);
const VERSIONS: Record<string, string> = {
  versionadded: 'New in version',
  versionchanged: 'Changed in version',
  deprecated: 'Deprecated since version',
};
const LEFT_OUT: Record<string, string> = {
  include: 'included files',
  literalinclude: 'included files',
  raw: 'raw blocks',
};
/** Directions for the program that makes a manual. */
const SILENT = new Set(
  'contents index meta highlight default-role role sectnum tabularcolumns currentmodule module title target-notes'.split(
    ' ',
  ),
);
/** Their argument is no text. */
const PARTS = new Set(['container', 'only', 'class', 'compound', 'tab-set', 'tab-item', 'centered', 'hlist']);

/** `:alt: text` in the first lines, and the content below an empty line. */
function optionsOf(lines: readonly string[]): { options: Map<string, string>; content: string[] } {
  const flat = dedented(lines);
  const options = new Map<string, string>();
  // Lines that follow the head at once are its options; below an empty line is content.
  let at = 0;
  if (!isBlank(lines[0]))
    for (; at < flat.length; at++) {
      const [whole, key = ''] = /^:([\w-]{1,60}):(?:\s+|$)/.exec(flat[at]!) ?? [];
      if (whole === undefined) break;
      options.set(key.toLowerCase(), flat[at]!.slice(whole.length).trim());
    }
  return { options, content: dedented(flat.slice(at)) };
}

/** A table of contents as links to the notes that its documents became. */
function tocOf(content: readonly string[], context: DirectiveContext): RootContent[] {
  const items = content
    .filter((line) => !isBlank(line))
    .map((line): Block[] => {
      const [, title = '', given = ''] = /^(.{0,300}?)\s?<([^<>]{1,500})>\s*$/.exec(line) ?? [];
      const name = given || line.trim();
      const url = /^https?:/.test(name) ? name : context.documentLink(name);
      const shown = [text(title || name)];
      return [paragraph(url === null ? shown : [link(url, shown)])];
    });
  return items.length === 0 ? [] : [list(items, null)];
}

function csvTable(options: ReadonlyMap<string, string>, content: readonly string[]): string[][] {
  const rows = parseCsv([options.get('header') ?? '', ...content].join('\n'));
  return rows.map((row) => row.map((cell) => cell.trim()));
}

/** Rows are items (`* - cell`), their cells items of these. */
function listTable(content: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const line of content) {
    const [, row, cell = ''] = /^(\*\s+)?(?:\s*)-(?:\s+(.*))?$/.exec(line) ?? [];
    if (row !== undefined) rows.push([]);
    if (/^(?:\*\s+|\s+)-(?:\s|$)/.test(line)) rows.at(-1)?.push(cell.trim());
    else {
      const cells = rows.at(-1);
      if (cells !== undefined && cells.length > 0) cells.push(`${cells.pop()} ${line.trim()}`.trim());
    }
  }
  return rows;
}

function tableOf(rows: string[][], caption: string, context: DirectiveContext): RootContent[] {
  const title =
    caption === '' ? [] : [paragraph([{ type: 'strong', children: rstInline(caption, context) }])];
  if (rows.length === 0) return title as RootContent[];
  return [
    ...title,
    table(rows.map((cells) => cells.map((cell) => rstInline(cell, context)))),
  ] as RootContent[];
}

function capital(name: string): string {
  const word = name === 'seealso' ? 'see also' : name;
  return word[0]!.toUpperCase() + word.slice(1);
}
