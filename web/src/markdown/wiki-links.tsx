import type { ReactNode } from 'react';
import { fileAddress } from '../api/file-address.js';
import { useTree } from '../api/queries.js';
import type { TreeNode } from '../api/types.js';
import { Link } from '../frame/navigation.js';
import { fileHref } from '../frame/route.js';
import { useText } from '../i18n/language.js';
import type { HtmlNode } from './path-links.js';

const WIKI = /(!?)\[\[([^[\]|\n]+)(?:\|([^[\]\n]+))?\]\]/g;

/** A text node as text and links: `[[note]]`, `[[note#heading|alias]]`, `![[image.png]]`. */
export function withWikiLinks(node: HtmlNode): HtmlNode[] {
  const value = node.value ?? '';
  if (!value.includes('[[')) return [node];
  const pieces: HtmlNode[] = [];
  let at = 0;
  for (const match of value.matchAll(WIKI)) {
    const [whole, embed, target = '', alias] = match;
    pieces.push({ type: 'text', value: value.slice(at, match.index) });
    pieces.push({
      type: 'element',
      tagName: 'a',
      properties: { href: '#', dataWiki: target.trim(), ...(embed === '!' && { dataEmbed: true }) },
      children: [{ type: 'text', value: (alias ?? target).trim() }],
    });
    at = match.index + whole.length;
  }
  pieces.push({ type: 'text', value: value.slice(at) });
  return pieces.filter(({ type, value: text }) => type !== 'text' || text !== '');
}

interface WikiLinkProps {
  target: string;
  /** An image is shown in place of its link. */
  isEmbed: boolean;
  children: ReactNode;
}

/** A link by name, wherever the file is. */
export function WikiLink({ target, isEmbed, children }: WikiLinkProps) {
  const t = useText();
  const { data: root } = useTree();
  const [name = '', heading] = target.split('#', 2);
  if (name === '') return <Link href={`#${heading}`}>{children}</Link>;
  const path = root && pathNamed(root, name);
  if (path === undefined) return <span title={t.file.gone}>{children}</span>;
  if (isEmbed && /\.(?:png|jpe?g|gif|webp)$/i.test(path)) {
    return <img src={fileAddress(path)} alt={path.split('/').at(-1)} loading="lazy" decoding="async" />;
  }
  const hash = heading === undefined ? '' : `#${encodeURIComponent(heading)}`;
  return <Link href={fileHref(path) + hash}>{children}</Link>;
}

const indexes = new WeakMap<TreeNode, Map<string, string>>();

/** The file with this name or path, without its ending if it is a note; of several, the one nearest to the root. */
function pathNamed(root: TreeNode, name: string): string | undefined {
  let index = indexes.get(root);
  if (index === undefined) {
    index = indexOf(root);
    indexes.set(root, index);
  }
  return index.get(
    name
      .trim()
      .replace(/^\/|^vault\//, '')
      .replace(/\.md$/i, '')
      .toLowerCase(),
  );
}

function indexOf(root: TreeNode): Map<string, string> {
  const index = new Map<string, string>();
  let level: readonly TreeNode[] = [root];
  while (level.length > 0) {
    for (const { path, name, children } of level) {
      if (children) continue;
      for (const key of [path, name].map((text) => text.replace(/\.md$/i, '').toLowerCase()))
        if (!index.has(key)) index.set(key, path);
    }
    level = level.flatMap(({ children }) => children ?? []);
  }
  return index;
}
