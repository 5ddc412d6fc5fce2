import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { png } from '../../../../test/support/images.js';
import { tempFolder } from '../../../../test/support/temp-vault.js';
import { zip } from '../../../../test/support/zip.js';
import type { ImportItem } from '../item.js';
import { openSource } from '../open-source.js';

type Files = Record<string, string | Buffer>;

function folderWith(files: Files): string {
  const folder = join(tempFolder(), 'source');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

function zipWith(files: Files, name: string): string {
  const file = join(tempFolder(), name);
  writeFileSync(file, zip(Object.entries(files).map(([path, content]) => ({ name: path, content }))));
  return file;
}

/** What a source brings: its label, its texts and copies by name, and what it leaves out. */
async function read(path: string) {
  const source = await openSource(path);
  const items: Record<string, string | null> = {};
  const skipped: string[] = [];
  for await (const offer of source.offers()) {
    if ('skipped' in offer) skipped.push(offer.from);
    else items[offer.name] = textOf(offer);
  }
  source.close?.();
  return { label: source.label, items, skipped };
}

const textOf = ({ content }: ImportItem) => ('text' in content ? content.text : null);

/** The targets of links in a note, as names of the import. */
function targetsIn(name: string, text: string): string[] {
  return [...text.matchAll(/\]\(<([^>#]*)/g)].map(([, target]) => posix.join(posix.dirname(name), target!));
}

describe('an Obsidian canvas', () => {
  it('comes with a note of its cards, files, pages and arrows', async () => {
    const canvas = {
      nodes: [
        { id: 'b', type: 'file', file: 'Ideas/Plan.md', x: 0, y: 200 },
        { id: 'a', type: 'text', text: '# Goal\nFinish the roof', x: 0, y: 0 },
        { id: 'c', type: 'link', url: 'https://example.org/x', x: 0, y: 300 },
        { id: 'g', type: 'group', label: 'Later', x: 0, y: 100 },
      ],
      edges: [{ fromNode: 'a', toNode: 'b', label: 'needs' }],
    };
    const files = {
      '.obsidian/app.json': '{}',
      'Ideas/Plan.md': 'x\n',
      'Board.canvas': JSON.stringify(canvas),
    };
    const { items } = await read(folderWith({ ...files, 'Broken.canvas': '{', 'Empty.canvas': '{}' }));
    expect(Object.keys(items)).toEqual([
      'source/Board.canvas',
      'source/Board.canvas.md',
      'source/Broken.canvas',
      'source/Empty.canvas',
      'source/Ideas/Plan.md',
    ]);
    expect(items['source/Board.canvas.md']).toBe(
      '# Board\n\n# Goal\nFinish the roof\n\n**Later**\n\n[[Ideas/Plan]]\n\n[https://example.org/x](<https://example.org/x>)\n\n- Goal → Ideas/Plan.md (needs)\n',
    );
  });
});

describe('a Notion export', () => {
  const [home, plan, data] = ['1', '2', '3'].map((digit) => digit.repeat(32));
  const pages = {
    [`Home ${home}.md`]: `# Home\n\n[Plan](Home%20${home}/Plan%20${plan}.md) and [site](https://notion.so/x)\n`,
    [`Home ${home}/Plan ${plan}.md`]: `# Plan\n\n![roof](Plan%20${plan}/roof.png) [back](../Home%20${home}.md)\n`,
    [`Home ${home}/Plan ${plan}/roof.png`]: png(1, 1),
    [`Home ${home}/Tasks ${data}.csv`]: 'Name,Done\nRoof,No\n',
  };
  const expected = ['Home.md', 'Home/Plan.md', 'Home/Plan/roof.png', 'Home/Tasks.csv'];

  it('loses the ids in its names, and every link leads to a file of the import', async () => {
    const { label, items } = await read(folderWith(pages));
    expect(label).toBe('Notion export');
    expect(Object.keys(items).sort()).toEqual(expected.map((name) => `source/${name}`).sort());
    for (const [name, text] of Object.entries(items).filter(([, content]) => content !== null))
      for (const target of targetsIn(name, text!)) expect(Object.keys(items)).toContain(target);
    expect(items['source/Home.md']).toContain('[Plan](<Home/Plan.md>) and [site](https://notion.so/x)');
  });

  it('is unpacked from the parts that Notion packs it into', async () => {
    const entries = Object.entries(pages).map(([name, content]) => ({ name: `Export/${name}`, content }));
    const parts = { 'X-Part-1.zip': zip(entries.slice(0, 2)), 'X-Part-2.zip': zip(entries.slice(2)) };
    const { label, items } = await read(zipWith(parts, 'notion.zip'));
    expect(label).toBe('Notion export');
    expect(Object.keys(items).sort()).toEqual(expected.map((name) => `notion/${name}`).sort());
  });
});

describe('a Logseq graph', () => {
  it('has properties as frontmatter, blocks in place of their ids, and its names', async () => {
    const id = '64b0c0de-0000-4000-8000-000000000001';
    const { label, items, skipped } = await read(
      folderWith({
        'logseq/config.edn': '{}',
        'logseq/bak/old.md': 'old\n',
        'pages/Roof.md': `alias:: Toit, the roof\ntags:: #house\n\n- Tiles are red\n  id:: ${id}\n  collapsed:: true\n- [[house/garden]] #todo\n`,
        'pages/house___garden.md': `- See ((${id})) and {{embed ((${id}))}} not ((${id.replace('64', '65')}))\n`,
        'journals/2024_03_03.md': '- rain\n',
        'assets/a.png': png(1, 1),
      }),
    );
    expect(label).toBe('Logseq graph');
    expect(items).toMatchObject({
      'source/journals/2024-03-03.md': '- rain\n',
      'source/pages/Roof.md':
        '---\naliases: [Toit, the roof]\ntags: [house]\n---\n\n- Tiles are red\n- [[house/garden]] #todo\n',
      'source/pages/house/garden.md': `- See Tiles are red and Tiles are red not ((${id.replace('64', '65')}))\n`,
      'source/assets/a.png': null,
    });
    expect(skipped).toEqual(['logseq/bak/old.md', 'logseq/config.edn']);
  });
});

describe('a Bear backup', () => {
  it('becomes one note per bundle with its pictures, without the trash', async () => {
    const bundle = (name: string, text: string, trashed = 0): Files => ({
      [`${name}.textbundle/text.md`]: text,
      [`${name}.textbundle/info.json`]: JSON.stringify({ version: 2, 'net.shinyfrog.bear': { trashed } }),
    });
    const { label, items, skipped } = await read(
      zipWith(
        {
          ...bundle('Roof', '# Roof\n#house/roof# [[Garden]]\n![](assets/a%20b.png)\n'),
          'Roof.textbundle/assets/a b.png': png(1, 1),
          ...bundle('Garden', '# Garden\n'),
          ...bundle('Old', 'x\n', 1),
        },
        'Notes.bear2bk',
      ),
    );
    expect(label).toBe('Bear notes');
    expect(items).toEqual({
      'Notes/Garden.md': '# Garden\n',
      'Notes/Roof.assets/a b.png': null,
      'Notes/Roof.md': '# Roof\n#house/roof# [[Garden]]\n![](<Roof.assets/a b.png>)\n',
    });
    expect(skipped).toContain('Old.textbundle/text.md');
  });
});
