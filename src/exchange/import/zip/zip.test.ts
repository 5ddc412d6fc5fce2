import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { chatgptExport } from '../../../../test/support/import-fixtures.js';
import { runs } from '../../../../test/support/runs.js';
import { canMount, has, mountSmallDisk } from '../../../../test/support/system.js';
import { tempFolder } from '../../../../test/support/temp-vault.js';
import { type ZipFile, zip } from '../../../../test/support/zip.js';
import { openSource } from '../open-source.js';
import { listZip, readEntry, unpackZip } from './unpack-zip.js';

function save(bytes: Buffer, name = 'a.zip'): string {
  const file = join(tempFolder(), name);
  writeFileSync(file, bytes);
  return file;
}

async function contents(file: string): Promise<{ name: string; content: string }[]> {
  const found: { name: string; content: string }[] = [];
  for (const entry of await listZip(file)) {
    const parts: Buffer[] = [];
    for await (const part of readEntry(file, entry)) parts.push(part);
    found.push({ name: entry.name, content: Buffer.concat(parts).toString('utf8') });
  }
  return found;
}

async function unpacked(files: ZipFile[]) {
  const result = await unpackZip(save(zip(files)));
  onTestFinished(() => result.close());
  const names = readdirSync(result.folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(result.folder, name)).isFile())
    .map((name) => name.replaceAll('\\', '/'));
  const skipped = Object.fromEntries(result.skipped.map(({ from, skipped: reason }) => [from, reason]));
  return { ...result, names: names.sort(), skipped };
}

