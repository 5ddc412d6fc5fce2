import { localTimestamp } from '../shared/clock.js';
import { RappelError } from '../shared/errors.js';
import { fileSystem } from './file-system.js';
import { peekText, quickText } from './files.js';
import { fieldOf, splitFrontmatter } from './frontmatter.js';
import { imageInfoOfFile } from './images.js';
import { hasImageName, hasTextName } from './kinds.js';
import { BOM } from './lines.js';
import { compareNames, joinPath, printable, ROOT, type VaultPath } from './paths.js';
import { listFolder } from './scan.js';
import { countTokens, formatTokens, imageTokens } from './tokens.js';

/** A file or folder and what the tree shows of it. */
export interface TreeNode {
  name: string;
  path: VaultPath;
  tokens: number;
  /** Last change, local time, `2025-07-14 18:30`; null for an empty folder. */
  changed: string | null;
  /** Null for a file. Files first, then folders. */
  children: TreeNode[] | null;
}

interface TreeView {
  /** How many levels are shown; null shows everything. */
  depth: number | null;
  /** Folders that show a count instead of their content, at any depth. */
  collapsed?: (folder: TreeNode) => boolean;
}

/** Measures a folder and everything visible in it. Unreadable entries count as empty. */
export function scanTree(root: string, address: string, path: VaultPath): TreeNode {
  const steps = scanInSteps(root, address, path);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same in steps of one file, for a caller that lets others run in between. `keep` gives the path that a node holds. */
export function* scanInSteps(
  root: string,
  address: string,
  path: VaultPath,
  keep: (path: VaultPath) => VaultPath = (own) => own,
): Generator<void, TreeNode> {
  const children: TreeNode[] = [];
  for (const entry of listFolder(root, address, path)) {
    if (path === ROOT && entry.name === 'tree.md') continue;
    const child = keep(joinPath(path, entry.name));
    if (entry.kind === 'folder') children.push(yield* scanBelow(root, entry.address, child, keep));
    else children.push(scanFile(entry.address, child));
    yield;
  }
  return folderNode(path, children);
}

function* scanBelow(
  root: string,
  address: string,
  path: VaultPath,
  keep: (path: VaultPath) => VaultPath,
): Generator<void, TreeNode> {
  try {
    return yield* scanInSteps(root, address, path, keep);
  } catch (error) {
    if (!(error instanceof RappelError)) throw error;
    return folderNode(path, []);
  }
}

type NamedNode = Pick<TreeNode, 'name' | 'children'>;

/** Files first, then folders, each by name. */
export function compareNodes(a: NamedNode, b: NamedNode): number {
  if ((a.children === null) === (b.children === null)) return compareNames(a.name, b.name);
  return a.children === null ? -1 : 1;
}

export function folderNode(path: VaultPath, children: TreeNode[]): TreeNode {
  // A list that grew has room for many more.
  return { name: nameOf(path), path, ...sumOf(children), children: children.slice() };
}

/** What a folder shows of its content. */
export function sumOf(children: readonly TreeNode[]): Pick<TreeNode, 'tokens' | 'changed'> {
  let tokens = 0;
  let changed: string | null = null;
  for (const child of children) {
    tokens += child.tokens;
    if (child.changed !== null && (changed === null || child.changed > changed)) changed = child.changed;
  }
  return { tokens, changed };
}

export function scanFile(address: string, path: VaultPath): TreeNode {
  const node = { name: nameOf(path), path, tokens: 0, changed: null, children: null };
  try {
    const expectText = hasTextName(path);
    const stats = fileSystem.stat(address);
    if (stats === undefined) return node;
    if (!expectText && hasImageName(path)) {
      const image = imageInfoOfFile(address, stats.size);
      return {
        ...node,
        tokens: image ? imageTokens(image.width, image.height) : 0,
        changed: minute(stats.mtime),
      };
    }
    const text = expectText ? quickText(address, stats.size) : peekText(address);
    const { yaml, body } = splitFrontmatter(text ?? '');
    return {
      ...node,
      tokens: countTokens(body.startsWith(BOM) ? body.slice(1) : body),
      changed: changedAt(fieldOf(yaml, 'updated')) ?? minute(stats.mtime),
    };
  } catch {
    return node;
  }
}

/** The tree as text. `label` is how the first line names its root. */
export function renderTree(node: TreeNode, label: string, view: TreeView): string {
  const lines = [`${label}  ${brackets(node)}`];
  if (node.children !== null && view.depth !== 0) renderChildren(node.children, '', 1, view, lines);
  return lines.join('\n');
}

function renderChildren(
  children: TreeNode[],
  indent: string,
  level: number,
  view: TreeView,
  lines: string[],
): void {
  for (const [index, child] of children.entries()) {
    const last = index === children.length - 1;
    lines.push(`${indent}${last ? '└── ' : '├── '}${entryLine(child)}`);
    if (child.children === null || child.children.length === 0) continue;
    const below = indent + (last ? '    ' : '│   ');
    if (level === view.depth || view.collapsed?.(child))
      lines.push(`${below}└── ${closedLine(child.children)}`);
    else renderChildren(child.children, below, level + 1, view, lines);
  }
}

/** An entry without its branches. */
export function entryLine(node: TreeNode): string {
  return `${printable(node.name)}${node.children === null ? '' : '/'}  ${brackets(node)}`;
}

/** What stands for the content of a folder that is not shown. */
export function closedLine(children: readonly TreeNode[]): string {
  return `... ${contentOf(children)}`;
}

function brackets(node: TreeNode): string {
  return `[${formatTokens(node.tokens)} · ${node.changed ?? '—'}]`;
}

function contentOf(children: readonly TreeNode[]): string {
  const files = children.filter((child) => child.children === null).length;
  const folders = children.length - files;
  const parts = [];
  if (files > 0) parts.push(`${files} file${files === 1 ? '' : 's'}`);
  if (folders > 0) parts.push(`${folders} folder${folders === 1 ? '' : 's'}`);
  return parts.join(', ');
}

/** The `updated` field as the tree shows it; null if it is not a date. */
function changedAt(updated: string | null): string | null {
  const match = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    updated ?? '',
  );
  if (match === null) return null;
  const [text, day, time = '00:00', zone] = match;
  if (zone === undefined)
    return isDay(day!) && time < '24:00' && time.slice(3) < '60' ? inOnePiece(day!, time) : null;
  const date = new Date(text.replace(' ', 'T'));
  return Number.isNaN(date.getTime()) ? null : minute(date);
}

function isDay(day: string): boolean {
  const month = Number(day.slice(5, 7));
  const date = Number(day.slice(8));
  if (month < 1 || month > 12 || date < 1) return false;
  return date <= 28 || date <= new Date(Date.UTC(Number(day.slice(0, 4)), month, 0)).getUTCDate();
}

function minute(date: Date): string {
  const timestamp = localTimestamp(date);
  return inOnePiece(timestamp.slice(0, 10), timestamp.slice(11, 16));
}

/**
 * Texts that are put together otherwise stay in memory with their parts: four times as much, for each file. Files that changed in the same
 * minute, as those of a checkout or of an import did, share one.
 */
function inOnePiece(day: string, time: string): string {
  const text = [day, time].join(' ');
  const known = minutes.get(text);
  if (known !== undefined) return known;
  if (minutes.size >= MOST_MINUTES) minutes.clear();
  minutes.set(text, text);
  return text;
}

const minutes = new Map<string, string>();
const MOST_MINUTES = 1_000;

function nameOf(path: VaultPath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
