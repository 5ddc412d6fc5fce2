import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VaultPath } from './paths.js';
import { folderNode, renderTree, type TreeNode } from './tree.js';
import { MOST_MAP_CHARACTERS, renderMap } from './tree-file.js';

function file(path: string): TreeNode {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { name, path: path as VaultPath, tokens: 12, changed: '2025-07-14 18:30', children: null };
}

function folder(path: string, children: TreeNode[]): TreeNode {
  return folderNode(path as VaultPath, children);
}

const files = (path: string, count: number) =>
  Array.from({ length: count }, (_, index) => file(`${path}${path && '/'}note-${index}.md`));

describe('the map in tree.md', () => {
  it('closes projects, and shows all else of a small vault', () => {
    const root = folder('', [
      file('tasks.md'),
      folder('bucket', files('bucket', 2)),
      folder('projects', [folder('projects/x', files('projects/x', 4))]),
    ]);
    expect(renderMap(root)).toBe(
      renderTree(root, 'vault/', { depth: null, collapsed: ({ path }) => path === 'projects/x' }),
    );
  });

  it('closes the largest folders first', () => {
    const small = folder('bucket/2025', files('bucket/2025', 20));
    const large = folder('bucket/2024', files('bucket/2024', 5_000));
    const text = renderMap(folder('', [folder('bucket', [...files('bucket', 30), large, small])]));
    expect(text).toContain('└── ... 5000 files');
    expect(text).toContain('note-29.md');
    expect(text).toContain('    └── note-19.md');
  });

  it('stays within its room for 100,000 files, however they lie', () => {
    const shapes = [
      folder('', files('', 100_000)),
      folder('', [folder('bucket', files('bucket', 100_000))]),
      folder('', [
        folder(
          'projects',
          Array.from({ length: 10_000 }, (_, index) =>
            folder(`projects/p${index}`, files(`projects/p${index}`, 10)),
          ),
        ),
      ]),
      folder('', [
        folder(
          'notes',
          Array.from({ length: 1_000 }, (_, index) => folder(`notes/${index}`, files(`notes/${index}`, 100))),
        ),
      ]),
    ];
    for (const root of shapes) expect(renderMap(root).length).toBeLessThanOrEqual(MOST_MAP_CHARACTERS);
  });

  it('closes nothing that fits', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(60), { minLength: 1, maxLength: 8 }), (sizes) => {
        const root = folder(
          '',
          sizes.map((size, index) => folder(`f${index}`, files(`f${index}`, size))),
        );
        const whole = renderTree(root, 'vault/', { depth: null });
        const map = renderMap(root);
        expect(map.length).toBeLessThanOrEqual(MOST_MAP_CHARACTERS);
        if (whole.length <= MOST_MAP_CHARACTERS) expect(map).toBe(whole);
        else expect(map).toContain('f0/');
      }),
    );
  });
});
