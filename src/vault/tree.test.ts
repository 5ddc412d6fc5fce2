import { mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.js';
import { tempVault } from '../../test/support/temp-vault.js';
import { compareNames, type VaultPath } from './paths.js';
import { formatTokens } from './tokens.js';
import { renderTree, scanTree, type TreeNode } from './tree.js';

/** Folders within folders; a leaf is a file with its text. */
type Shape = { [name: string]: string | Shape };
const name = fc.stringMatching(/^[a-zA-Zé😀_ -]{0,4}[a-z]$/u).map((text) => text.normalize('NFC').trim());
const shape: fc.Arbitrary<Shape> = fc.letrec<{ folder: Shape }>((tie) => ({
  folder: fc.dictionary(
    name,
    fc.oneof({ depthSize: 'small', withCrossShrink: true }, fc.string({ maxLength: 30 }), tie('folder')),
    { maxKeys: 5, noNullPrototype: true },
  ),
})).folder;

describe('the tree of any folder', () => {
  it('shows every file and folder once, in order, with the sum of its tokens', () => {
    fc.assert(
      fc.property(shape, (folders) => {
        const { vault, root } = tempVault();
        build(root, folders);
        const node = scanTree(vault.root, vault.root, '' as VaultPath);
        check(node, folders);
        const lines = renderTree(node, 'vault/', { depth: null }).split('\n');
        expect(lines).toHaveLength(1 + count(folders));
        for (const line of lines.slice(1))
          expect(line).toMatch(/^(?:│ {3}| {4})*(?:├── |└── ).+ {2}\[\d+ · [-\d: —]+\]$/);
        expect(parse(lines.slice(1))).toEqual(names(folders));
        rmSync(root, { recursive: true });
      }),
      { numRuns: runs(60) },
    );
  });

  it('at a limit of depth shows so many levels, and counts what is below', () => {
    fc.assert(
      fc.property(shape, fc.integer({ min: 0, max: 3 }), (folders, depth) => {
        const node = nodeOf('', folders);
        const lines = renderTree(node, 'vault/', { depth }).split('\n').slice(1);
        const levels = lines.map((line) => /^(?:│ {3}| {4})*/.exec(line)![0].length / 4 + 1);
        expect(levels.every((level) => level <= depth + 1)).toBe(true);
        for (const [index, line] of lines.entries())
          if (levels[index] === depth + 1)
            expect(line).toMatch(/└── \.\.\. (?:\d+ files?)?(?:, )?(?:\d+ folders?)?$/);
      }),
    );
  });
});

describe('scanTree', () => {
  it('goes on below what it can not read, and shows a name of several lines on one', () => {
    const { vault, root, put } = tempVault({ 'ok.md': 'abcd', 'a\nb.md': 'abcd' });
    mkdirSync(join(root, 'deep'));
    writeFileSync(
      Buffer.concat([Buffer.from(`${root}/deep/caf`), Buffer.from([0xe9]), Buffer.from('.md')]),
      'abcd',
    );
    mkdirSync(Buffer.concat([Buffer.from(`${root}/dossier`), Buffer.from([0xe9])]));
    put('other/x.md', 'abcd');
    const text = renderTree(scanTree(vault.root, vault.root, '' as VaultPath), 'vault/', { depth: null });
    expect(text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'DATE').split('\n')).toEqual([
      'vault/  [3 · DATE]',
      '├── a\uFFFDb.md  [1 · DATE]',
      '├── ok.md  [1 · DATE]',
      '├── deep/  [0 · —]',
      '│   └── caf\uFFFD.md  [0 · —]',
      '├── dossier\uFFFD/  [0 · —]',
      '└── other/  [1 · DATE]',
      '    └── x.md  [1 · DATE]',
    ]);
  });

  it('counts nothing for what is no text or too large for any tool, and shows the date of the file', () => {
    const { vault, root, put } = tempVault();
    put('huge.bin', Buffer.alloc(10));
    truncateSync(join(root, 'huge.bin'), 3_000_000_000); // a file with holes: it takes no room
    put('late.bin', Buffer.concat([Buffer.alloc(200_000, 'a'), Buffer.alloc(1)]));
    put('latin.txt', Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    put('empty.md', '');
    put('a.png', 'no image');
    for (const file of ['huge.bin', 'late.bin', 'latin.txt', 'empty.md', 'a.png'])
      utimesSync(join(root, file), new Date('2025-07-14T18:30:00'), new Date('2025-07-14T18:30:00'));
    const node = scanTree(vault.root, vault.root, '' as VaultPath);
    expect(node.children!.map(({ tokens, changed }) => `${tokens} ${changed}`)).toEqual(
      new Array(5).fill('0 2025-07-14 18:30'),
    );
  });
});

describe('formatTokens', () => {
  it('never says more, or longer, than it should', () => {
    fc.assert(
      fc.property(fc.nat(50_000_000), (tokens) => {
        const text = formatTokens(tokens);
        const [, number, unit] = /^(\d+(?:\.\d)?)([kM]?)$/.exec(text)!;
        const scale = unit === 'M' ? 1_000_000 : unit === 'k' ? 1_000 : 1;
        expect(Math.abs(Number(number) * scale - tokens)).toBeLessThanOrEqual(
          scale === 1 ? 0 : scale / 20 + 1e-6,
        );
        expect(
          unit === '' ? tokens < 1000 : Number(number) >= 1 && (unit === 'M' || Number(number) < 1000),
        ).toBe(true);
      }),
      { examples: [[999], [1000], [999_949], [999_950], [1_000_000]] },
    );
  });
});

function build(folder: string, content: Shape): void {
  for (const [key, value] of Object.entries(content)) {
    if (typeof value === 'string') writeFileSync(join(folder, key), value);
    else {
      mkdirSync(join(folder, key));
      build(join(folder, key), value);
    }
  }
}

function sorted(content: Shape): [string, string | Shape][] {
  const kind = (value: string | Shape) => (typeof value === 'string' ? 0 : 1);
  return Object.entries(content).sort(([a, x], [b, y]) => kind(x) - kind(y) || compareNames(a, b));
}

function names(content: Shape): unknown[] {
  return sorted(content).map(([key, value]) => (typeof value === 'string' ? key : [key, names(value)]));
}

function count(content: Shape): number {
  return Object.values(content).reduce<number>(
    (sum, value) => sum + 1 + (typeof value === 'string' ? 0 : count(value)),
    0,
  );
}

function tokensOf(content: Shape): number {
  return Object.values(content).reduce<number>((sum, value) => {
    if (typeof value !== 'string') return sum + tokensOf(value);
    return sum + (value.includes('\0') ? 0 : Math.ceil(value.replace(/^\uFEFF/, '').length / 4));
  }, 0);
}

function check(node: TreeNode, content: Shape): void {
  expect(node.tokens).toBe(tokensOf(content));
  expect(node.children!.map((child) => child.name)).toEqual(sorted(content).map(([key]) => key));
}

function nodeOf(key: string, content: Shape): TreeNode {
  const children = sorted(content).map(([child, value]) =>
    typeof value === 'string'
      ? { name: child, path: child as VaultPath, tokens: 1, changed: null, children: null }
      : nodeOf(child, value),
  );
  return { name: key, path: key as VaultPath, tokens: 0, changed: null, children };
}

/** Reads the branches back. */
function parse(lines: string[]): unknown[] {
  const top: unknown[] = [];
  const open: unknown[][] = [top];
  for (const line of lines) {
    const level = /^(?:│ {3}| {4})*/.exec(line)![0].length / 4;
    const label = line.slice(level * 4 + 4, line.lastIndexOf('  ['));
    open.length = level + 1;
    if (label.endsWith('/')) {
      const inner: unknown[] = [];
      open[level]!.push([label.slice(0, -1), inner]);
      open.push(inner);
    } else open[level]!.push(label);
  }
  return top;
}
