import { relative, sep } from 'node:path';
import { joinPath, ROOT, type VaultPath } from '../../vault/paths.js';
import { type Place, tryLocate } from '../../vault/resolve.js';
import { compareNodes, folderNode, scanFile, scanTree, type TreeNode } from '../../vault/tree.js';

interface Folder {
  path: VaultPath;
  content: Map<string, Folder | TreeNode>;
  /** Measured; null if something below it changed since. */
  node: TreeNode | null;
}

export type LiveTree = ReturnType<typeof createLiveTree>;

/** The measured tree of a vault, kept in memory: one changed file costs one read, not a scan. */
export function createLiveTree(vaultRoot: string) {
  const root = toFolder(scanTree(vaultRoot, vaultRoot, ROOT));

  return {
    get root(): TreeNode {
      return measure(root);
    },
    /** Measures one file or folder again, with everything in it. */
    refresh(path: VaultPath): void {
      if (path === ROOT || path === 'tree.md') return;
      const place = look(vaultRoot, path);
      if (place === null || place.kind === 'missing' || place.kind === 'other') {
        remove(root, path);
        return;
      }
      const { parent, name } = makeWay(root, path);
      parent.content.set(
        name,
        place.kind === 'file'
          ? scanFile(place.target, path)
          : toFolder(scanTree(vaultRoot, place.target, path)),
      );
    },
    /** A folder exists; its content is reported file by file. */
    addFolder(path: VaultPath): void {
      if (path !== ROOT) makeWay(root, joinPath(path, 'x'));
    },
  };
}

/** Null for entries that the tree does not show: a link to a folder, anything behind one, a link that leads outside. */
function look(root: string, path: VaultPath): Place | null {
  const place = tryLocate(root, path);
  if (place === null) return null;
  const isOwnWay = relative(root, place.entry).split(sep).join('/').normalize('NFC') === path;
  const isFolderLink = place.kind === 'folder' && place.entry !== place.target;
  return isOwnWay && !isFolderLink ? place : null;
}

function isFolder(entry: Folder | TreeNode | undefined): entry is Folder {
  return entry !== undefined && 'content' in entry;
}

/** Finds the folder of a path, creates those on the way, and drops their measurements. */
function makeWay(root: Folder, path: VaultPath): { parent: Folder; name: string } {
  const segments = path.split('/');
  const name = segments.pop()!;
  let parent = root;
  parent.node = null;
  for (const segment of segments) {
    let next = parent.content.get(segment);
    if (!isFolder(next)) {
      next = { path: joinPath(parent.path, segment), content: new Map(), node: null };
      parent.content.set(segment, next);
    }
    next.node = null;
    parent = next;
  }
  return { parent, name };
}

function remove(root: Folder, path: VaultPath): void {
  const segments = path.split('/');
  const name = segments.pop()!;
  const way = [root];
  for (const segment of segments) {
    const next = way.at(-1)!.content.get(segment);
    if (!isFolder(next)) return;
    way.push(next);
  }
  if (way.at(-1)!.content.delete(name)) for (const folder of way) folder.node = null;
}

function toFolder(node: TreeNode): Folder {
  const content = new Map<string, Folder | TreeNode>();
  for (const child of node.children ?? [])
    content.set(child.name, child.children === null ? child : toFolder(child));
  return { path: node.path, content, node };
}

function measure(folder: Folder): TreeNode {
  folder.node ??= folderNode(
    folder.path,
    [...folder.content.values()]
      .map((entry) => (isFolder(entry) ? measure(entry) : entry))
      .sort(compareNodes),
  );
  return folder.node;
}
