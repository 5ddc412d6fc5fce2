import type { QueryClient } from '@tanstack/react-query';
import { TREE } from '../api/queries.js';
import { run } from '../api/run.js';
import type { TreeNode } from '../api/types.js';
import { patchPath, patchTree } from './patch-tree.js';

/** With more changes than this the whole tree is asked for. */
const MOST_PATHS = 300;

/**
 * Brings the page's tree up to date for paths that changed. Resolves to false where that must be tried again: a whole tree
 * was under way, or came meanwhile.
 */
export async function refreshTree(queries: QueryClient, changed: ReadonlySet<string>): Promise<boolean> {
  const isFetching = () => queries.isFetching({ queryKey: TREE }) > 0;
  const before = queries.getQueryState<TreeNode>(TREE);
  if (isFetching()) return false;
  if (before?.data === undefined) return true;
  const root = before.data;
  const paths = [...new Set([...changed].map((path) => patchPath(root, path)))];
  if (paths.length > MOST_PATHS) {
    await queries.invalidateQueries({ queryKey: TREE });
    return true;
  }
  try {
    const { nodes } = await run('tree/nodes', { paths });
    if (isFetching() || queries.getQueryData(TREE) !== root) return false;
    queries.setQueryData(TREE, patchTree(root, nodes));
  } catch {
    await queries.invalidateQueries({ queryKey: TREE });
  }
  return true;
}
