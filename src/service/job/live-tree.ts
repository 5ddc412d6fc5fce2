import { relative, sep } from 'node:path';
import { inTurns } from '../../shared/in-turns.js';
import { createPathTable, type PathTable } from '../../vault/path-table.js';
import { firstSegments, joinPath, ROOT, type VaultPath } from '../../vault/paths.js';
import { type Place, tryLocate } from '../../vault/resolve.js';
import {
  compareNodes,
  folderNode,
  scanFile,
  scanInSteps,
  scanTree,
  sumOf,
  type TreeNode,
} from '../../vault/tree.js';

/** Its content is known, and sorted. */
type Folder = TreeNode & { children: TreeNode[] };

export type LiveTree = ReturnType<typeof createLiveTree>;

/** The measured tree of a vault, kept in memory: one changed file costs one read, not a scan. */
export function createLiveTree(vaultRoot: string, paths = createPathTable()) {
  let root: Folder | null = null;
  /** What changed before the first scan was complete. */
  const waiting = new Set<VaultPath>();
  /** Folders below which something changed since they were measured. */
  const outdated = new WeakSet<TreeNode>();
  let scanning: Promise<Folder> | null = null;
  let measuring: Promise<void> | null = null;
  let isStopped = false;

  function scan(): Promise<Folder> {
    scanning ??= scanInTurns(vaultRoot, paths, () => isStopped)
      .then(async (scanned) => {
        await inTurns(refreshWaiting(scanned));
        root = scanned;
        return scanned;
      })
      .finally(() => {
        scanning = null;
      });
    return scanning;
  }

  /** Those that come meanwhile too. */
  function* refreshWaiting(scanned: Folder): Generator<void> {
    for (const path of waiting) {
      waiting.delete(path);
      refreshIn(scanned, path);
      yield;
    }
  }

  function refreshIn(tree: Folder, path: VaultPath): void {
    const place = look(vaultRoot, path);
    if (place === null || place.kind === 'missing' || place.kind === 'other') {
      const way = wayTo(tree, path);
      if (way !== null && remove(way.at(-1)!, nameOf(path))) markOutdated(way);
      return;
    }
    const node =
      place.kind === 'file'
        ? scanFile(place.target, paths.keep(path))
        : scanTree(vaultRoot, place.target, path);
    const way = makeWay(tree, path);
    put(way.at(-1)!, node);
    markOutdated(way);
  }

  function markOutdated(way: readonly TreeNode[]): void {
    for (const folder of way) outdated.add(folder);
  }

  /** What changes meanwhile makes the root outdated again. */
  function* measureOutdated(tree: Folder): Generator<void> {
    while (outdated.has(tree)) yield* measure(tree);
  }

  function* measure(folder: TreeNode): Generator<void> {
    if (!outdated.delete(folder)) return;
    for (const child of folder.children!) if (child.children !== null) yield* measure(child);
    Object.assign(folder, sumOf(folder.children!));
    yield;
  }

  return {
    /** Starts the first scan, which `measured` waits for. */
    begin(): void {
      // What it meets, the next who asks for the tree meets too.
      scan().catch(() => {});
    },
    /** The tree as it is; the same objects change later. Waits for the first scan. */
    async measured(): Promise<TreeNode> {
      const tree = root ?? (await scan());
      measuring ??= inTurns(measureOutdated(tree)).finally(() => {
        measuring = null;
      });
      await measuring;
      return tree;
    },
    /** Ends the first scan: the tree is not right from then on. */
    stop(): void {
      isStopped = true;
    },
    /** Measures one file or folder again, with everything in it. */
    refresh(path: VaultPath): void {
      if (path === ROOT || path === 'tree.md') return;
      if (root === null) waiting.add(path);
      else refreshIn(root, path);
    },
    /** A folder exists; its content is reported file by file. */
    addFolder(path: VaultPath): void {
      if (path === ROOT) return;
      if (root === null) waiting.add(path);
      else markOutdated(makeWay(root, joinPath(path, 'x')));
    },
  };
}

async function scanInTurns(root: string, paths: PathTable, isStopped: () => boolean): Promise<Folder> {
  const scanned = await inTurns(scanInSteps(root, root, ROOT, paths.keep), isStopped);
  return (scanned ?? folderNode(ROOT, [])) as Folder;
}

/** Null for entries that the tree does not show: a link to a folder, anything behind one, a link that leads outside. */
function look(root: string, path: VaultPath): Place | null {
  const place = tryLocate(root, path);
  if (place === null) return null;
  const isOwnWay = relative(root, place.entry).split(sep).join('/').normalize('NFC') === path;
  const isFolderLink = place.kind === 'folder' && place.entry !== place.target;
  return isOwnWay && !isFolderLink ? place : null;
}

/** The folders above a path, the root first; null if one is missing. */
function wayTo(root: Folder, path: VaultPath): Folder[] | null {
  const way = [root];
  for (const segment of path.split('/').slice(0, -1)) {
    const { children } = way.at(-1)!;
    const next = children[placeOf(children, segment, true)];
    if (next?.name !== segment) return null;
    way.push(next as Folder);
  }
  return way;
}

/** The same; creates those that are missing, also where a file was. */
function makeWay(root: Folder, path: VaultPath): Folder[] {
  const way = [root];
  const segments = path.split('/').slice(0, -1);
  for (const [depth, segment] of segments.entries()) {
    const { children } = way.at(-1)!;
    const known = children[placeOf(children, segment, true)];
    if (known?.name === segment) way.push(known as Folder);
    else {
      const made = folderNode(firstSegments(path, depth + 1), []) as Folder;
      put(way.at(-1)!, made);
      way.push(made);
    }
  }
  return way;
}

function put(folder: Folder, node: TreeNode): void {
  const { children } = folder;
  const isFolder = node.children !== null;
  const place = placeOf(children, node.name, isFolder);
  if (isAt(children, place, node.name, isFolder)) {
    children[place] = node;
    return;
  }
  remove(folder, node.name);
  children.splice(placeOf(children, node.name, isFolder), 0, node);
}

/** False if there is nothing of that name. */
function remove({ children }: Folder, name: string): boolean {
  for (const isFolder of [false, true]) {
    const place = placeOf(children, name, isFolder);
    if (!isAt(children, place, name, isFolder)) continue;
    children.splice(place, 1);
    return true;
  }
  return false;
}

function isAt(children: readonly TreeNode[], place: number, name: string, isFolder: boolean): boolean {
  const node = children[place];
  return node?.name === name && (node.children !== null) === isFolder;
}

/** Where a file or a folder of this name is, or belongs. */
function placeOf(children: readonly TreeNode[], name: string, isFolder: boolean): number {
  const wanted = { name, children: isFolder ? [] : null };
  let [from, to] = [0, children.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (compareNodes(children[middle]!, wanted) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function nameOf(path: VaultPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
