import type { Element, Root } from 'hast';
import { attribute, elementsIn, findElement, removeElements } from './hast.js';

/** Stands for a reference to a footnote, with its number. */
export const REFERENCE = 'note-reference';
/** Stands for a footnote, with its number. */
export const NOTE = 'note-text';

/**
 * Marks footnotes, which HTML has no elements for: a link to a list item that links back. Word, Pandoc, GitHub and
 * Wikipedia all write them so.
 */
export function markNotes(root: Root | Element): void {
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
