import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { png } from '../../../../test/support/images.js';
import { folderWith, readSource } from '../../../../test/support/import-sources.js';

describe('a folder of notes', () => {
  it('keeps links to files whose names change because some systems lack them', async () => {
    const { items } = await readSource(
      folderWith({
        'Why?.md': '# Why\n',
        'CON/plan "b".md': 'x\n',
        'CON/roof: 1.png': png(1, 1),
        'Kept.md': 'x\n',
        'Index.md':
          '[[Why?]] [[Why?#Top|because]] ![[roof: 1.png]] [p](CON/plan%20%22b%22.md#x) [[Kept]] `[[Why?]]` [[None?]]\n',
      }),
    );
    expect(items['source/Index.md']).toBe(
      '[[Why_]] [[Why_#Top|because]] ![[roof_ 1.png]] [p](CON_/plan%20_b_.md#x) [[Kept]] `[[Why?]]` [[None?]]\n',
    );
  });

  it('names the second of two files whose names differ only in the encoding of an accent', async () => {
    const files = { 'r\u00e9sum\u00e9.md': 'one\n', 're\u0301sume\u0301.md': 'two\n' };
    const folder = folderWith(files);
    // A disk may hold only one of them.
    const { items, skipped } = await readSource(folder);
    expect(Object.keys(items)).toEqual(['source/r\u00e9sum\u00e9.md']);
    expect(skipped).toHaveLength(readdirSync(folder).length - 1);
  });
});

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
    const { items } = await readSource(folderWith({ ...files, 'Broken.canvas': '{', 'Empty.canvas': '{}' }));
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

describe('a Logseq graph', () => {
  it('has properties as frontmatter, blocks in place of their ids, and its names', async () => {
    const id = '64b0c0de-0000-4000-8000-000000000001';
    const { label, items, skipped } = await readSource(
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

  it('has the title of a page as an alias, and blocks whose properties come first', async () => {
    const id = '64b0c0de-0000-4000-8000-000000000002';
    const { items } = await readSource(
      folderWith({
        'logseq/config.edn': '{}',
        'pages/marie.md': 'title:: Marie Dupont\nalias:: Marie\n\n- phone\n',
        'pages/code.md': `- top\n\t- id:: ${id}\n\t  collapsed:: true\n\t  \`\`\`yaml\n\t  id:: of the code\n\t  \`\`\`\n- see ((${id}))\n`,
      }),
    );
    expect(items['source/pages/marie.md']).toBe(
      '---\naliases: [Marie Dupont, Marie]\ntitle: Marie Dupont\n---\n\n- phone\n',
    );
    expect(items['source/pages/code.md']).toBe(
      '- top\n\t- ```yaml\n\t  id:: of the code\n\t  ```\n- see ```yaml\n',
    );
  });
});
