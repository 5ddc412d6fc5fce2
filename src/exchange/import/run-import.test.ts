import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { png } from '../../../test/support/images.js';
import { chatgptExport } from '../../../test/support/import-fixtures.js';
import { type TempVault, tempFolder, tempVault } from '../../../test/support/temp-vault.js';
import { undoEntry } from '../../service/changes/undo.js';
import { openHistory } from '../../service/history/open-history.js';
import { fieldOf, splitFrontmatter } from '../../vault/frontmatter.js';
import { isStamped } from '../../vault/stamp.js';
import type { ImportSource, Offer } from './item.js';
import { openSource } from './open-source.js';
import { destinationOf, planImport } from './plan.js';
import { runImport } from './run-import.js';

const OPTIONS = { into: destinationOf(undefined), skipSecrets: false };

async function importInto({ vault, context }: TempVault, source: ImportSource, options = OPTIONS) {
  const plan = await planImport(vault, source, options);
  const { entry } = await runImport(vault, await context.engine(), source, plan, options);
  return { plan, entry };
}

function notes(files: Record<string, string | Buffer>): string {
  const folder = join(tempFolder(), 'notes');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** Every visible file with its bytes, the generated tree left out. */
function filesOf(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !name.startsWith('.rappel') && name !== 'tree.md' && statSync(join(root, name)).isFile(),
  );
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(root, name), 'latin1')]));
}

