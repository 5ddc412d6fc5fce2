import type { TreeNode } from '../api/types.js';

const MOST = 6;
const MOST_RECENT = 7;

/** Files and folders whose path contains every word that was typed, without regard to accents; the nearest names first. */
export function fileMatches(root: TreeNode | undefined, query: string, scope: string | null): TreeNode[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (root === undefined || words.length === 0) return [];
  const found: { node: TreeNode; rank: number }[] = [];
  const visit = (node: TreeNode) => {
    for (const child of node.children ?? []) visit(child);
    if (node.path === '' || (scope !== null && !node.path.startsWith(scope))) return;
    const { path, name } = foldedNode(node);
    if (!words.every((word) => path.includes(word))) return;
    // A folder matches by its own name: below it, everything would.
    if (node.children !== null && !words.some((word) => name.includes(word))) return;
    const rank = name.startsWith(words[0]!) ? 0 : words.some((word) => name.includes(word)) ? 1 : 2;
    found.push({ node, rank });
  };
  visit(root);
  return found
    .sort((a, b) => a.rank - b.rank || a.node.path.length - b.node.path.length)
    .slice(0, MOST)
    .map(({ node }) => node);
}

/** The files that were opened last, then the notes that changed last. */
export function recentFiles(root: TreeNode | undefined, opened: readonly string[]): TreeNode[] {
  if (root === undefined) return [];
  const files = new Map<string, TreeNode>();
  const visit = (node: TreeNode) => {
    if (node.children === null) files.set(node.path, node);
    else for (const child of node.children) visit(child);
  };
  visit(root);
  const known = opened.flatMap((path) => files.get(path) ?? []).slice(0, MOST_RECENT);
  if (known.length === MOST_RECENT) return known;
  const isNew = ({ path }: TreeNode) =>
    path.endsWith('.md') && !path.startsWith('inbox/') && path !== 'tree.md' && !opened.includes(path);
  const changed = [...files.values()].filter(isNew).sort(byChange);
  return [...known, ...changed.slice(0, MOST_RECENT - known.length)];
}

function byChange(a: TreeNode, b: TreeNode): number {
  const [first, second] = [a.changed ?? '', b.changed ?? ''];
  return first < second ? 1 : first > second ? -1 : 0;
}

/** Folding ten thousand paths takes longer than comparing them; an entry that did not change stays the same object. */
const folded = new WeakMap<TreeNode, { path: string; name: string }>();

function foldedNode(node: TreeNode): { path: string; name: string } {
  const known = folded.get(node);
  if (known !== undefined) return known;
  const path = fold(node.path);
  const made = { path, name: path.slice(path.lastIndexOf('/') + 1) };
  folded.set(node, made);
  return made;
}

const ASCII = /^[\0-\x7f]*$/;

export function fold(text: string): string {
  const plain = ASCII.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return plain.toLowerCase();
}
