import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chatgptExport, pdf } from './support/import-fixtures.js';
import { BIN } from './support/rappel.js';
import { runCommand } from './support/run-command.js';
import { tempFolder } from './support/temp-vault.js';
import { zip } from './support/zip.js';

function notes(count: number): string {
  const folder = join(tempFolder(), 'Mes notes');
  mkdirSync(folder);
  for (let number = 0; number < count; number++)
    writeFileSync(join(folder, `note ${number}.md`), `# Note ${number}\n\n[[note ${number + 1}]]\n`);
  return folder;
}

async function newVault(): Promise<string> {
  const vault = join(tempFolder(), 'vault');
  expect((await runCommand(['init'], { vault })).code).toBe(0);
  return vault;
}

function bucketOf(vault: string): Record<string, string> {
  const folder = join(vault, 'bucket');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  );
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

async function entriesOf(vault: string): Promise<{ id: string; source: string; files: unknown[] }[]> {
  return JSON.parse((await runCommand(['history', '--json'], { vault })).out).entries;
}

describe('rappel import', () => {
  it('shows what would happen, asks, imports, and finds nothing new the second time', async () => {
    const vault = await newVault();
    const folder = notes(3);
    writeFileSync(join(folder, 'keys.md'), 'password: hunter2secret9\n');
    const preview = await runCommand(['import', folder, '--dry-run'], { vault });
    expect(preview.code).toBe(0);
    expect(preview.out).toContain('New: 4 files');
    expect(preview.out).toContain('vault/bucket/Mes notes/note 0.md');
    expect(preview.out).toMatch(/vault\/bucket\/Mes notes\/keys\.md:\d+ {2}password/);
    expect(preview.out + preview.err).not.toContain('hunter2secret9');
    const unasked = await runCommand(['import', folder], { vault });
    expect(unasked.code).toBe(2);
    expect(unasked.err).toContain('--yes');
    expect(bucketOf(vault)).toEqual({});

    const done = await runCommand(['import', folder, '--yes', '--skip-secrets', '--json'], { vault });
    const report = JSON.parse(done.out);
    expect(report).toMatchObject({ ok: true, done: true, kind: 'Folder', into: 'vault/bucket/' });
    expect(report.files).toHaveLength(4);
    expect(bucketOf(vault)['Mes notes/keys.md']).toContain('[password masked]');
    const again = await runCommand(['import', folder, '--yes', '--skip-secrets'], { vault });
    expect(again.out).toContain('Nothing new to import.');
    const found = await runCommand(['find', 'note 2', '--json'], { vault });
    expect(JSON.parse(found.out).results[0].path).toBe('vault/bucket/Mes notes/note 2.md');
    expect((await runCommand(['undo', report.history], { vault })).code).toBe(0);
    expect(bucketOf(vault)).toEqual({});
  });

  it('keeps and names what is deleted at the source, of an export whatever its archive is called', async () => {
    const vault = await newVault();
    const page = (name: string, digit: string) => ({
      name: `${name} ${digit.repeat(32)}.md`,
      content: `# ${name}\n`,
    });
    const exported = (file: string, ...pages: ReturnType<typeof page>[]) => {
      const archive = join(tempFolder(), file);
      writeFileSync(archive, zip(pages));
      return archive;
    };
    const [plan, roof, garden] = [page('Plan', '1'), page('Roof', '2'), page('Garden', '3')];
    await runCommand(['import', exported('Export-1.zip', plan, roof), '--yes'], { vault });
    const again = await runCommand(['import', exported('Export-2.zip', plan, garden), '--yes'], { vault });
    expect(again.out).toContain(
      'Imported earlier, but not in this source: 1 file. They stay; to remove one: rappel delete PATH\n  vault/bucket/notion/Roof.md\n',
    );
    expect(Object.keys(bucketOf(vault)).sort()).toEqual([
      'notion/Garden.md',
      'notion/Plan.md',
      'notion/Roof.md',
    ]);
  });

  it('keeps a PDF and puts its text beside it, page by page', async () => {
    const vault = await newVault();
    const folder = join(tempFolder(), 'papers');
    mkdirSync(folder);
    writeFileSync(join(folder, 'offer.pdf'), pdf(['Price 6200', '', '# not a heading']));
    writeFileSync(join(folder, 'scan.pdf'), pdf(['']));
    writeFileSync(join(folder, 'bad.pdf'), 'no');
    const { out } = await runCommand(['import', folder, '--yes', '--json'], { vault });
    const { files, skipped } = JSON.parse(out);
    expect(skipped).toEqual([{ from: 'bad.pdf', reason: 'not a PDF that can be read' }]);
    expect(files.map(({ path, note }: { path: string; note: string }) => [path, note])).toEqual([
      ['vault/bucket/papers/offer.pdf', null],
      ['vault/bucket/papers/offer.pdf.md', null],
      ['vault/bucket/papers/scan.pdf', 'a scan: it contains no text to search'],
    ]);
    expect(bucketOf(vault)['papers/offer.pdf.md']).toMatch(
      /---\n\n# offer\n\n\[offer\.pdf\]\(<offer\.pdf>\)\n\n## Page 1\n\nPrice 6200\n\n## Page 3\n\n\\# not a heading\n$/,
    );
  });

  it('goes into a project', async () => {
    const vault = await newVault();
    const file = join(tempFolder(), 'conversations.json');
    writeFileSync(file, chatgptExport(2));
    const { code } = await runCommand(['import', file, '--yes', '--into', 'projects/camping'], { vault });
    expect(code).toBe(0);
    expect(readdirSync(join(vault, 'projects/camping/bucket/chatgpt'))).toHaveLength(2);
  });

  it('brings the text of a PDF along into another folder, once', async () => {
    const vault = await newVault();
    const file = join(tempFolder(), 'offer.pdf');
    writeFileSync(file, pdf(['Price 6200']));
    const importTo = async (...into: string[]) =>
      JSON.parse((await runCommand(['import', file, '--yes', '--json', ...into], { vault })).out).files.map(
        ({ action, path }: Record<string, string>) => `${action} ${path}`,
      );
    await importTo();
    const [copy, text] = ['vault/projects/roof/bucket/offer.pdf', 'vault/projects/roof/bucket/offer.pdf.md'];
    expect(await importTo('--into', 'projects/roof')).toEqual([`new ${copy}`, `new ${text}`]);
    expect(await importTo('--into', 'projects/roof')).toEqual([`known ${copy}`, `known ${text}`]);
  });

  it('brings a PDF again with its text, if neither was changed here', async () => {
    const vault = await newVault();
    const file = join(tempFolder(), 'offer.pdf');
    const copy = join(vault, 'bucket/offer.pdf');
    let day = 0;
    const importAgain = async (bytes: Buffer) => {
      writeFileSync(file, bytes);
      utimesSync(file, new Date(), new Date(2025, 6, ++day));
      const { files, skipped } = JSON.parse(
        (await runCommand(['import', file, '--yes', '--json'], { vault })).out,
      );
      return [...files, ...skipped].map(({ action, from, reason }) => `${action ?? reason} ${from}`);
    };
    await importAgain(pdf(['Price 6200']));
    const second = pdf(['Price 7000']);
    expect(await importAgain(second)).toEqual(['update offer.pdf', 'update offer.pdf']);
    expect(readFileSync(copy)).toEqual(second);
    expect(bucketOf(vault)['offer.pdf.md']).toContain('Price 7000');
    const signed = Buffer.concat([second, Buffer.from('\n% signed\n')]);
    expect(await importAgain(signed)).toEqual(['update offer.pdf', 'update offer.pdf']);
    expect(readFileSync(copy)).toEqual(signed);
    writeFileSync(copy, 'annotated');
    expect(await importAgain(pdf(['Price 8000']))).toEqual([
      'changed at the source and in the vault (vault/bucket/offer.pdf) offer.pdf',
    ]);
    expect(readFileSync(copy, 'utf8')).toBe('annotated');
    expect(bucketOf(vault)['offer.pdf.md']).toContain('Price 7000');
  });

  it('of which nothing could be used exits 1', async () => {
    const vault = await newVault();
    const folder = join(tempFolder(), 'papers');
    mkdirSync(folder);
    expect(await runCommand(['import', folder, '--yes'], { vault })).toMatchObject({ code: 1 });
    writeFileSync(join(folder, 'bad.pdf'), 'no');
    const { code, out } = await runCommand(['import', folder, '--yes'], { vault });
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/bad\.pdf: .*\n\nNothing here can be imported\.\n$/),
    ]);
    const json = await runCommand(['import', folder, '--yes', '--json'], { vault });
    expect([json.code, JSON.parse(json.out)]).toEqual([
      1,
      expect.objectContaining({
        ok: false,
        done: false,
        skipped: [{ from: 'bad.pdf', reason: 'not a PDF that can be read' }],
      }),
    ]);
  });

  it('refuses the vault itself, and what lies around it', async () => {
    const vault = await newVault();
    for (const path of [vault, join(vault, 'bucket'), join(vault, '..')])
      expect((await runCommand(['import', path, '--yes'], { vault })).err).toContain('overlap');
  });

  it('that is killed anywhere ends, run again, as if it had not been', async () => {
    const folder = notes(60);
    const whole = await newVault();
    await runCommand(['import', folder, '--yes'], { vault: whole });
    const expected = bucketOf(whole);
    let killed = 0;
    for (const count of [1, 25, 60]) {
      const vault = await newVault();
      const env = { PATH: process.env.PATH, HOME: vault, RAPPEL_VAULT: vault };
      const child = spawn(process.execPath, [BIN, 'import', folder, '--yes'], { env, stdio: 'ignore' });
      const closed = new Promise((resolve) => child.on('close', resolve));
      const imported = join(vault, 'bucket', 'Mes notes');
      while (child.exitCode === null && (!existsSync(imported) || readdirSync(imported).length < count))
        await new Promise((resolve) => setImmediate(resolve));
      if (child.exitCode === null) killed++;
      child.kill('SIGKILL');
      await closed;
      expect((await runCommand(['import', folder, '--yes'], { vault })).code).toBe(0);
      expect(bucketOf(vault)).toEqual(expected);
      const imports = (await entriesOf(vault)).filter(({ source }) => source === 'import');
      expect(imports.map(({ files }) => files.length)).toEqual([60]);
      expect((await runCommand(['undo', imports[0]!.id], { vault })).code).toBe(0);
      expect(bucketOf(vault)).toEqual({});
    }
    expect(killed).toBeGreaterThan(0);
  });
});

describe('rappel export', () => {
  it('makes an archive that import takes in elsewhere, history included', async () => {
    const vault = await newVault();
    await runCommand(['import', notes(2), '--yes'], { vault });
    const archive = join(tempFolder(), 'rappel.tar.gz');
    expect((await runCommand(['export', archive], { vault })).out).toContain('rappel import');
    const other = join(tempFolder(), 'other');
    expect((await runCommand(['import', archive, '--yes'], { vault: other })).out).toContain('your vault is');
    expect(bucketOf(other)).toEqual(bucketOf(vault));
    expect(await entriesOf(other)).toEqual(await entriesOf(vault));
    const found = await runCommand(['find', 'note 1', '--json'], { vault: other });
    expect(JSON.parse(found.out).results[0].path).toContain('note 1.md');
    const again = await runCommand(['import', archive, '--yes'], { vault: other });
    expect(again.err).toContain('is not an empty folder');
  });
});
