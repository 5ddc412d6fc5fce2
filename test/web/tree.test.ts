import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VaultPath } from '../../src/vault/paths.js';
import { compareNodes, folderNode, type TreeNode } from '../../src/vault/tree.js';
import { patchPath, patchTree } from '../../web/src/tree/patch-tree.js';
import { treeKey } from '../../web/src/tree/tree-key.js';
import { findNode, foldersAbove, visibleRows } from '../../web/src/tree/visible-rows.js';

describe('A patch of the tree', () => {
  it('makes the tree that the service has', () => {
    const name = fc.constantFrom('a', 'b', 'Z', 'é', '\u{1F33F}', '\uFF5E');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
    const vault = fc.uniqueArray(path, { maxLength: 8 });
    fc.assert(
      fc.property(vault, vault, fc.integer({ min: 1, max: 9 }), (before, after, tokens) => {
        const old = treeOf(before, tokens);
        const now = treeOf(after, tokens + 1);
        const paths = [...new Set([...before, ...after, ...foldersOf(before)])];
        const asked = paths.map((changed) => patchPath(old, changed));
        expect(
          patchTree(
            old,
            asked.map((at) => ({ path: at, node: findNode(now, at) })),
          ),
        ).toEqual(now);
      }),
    );
  });
});

/** The folders of a list of files, a name that is both being a folder. */
function foldersOf(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(foldersAbove))];
}

function treeOf(paths: readonly string[], tokens: number): TreeNode {
  const folders = foldersOf(paths);
  const files = paths.filter((path) => !folders.includes(path));
  const below = (folder: string): TreeNode => {
    const isChild = (path: string) => (foldersAbove(path).at(-1) ?? '') === folder;
    const children = [
      ...files
        .filter(isChild)
        .map((path) => ({ ...node(path, null), tokens, changed: `2026-01-0${tokens}` })),
      ...folders.filter(isChild).map(below),
    ];
    return folderNode(folder as VaultPath, children.sort(compareNodes));
  };
  return below('');
}

describe('The tree', () => {
  const file = (path: string) => node(path, null);
  const root = node('', [file('a.md'), node('p', [file('p/b.md'), node('p/q', [file('p/q/c.md')])])]);
  const open = (...paths: string[]) => visibleRows(root, (path) => paths.includes(path));

  it('shows what lies in open folders', () => {
    expect(open().map(({ node: { path } }) => path)).toEqual(['a.md', 'p']);
    expect(open('p', 'p/q').map(({ node: { path }, level }) => [path, level])).toEqual([
      ['a.md', 1],
      ['p', 1],
      ['p/b.md', 2],
      ['p/q', 2],
      ['p/q/c.md', 3],
    ]);
    // A folder that is open inside a closed one is not seen.
    expect(open('p/q')).toHaveLength(2);
  });

  it('is walked with the keys of every file manager', () => {
    const rows = open('p', 'p/q');
    expect(treeKey('ArrowDown', rows, 0)).toEqual({ active: 'p' });
    expect(treeKey('ArrowUp', rows, 0)).toEqual({ active: 'a.md' });
    expect(treeKey('ArrowLeft', rows, 1)).toEqual({ toggle: { path: 'p', open: false } });
    expect(treeKey('ArrowLeft', rows, 4)).toEqual({ active: 'p/q' });
    expect(treeKey('ArrowRight', rows, 1)).toEqual({ active: 'p/b.md' });
    expect(treeKey('ArrowRight', open(), 1)).toEqual({ toggle: { path: 'p', open: true } });
    expect(treeKey('Enter', rows, 0)).toEqual({ open: 'a.md' });
    expect(treeKey('End', rows, 0)).toEqual({ active: 'p/q/c.md' });
    expect(treeKey('c', rows, 0)).toEqual({ active: 'p/q/c.md' });
    expect(treeKey('Escape', rows, 0)).toBeNull();
    expect(treeKey('Enter', [], 0)).toBeNull();
  });

  it('finds a node by its path', () => {
    expect(findNode(root, 'p/q/c.md')?.name).toBe('c.md');
    expect(findNode(root, '')).toBe(root);
    expect(findNode(root, 'p/none/c.md')).toBeNull();
    expect(foldersAbove('p/q/c.md')).toEqual(['p', 'p/q']);
  });
});

function node(path: string, children: TreeNode[] | null): TreeNode {
  return { name: path.split('/').at(-1)!, path, tokens: 0, changed: null, children } as TreeNode;
}
