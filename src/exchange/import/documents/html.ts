import type { Element, ElementContent, Root, RootContent } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { defaultHandlers, type Handle, toMdast } from 'hast-util-to-mdast';
import type { Nodes, PhrasingContent } from 'mdast';
import { attribute, elementsIn, findElement, removeElements, textIn } from './hast.js';
import { markdownOf } from './markdown.js';

interface HtmlOptions {
  /** The part that a reader wants (`article`), or everything. */
  part: 'article' | 'all';
  /** The address of a link after the import; null keeps its text alone. */
  link?(url: string): string | null;
  /** The address of an image after the import; null leaves it out. */
  image?(url: string): string | null;
}

interface HtmlText {
  /** From its head or its first heading; empty if it has none. */
  title: string;
  author: string;
  /** Where a saved page was. */
  url: string;
  /** As the page states it. */
  published: string;
  /** Markdown, without the title unless it is a heading of the page. */
  text: string;
}

/**
 * HTML as Markdown: headings, lists, tables, links, emphasis, code, quotes, footnotes, images. Runs no script and
 * fetches nothing. Throws a `RangeError` for elements nested more deeply than the stack allows.
 */
export function htmlToMarkdown(html: string, options: HtmlOptions): HtmlText {
  const root = fromHtml(html);
  const facts = factsOf(root);
  removeUnreadable(root);
  const content = options.part === 'article' ? mainContent(root) : root;
  unifyPrograms(content);
  flattenTables(content);
  markNotes(content);
  const tree = toMdast(content, {
    handlers: handlersFor(options),
    // Comments are not for readers: conditions for Outlook, marks of templates, an XML declaration.
    nodeHandlers: { comment: () => undefined },
    document: true,
  }) as Nodes;
  return { ...facts, text: markdownOf(tree) };
}

function factsOf(root: Root): Omit<HtmlText, 'text'> {
  const named = (tag: string) => findElement(root, ({ tagName }) => tagName === tag);
  const meta = (...names: string[]) => {
    const found = findElement(
      root,
      (node) =>
        node.tagName === 'meta' && names.includes(attribute(node, 'name') || attribute(node, 'property')),
    );
    return found === undefined ? '' : attribute(found, 'content').trim();
  };
  const canonical = findElement(
    root,
    (node) => node.tagName === 'link' && attribute(node, 'rel') === 'canonical',
  );
  const heading = [named('title'), named('h1')].find((node) => node !== undefined && rawText(node) !== '');
  return {
    title: heading === undefined ? meta('og:title') : rawText(heading),
    author: meta('author', 'article:author'),
    url: canonical === undefined ? meta('og:url') : attribute(canonical, 'href'),
    published: meta('article:published_time', 'date', 'dcterms.date', 'DC.date'),
  };
}

function rawText(node: Element): string {
  return node.children.map(textIn).join('').trim().replaceAll(/\s+/g, ' ');
}

function handlersFor({ link, image }: HtmlOptions): Record<string, Handle> {
  return {
    a(state, node: Element) {
      const url = targetOf(state.resolve(attribute(node, 'href') || null));
      const children = state.all(node) as PhrasingContent[];
      const to = url === null || link === undefined ? url : link(url);
      return to === null ? children : { type: 'link', url: to, children };
    },
    img(state, node: Element) {
      const url = state.resolve(attribute(node, 'src') || attribute(node, 'dataSrc') || null);
      const to = image === undefined ? url : image(url);
      return to === null || to === '' ? undefined : { type: 'image', url: to, alt: attribute(node, 'alt') };
    },
    [REFERENCE]: (_state, node: Element) => ({
      type: 'footnoteReference',
      identifier: attribute(node, 'dataNumber'),
    }),
    [NOTE]: (state, node: Element) => ({
      type: 'footnoteDefinition',
      identifier: attribute(node, 'dataNumber'),
      children: state.toFlow(state.all(node)),
    }),
    q: (state, node: Element) => [
      { type: 'text', value: '“' },
      ...(state.all(node) as PhrasingContent[]),
      { type: 'text', value: '”' },
    ],
    sup: shifted('above'),
    sub: shifted('below'),
    u: defaultHandlers.span!,
    mark: defaultHandlers.span!,
  };
}

