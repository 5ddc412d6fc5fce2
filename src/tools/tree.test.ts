import { mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { jpeg, png } from '../../test/support/images.js';
import { tempVault } from '../../test/support/temp-vault.js';
import { writeTreeFile } from '../vault/tree-file.js';

/** A Markdown file whose text below the frontmatter has so many tokens. */
function file(tokens: number, updated: string): string {
  return `---\nupdated: ${updated}\n---\n${'x'.repeat(tokens * 4)}`;
}

const startup = {
  'projects/startup-x/changelog.md': file(820, '2025-07-14T18:30:00'),
  'projects/startup-x/description.md': file(420, '2025-07-11T09:02:00'),
  'projects/startup-x/state.md': file(380, '2025-07-14T18:30:59'),
  'projects/startup-x/bucket/a.md': file(700, '2025-07-09T11:20:00'),
  'projects/startup-x/bucket/b.md': file(80, '2025-07-08T11:20:00'),
  'projects/startup-x/bucket/c.md': file(9, '2025-07-07T11:20:00'),
};

describe('tree', () => {
  it('draws the tree of the specification', async () => {
    expect(
      await tempVault(startup).text('tree', { path: 'vault/projects/startup-x', depth: 1 }),
    ).toBe(`vault/projects/startup-x/  [2.4k · 2025-07-14 18:30]
├── changelog.md  [820 · 2025-07-14 18:30]
├── description.md  [420 · 2025-07-11 09:02]
├── state.md  [380 · 2025-07-14 18:30]
└── bucket/  [789 · 2025-07-09 11:20]
    └── ... 3 files`);
  });

  it('shows everything without a depth, and the root line alone at depth 0', async () => {
    const vault = tempVault({
      'a/b/c.md': file(1, '2025-01-02T03:04:05'),
      'z.md': file(2, '2024-01-02T03:04:05'),
    });
    expect(await vault.text('tree', {})).toBe(`vault/  [3 · 2025-01-02 03:04]
├── z.md  [2 · 2024-01-02 03:04]
└── a/  [1 · 2025-01-02 03:04]
    └── b/  [1 · 2025-01-02 03:04]
        └── c.md  [1 · 2025-01-02 03:04]`);
    expect(await vault.text('tree', { depth: 0 })).toBe('vault/  [3 · 2025-01-02 03:04]');
    expect(await vault.text('tree', { path: 'a', depth: 1 })).toBe(`vault/a/  [1 · 2025-01-02 03:04]
└── b/  [1 · 2025-01-02 03:04]
    └── ... 1 file`);
  });

  it('counts files and folders at the depth limit, and shows an empty folder', async () => {
    const vault = tempVault({
      'a/1.md': file(1, '2025-01-01T00:00:00'),
      'a/2.md': file(1, '2025-01-01T00:00:00'),
      'a/b/3.md': '',
    });
    utimesSync(join(vault.root, 'a/b/3.md'), new Date(), new Date('2025-02-03T04:05:00'));
    mkdirSync(join(vault.root, 'b/c'), { recursive: true });
    expect(await vault.text('tree', { path: null, depth: 1 })).toBe(`vault/  [2 · 2025-02-03 04:05]
├── a/  [2 · 2025-02-03 04:05]
│   └── ... 2 files, 1 folder
└── b/  [0 · —]
    └── ... 1 folder`);
    expect(await vault.text('tree', { path: 'b' })).toBe('vault/b/  [0 · —]\n└── c/  [0 · —]');
  });

  it('shows the line of a file', async () => {
    expect(await tempVault(startup).text('tree', { path: 'projects/startup-x/state.md' })).toBe(
      'vault/projects/startup-x/state.md  [380 · 2025-07-14 18:30]',
    );
  });

  it('puts files before folders, each in the order of code points', async () => {
    const names = ['b.md', 'B.md', 'é.md', 'a/x.md', 'Z/x.md', '😀.md', '\uFB01.md'];
    const vault = tempVault(Object.fromEntries(names.map((name) => [name, file(0, '2025-01-01T00:00:00')])));
    const shown = (await vault.text('tree', { depth: 1 }))
      .split('\n')
      .slice(1)
      .filter((line) => !line.includes('...'));
    expect(shown.map((line) => /── (\S+)/.exec(line)![1])).toEqual([
      'B.md',
      'b.md',
      'é.md',
      '\uFB01.md',
      '😀.md',
      'Z/',
      'a/',
    ]);
  });

  it('neither lists nor counts hidden files and tree.md', async () => {
    const vault = tempVault({
      '.obsidian/x.md': 'xxxx',
      '.x.md': 'xxxx',
      'tree.md': 'xxxx',
      'a.md': file(3, '2025-01-01T00:00:00'),
    });
    expect(await vault.text('tree', {})).toBe(
      'vault/  [3 · 2025-01-01 00:00]\n└── a.md  [3 · 2025-01-01 00:00]',
    );
  });

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.0k'],
    [9310, '9.3k'],
    [999_949, '999.9k'],
    [999_950, '1.0M'],
    [1_300_000, '1.3M'],
  ])('writes %i tokens as %s', async (tokens, shown) => {
    const vault = tempVault({ 'a.md': file(tokens, '2025-01-01T00:00:00') });
    expect(await vault.text('tree', { path: 'a.md' })).toBe(`vault/a.md  [${shown} · 2025-01-01 00:00]`);
  });

  it('charges images as a vision model does, and other binaries nothing', async () => {
    const vault = tempVault({
      'a.png': png(1200, 800),
      'b.jpg': jpeg(3136, 1568),
      'c.bin': Buffer.alloc(4000),
      'd.png': 'x'.repeat(400),
    });
    for (const name of ['a.png', 'b.jpg', 'c.bin', 'd.png']) {
      utimesSync(join(vault.root, name), new Date(), new Date('2025-02-03T04:05:00'));
    }
    expect(await vault.text('tree', {})).toBe(`vault/  [2.9k · 2025-02-03 04:05]
├── a.png  [1.3k · 2025-02-03 04:05]
├── b.jpg  [1.6k · 2025-02-03 04:05]
├── c.bin  [0 · 2025-02-03 04:05]
└── d.png  [0 · 2025-02-03 04:05]`);
  });

  it('takes the date of the file where updated is missing or no date', async () => {
    const vault = tempVault({
      'a.md': 'x',
      'b.md': '---\nupdated: hier\n---\nx',
      'c.md': '---\nupdated: 2025-02-31T10:00:00\n---\n',
    });
    for (const name of ['a.md', 'b.md', 'c.md'])
      utimesSync(join(vault.root, name), new Date(), new Date('2025-02-03T04:05:00'));
    expect((await vault.text('tree', {})).match(/2025-02-03 04:05/g)).toHaveLength(4);
  });

  it.each([
    [{ depth: -1 }, 'depth: got -1, expected an integer from 0'],
    [{ depth: 1.5 }, 'depth: got 1.5, expected an integer from 0'],
    [{ metadata: true }, 'unknown parameter metadata; expected path, depth'],
  ])('refuses %j', async (input, message) => {
    const error = await tempVault().error('tree', input);
    expect(error.code).toBe('invalid_input');
    expect(error.message).toContain(message);
  });

  it('says that a path does not exist', async () => {
    expect(await tempVault(startup).error('tree', { path: 'project' })).toMatchObject({
      code: 'not_found',
      path: 'vault/project',
      message: 'no such file or folder; did you mean vault/projects/?',
    });
  });
});

describe('tree.md', () => {
  it('is the output of the tool in a fence, project folders collapsed', () => {
    const vault = tempVault({ ...startup, 'tasks.md': file(5, '2025-07-01T10:00:00') });
    writeTreeFile(vault.vault, { about: 'The tree.' });
    expect(vault.get('tree.md')).toBe(`---
created: 2025-07-14T18:30:00
updated: 2025-07-14T18:30:00
tokens: 51
about: The tree.
---

\`\`\`
vault/  [2.4k · 2025-07-14 18:30]
├── tasks.md  [5 · 2025-07-01 10:00]
└── projects/  [2.4k · 2025-07-14 18:30]
    └── startup-x/  [2.4k · 2025-07-14 18:30]
        └── ... 3 files, 1 folder
\`\`\`
`);
  });

  it('is not written again where nothing changed', () => {
    const vault = tempVault(startup);
    writeTreeFile(vault.vault);
    const before = vault.get('tree.md');
    vault.setTime('2025-08-01T00:00:00');
    writeTreeFile(vault.vault);
    expect(vault.get('tree.md')).toBe(before);
  });
});
