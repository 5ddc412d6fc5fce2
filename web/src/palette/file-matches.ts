import type { TreeNode } from '../api/types.js';

const MOST = 5;

/** Files whose path holds every word that was typed, without regard to accents; the nearest names first. */
export function fileMatches(root: TreeNode | undefined, query: string, scope: string | null): TreeNode[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (root === undefined || words.length === 0) return [];
  const found: { node: TreeNode; rank: number }[] = [];
  const visit = (node: TreeNode) => {
    if (node.children !== null) {
      for (const child of node.children) visit(child);
      return;
    }
    if (scope !== null && !node.path.startsWith(scope)) return;
    const path = fold(node.path);
    if (!words.every((word) => path.includes(word))) return;
    const name = fold(node.name);
    const rank = name.startsWith(words[0]!) ? 0 : words.some((word) => name.includes(word)) ? 1 : 2;
    found.push({ node, rank });
  };
  visit(root);
  return found
    .sort((a, b) => a.rank - b.rank || a.node.path.length - b.node.path.length)
    .slice(0, MOST)
    .map(({ node }) => node);
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
