import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { has } from '../../../test/support/system.js';
import { type TempVault, tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { openHistory } from '../../service/history/open-history.js';
import { createQueue } from '../../service/updates/queue.js';
import { systemClock } from '../../shared/clock.js';
import { ROOT } from '../../vault/paths.js';
import { addStarterFiles } from '../../vault/starter.js';
import { createVault } from '../../vault/vault.js';
import { HELD } from './archived-queue.js';
import { exportVault } from './export-vault.js';
import { readTar, takeIn } from './take-in.js';
import { type TarEntry, writeTar } from './tar-write.js';

describe('a tar archive', () => {
  const segment = fc.stringMatching(/^[a-zé ☀_-]{1,60}$/).filter((name) => name !== '.' && name !== '..');
  const file = fc.record({
    path: fc.array(segment, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/')),
    bytes: fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  });

  it('gives back what was put in, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { maxLength: 5 }),
        fc.integer({ min: 1, max: 3000 }),
        async (files, size) => {
          const archive = await bytesOf(writeTar(entriesOf(files)));
          const found: { path: string; bytes: Buffer }[] = [];
          for await (const { path, content } of readTar(cut(archive, size)))
            found.push({ path, bytes: await bytesOf(content) });
          expect(found).toEqual(files);
        },
      ),
      { numRuns: 50 },
    );
  });

  it.skipIf(!has('tar'))('is one that tar reads, and reads one that tar made', async () => {
    const folder = tempFolder();
    const name = `${'long name é/'.repeat(12)}x.md`;
    const archive = await bytesOf(writeTar(entriesOf([{ path: name, bytes: Buffer.from('hello\n') }])));
    writeFileSync(join(folder, 'a.tar'), archive);
    execFileSync('tar', ['xf', 'a.tar'], { cwd: folder });
    expect(readFileSync(join(folder, name), 'utf8')).toBe('hello\n');
    for (const format of ['gnu', 'pax']) {
      execFileSync('tar', ['cf', 'b.tar', `--format=${format}`, name.split('/')[0]!], { cwd: folder });
      const found: string[] = [];
      for await (const { path } of readTar(cut(readFileSync(join(folder, 'b.tar')), 700))) found.push(path);
      expect(found.filter((path) => !path.endsWith('/'))).toEqual([name]);
    }
  });
});