describe('an import', () => {
  it('writes stamped files with the dates and the name of their source, as one entry that can be undone', async () => {
    const made = tempVault({ 'bucket/mine.md': 'mine\n' });
    const folder = notes({
      'A.md': '# A\n[[B]]\n',
      'sub/B.md': '---\ncreated: 2023-01-02\n---\n# B\n',
      'sub/p.png': png(2, 2),
      't.txt': 'text\n',
    });
    const { entry } = await importInto(made, await openSource(folder));
    expect(entry).toMatchObject({ source: 'import', reason: 'Imported 4 files into vault/bucket/: Folder' });
    expect(entry!.files).toHaveLength(4);
    const text = made.get('bucket/notes/sub/B.md');
    expect(isStamped(text)).toBe(true);
    const { yaml } = splitFrontmatter(text);
    expect(fieldOf(yaml, 'created')).toBe('2023-01-02T00:00:00');
    expect(fieldOf(yaml, 'source')).toBe('notes');
    expect(made.get('bucket/notes/A.md')).toContain('[[B]]');
    await undoEntry(made.vault, await openHistory(made.vault), entry!.id);
    expect(Object.keys(filesOf(made.root))).toEqual(['bucket/mine.md']);
    expect(readdirSync(join(made.root, 'bucket'))).toEqual(['mine.md']);
  });

  it('done twice changes nothing, also where files were moved meanwhile', async () => {
    const made = tempVault({});
    const folder = notes({ 'conversations.json': chatgptExport(3) });
    await importInto(made, await openSource(folder));
    const [first] = readdirSync(join(made.root, 'bucket/chatgpt'));
    mkdirSync(join(made.root, 'projects/tents'), { recursive: true });
    renameSync(join(made.root, 'bucket/chatgpt', first!), join(made.root, 'projects/tents/moved.md'));
    const before = filesOf(made.root);
    const { plan, entry } = await importInto(made, await openSource(folder));
    expect(entry).toBeNull();
    expect(plan.files.map(({ action }) => action)).toEqual(['known', 'known', 'known']);
    expect(filesOf(made.root)).toEqual(before);
  });

  it('brings a file up to date where the source went on, unless it was edited here', async () => {
    const made = tempVault({});
    const folder = notes({ 'a.md': 'one\n', 'b.md': 'one\n' });
    await importInto(made, await openSource(folder));
    writeFileSync(join(made.root, 'bucket/notes/b.md'), made.get('bucket/notes/b.md').replace('one', 'mine'));
    for (const name of ['a.md', 'b.md']) writeFileSync(join(folder, name), 'two\n');
    const { plan } = await importInto(made, await openSource(folder));
    expect(plan.files.map(({ path, action }) => [path, action])).toEqual([['bucket/notes/a.md', 'update']]);
    expect(plan.skipped).toEqual([
      { from: 'b.md', skipped: 'changed at the source and in the vault (vault/bucket/notes/b.md)' },
    ]);
    expect(made.get('bucket/notes/a.md')).toContain('two');
    expect(made.get('bucket/notes/b.md')).toContain('mine');
  });

  it('leaves out what was edited, deleted or made here after it was planned', async () => {
    const made = tempVault({});
    const folder = notes({ 'a.md': 'one\n', 'b.md': 'one\n', 'c.md': 'one\n' });
    await importInto(made, await openSource(folder));
    for (const name of ['a.md', 'b.md', 'c.md', 'd.md']) writeFileSync(join(folder, name), 'two\n');
    const source = await openSource(folder);
    const plan = await planImport(made.vault, source, OPTIONS);
    const text = `${made.get('bucket/notes/a.md')}mine\n`;
    made.put('bucket/notes/a.md', text);
    rmSync(join(made.root, 'bucket/notes/b.md'));
    made.put('bucket/notes/d.md', 'mine\n');
    const engine = await made.context.engine();
    const { written, planned } = await runImport(made.vault, engine, source, plan, OPTIONS);
    expect([written, planned]).toEqual([1, 4]);
    expect(made.get('bucket/notes/a.md')).toBe(text);
    expect(existsSync(join(made.root, 'bucket/notes/b.md'))).toBe(false);
    expect(made.get('bucket/notes/c.md')).toContain('two');
    expect(made.get('bucket/notes/d.md')).toBe('mine\n');
  });

  it('moves a note along that was renamed at the source, with what was changed in it here', async () => {
    const made = tempVault({});
    const folder = notes({ 'old.md': '# Plan\n', 'same.md': 'x\n', 'twin.md': 'x\n', 'kept.md': 'k\n' });
    await importInto(made, await openSource(folder));
    const text = made.get('bucket/notes/old.md');
    writeFileSync(join(made.root, 'bucket/notes/old.md'), `${text}Mine.\n`);
    mkdirSync(join(folder, 'sub'));
    renameSync(join(folder, 'old.md'), join(folder, 'sub/new.md'));
    // Of two notes with one content, which one was renamed can't be told.
    renameSync(join(folder, 'same.md'), join(folder, 'same 2.md'));
    rmSync(join(folder, 'twin.md'));
    const { plan, entry } = await importInto(made, await openSource(folder));
    expect(plan.files.map(({ action, path, was }) => [action, path, was])).toEqual([
      ['known', 'bucket/notes/kept.md', undefined],
      ['new', 'bucket/notes/same 2.md', undefined],
      ['move', 'bucket/notes/sub/new.md', 'bucket/notes/old.md'],
    ]);
    expect(plan.gone).toEqual(['bucket/notes/same.md', 'bucket/notes/twin.md']);
    expect(made.get('bucket/notes/sub/new.md')).toContain('# Plan\nMine.\n');
    expect(entry?.reason).toBe('Imported 2 files into vault/bucket/: Folder');
    expect(Object.keys(filesOf(made.root))).toEqual([
      'bucket/notes/kept.md',
      'bucket/notes/same 2.md',
      'bucket/notes/same.md',
      'bucket/notes/sub/new.md',
      'bucket/notes/twin.md',
    ]);
    const again = await importInto(made, await openSource(folder));
    expect(again.plan.files.map(({ action }) => action)).toEqual(['known', 'known', 'known']);
    await undoEntry(made.vault, await openHistory(made.vault), entry!.id);
    expect(made.get('bucket/notes/old.md')).toBe(`${text}Mine.\n`);
    expect(existsSync(join(made.root, 'bucket/notes/sub'))).toBe(false);
  });

  it('keeps a note that is gone at the source, names it, and says nothing of notes of other sources', async () => {
    const made = tempVault({});
    await importInto(made, await openSource(notes({ 'a.md': 'other\n' })));
    const card = '{"nodes":[{"type":"text","text":"Card"}]}';
    const folder = notes({ 'b.md': 'b\n', 'c.md': 'c\n', 'd.canvas': card });
    await importInto(made, await openSource(folder));
    rmSync(join(folder, 'b.md'));
    rmSync(join(folder, 'd.canvas'));
    const { plan, entry } = await importInto(made, await openSource(folder));
    expect([plan.gone, entry]).toEqual([['bucket/notes/b.md', 'bucket/notes/d.canvas.md'], null]);
    expect(made.get('bucket/notes/b.md')).toContain('b\n');
  });

  it('never takes the place of another file', async () => {
    const made = tempVault({ 'bucket/notes/a.md': 'mine\n', 'bucket/notes/p.png': png(9, 9) });
    const { plan } = await importInto(
      made,
      await openSource(notes({ 'a.md': 'theirs\n', 'p.png': png(2, 2) })),
    );
    expect(made.get('bucket/notes/a.md')).toBe('mine\n');
    expect(made.get('bucket/notes/a-2.md')).toContain('theirs');
    expect(plan.skipped).toEqual([{ from: 'p.png', skipped: 'another file is at vault/bucket/notes/p.png' }]);
  });

  it('goes into the bucket of a project, or where it is told', () => {
    expect(destinationOf('projects/x')).toBe('projects/x/bucket');
    expect(destinationOf('vault/projects/x/notes/')).toBe('projects/x/notes');
    expect(() => destinationOf('inbox')).toThrow('the inbox is for questions');
    expect(() => destinationOf('../x')).toThrow('outside');
  });

  it('names secrets with file and line, and leaves them out on request', async () => {
    const made = tempVault({});
    const folder = notes({ 'keys.md': '# Keys\n\npassword: hunter2secret9\n' });
    const source = await openSource(folder);
    const plan = await planImport(made.vault, source, OPTIONS);
    const [secret] = plan.secrets;
    expect(secret).toMatchObject({ path: 'bucket/notes/keys.md', what: 'password' });
    await importInto(made, source, { ...OPTIONS, skipSecrets: true });
    expect(made.get('bucket/notes/keys.md').split('\n')[secret!.line - 1]).toBe(
      'password: [password masked]',
    );
  });

  it('that is cut off by a defect has written nothing, and is one entry when it runs again', async () => {
    const folder = notes(
      Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`n${n}.md`, `# Note ${n}\n`])),
    );
    for (const after of [0, 1, 5, 12]) {
      const made = tempVault({});
      await expect(importInto(made, breaking(await openSource(folder), after))).rejects.toThrow('pulled');
      expect(filesOf(made.root)).toEqual({});
      const { entry } = await importInto(made, await openSource(folder));
      expect(entry!.reason).toBe('Imported 12 files into vault/bucket/: Folder');
      expect(entry!.files).toHaveLength(12);
      const entries = await (await openHistory(made.vault)).list({ limit: 10 });
      expect(entries).toHaveLength(1);
    }
  });
});

