import type { Element, ElementContent, Root, RootContent } from 'hast';
import { attribute, elementsIn, findElement, textIn } from './hast.js';

/**
 * Makes the elements that note programs write in their own way those of any page: the checkboxes of Notion and Apple
 * Notes, the lists of one item each and the chosen values of Notion, empty lines, formulas drawn by KaTeX.
 */
export function unifyPrograms(root: Root | Element): void {
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
