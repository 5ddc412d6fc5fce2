import type { HtmlNode } from './path-links.js';

/** `#tag`, `#with/parts`: not a number alone, and not in the middle of a word. */
const TAG = /(?<![\p{L}\p{N}_#/&])#(?=[\p{L}\p{N}_/-]*[\p{L}_])[\p{L}\p{N}_]+(?:[/-][\p{L}\p{N}_]+)*/gu;

/** A text node as text and tags, which lead to a search. */
export function withTags(node: HtmlNode): HtmlNode[] {
  const value = node.value ?? '';
  if (!value.includes('#')) return [node];
  const pieces: HtmlNode[] = [];
  let at = 0;
  for (const match of value.matchAll(TAG)) {
    pieces.push({ type: 'text', value: value.slice(at, match.index) });
    pieces.push({
      type: 'element',
      tagName: 'a',
      properties: { href: '#', dataTag: match[0] },
      children: [{ type: 'text', value: match[0] }],
    });
    at = match.index + match[0].length;
  }
  pieces.push({ type: 'text', value: value.slice(at) });
  return pieces.filter(({ type, value: text }) => type !== 'text' || text !== '');
}
