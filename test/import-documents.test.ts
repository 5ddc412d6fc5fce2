import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { docx } from './support/docx.js';
import { png } from './support/images.js';
import { mbox, message, richMessage } from './support/mail.js';
import { runCommand } from './support/run-command.js';
import { tempFolder } from './support/temp-vault.js';
import { zip } from './support/zip.js';

function write(folder: string, files: Record<string, string | Buffer>): string {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

async function newVault(): Promise<string> {
  const vault = join(tempFolder(), 'vault');
  expect((await runCommand(['init'], { vault })).code).toBe(0);
  return vault;
}

/** What an import did to each file, by its path below the bucket; `missing` is no longer at the source. */
async function importInto(
  vault: string,
  path: string,
  missing: string[] = [],
): Promise<Record<string, string>> {
  const { code, out, err } = await runCommand(['import', path, '--yes', '--json'], { vault });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  const { files, skipped, gone } = JSON.parse(out);
  expect(skipped).toEqual([]);
  expect(gone).toEqual(missing.map((name) => `vault/bucket/${name}`));
  return Object.fromEntries(
    files.map(({ path: to, action }: Record<string, string>) => [
      to!.replace(/^vault\/bucket\//, ''),
      action,
    ]),
  );
}

const read = (vault: string, name: string) => readFileSync(join(vault, 'bucket', name), 'utf8');

const FILES = {
  'notes/a.html':
    '<h1>A</h1><p><a href="b.html#x">to b</a> <a href="gone.html">gone</a> <img src="p.png"></p>',
  'notes/b.html': '<h1>B</h1><p><a href="../Compte%20rendu.docx">the report</a></p>',
  'notes/p.png': png(2, 2),
  'Compte rendu.docx': docx(),
  'devis.eml': richMessage(),
  'Boîte.mbox': mbox([
    message('Un', ['Subject: Toit']),
    message('Deux', ['Subject: Re: Toit', 'Message-ID: <2@x>', 'References: <1@example.org>']),
    message('Trois', ['Subject: Vacances', 'Message-ID: <3@x>']),
  ]),
};

const NOTES = [
  'Boîte/2024-03-01-toit.md',
  'Boîte/2024-03-01-vacances.md',
  'Compte rendu.docx',
  'Compte rendu.docx.files/e0e8d812.png',
  'Compte rendu.docx.md',
  'devis.files/devis.pdf',
  'devis.files/devis.pdf.md',
  'devis.files/e0e8d812.png',
  'devis.md',
  'notes/a.md',
  'notes/b.md',
  'notes/p.png',
].map((name) => `source/${name}`);

describe('documents in a folder', () => {
  it('become notes that link to each other, once, and are updated when they change', async () => {
    const vault = await newVault();
    const folder = write(join(tempFolder(), 'source'), FILES);
    const first = await importInto(vault, folder);
    expect(Object.keys(first).sort()).toEqual([...NOTES].sort());
    expect(new Set(Object.values(first))).toEqual(new Set(['new']));
    expect(read(vault, 'source/notes/a.md')).toContain('[to b](b.md#x) [gone](gone.html) ![](p.png)');
    expect(read(vault, 'source/notes/b.md')).toContain('[the report](../Compte%20rendu.docx)');
    expect(read(vault, 'source/Compte rendu.docx.md')).toMatch(/^source: docx$/m);
    expect(read(vault, 'source/devis.md')).toMatch(/^created: 2024-03-01T/m);
    expect(read(vault, 'source/devis.files/devis.pdf.md')).toContain('Total 6200');
    expect(read(vault, 'source/Boîte/2024-03-01-toit.md').match(/^## /gm)).toHaveLength(2);

    expect(new Set(Object.values(await importInto(vault, folder)))).toEqual(new Set(['known']));

    const more = message('Quatre', [
      'Subject: Re: Toit',
      'Message-ID: <4@x>',
      'References: <1@example.org> <2@x>',
    ]);
    write(folder, {
      'notes/b.html': '<h1>B</h1><p>changed</p>',
      'Boîte.mbox': Buffer.concat([FILES['Boîte.mbox'], mbox([more])]),
    });
    rmSync(join(folder, 'devis.eml'));
    const again = await importInto(vault, folder, ['source/devis.md']);
    const updated = Object.keys(again).filter((name) => again[name] === 'update');
    expect(updated.sort()).toEqual(['source/Boîte/2024-03-01-toit.md', 'source/notes/b.md']);
    expect(read(vault, 'source/notes/b.md')).toContain('changed');
    expect(read(vault, 'source/Boîte/2024-03-01-toit.md').match(/^## /gm)).toHaveLength(3);
  });

  it('are read from an archive in the same way', async () => {
    const vault = await newVault();
    const archive = join(tempFolder(), 'source.zip');
    writeFileSync(archive, zip(Object.entries(FILES).map(([name, content]) => ({ name, content }))));
    expect(Object.keys(await importInto(vault, archive)).sort()).toEqual([...NOTES].sort());
  });
});

describe('a document alone', () => {
  it('brings the images that it shows, and no other file from beside it', async () => {
    const vault = await newVault();
    const folder = write(join(tempFolder(), 'in'), {
      'page.html':
        '<p>x <img src="img/p.png"><img src="../secret.png"><img src=".hidden/h.png"><a href="b.html">b</a></p>',
      'b.html': '<p>b</p>',
      'img/p.png': png(2, 2),
      'img/q.png': png(3, 3),
      '.hidden/h.png': png(2, 2),
    });
    writeFileSync(join(folder, '..', 'secret.png'), png(5, 5));
    const files = await importInto(vault, join(folder, 'page.html'));
    expect(Object.keys(files)).toEqual(['page.md', 'img/p.png']);
    expect(read(vault, 'page.md')).toContain('[b](b.html)');
    expect(new Set(Object.values(await importInto(vault, join(folder, 'page.html'))))).toEqual(
      new Set(['known']),
    );
  });

  it.each([
    ['Boîte.mbox', FILES['Boîte.mbox'], ['Boîte/2024-03-01-toit.md', 'Boîte/2024-03-01-vacances.md']],
    ['Inbox', FILES['Boîte.mbox'], ['Inbox/2024-03-01-toit.md', 'Inbox/2024-03-01-vacances.md']],
    ['page.htm', '<p>x</p>', ['page.md']],
  ])(
    'is recognised: %s',
    async (name, content, notes) => {
      const vault = await newVault();
      const folder = write(tempFolder(), { [name]: content });
      await importInto(vault, join(folder, name));
      const found = readdirSync(join(vault, 'bucket'), { recursive: true, encoding: 'utf8' });
      expect(found.filter((path) => path.endsWith('.md')).sort()).toEqual(notes);
    },
    60_000,
  );

  it('brings a Notion export in HTML: names without ids, links and images that lead somewhere', async () => {
    const id = (digit: string) => digit.repeat(32);
    const source = write(join(tempFolder(), 'Notion'), {
      [`Café ${id('1')}.html`]: `<title>Café</title><article class="page sans"><h1 class="page-title">Café</h1><div class="page-body"><figure class="image"><a href="Caf%C3%A9/a%20b.png"><img src="Caf%C3%A9/a%20b.png"/></a></figure><p><a href="Tasks%20${id('2')}.html">Tasks</a></p></div></article>`,
      'Café/a b.png': png(1, 1),
      [`Tasks ${id('2')}.html`]:
        '<title>Tasks</title><table class="collection-content"><tr><th>Name</th><th>Done</th></tr><tr><td>Roof</td><td>No</td></tr></table>',
      [`Tasks ${id('2')}.csv`]: 'Name,Done\nRoof,No\n',
    });
    const vault = await newVault();
    expect(Object.keys(await importInto(vault, source)).sort()).toEqual(
      ['Café.md', 'Café/a b.png', 'Tasks.csv', 'Tasks.md'].map((name) => `notion/${name}`),
    );
    expect(read(vault, 'notion/Café.md')).toContain('![](<Café/a b.png>)');
    expect(read(vault, 'notion/Café.md')).toContain('[Tasks](<Tasks.md>)');
    expect(read(vault, 'notion/Tasks.md')).toContain('| Roof | No |');
  });

  it('has the tags of a Notion page in HTML as those of the note', async () => {
    const id = (digit: string) => digit.repeat(32);
    const value = (text: string) => `<span class="selected-value">${text}</span>`;
    const vault = await newVault();
    const folder = write(join(tempFolder(), 'Export'), {
      [`Tasks ${id('3')}.csv`]: 'Name,Tags\nRoof,"house, urgent"\n',
      [`Tasks/Roof ${id('4')}.html`]: `<article><h1 class="page-title">Roof</h1><table class="properties"><tbody><tr class="property-row"><th>Tags</th><td>${value('house')}${value('urgent')}</td></tr></tbody></table><p>Body</p></article>`,
    });
    await importInto(vault, folder);
    expect(read(vault, 'notion/Tasks/Roof.md')).toMatch(/\ntags: \[house, urgent\]\n[\s\S]*\n# Roof\n/);
  });

  it('knows the pages and tables of Notion again in the next archive, whatever its name is', async () => {
    const id = (digit: string) => digit.repeat(32);
    const vault = await newVault();
    const archive = (name: string, done: string) => {
      const file = join(tempFolder(), name);
      const files = {
        [`Home ${id('1')}.md`]: `# Home\n\n![r](Home%20${id('1')}/roof.png) ${done}\n`,
        [`Home ${id('1')}/roof.png`]: png(1, 1),
        [`Tasks ${id('2')}.csv`]: `Name,Done\nRoof,${done}\n`,
        [`Plan ${id('3')}.md`]: '# Plan\n',
      };
      writeFileSync(file, zip(Object.entries(files).map(([path, content]) => ({ name: path, content }))));
      return file;
    };
    await importInto(vault, archive('Export-1.zip', 'No'));
    expect(await importInto(vault, archive('Export-2.zip', 'Yes'))).toEqual({
      'notion/Home.md': 'update',
      'notion/Home/roof.png': 'known',
      'notion/Plan.md': 'known',
      'notion/Tasks.csv': 'update',
      'notion/Tasks.md': 'update',
    });
    expect(read(vault, 'notion/Tasks.md')).toContain('| Roof | Yes |');
    expect(read(vault, 'notion/Tasks.csv')).toContain('Roof,Yes');
  });

  it('brings a message that was forwarded, and the same one by itself', async () => {
    const roof = message('Le toit', ['Message-ID: <roof@x>', 'Subject: Toit']);
    const content = `--x\r\n\r\nVoir.\r\n--x\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\n${roof}\r\n--x--\r\n`;
    const forwarded = message({ type: 'multipart/mixed; boundary="x"', content }, ['Message-ID: <fwd@x>']);
    const vault = await newVault();
    const folder = write(join(tempFolder(), 'mail'), { 'fwd.eml': forwarded, 'roof.eml': roof });
    const names = ['mail/fwd.files/message.md', 'mail/fwd.md', 'mail/roof.md'];
    expect(Object.keys(await importInto(vault, folder)).sort()).toEqual(names);
    for (const name of [names[0]!, names[2]!]) expect(read(vault, name)).toContain('Le toit');
    expect(new Set(Object.values(await importInto(vault, folder)))).toEqual(new Set(['known']));
  });
});
