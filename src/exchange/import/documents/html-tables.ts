import type { Element, ElementContent, Root } from 'hast';
import { attribute, elementsIn, findElement } from './hast.js';

/**
 * Makes each table one that Markdown can hold: rows of text. A table that only places things on a page, as in most
 * mail, becomes its content.
 */
export function flattenTables(root: Root | Element): void {
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