/** Null for a link that leads nowhere once it is Markdown: a script, an anchor of this page. */
function targetOf(url: string): string | null {
  return url === '' || /^(?:#|\s*(?:javascript|vbscript|data|blob|about):)/i.test(url) ? null : url;
}

function shifted(where: 'above' | 'below'): Handle {
  return (state, node: Element) => {
    const value = raised(textIn(node), where);
    return value === null ? state.all(node) : { type: 'text', value };
  };
}

/** Digits above or below the line have characters of their own: m² must not become m2. Null for any other text. */
function raised(value: string, where: 'above' | 'below'): string | null {
  const characters = where === 'above' ? '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻' : '₀₁₂₃₄₅₆₇₈₉₊₋';
  const signs = [...value].map((character) => characters['0123456789+-'.indexOf(character)]);
  return value === '' || signs.includes(undefined) ? null : signs.join('');
}

/** Removes what is not text to read: scripts, menus, forms, hidden parts. */
function removeUnreadable(root: Root): void {
  removeElements(
    root,
    (node) =>
      UNREADABLE.has(node.tagName) ||
      UNREADABLE_ROLES.has(attribute(node, 'role')) ||
      (node.tagName === 'input' && attribute(node, 'type') !== 'checkbox') ||
      'hidden' in node.properties ||
      /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribute(node, 'style')),
  );
}

const UNREADABLE = new Set(
  'head script style template noscript nav button select textarea iframe object embed dialog canvas svg audio video'.split(
    ' ',
  ),
);
const UNREADABLE_ROLES = new Set(['navigation', 'banner', 'contentinfo', 'search', 'dialog']);

/** The article of a page: its only `main` or `article`, if most of the text is there; otherwise the whole page. */
function mainContent(root: Root): Root | Element {
  const total = textIn(root).length;
  for (const isPart of [isMain, isArticle]) {
    const parts = [...elementsIn(root)].filter(({ node }) => isPart(node));
    const [first] = parts;
    if (parts.length === 1 && textIn(first!.node).length > total / 3) return withTitle(root, first!.node);
  }
  return root;
}

function isMain(node: Element): boolean {
  return node.tagName === 'main' || attribute(node, 'role') === 'main';
}

function isArticle(node: Element): boolean {
  return node.tagName === 'article';
}

/** The page's only H1 belongs to its article, also if it is above it. */
function withTitle(root: Root, content: Element): Root {
  const isTitle = (node: Element) => node.tagName === 'h1';
  const title = findElement(content, isTitle) === undefined ? findElement(root, isTitle) : undefined;
  return { type: 'root', children: title === undefined ? [content] : [title, content] };
}

/** Stands for a reference to a footnote, with its number. */
const REFERENCE = 'note-reference';
/** Stands for a footnote, with its number. */
const NOTE = 'note-text';

/**
 * Marks footnotes, which HTML has no elements for: a link to a list item that links back. Word, Pandoc, GitHub and
 * Wikipedia all write them so.
 */
