import type { Element, Root } from 'hast';
import { attribute, elementsIn, findElement, removeElements, textIn } from './hast.js';

/** Removes what is not text to read: scripts, menus, forms, hidden parts. */
export function removeUnreadable(root: Root): void {
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
export function mainContent(root: Root): Root | Element {
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
