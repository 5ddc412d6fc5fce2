import type { List, Nodes, Parents, Text } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Info, type State, toMarkdown } from 'mdast-util-to-markdown';

/** The Markdown of a tree, in the style of notes written by hand. */
export function markdownOf(tree: Nodes): string {
  return toMarkdown(tree, {
    bullet: '-',
    emphasis: '*',
    fences: true,
    listItemIndent: 'one',
    resourceLink: true,
    rule: '-',
    extensions: [gfmToMarkdown({ tablePipeAlign: false })],
    handlers: { text: textOf, break: breakOf, list: listOf },
  });
}

/** Escapes only what would otherwise be read as Markdown: `snake_case` and `[decision]` stay as they are. */
function textOf(node: Text, _parent: Parents | undefined, state: State, info: Info): string {
  return (
    state
      .safe(node.value, info)
      .replaceAll(/(?<=[\p{L}\p{N}])\\_(?=[\p{L}\p{N}])/gu, '_')
      // Addresses become links by themselves.
      .replaceAll(/(?<!\\)\\(?=[:@]|\.(?<=www\\\.))/gi, '')
      .replaceAll(/\\\[(?=[^[\]^ ][^[\]]{1,80}\](?:[^([:]|$))/g, '[')
  );
}

/** Two spaces: a backslash is not a line break in every editor. */
function breakOf(...args: Parameters<typeof defaultHandlers.break>): string {
  return defaultHandlers.break(...args).replace('\\\n', '  \n');
}

/** Items stand one below the other unless one of them has several paragraphs. */
function listOf(node: List, ...args: [Parents | undefined, State, Info]): string {
  for (const item of node.children)
    item.spread = item.children.filter(({ type }) => type !== 'list').length > 1;
  node.spread = node.children.some(({ spread }) => spread === true);
  return defaultHandlers.list(node, ...args);
}
