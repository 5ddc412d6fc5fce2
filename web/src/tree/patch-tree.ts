import type { TreeNode } from '../api/types.js';
import { findNode, foldersAbove } from './visible-rows.js';

/** Files and folders as they are now; null where there is none any more. */
type TreePatch = readonly { path: string; node: TreeNode | null }[];

/** What must be asked for to bring a tree up to date at a path: the path, or the first folder above it that is not known. */
export function patchPath(root: TreeNode, path: string): string {
  return foldersAbove(path).find((folder) => findNode(root, folder)?.children == null) ?? path;
}

/** The tree with these entries put in place. What did not change is the same object. */
export function patchTree(root: TreeNode, patch: TreePatch): TreeNode {
  const [here, below]: [Map<string, TreeNode | null>, Map<string, TreePatch[number][]>] = [
    new Map(),
    new Map(),
  ];
  const start = root.path === '' ? 0 : root.path.length + 1;
  for (const entry of patch) {
    const end = entry.path.indexOf('/', start);
    if (end === -1) here.set(entry.path, entry.node);
    else {
      const folder = entry.path.slice(0, end);
      below.set(folder, [...(below.get(folder) ?? []), entry]);
    }
  }
  const kept = (root.children ?? []).flatMap((child) => {
    if (here.has(child.path)) return [];
    const inside = below.get(child.path);
    return [inside === undefined ? child : patchTree(child, inside)];
  });
  const added = [...here.values()].filter((node) => node !== null);
  return measured(root, added.length === 0 ? kept : [...kept, ...added].sort(compareNodes));
}

/** A folder sums its content and shows its latest change. */
function measured(folder: TreeNode, children: TreeNode[]): TreeNode {
  let tokens = 0;
  let changed: string | null = null;
  for (const child of children) {
    tokens += child.tokens;
    if (child.changed !== null && (changed === null || child.changed > changed)) changed = child.changed;
  }
  return { ...folder, tokens, changed, children };
}

/** Files first, then folders, each by name, as the service sorts them. */
function compareNodes(a: TreeNode, b: TreeNode): number {
  if ((a.children === null) !== (b.children === null)) return a.children === null ? -1 : 1;
  return compareNames(a.name, b.name);
}

/** By code points: a surrogate stands for a character above all others. */
function compareNames(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at === a.length || at === b.length ? a.length - b.length : a.codePointAt(at)! - b.codePointAt(at)!;
}