it('an import that is stopped leaves one entry with what it has written, and goes on later', async () => {
  const made = tempVault({});
  const source = await openSource(notes({ 'a.md': 'a\n', 'b.md': 'b\n', 'c.md': 'c\n' }));
  const run = async (options: Parameters<typeof runImport>[5]) => {
    const plan = await planImport(made.vault, source, OPTIONS);
    return runImport(made.vault, await made.context.engine(), source, plan, OPTIONS, options);
  };
  const stop = new AbortController();
  const onProgress = ({ done }: { done: number }) => done === 2 && stop.abort();
  const stopped = await run({ onProgress, signal: stop.signal });
  expect(stopped).toMatchObject({ entry: { files: [{}, {}] }, written: 2, planned: 3 });
  await undoEntry(made.vault, await openHistory(made.vault), stopped.entry!.id);
  expect(Object.keys(filesOf(made.root))).toEqual([]);
  expect(await run({})).toMatchObject({ written: 3, planned: 3 });
});

/** A source whose disk is pulled out at the second reading, after so many files. */
function breaking(source: ImportSource, after: number): ImportSource {
  let readings = 0;
  return {
    ...source,
    async *offers(): AsyncGenerator<Offer> {
      const isSecond = ++readings === 2;
      let given = 0;
      for await (const offer of source.offers()) {
        if (isSecond && given++ === after) throw new Error('pulled');
        yield offer;
      }
      if (isSecond) throw new Error('pulled');
    },
  };
}