function markNotes(root: Root | Element): void {
  const all = [...elementsIn(root)];
  const items = new Map(
    all.filter(({ node }) => node.tagName === 'li').map((at) => [attribute(at.node, 'id'), at]),
  );
  const ids = new Set(all.map(({ node }) => attribute(node, 'id')).filter((id) => id !== ''));
  const numbers = new Map<Element, string>();
  const notes: { node: Element; parent: Root | Element }[] = [];
  for (const { node, parent } of all) {
    if (node.tagName !== 'a') continue;
    const item = items.get(fragmentOf(node));
    const own = [node, parent].map((at) => (at.type === 'element' ? attribute(at, 'id') : ''));
    if (item === undefined || !linksBack(item.node, own)) continue;
    if (!numbers.has(item.node)) {
      numbers.set(item.node, String(numbers.size + 1));
      notes.push(item);
    }
    Object.assign(node, element(REFERENCE, numbers.get(item.node)!));
    if (parent.type === 'element' && parent.tagName === 'sup') parent.tagName = 'span';
  }
  for (const { node: note, parent } of notes) {
    removeElements(note, (node) => node.tagName === 'a' && ids.has(fragmentOf(node)));
    root.children.push({ ...element(NOTE, numbers.get(note)!), children: note.children });
    Object.assign(note, element('span', ''));
    // An empty list would be a bullet without text.
    if (findElement(parent, ({ tagName }) => tagName === 'li') === undefined)
      Object.assign(parent, element('span', ''));
  }
}

function linksBack(item: Element, ids: string[]): boolean {
  const isBack = (node: Element) =>
    node.tagName === 'a' && fragmentOf(node) !== '' && ids.includes(fragmentOf(node));
  return findElement(item, isBack) !== undefined;
}

function fragmentOf(link: Element): string {
  const href = attribute(link, 'href');
  return href.startsWith('#') ? href.slice(1) : '';
}

function element(tagName: string, number: string): Element {
  return { type: 'element', tagName, properties: { dataNumber: number }, children: [] };
}

/**
 * Makes each table one that Markdown can hold: rows of text. A table that only places things on a page, as in most
 * mail, becomes its content.
 */
function flattenTables(root: Root | Element): void {
  const tables = [...elementsIn(root)].map(({ node }) => node).filter(({ tagName }) => tagName === 'table');
  for (const table of tables) {
    if (isLayout(table)) dissolve(table);
    else makePlain(table);
  }
}

/** Markdown has no table without a head: where none is marked, it is the first row. */
function makePlain(table: Element): void {
  const cells = cellsOf(table);
  for (const cell of cells) cell.children = inline(cell.children);
  if (cells.some(({ tagName }) => tagName === 'th')) return;
  const first = findElement(table, ({ tagName }) => tagName === 'tr');
  for (const cell of first === undefined ? [] : cellsOf(first)) cell.tagName = 'th';
}

function isLayout(table: Element): boolean {
  if (['presentation', 'none'].includes(attribute(table, 'role'))) return true;
  if (findElement(table, ({ tagName }) => BLOCKS.has(tagName)) !== undefined) return true;
  const rows = [...elementsIn(table)].filter(({ node }) => node.tagName === 'tr');
  return rows.every(({ node }) => cellsOf(node).length < 2);
}

/** A cell of a table with data contains none of these. */
const BLOCKS = new Set(['table', 'h1', 'h2', 'h3', 'h4', 'blockquote', 'hr', 'pre']);

function cellsOf(element: Element): Element[] {
  return [...elementsIn(element)]
    .map(({ node }) => node)
    .filter(({ tagName }) => tagName === 'td' || tagName === 'th');
}

/** Leaves a table inside it as it is. */
function dissolve(element: Element): void {
  element.tagName = 'div';
  for (const child of element.children)
    if (child.type === 'element' && PARTS.has(child.tagName)) dissolve(child);
}

