import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { png } from '../../../test/support/images.js';
import {
  CLAUDE_CODE_LOG,
  CLAUDE_EXPORT,
  CODEX_LOG,
  chatgptExport,
} from '../../../test/support/import-fixtures.js';
import { tempFolder } from '../../../test/support/temp-vault.js';
import { localTimestamp } from '../../shared/clock.js';
import type { ImportItem, Offer } from './item.js';
import { openSource } from './open-source.js';

function folderWith(files: Record<string, string | Buffer>): string {
  const folder = join(tempFolder(), 'My notes');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

async function offersOf(path: string): Promise<{ label: string; offers: Offer[] }> {
  const source = await openSource(path);
  const offers: Offer[] = [];
  for await (const offer of source.offers()) offers.push(offer);
  return { label: source.label, offers };
}

const textOf = (offer: Offer | undefined) => ((offer as ImportItem).content as { text: string }).text;
const minute = (iso: string) => localTimestamp(new Date(iso)).replace('T', ' ').slice(0, 16);

describe('a ChatGPT export', () => {
  it('gives one file per conversation, along the branch that was shown last, with its pictures', async () => {
    const folder = folderWith({
      'conversations.json': chatgptExport(),
      'file-abc123-rain.png': png(4, 4),
      'chat.html': 'x',
    });
    const { label, offers } = await offersOf(folder);
    expect(label).toBe('ChatGPT export');
    const said = minute('2025-01-15T09:01:00Z');
    expect(offers[0]).toMatchObject({ name: 'chatgpt/files/file-abc123-rain.png' });
    expect(offers[1]).toMatchObject({
      from: 'Choosing a tent',
      name: `chatgpt/${said.slice(0, 10)}-choosing-tent.md`,
      sourceId: 'chatgpt:conv-0',
      created: new Date('2025-01-15T09:00:00Z'),
      updated: new Date('2025-01-15T09:10:00Z'),
    });
    expect(textOf(offers[1])).toBe(
      [
        '# Choosing a tent',
        `${minute('2025-01-15T09:00:00Z')} · ChatGPT · 3 turns`,
        `## User · ${said}`,
        'Which tent for 0 nights of rain?',
        `## Assistant · ${said}`,
        '### A tunnel tent',
        'It holds **wind**.',
        `## User · ${said}`,
        'Merci !',
        '![file-abc123-rain.png](<files/file-abc123-rain.png>)',
        '',
      ]
        .join('\n\n')
        .trimEnd()
        .concat('\n'),
    );
  });
});

describe('a Claude export', () => {
  it('is told from the other by its form; documents stand in their turn, empty conversations are left out', async () => {
    const { label, offers } = await offersOf(
      join(folderWith({ 'conversations.json': CLAUDE_EXPORT }), 'conversations.json'),
    );
    expect(label).toBe('Claude export');
    expect(offers).toHaveLength(2);
    expect(offers[0]).toMatchObject({ sourceId: 'claude:c-1', created: new Date('2025-02-03T09:00:00Z') });
    const text = textOf(offers[0]);
    expect(text).toContain('[file: lettre.txt]\n\n````\nMadame,\n```\nBail\n```\n````\n\n[file: photo.jpg]');
    expect(text).toContain('Elle est claire.');
    expect(text).not.toContain('Hm.');
    expect(offers[1]).toEqual({ from: 'Empty', skipped: 'an empty conversation' });
  });
});

describe('session logs', () => {
  it('of Claude Code: what was said and which tools ran, without results, thoughts and reminders', async () => {
    const folder = folderWith({
      'a/1.jsonl': CLAUDE_CODE_LOG,
      'a/agent-2.jsonl': CLAUDE_CODE_LOG,
      'b.jsonl': '{"x":1}\n',
    });
    const { offers } = await offersOf(folder);
    expect(offers[0]).toMatchObject({
      from: 'Mend the date parser',
      kind: 'claude-code',
      sourceId: 'claude-code:s-1',
    });
    const text = textOf(offers[0]);
    expect(text).toContain('· Claude Code · /Users/ines/site · 2 turns');
    expect(text).toContain('Dates before 1900 fail.');
    expect(text).toContain('I look at it.\n\n- `Read src/dates.ts`\n\nMended.');
    expect(text).not.toMatch(/secret thoughts|very long file|do not say|Caveat/);
    expect(offers.slice(1)).toEqual([
      { from: 'a/agent-2.jsonl', skipped: 'the log of a subagent, not of a conversation' },
      { from: 'b.jsonl', skipped: 'not a log of Claude Code or Codex' },
    ]);
  });

  it('of Codex, without what the program put in', async () => {
    const file = join(
      folderWith({ 'rollout-2025-04-01T08-00-00-r-1.jsonl': CODEX_LOG }),
      'rollout-2025-04-01T08-00-00-r-1.jsonl',
    );
    const { label, offers } = await offersOf(file);
    expect(label).toBe('Codex session');
    expect(offers[0]).toMatchObject({
      from: 'Ajoute une carte des ports',
      sourceId: 'codex:r-1',
      created: new Date('2025-04-01T08:00:00Z'),
    });
    const text = textOf(offers[0]);
    expect(text).toContain('- `shell ls -la`\n\nLa carte est là.');
    expect(text).not.toContain('environment_context');
    expect(text.match(/Ajoute une carte/g)).toHaveLength(2);
  });
});

describe('a folder of notes', () => {
  it('keeps its folders, links and pictures, and says what it leaves out', async () => {
    const folder = folderWith({
      '.obsidian/app.json': '{}',
      'Plan.md': 'See [[Idea]] ![[img/a.png]]\n',
      'sub/Idea.md': '---\ncreated: 2024-02-03\n---\nIdea\n',
      'img/a.png': png(3, 3),
      'old.txt': Buffer.from('caf\xe9\n', 'latin1'),
      'empty.md': '\n',
      'older.txt': Buffer.from('caf\x82\n', 'latin1'),
      'program.c': 'int x;',
      'node_modules/x/readme.md': 'x',
    });
    symlinkSync('/etc/hosts', join(folder, 'link.md'));
    const time = new Date('2024-05-06T07:08:09Z');
    utimesSync(join(folder, 'Plan.md'), time, time);
    const { label, offers } = await offersOf(folder);
    expect(label).toBe('Obsidian vault');
    const items = offers.filter((offer) => !('skipped' in offer)) as ImportItem[];
    expect(items.map(({ name }) => name)).toEqual([
      'My notes/Plan.md',
      'My notes/img/a.png',
      'My notes/old.txt',
      'My notes/sub/Idea.md',
    ]);
    expect(textOf(items[0])).toBe('See [[Idea]] ![[img/a.png]]\n');
    expect(items[0]).toMatchObject({ updated: time, created: time });
    expect(items[2]).toMatchObject({ content: { text: 'café\n' }, note: 'converted from Windows-1252' });
    expect(localTimestamp(items[3]!.created!)).toBe('2024-02-03T00:00:00');
    const left = Object.fromEntries(
      offers.flatMap((offer) => ('skipped' in offer ? [[offer.from, offer.skipped]] : [])),
    );
    expect(left).toEqual({
      'empty.md': 'empty',
      'link.md': 'a link; links are not followed',
      'node_modules/': 'generated by programs',
      'older.txt':
        'not text in UTF-8, UTF-16 or Windows-1252; convert it: iconv -f ENCODING -t UTF-8 FILE > NEW',
      'program.c':
        'neither a note nor a file that notes can show; convert a document first: pandoc FILE -o FILE.md',
    });
  });

  it.skipIf(process.platform !== 'linux')(
    'reads names that are not UTF-8, or says which it could not',
    async () => {
      const folder = folderWith({ 'plain.md': 'x\n' });
      const raw = (name: Buffer) => Buffer.concat([Buffer.from(`${folder}/`), name]);
      mkdirSync(raw(Buffer.from('\xe9t\xe9', 'latin1')));
      writeFileSync(raw(Buffer.from('\xe9t\xe9/No\xebl.md', 'latin1')), 'Sapin\n');
      writeFileSync(raw(Buffer.from([0x81, 0xff, 0x2e, 0x6d, 0x64])), 'x\n');
      const { offers } = await offersOf(folder);
      expect(offers.map((offer) => ('skipped' in offer ? offer.skipped : offer.name))).toEqual([
        'its name is neither UTF-8 nor Windows-1252; rename it',
        'My notes/plain.md',
        'My notes/été/Noël.md',
      ]);
      expect(textOf(offers[2])).toBe('Sapin\n');
    },
  );
});

describe('something that can not be imported', () => {
  it.each([
    ['x.zip', 'PK'],
    ['x.json', '[{"a":1}]'],
    ['x.json', '{"a":1}'],
    ['x.exe', 'MZ'],
    ['x.jsonl', '{}'],
  ])('is refused: %s', async (name, content) => {
    await expect(openSource(join(folderWith({ [name]: content }), name))).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('names the program that converts other documents', async () => {
    await expect(openSource(join(folderWith({ 'x.tex': 'x' }), 'x.tex'))).rejects.toMatchObject({
      hint: expect.stringContaining('Convert any other document first: pandoc FILE -o FILE.md'),
    });
  });

  it('is not found where there is nothing', async () => {
    await expect(openSource(join(tempFolder(), 'nothing'))).rejects.toMatchObject({ code: 'not_found' });
  });
});
