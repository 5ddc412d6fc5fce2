import { describe, expect, it } from 'vitest';
import { png } from '../../../../test/support/images.js';
import {
  type Files,
  folderWith,
  readSource,
  targetsIn,
  zipWith,
} from '../../../../test/support/import-sources.js';
import { zip } from '../../../../test/support/zip.js';

// Real exports are not public: names, tables and markup are those that other importers read (obsidian-importer, Joplin).
const [home, plan, data, roof, garden, twin] = ['1', '2', '3', '4', '5', '6'].map((digit) =>
  digit.repeat(32),
);

const pages: Files = {
  [`Home ${home}.md`]: `# Home\n\n[Plan](Home%20${home}/Plan%20${plan}.md) and [site](https://notion.so/x)\n[Tasks](Home%20${home}/Tasks%20${data}.csv)\n`,
  [`Home ${home}/Plan ${plan}.md`]: `# Plan\n\n[home](https://www.notion.so/Home-${home}?pvs=21#top) ![roof](Plan%20${plan}/roof.png) [back](../Home%20${home}.md)\n`,
  [`Home ${home}/Plan ${plan}/roof.png`]: png(1, 1),
  [`Home ${home}/Tasks ${data}.csv`]: 'Name,Done\nRoof,No\n',
};
const names = ['Home.md', 'Home/Plan.md', 'Home/Plan/roof.png', 'Home/Tasks.csv', 'Home/Tasks.md'];

function expectLinksToLead(items: Record<string, string | null>): void {
  for (const [name, text] of Object.entries(items))
    for (const target of text === null ? [] : targetsIn(name, text))
      expect(Object.keys(items)).toContain(target);
}

describe('a Notion export', () => {
  it('loses the ids in its names, and every link leads to a file of the import', async () => {
    const { label, items } = await readSource(folderWith(pages));
    expect(label).toBe('Notion export');
    expect(Object.keys(items).sort()).toEqual(names.map((name) => `notion/${name}`));
    expectLinksToLead(items);
    expect(items['notion/Home.md']).toContain('[Plan](<Home/Plan.md>) and [site](https://notion.so/x)');
    expect(items['notion/Home.md']).toContain('[Tasks](<Home/Tasks.md>)');
    expect(items['notion/Home/Plan.md']).toContain('[home](<../Home.md#top>)');
  });

  it('is unpacked from the parts that Notion packs it into, with a folder for each space', async () => {
    const entries = Object.entries(pages).map(([name, content]) => ({
      name: `Private & Shared/${name}`,
      content,
    }));
    const parts = {
      'ExportBlock-1-Part-1.zip': zip([
        ...entries.slice(0, 2),
        { name: 'Teamspace/read me.md', content: 'x\n' },
      ]),
      'ExportBlock-1-Part-2.zip': zip([...entries.slice(2), { name: 'Teamspace/b.md', content: 'y\n' }]),
    };
    const { label, items } = await readSource(zipWith(parts, 'notion.zip'));
    expect(label).toBe('Notion export');
    expect(Object.keys(items)).toEqual(
      expect.arrayContaining(names.map((name) => `notion/Private & Shared/${name}`)),
    );
  });

  it('has each database as a table whose rows lead to their pages, with relations as links', async () => {
    const projects = '7'.repeat(32);
    const row = (title: string, lines: string) => `# ${title}\n\n${lines}\n\nBody of ${title}.\n`;
    const { items, skipped } = await readSource(
      folderWith({
        [`Tasks ${data}.csv`]: 'Name\nOnly what the view shows\n',
        [`Tasks ${data}_all.csv`]: `\uFEFFName,Status,Tags,Project,Note\nRoof,Done,"house, urgent",House (https://www.notion.so/House-${projects}?pvs=21),"a | b\nc"\nRoof,Open,,,\n"Garden, ""back""",Open,,House (Projects%20${data}/House%20${projects}.md),\nNo page,,,Elsewhere (https://www.notion.so/E-${'9'.repeat(32)}),\n`,
        [`Tasks/Roof ${roof}.md`]: row('Roof', 'Status: Open'),
        [`Tasks/Roof ${twin}.md`]: row(
          'Roof',
          `Status: Done\nTags: house, urgent\nProject: House (../Projects%20${data}/House%20${projects}.md)`,
        ),
        [`Tasks/Garden back ${garden}.md`]: row('Garden, "back"', 'Status: Open'),
        [`Projects ${data}/House ${projects}.md`]: '# House\n',
      }),
    );
    expect(skipped).toEqual([`Tasks ${data}.csv`]);
    expect(Object.keys(items)).toContain('notion/Tasks.csv');
    expectLinksToLead(items);
    const lines = items['notion/Tasks.md']!.split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '# Tasks',
      '',
      '| Name | Status | Tags | Project | Note |',
      '| --- | --- | --- | --- | --- |',
    ]);
    expect(lines[4]).toBe(
      `| [Roof](<Tasks/Roof ${twin}.md>) | Done | house, urgent | [House](<Projects/House.md>) | a \\| b c |`,
    );
    expect(lines[5]).toBe('| [Roof](<Tasks/Roof.md>) | Open |  |  |  |');
    expect(lines[6]).toBe(
      '| [Garden, "back"](<Tasks/Garden back.md>) | Open |  | [House](<Projects/House.md>) |  |',
    );
    expect(lines[7]).toContain('| No page |  |  | Elsewhere (https://www.notion.so/E-');
    const page = items[`notion/Tasks/Roof ${twin}.md`]!;
    expect(page).toMatch(/^---\ntags: \[house, urgent\]\n---\n\n# Roof\n\nStatus: Done\n/);
    expect(page).toContain('Project: [House](<../Projects/House.md>)');
  });
});