describe('an exported vault', () => {
  it.each(['vault.tar.gz', 'copy'])(
    'as %s becomes the same vault elsewhere, with history and queue',
    async (name) => {
      const made = await usedVault();
      const target = join(tempFolder(), name);
      const report = await exportVault(made.vault, {}, target, '1.0.0');
      expect(report.files).toBeGreaterThan(5);
      const root = join(tempFolder(), 'new place');
      await takeIn(target, root);
      expect(visible(root)).toEqual(visible(made.root));
      const vault = createVault({ root, clock: systemClock });
      const list = async (tree: TempVault['vault']) => (await openHistory(tree)).list({ limit: 9 });
      expect(await list(vault)).toEqual(await list(made.vault));
      const [update] = createQueue(made.vault).list();
      expect(createQueue(vault).list()).toEqual([{ ...update, state: 'failed', reason: HELD }]);
      expect(createQueue(vault).input('u1')).toEqual(createQueue(made.vault).input('u1'));
      // It goes on being a history.
      writeFileSync(join(root, 'new.md'), 'new\n');
      expect(await (await openHistory(vault)).record({ source: 'tool', paths: [ROOT] })).not.toBeNull();
      expect(existsSync(join(root, '.rappel', 'token'))).toBe(false);
      expect(readdirSync(join(root, '..'))).toEqual(['new place']);
    },
  );

  it('takes an empty folder, also by a link, and refuses one with any entry, which stays as it is', async () => {
    const made = await usedVault();
    const target = join(tempFolder(), 'v.tgz');
    await exportVault(made.vault, {}, target, '1.0.0');
    const folder = tempFolder();
    mkdirSync(join(folder, 'empty'));
    symlinkSync(join(folder, 'empty'), join(folder, 'link'));
    await takeIn(target, join(folder, 'link'));
    expect(visible(join(folder, 'empty'))).toEqual(visible(made.root));
    for (const name of ['.env', '.git/HEAD', '.obsidian/app.json', '.rappel/trash/x.md', 'a.md']) {
      const used = tempVault({ [name]: 'mine' });
      await expect(takeIn(target, used.root)).rejects.toMatchObject({ code: 'exists' });
      expect(readdirSync(used.root)).toEqual([name.split('/')[0]]);
      expect(used.get(name)).toBe('mine');
    }
  });

  it('leaves entries alone that have the names of earlier drafts', async () => {
    const made = await usedVault();
    const target = join(tempFolder(), 'v.tgz');
    await exportVault(made.vault, {}, target, '1.0.0');
    const folder = tempFolder();
    for (const name of ['.vault.incoming', '.vault.before']) {
      mkdirSync(join(folder, name));
      writeFileSync(join(folder, name, 'mine.md'), 'mine');
    }
    await takeIn(target, join(folder, 'vault'));
    expect(readdirSync(folder).sort()).toEqual(['.vault.before', '.vault.incoming', 'vault']);
    expect(readFileSync(join(folder, '.vault.before', 'mine.md'), 'utf8')).toBe('mine');
  });

  it('is readable for its owner alone, never overwrites, and never lies in the vault itself', async () => {
    const made = await usedVault();
    const target = join(tempFolder(), 'v.tar.gz');
    await exportVault(made.vault, {}, target, '1.0.0');
    expect(statSync(target).mode & 0o077).toBe(0);
    await expect(exportVault(made.vault, {}, target, '1.0.0')).rejects.toMatchObject({ code: 'exists' });
    await expect(exportVault(made.vault, {}, join(made.root, 'a', 'b.tgz'), '1.0.0')).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('is no folder with the name of another kind of archive', async () => {
    const made = await usedVault();
    const folder = tempFolder();
    await expect(exportVault(made.vault, {}, join(folder, 'v.zip'), '1.0.0')).rejects.toMatchObject({
      code: 'invalid_input',
      message: "an export can't be written as .zip",
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that is cut off is refused, and leaves nothing behind', async () => {
    const made = await usedVault();
    const target = join(tempFolder(), 'v.tar.gz');
    await exportVault(made.vault, {}, target, '1.0.0');
    const bytes = readFileSync(target);
    for (const part of [0.1, 0.5, 0.9]) {
      writeFileSync(target, bytes.subarray(0, Math.floor(bytes.length * part)));
      const root = join(tempFolder(), 'x');
      await expect(takeIn(target, root)).rejects.toMatchObject({ code: 'invalid_input' });
      expect(readdirSync(join(root, '..'))).toEqual([]);
    }
  });
});

describe('a hostile archive', () => {
  const manifest = { path: 'vault/.rappel/export.json', bytes: Buffer.from('{}') };
  const evil = (path: string, text = 'x') => [manifest, { path, bytes: Buffer.from(text) }];
  const input = JSON.stringify({ text: '', inbox_ref: null, images: [{ file: '../../../../secret' }] });

  it.each([
    ['a way up', evil('vault/../../escaped.md')],
    ['a folder that leads up', evil('vault/../../escaped/', '')],
    ['an absolute path', evil('/tmp/escaped.md')],
    ['a backslash', evil('vault/..\\escaped.md')],
    ['a drive', evil('C:/escaped.md')],
    ['another root', evil('elsewhere/x.md')],
    ['a hidden file', evil('vault/.bashrc')],
    ['hooks of git', evil('vault/.rappel/history.git/hooks/reference-transaction')],
    ['settings of git', evil('vault/.rappel/history.git/config', '[core]\nhooksPath=/tmp')],
    ['other objects of git', evil('vault/.rappel/history.git/objects/info/alternates')],
    ['a journal', evil('vault/.rappel/queue/000000001-a/journal/000000.json')],
    ['an image from elsewhere', evil('vault/.rappel/queue/000000001-a/input.json', input)],
    ['a text that is none', evil('vault/.rappel/queue/000000001-a/input.json', '{"text":{}}')],
    [
      'an update under two numbers',
      [1, 2].flatMap((number) =>
        evil(`vault/.rappel/queue/00000000${number}-a/status.json`).slice(number - 1),
      ),
    ],
    ['no sign that it is ours', [{ path: 'vault/a.md', bytes: Buffer.from('x') }]],
  ])('with %s is refused as a whole', async (_, files) => {
    await refuses(await bytesOf(writeTar(entriesOf(files))));
  });

  it.each(['1', '2', '3', '6'])(
    'with an entry of type %s (links, devices, pipes) is refused as a whole',
    async (type) => {
      const archive = await bytesOf(writeTar(entriesOf(evil('vault/link.md', ''))));
      // The second header: its type, and its sum anew.
      const header = archive.subarray(1024, 1536);
      header.write(type, 156, 'latin1');
      header.write('/etc/passwd', 157, 'latin1');
      header.fill(0x20, 148, 156);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
      await refuses(archive);
    },
  );

  it('with a newer form is refused with a clear sentence', async () => {
    await refuses(
      await bytesOf(writeTar(entriesOf(evil('vault/.rappel/format.json', '{"format":99}')))),
      /newer Rappel/,
    );
  });

  async function refuses(archive: Buffer, message?: RegExp): Promise<void> {
    const folder = tempFolder();
    mkdirSync(join(folder, 'inner'));
    writeFileSync(join(folder, 'a.tgz'), gzipSync(archive));
    const refused = expect(takeIn(join(folder, 'a.tgz'), join(folder, 'inner', 'vault'))).rejects;
    if (message === undefined) await refused.toMatchObject({ name: 'RappelError' });
    else await refused.toThrow(message);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['a.tgz', 'inner']);
  }
});

async function usedVault(): Promise<TempVault> {
  const made = tempVault({
    'projects/é/notes.md': '# é\n',
    'bucket/big.txt': 'x'.repeat(200_000),
    'bucket/empty.txt': '',
  });
  addStarterFiles(made.vault, 'fr');
  mkdirSync(join(made.root, 'projects', 'still empty', 'bucket'), { recursive: true });
  const history = await openHistory(made.vault);
  await history.record({ source: 'init', paths: [ROOT] });
  made.put('tasks.md', '# One\n');
  await history.record({ source: 'outside', paths: [ROOT] });
  const images = [{ name: 'a.png', media_type: 'image/png', bytes: Buffer.from('image') }];
  await createQueue(made.vault).admit({ text: 'remember', images, inbox_ref: null }, 'u1');
  writeFileSync(join(made.root, '.rappel', 'token'), 'secret');
  return made;
}

function visible(root: string): Record<string, string | null> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('.rappel'),
  );
  const contentOf = (path: string) => (statSync(path).isFile() ? readFileSync(path, 'latin1') : null);
  return Object.fromEntries(names.sort().map((name) => [name, contentOf(join(root, name))]));
}

async function* entriesOf(files: { path: string; bytes: Buffer }[]): AsyncGenerator<TarEntry> {
  for (const { path, bytes } of files)
    yield {
      path,
      size: bytes.length,
      mode: 0o644,
      modified: new Date('2025-07-14T18:30:00Z'),
      content: [bytes],
    };
}

async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(Buffer.from(part));
  return Buffer.concat(all);
}

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