describe('a ZIP archive', () => {
  it('gives back what was put in, in both forms, packed or not', async () => {
    const file = fc.record({
      name: fc.stringMatching(/^[a-zé☀ ]{1,20}\.md$/),
      content: fc.string({ unit: 'grapheme', maxLength: 3_000 }),
      stored: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 5 }), fc.boolean(), async (files, large) => {
        expect(await contents(save(zip(files, { large })))).toEqual(
          files.map(({ name, content }) => ({ name, content })),
        );
      }),
      { numRuns: 40 },
    );
  });

  it('is read under names in Windows-1252 too', async () => {
    const names = ['Réunion à Genève.md', 'été/ça va.md'];
    const files = [...names.map((name) => ({ name: Buffer.from(name, 'latin1'), content: 'x' }))];
    const { names: found, skipped } = await unpacked([...files, { name: 'Œuvre.md', content: 'x' }]);
    expect([found, skipped]).toEqual([[...names, 'Œuvre.md'].sort(), {}]);
  });

  it('leaves out and names an entry whose name has no readable encoding', async () => {
    const { names, skipped } = await unpacked([
      { name: Buffer.from([0x81, 0xff, 0x8d, 0xfe]), content: 'x' },
      { name: 'a.md', content: 'x' },
    ]);
    expect(names).toEqual(['a.md']);
    expect(Object.values(skipped)).toEqual(['its name is neither UTF-8 nor Windows-1252; rename it']);
  });

  it.skipIf(!has('python3'))(
    'is read as Python writes it, also from a stream, with a comment and folders',
    async () => {
      const folder = tempFolder();
      const code = `
import io, sys, zipfile
class Pipe(io.RawIOBase):
    def __init__(self, f): self.f = f
    def writable(self): return True
    def write(self, b): return self.f.write(b)
with open('a.zip', 'wb') as f, zipfile.ZipFile(Pipe(f), 'w', zipfile.ZIP_DEFLATED) as z:
    z.comment = b'a comment PK'
    z.mkdir('Été') if hasattr(z, 'mkdir') else z.writestr('Été/', '')
    z.writestr('Été/plan.md', 'voilà ' * 5000)
    z.writestr('b.txt', '')
`;
      execFileSync('python3', ['-c', code], { cwd: folder });
      expect(await contents(join(folder, 'a.zip'))).toEqual([
        { name: 'Été/', content: '' },
        { name: 'Été/plan.md', content: 'voilà '.repeat(5000) },
        { name: 'b.txt', content: '' },
      ]);
    },
  );

  it('that is cut off or damaged anywhere is refused or says so, and never gives other content', async () => {
    const content = 'What was said. '.repeat(200);
    const bytes = zip([
      { name: 'a.md', content },
      { name: 'b.md', content, stored: true },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), fc.boolean(), async (at, value, cut) => {
        const broken = cut ? bytes.subarray(0, at) : Buffer.from(bytes);
        if (!cut) broken[at] = value;
        try {
          for (const found of await contents(save(Buffer.from(broken)))) expect(found.content).toBe(content);
        } catch (error) {
          expect(error).toMatchObject({ name: 'RappelError' });
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it('whose entries lie in each other is refused: that is how a small one bursts', async () => {
    const twice = { name: 'b.md', content: 'x'.repeat(1000), claims: { offset: 0 } };
    await expect(
      listZip(save(zip([{ name: 'a.md', content: 'x'.repeat(1000) }, twice]))),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('that unpacks to more than it says is stopped there', async () => {
    const { names, skipped } = await unpacked([
      { name: 'bomb.md', content: Buffer.alloc(40_000_000), claims: { size: 10 } },
      { name: 'note.md', content: 'fine' },
    ]);
    expect(names).toEqual(['note.md']);
    expect(skipped).toEqual({ 'bomb.md': 'the ZIP archive is damaged' });
  });

  it('that claims far more than it holds is left out, whatever the disk could take', async () => {
    const content = '[]';
    const files = [
      { name: 'conversations-0.json', content, claims: { size: 0xf0000000 } },
      { name: 'conversations.json', content, claims: { size: 2 ** 52 } },
    ];
    const { skipped, folder, close } = await unpackZip(save(zip(files, { large: true })));
    onTestFinished(close);
    expect(skipped.map(({ skipped: reason }) => reason)).toEqual(
      Array(2).fill('unpacks to more than 200 times its size'),
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(!canMount)(
    'that needs more than the disk has is refused before anything is written',
    async () => {
      const disk = mountSmallDisk();
      const archive = save(zip([{ name: 'a.md', content: randomBytes(200_000), stored: true }]));
      vi.stubEnv('TMPDIR', disk);
      onTestFinished(() => void vi.unstubAllEnvs());
      await expect(unpackZip(archive)).rejects.toThrow(/more than the temporary folder has space for/);
      expect(readdirSync(disk)).toEqual([]);
    },
  );
});

describe('unpacking', () => {
  it('writes nothing outside, nothing hidden, no link, and says what it left', async () => {
    const { names, skipped, folder } = await unpacked([
      { name: '../escaped.md', content: 'x' },
      { name: '/tmp/rappel-escaped.md', content: 'x' },
      { name: 'a/../../escaped.md', content: 'x' },
      { name: '..\\other.md', content: 'x' },
      { name: 'C:/escaped.md', content: 'x' },
      { name: 'a\0b.md', content: 'x' },
      { name: 'link.md', content: '/etc/passwd', mode: 0o120777 },
      { name: 'locked.md', content: 'x', encrypted: true },
      { name: '.ssh/config', content: 'x' },
      { name: '__MACOSX/._note.md', content: 'x' },
      { name: 'note.md', content: 'fine' },
      { name: 'note.md', content: 'again' },
      { name: `${'long'.repeat(100)}.md`, content: 'x' },
      { name: 'note.md/inside.md', content: 'x' },
      { name: 'NOTE.md', content: 'x' },
      { name: 'device.md', content: 'x', mode: 0o020644 },
      { name: 'zeros.md', content: Buffer.alloc(12_000_000) },
    ]);
    expect(names).toEqual(['note.md']);
    expect(readFileSync(join(folder, 'note.md'), 'utf8')).toBe('fine');
    expect(Object.values(skipped).sort()).toEqual([
      'a link; links are not followed',
      'differs from note.md only in upper and lower case',
      "its name can't be used on this system",
      "its name contains characters that a vault can't use",
      'its name is too long',
      ...Array(5).fill('its path leads out of the archive'),
      'not a regular file',
      'password-protected',
      'the archive contains it twice',
      'unpacks to more than 200 times its size',
    ]);
    expect(Object.keys(skipped)).toContain('a\uFFFDb.md');
    expect(existsSync(join(folder, '..', 'escaped.md'))).toBe(false);
    expect(existsSync('/tmp/rappel-escaped.md')).toBe(false);
    expect(statSync(folder).mode & 0o077).toBe(0);
  });

  it('leaves a folder around everything away, keeps dates, and is gone when it is closed', async () => {
    const { names, folder, close } = await unpacked([
      { name: 'export/a.md', content: 'x' },
      { name: 'export/sub/b.md', content: 'y' },
    ]);
    expect(names).toEqual(['a.md', 'sub/b.md']);
    expect(statSync(join(folder, 'a.md')).mtime).toEqual(new Date('2025-07-14T18:30:00'));
    close();
    expect(existsSync(folder)).toBe(false);
  });

  it('removes what a killed run left, and nothing else', async () => {
    const dead = execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim();
    const left = join(tmpdir(), `rappel-import-${dead}-abc`);
    const mine = join(tmpdir(), `rappel-import-${process.pid}-abc`);
    for (const folder of [left, mine]) mkdirSync(folder, { recursive: true });
    onTestFinished(() => rmSync(mine, { recursive: true }));
    await unpacked([{ name: 'a.md', content: 'x' }]);
    expect([existsSync(left), existsSync(mine)]).toEqual([false, true]);
  });
});

describe('a source in a ZIP archive', () => {
  it('of ChatGPT is read as its folder would be, in one file or several, and known again', async () => {
    const [one, two] = JSON.parse(chatgptExport(2));
    const whole = [{ name: 'conversations.json', content: chatgptExport(2) }];
    const parts = [
      { name: 'conversations-001.json', content: JSON.stringify([two]) },
      { name: 'conversations-000.json', content: JSON.stringify([one]) },
      { name: 'chat.html', content: 'x' },
      { name: 'file-abc123-rain.png', content: 'x' },
    ];
    const ids = async (files: ZipFile[]) => {
      const file = save(zip(files), 'export.zip');
      const source = await openSource(file);
      onTestFinished(() => source.close?.());
      expect(source).toMatchObject({ label: 'ChatGPT export', path: file });
      const found: string[] = [];
      for await (const offer of source.offers())
        found.push('sourceId' in offer ? offer.sourceId : offer.skipped);
      return found;
    };
    expect(await ids(whole)).toEqual(['chatgpt:conv-0', 'chatgpt:conv-1']);
    expect(await ids(parts)).toEqual([
      'chatgpt:file-abc123-rain.png',
      'chatgpt:conv-0',
      'chatgpt:file-abc123-rain.png',
      'chatgpt:conv-1',
    ]);
  });

  it('of notes goes below the name of the archive, as an Obsidian vault where it is one', async () => {
    const file = save(
      zip([
        { name: 'Coffre/.obsidian/app.json', content: '{}' },
        { name: 'Coffre/Idées/a.md', content: 'x' },
        // One that lies among notes makes no export of them.
        { name: 'Coffre/Idées/conversations.json', content: '[]' },
      ]),
      'Mes notes.ZIP',
    );
    const names: string[] = [];
    for (let round = 0; round < 2; round++) {
      const source = await openSource(file);
      expect(source.label).toBe('Obsidian vault');
      for await (const offer of source.offers())
        if ('sourceId' in offer) names.push(`${offer.name} ${offer.sourceId}`);
      source.close!();
    }
    expect(names[0]).toMatch(/^Mes notes\/Idées\/a\.md /);
    expect(names[1]).toBe(names[0]);
  });
});
