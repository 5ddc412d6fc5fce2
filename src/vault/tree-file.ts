import { inTurns } from '../shared/in-turns.js';
import { splitFrontmatter } from './frontmatter.js';
import { joinPath, ROOT, showPath, type VaultPath } from './paths.js';
import { closedLine, entryLine, renderTree, scanTree, type TreeNode } from './tree.js';
import type { Vault } from './vault.js';
import { yamlField } from './yaml-value.js';

/** Updates `tree.md`: the map of the vault in a fence. Writes only if it changed. */
export function writeTreeFile(vault: Vault, { about, node = scanVault(vault) }: TreeFileOptions = {}): void {
  saveMap(vault, renderMap(node), about);
}

/** The same for a vault that is measured, and lets requests in between: the map of a large one takes a while. */
export async function writeTreeInTurns(vault: Vault, node: TreeNode): Promise<void> {
  saveMap(vault, (await inTurns(renderMapInSteps(node)))!);
}

function saveMap(vault: Vault, text: string, about?: string): void {
  vault.save(vault.locate(joinPath(ROOT, 'tree.md')), (current) => {
    const head = current === null ? '' : splitFrontmatter(current).head;
    const fields = head || (about === undefined ? '' : `---\n${yamlField('about', about)}\n---\n`);
    return `${fields}${fields === '' ? '' : '\n'}${fence(text)}\n`;
  });
}

interface TreeFileOptions {
  /** The file's `about` field, used if it has no frontmatter yet. */
  about?: string;
  /** The measured vault, if the caller already has it. */
  node?: TreeNode;
}

function scanVault(vault: Vault): TreeNode {
  return scanTree(vault.root, vault.root, ROOT);
}

/** No line of the tree can close the fence: each starts with `vault/` or a branch. */
function fence(text: string): string {
  return `\`\`\`\n${text}\n\`\`\``;
}

/** A larger map is no orientation, and every agent's run starts with it. */
export const MOST_MAP_CHARACTERS = 8_000;

/** The tree with project folders closed, and as many others as it takes to stay within its room, the largest first. */
export function renderMap(root: TreeNode): string {
  const steps = renderMapInSteps(root);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in steps of one entry, for a caller that lets others run in between. */
function* renderMapInSteps(root: TreeNode): Generator<void, string> {
  const label = showPath(root.path, 'folder');
  const rootLine = renderTree(root, label, { depth: 0 });
  const closed = yield* closedFolders(root, MOST_MAP_CHARACTERS - rootLine.length);
  const text = renderTree(root, label, { depth: null, collapsed: ({ path }) => closed.has(path) });
  // Thousands of files in the root itself.
  return text.length > MOST_MAP_CHARACTERS ? rootLine : text;
}

/** A folder that the map may close. Lengths are in characters, branches and line ends included. */
interface Folder {
  node: TreeNode;
  parent: Folder | null;
  level: number;
  /** Of its own entries; decides which folder is the largest. */
  direct: number;
  /** Of everything below it that is shown now. */
  shown: number;
}

function* closedFolders(root: TreeNode, room: number): Generator<void, Set<VaultPath>> {
  const closed = new Set<VaultPath>();
  const folders: Folder[] = [];
  const whole = yield* measure(root, null, 0, folders, closed);
  const largestFirst = folders.sort((a, b) => b.direct - a.direct || b.level - a.level);
  for (const folder of largestFirst) {
    if (whole.shown <= room) break;
    if (isInside(folder, closed)) continue;
    const saved = folder.shown - closedLength(folder.node, folder.level);
    closed.add(folder.node.path);
    for (let above: Folder | null = folder; above !== null; above = above.parent) above.shown -= saved;
  }
  return closed;
}

function* measure(
  node: TreeNode,
  parent: Folder | null,
  level: number,
  folders: Folder[],
  closed: Set<VaultPath>,
): Generator<void, Folder> {
  const folder: Folder = { node, parent, level, direct: 0, shown: 0 };
  for (const child of node.children ?? []) {
    yield;
    const line = 4 * (level + 1) + entryLine(child).length + 1;
    folder.direct += line;
    folder.shown += line;
    if (child.children === null || child.children.length === 0) continue;
    if (isProject(child)) {
      closed.add(child.path);
      folder.shown += closedLength(child, level + 1);
      continue;
    }
    const below = yield* measure(child, folder, level + 1, folders, closed);
    folders.push(below);
    folder.shown += below.shown;
  }
  return folder;
}

function closedLength({ children }: TreeNode, level: number): number {
  return 4 * (level + 1) + closedLine(children ?? []).length + 1;
}

function isInside({ parent }: Folder, closed: ReadonlySet<VaultPath>): boolean {
  for (let above = parent; above !== null; above = above.parent) if (closed.has(above.node.path)) return true;
  return false;
}

function isProject({ path }: TreeNode): boolean {
  return /^projects\/[^/]+$/.test(path);
}