const PARTS = new Set(['caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);

/** Paragraphs of a cell follow each other on one line, items of a list after a bullet. */
function inline(children: ElementContent[]): ElementContent[] {
  const parts: ElementContent[] = [];
  for (const child of children) {
    if (child.type !== 'element') parts.push(child);
    else if (child.tagName === 'br') parts.push(text(' '));
    else if (INLINED.has(child.tagName)) {
      parts.push(text(parts.length > 0 || child.tagName === 'li' ? (GAPS[child.tagName] ?? ' ') : ''));
      parts.push(...inline(child.children), text(' '));
    } else parts.push({ ...child, children: inline(child.children) });
  }
  return parts;
}

const INLINED = new Set(['p', 'div', 'ul', 'ol', 'li', 'dl', 'dt', 'dd']);
const GAPS: Record<string, string> = { li: ' • ' };

function text(value: string): ElementContent {
  return { type: 'text', value };
}

/**
 * Makes the elements that note programs write in their own way those of any page: the checkboxes of Notion and Apple
 * Notes, the lists of one item each and the chosen values of Notion, empty lines, formulas drawn by KaTeX.
 */
function unifyPrograms(root: Root | Element): void {
  for (const { node } of [...elementsIn(root)]) {
    const names = classesOf(node);
    if (names.includes('checkbox')) Object.assign(node, checkbox(names.includes('checkbox-on')));
    else if (node.tagName === 'li') markDone(node);
    else if (names.includes('com-apple-note-checklist')) addCheckboxes(node);
    else if (names.includes('katex')) keepFormula(node);
    else if (isEmptyLine(node)) node.children = [];
  }
  for (const parent of [root, ...[...elementsIn(root)].map(({ node }) => node)]) {
    parent.children = joinLists(parent.children as RootContent[]) as Element['children'];
    separateValues(parent);
  }
}

/** An editor shows an empty line as an element with a break. */
function isEmptyLine({ tagName, children }: Element): boolean {
  return (
    (tagName === 'div' || tagName === 'p') &&
    children.every((child) =>
      child.type === 'element' ? child.tagName === 'br' : child.type === 'text' && child.value.trim() === '',
    )
  );
}

function classesOf(node: Element): string[] {
  return attribute(node, 'className').split(' ');
}

function checkbox(checked: boolean): Element {
  return { type: 'element', tagName: 'input', properties: { type: 'checkbox', checked }, children: [] };
}

/** Without boxes of their own, Google Keep and exporters of Apple Notes write the sign of one. */
function markDone(item: Element): void {
  let [first] = item.children;
  while (first?.type === 'element') [first] = first.children;
  const sign = first?.type === 'text' ? /^\s*([☐☑☒✅])\s*/u.exec(first.value) : null;
  if (sign === null || first?.type !== 'text') return;
  first.value = first.value.slice(sign[0].length);
  item.children.unshift(checkbox(sign[1] !== '☐'));
}

function addCheckboxes(list: Element): void {
  for (const item of list.children)
    if (item.type === 'element' && item.tagName === 'li')
      item.children.unshift(checkbox(classesOf(item).includes('done')));
}

/** The formula as it was written; KaTeX writes it again as MathML and as boxes. */
function keepFormula(node: Element): void {
  const source = findElement(node, ({ tagName }) => tagName === 'annotation');
  if (source !== undefined) node.children = [{ type: 'text', value: `$${textIn(source).trim()}$` }];
}

/** Neighbouring lists of the same kind are one list, unless the second counts from another number. */
function joinLists(children: RootContent[]): RootContent[] {
  const joined: RootContent[] = [];
  for (const child of children) {
    const last = joined.at(-1);
    if (isList(child) && last !== undefined && isList(last) && continues(last, child))
      last.children.push(...child.children);
    else joined.push(child);
  }
  return joined;
}

function isList(node: RootContent): node is Element {
  return node.type === 'element' && (node.tagName === 'ul' || node.tagName === 'ol');
}

function continues(list: Element, next: Element): boolean {
  const name = attribute(list, 'className');
  if (name === '' || name !== attribute(next, 'className') || list.tagName !== next.tagName) return false;
  const isItem = (child: ElementContent) => child.type === 'element' && child.tagName === 'li';
  const count = list.children.filter(isItem).length + Number(attribute(list, 'start') || 1);
  return list.tagName === 'ul' || Number(attribute(next, 'start')) === count;
}

function separateValues(parent: Root | Element): void {
  const isValue = (node: RootContent | undefined) =>
    node?.type === 'element' && classesOf(node).includes('selected-value');
  parent.children = (parent.children as RootContent[]).flatMap((node, at, all) =>
    isValue(node) && isValue(all[at - 1]) ? [{ type: 'text' as const, value: ', ' }, node] : [node],
  ) as Element['children'];
}
