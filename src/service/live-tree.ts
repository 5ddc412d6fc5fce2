import { joinPath, ROOT, type VaultPath } from '../vault/paths.js';
import { locate } from '../vault/resolve.js';
import { compareNodes, folderNode, scanFile, scanTree, type TreeNode } from '../vault/tree.js';

/** The measured tree of a vault, kept in memory: one changed file costs one read, not a scan. */
export interface LiveTree {
  readonly root: TreeNode;
  /** Looks at one file or folder again. */
  refresh(path: VaultPath): void;
}

export function createLiveTree(vaultRoot: string): LiveTree {
  const files = new Map<VaultPath, TreeNode>();
  const folders = new Set<VaultPath>();
  let built: TreeNode | null = null;
  add(scanTree(vaultRoot, vaultRoot, ROOT));

  return {
    get root() {
      built ??= build(files, folders);
      return built;
    },
    refresh(path) {
      if (path === ROOT || path === 'tree.md') return;
      built = null;
      remove(path);
      const place = locate(vaultRoot, path);
      if (place.kind === 'folder') add(scanTree(vaultRoot, place.target, path));
      else if (place.kind === 'file') add(scanFile(place.target, path));
    },
  };

  function add(node: TreeNode): void {
    if (node.children === null) {
      files.set(node.path, node);
      return;
    }
    folders.add(node.path);
    for (const child of node.children) add(child);
  }

  function remove(path: VaultPath): void {
    files.delete(path);
    if (!folders.delete(path)) return;
    for (const known of [...files.keys(), ...folders]) {
      if (!known.startsWith(`${path}/`)) continue;
      files.delete(known);
      folders.delete(known);
    }
  }
}

/** The nodes of the tool `tree` from what is known of files and folders. */
function build(files: ReadonlyMap<VaultPath, TreeNode>, folders: ReadonlySet<VaultPath>): TreeNode {
  const content = new Map<VaultPath, TreeNode[]>([[ROOT, []]]);
  const childrenOf = (folder: VaultPath): TreeNode[] => {
    let children = content.get(folder);
    if (children === undefined) {
      children = [];
      content.set(folder, children);
      // A folder is known by its own event, or by the files in it.
      subfolders(parentOf(folder)).add(folder);
    }
    return children;
  };
  const below = new Map<VaultPath, Set<VaultPath>>();
  const subfolders = (folder: VaultPath): Set<VaultPath> => {
    childrenOf(folder);
    const known = below.get(folder) ?? new Set();
    below.set(folder, known);
    return known;
  };
  for (const folder of folders) childrenOf(folder);
  for (const [path, node] of files) childrenOf(parentOf(path)).push(node);

  const assemble = (folder: VaultPath): TreeNode => {
    const nodes = [...childrenOf(folder), ...[...(below.get(folder) ?? [])].map(assemble)];
    return folderNode(folder, nodes.sort(compareNodes));
  };
  return assemble(ROOT);
}

function parentOf(path: VaultPath): VaultPath {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? ROOT : joinPath(ROOT, path.slice(0, slash));
}
