import type { Element, Nodes, Root, RootContent } from 'hast';

/** Every element below a node, in the order of the document, with its parent. */
export function* elementsIn(parent: Root | Element): Generator<{ node: Element; parent: Root | Element }> {
  for (const node of parent.children) {
    if (node.type !== 'element') continue;
    yield { node, parent };
    yield* elementsIn(node);
  }
}

/** Removes the elements that `isUnwanted` names, with all that they contain. */
export function removeElements(parent: Root | Element, isUnwanted: (element: Element) => boolean): void {
  parent.children = (parent.children as RootContent[]).filter(
    (node) => node.type !== 'element' || !isUnwanted(node),
  ) as Element['children'];
  for (const node of parent.children) if (node.type === 'element') removeElements(node, isUnwanted);
}

export function findElement(
  root: Root | Element,
  matches: (element: Element) => boolean,
): Element | undefined {
  for (const { node } of elementsIn(root)) if (matches(node)) return node;
  return undefined;
}

/** The text of a node, without that of scripts and styles. */
export function textIn(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (!('children' in node) || (node.type === 'element' && SILENT.has(node.tagName))) return '';
  return node.children.map(textIn).join('');
}

const SILENT = new Set(['script', 'style', 'noscript', 'template', 'head', 'title']);

export function attribute({ properties }: Element, name: string): string {
  const value = properties[name];
  return Array.isArray(value) ? value.join(' ') : String(value ?? '');
}
