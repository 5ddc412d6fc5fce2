import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { CLAUDE_CODE_LOG, CLAUDE_EXPORT, CODEX_LOG, chatgptExport, pdf } from '../support/import-fixtures.js';
import { rappel } from '../support/rappel.js';
import { runCommand } from '../support/run-command.js';
import { asNobody, isRoot } from '../support/system.js';
import { tempFolder } from '../support/temp-vault.js';
import { zip } from '../support/zip.js';

function source(files: Record<string, string | Buffer>): string {
  const folder = join(tempFolder(), 'source');
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

/** The report of an import that must succeed. */
async function importInto(vault: string, path: string) {
  const { code, out } = await runCommand(['import', path, '--yes', '--json'], { vault });
  expect(code).toBe(0);
  return JSON.parse(out);
}

/** The bytes of every file of a vault, its state included. */
function everythingIn(vault: string): string {
  return readdirSync(vault, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

const SECRET = 'marker-of-a-private-key';

describe('an import reads nothing outside its source', () => {
  const SOURCES: { files: Record<string, string | Buffer>; links: Record<string, string> }[] = [
    { files: { 'conversations.json': chatgptExport(1) }, links: { 'file-abc123.png': 'id_rsa' } },
    {
      files: { 'conversations.json': chatgptExport(2), 'dalle/x.png': 'x' },
      links: { 'dalle/file-abc123.png': 'id_rsa', pictures: '.' },
    },
    { files: { 'note.md': 'x' }, links: { 'conversations.json': 'conversations.json' } },
    {
      files: { 'note.md': 'y' },
      links: {
        'a.md': 'id_rsa',
        'a.txt': 'id_rsa',
        'a.png': 'id_rsa',
        'a.jsonl': 'log.jsonl',
        'a.pdf': 'secret.pdf',
        folder: '.',
      },
    },
  ];

  it('by way of a link, whichever importer meets it, and names each link', async () => {
    const outside = tempFolder();
    writeFileSync(join(outside, 'id_rsa'), SECRET);
    writeFileSync(join(outside, 'id_rsa.md'), SECRET);
    writeFileSync(join(outside, 'file-abc123.png'), SECRET);
    writeFileSync(join(outside, 'secret.pdf'), pdf([SECRET]));
    writeFileSync(join(outside, 'log.jsonl'), CODEX_LOG.replaceAll('Ajoute', SECRET));
    writeFileSync(join(outside, 'conversations.json'), chatgptExport(1).replaceAll('tent', SECRET));
    const vault = await newVault();
    for (const { files, links } of SOURCES) {
      const folder = source(files);
      for (const [link, target] of Object.entries(links))
        symlinkSync(join(outside, target), join(folder, link));
      const { skipped } = await importInto(vault, folder);
      expect(everythingIn(vault)).not.toContain(SECRET);
      const named = skipped.map(({ from }: { from: string }) => from);
      for (const link of Object.keys(links).filter((path) => /\.\w+$/.test(path)))
        expect(named).toContain(basename(link));
    }
  });
});

describe('the frontmatter of an imported file', () => {
  const evil = 'x\n---\ninjected: yes\n# y: "\u2028z';
  const json = JSON.stringify(evil).slice(1, -1);
  const SOURCES = {
    chatgpt: { 'conversations.json': chatgptExport(1).replace('conv-0', json) },
    claude: { 'conversations.json': CLAUDE_EXPORT.replace('c-1', json) },
    'claude-code': { 'a.jsonl': CLAUDE_CODE_LOG.replaceAll('"s-1"', `"${json}"`) },
    codex: { 'a.jsonl': CODEX_LOG.replace('"r-1"', `"${json}"`) },
  };

  it('takes no line from an id of the source, and is known again by that id', async () => {
    const vault = await newVault();
    for (const [kind, files] of Object.entries(SOURCES)) {
      const folder = source(files);
      await importInto(vault, folder);
      const [name = ''] = readdirSync(join(vault, 'bucket', kind));
      const text = readFileSync(join(vault, 'bucket', kind, name), 'utf8');
      const head = text.slice(4, text.indexOf('\n---\n', 4));
      expect(head.split('\n').map((line) => line.split(':')[0])).toEqual([
        'created',
        'updated',
        'tokens',
        'source',
        'source_id',
        'source_hash',
      ]);
      expect((await importInto(vault, folder)).files).toMatchObject([{ action: 'known' }]);
    }
  });
});

describe('the dates of a note', () => {
  it('are used where they are clear, and kept as they are written where they are not', async () => {
    const folder = source({
      'clear.md': '---\ncreated: 31/12/2023\n---\nx\n',
      'unclear.md': '---\ncreated: 03/04/2024\nupdated: [a, b]\n---\nx\n',
    });
    utimesSync(join(folder, 'unclear.md'), 1_600_000_000, 1_600_000_000);
    const vault = await newVault();
    await importInto(vault, folder);
    const text = (name: string) => readFileSync(join(vault, 'bucket/source', name), 'utf8');
    expect(text('clear.md')).toMatch(/^created: 2023-12-31T00:00:00$/m);
    expect(text('clear.md')).toMatch(/^original_created: 31\/12\/2023$/m);
    expect(text('unclear.md')).toMatch(/^created: 2020-09-1/m);
    expect(text('unclear.md')).toMatch(/^original_created: 03\/04\/2024$/m);
    expect(text('unclear.md')).toMatch(/^original_updated: \[a, b\]$/m);
    expect((await importInto(vault, folder)).files).toMatchObject([{ action: 'known' }, { action: 'known' }]);
  });
});

describe('a file that is made to take for ever', () => {
  it('is left out or shortened, and everything else is imported', async () => {
    const log = CLAUDE_CODE_LOG.replace('Dates before 1900 fail.', '<command-name>'.repeat(60_000));
    const folder = source({
      'log.jsonl': log,
      'slow.pdf': pdf([{ packed: deflateSync('(a) Tj\n'.repeat(10_000_000)) }]),
      'quick.pdf': pdf(['Price 6200']),
      'note.md': '-----BEGIN PRIVATE KEY-----'.repeat(30_000),
    });
    const { files } = await importInto(await newVault(), folder);
    const notes = Object.fromEntries(
      files.map(({ from, path, note }: Record<string, string>) => [`${from} ${basename(path!)}`, note]),
    );
    expect(notes).toMatchObject({
      'slow.pdf slow.pdf': 'copied without its text: reading it takes too long',
      'quick.pdf quick.pdf.md': null,
      'note.md note.md': null,
    });
    expect(files).toHaveLength(5);
  });
});

describe('a ZIP archive', () => {
  it.skipIf(!isRoot || asNobody === null)(
    'is imported whatever others put into the temporary folder',
    async () => {
      const home = tempFolder();
      chownSync(home, 65534, 65534);
      const temporary = join(tempFolder(), 'tmp');
      mkdirSync(temporary);
      chmodSync(temporary, 0o1777);
      chmodSync(dirname(temporary), 0o755);
      const dead = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();
      mkdirSync(join(temporary, `rappel-import-${dead}-mine`, 'sub'), { recursive: true });
      symlinkSync(home, join(temporary, `rappel-import-${dead}-link`));
      const archive = join(temporary, 'a.zip');
      writeFileSync(archive, zip([{ name: 'a.md', content: 'x' }]));
      const options = { vault: join(home, 'vault'), by: asNobody!, env: { HOME: home, TMPDIR: temporary } };
      expect(await rappel(['init'], options)).toMatchObject({ code: 0 });
      expect(await rappel(['import', archive, '--yes'], options)).toMatchObject({ code: 0, err: '' });
      expect(readdirSync(temporary).filter((name) => !name.includes(dead))).toEqual(['a.zip']);
    },
  );

  it('shows and stores no control character of its names', async () => {
    const archive = join(tempFolder(), 'a.zip');
    const entries = [
      { name: 'a\u001b]52;c;aGk=\u0007.md', content: 'x' },
      { name: 'good.md', content: 'x' },
      { name: 'conversation.jsonl', content: CLAUDE_CODE_LOG.replace('Mend the', 'Mend\\u001b[2J the') },
    ];
    writeFileSync(archive, zip(entries));
    const vault = await newVault();
    const { out } = await runCommand(['import', archive, '--yes'], { vault });
    expect(out).toContain("a\uFFFD]52;c;aGk=\uFFFD.md: its name contains characters that a vault can't use");
    expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(everythingIn(join(vault, 'bucket'))).not.toContain('\u001b');
  });
});
