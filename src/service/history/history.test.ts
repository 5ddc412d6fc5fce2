import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { watchGit } from '../../../test/support/git-calls.js';
import { tempVault } from '../../../test/support/temp-vault.js';
import { blobId } from '../../vault/blob-id.js';
import { ROOT, type VaultPath } from '../../vault/paths.js';
import { restorePath } from '../changes/restore.js';
import { undoEntry } from '../changes/undo.js';
import { createGitHistory } from './open-history.js';

const at = (path: string) => path as VaultPath;

function recorded(files: Record<string, string | Buffer>) {
  const temp = tempVault(files);
  const history = createGitHistory({ root: temp.root, clock: temp.vault.clock });
  const record = (reason: string, ...paths: string[]) =>
    history.record({ source: 'tool', reason, paths: (paths.length > 0 ? paths : ['']).map(at) });
  return { ...temp, history, record, undo: (id: string) => undoEntry(temp.vault, history, id) };
}

const HEAD = '---\ncreated: 2025-01-01T00:00:00\nupdated: 2025-01-01T00:00:00\ntokens: 1\n---\n\n';

describe('the history', () => {
  it('shows a diff whole, also where it ends in an empty line', async () => {
    const vault = recorded({ 'a.md': 'un\n\n' });
    await vault.record('start');
    vault.put('a.md', 'deux\n\n');
    const { id } = (await vault.record('second'))!;
    expect(await vault.history.diff(id)).toMatch(/\n-un\n\+deux\n $/);
  });

  it('begins with the vault as it is found, which nobody edited', async () => {
    const vault = recorded({ 'a.md': 'un\n', 'b.md': 'deux\n' });
    const found = await vault.history.record({ source: 'outside', paths: [ROOT] });
    expect(found).toMatchObject({ source: 'init', reason: 'Created the vault' });
    vault.put('a.md', 'UN\n');
    const edited = await vault.history.record({ source: 'outside', paths: [ROOT] });
    expect(edited).toMatchObject({ source: 'outside', reason: 'Edited vault/a.md' });
  });

  it('begins with the whole vault before its first change, whatever made that', async () => {
    const old = new Map([[at('a.md'), Buffer.from('un\n')]]);
    for (const change of [
      { source: 'update', paths: [at('a.md')], before: old },
      { source: 'outside', paths: [], contents: old },
    ] as const) {
      const vault = recorded({ 'a.md': 'UN\n', 'b.md': 'deux\n', 'c/d.md': 'trois\n' });
      await vault.history.record(change);
      await vault.record('second', 'a.md');
      const [beginning, ...later] = await vault.history.entries();
      expect(beginning!.source).toBe('init');
      expect(beginning!.files.map(({ path }) => path)).toEqual(['a.md', 'b.md', 'c/d.md']);
      expect(await vault.history.diff(beginning!.id)).toContain('\n+un');
      expect(later.map(({ files }) => files)).toEqual([[{ path: 'a.md', change: 'changed' }]]);
      expect(await vault.history.unrecorded()).toEqual([]);
    }
  });

  it('records what differs, with reason, source, input and files, newest first', async () => {
    const vault = recorded({ 'a.md': 'un\n', 'bucket/é b.md': 'deux\n', 'tree.md': 'x', '.hidden.md': 'x' });
    const first = await vault.record('start');
    expect(first).toMatchObject({
      reason: 'start',
      source: 'tool',
      input: null,
      time: '2025-07-14T18:30:00',
    });
    expect(first!.files).toEqual([
      { path: 'a.md', change: 'added' },
      { path: 'bucket/é b.md', change: 'added' },
    ]);
    expect(await vault.record('nothing')).toBeNull();
    vault.put('a.md', 'UN\n');
    rmSync(join(vault.root, 'bucket'), { recursive: true });
    const second = await vault.history.record({
      source: 'update',
      reason: 'second\nline',
      input: 'u1',
      paths: [ROOT],
    });
    expect(second!.files).toEqual([
      { path: 'a.md', change: 'changed' },
      { path: 'bucket/é b.md', change: 'deleted' },
    ]);
    expect((await vault.history.list({ limit: 10 })).map(({ id }) => id)).toEqual([second!.id, first!.id]);
    expect(await vault.history.list({ limit: 10, path: at('bucket') })).toHaveLength(2);
    expect(await vault.history.list({ limit: 10, path: at('elsewhere.md') })).toEqual([]);
    expect(await vault.history.diff(second!.id)).toContain('-un\n+UN');
    expect(await vault.history.find(second!.id)).toEqual(second);
  });

  it('keeps unrecorded outside edits as an entry of their own', async () => {
    const vault = recorded({ 'a.md': 'un\n' });
    await vault.record('start');
    vault.put('a.md', 'outside\n');
    const before = new Map([[at('a.md'), Buffer.from('outside\n')]]);
    vault.put('a.md', 'tool\n');
    await vault.history.record({ source: 'tool', reason: 'by the tool', paths: [at('a.md')], before });
    expect(
      (await vault.history.list({ limit: 5 })).map(({ source, reason }) => `${source}: ${reason}`),
    ).toEqual(['tool: by the tool', 'outside: Edited vault/a.md', 'tool: start']);
  });

  it('records nothing that is given up on the way, and removes what git left of it', async () => {
    const vault = recorded({ 'a.md': 'un\n' });
    const stop = new AbortController();
    const written = new Map([[at('a.md'), Buffer.from('un\n')]]);
    // The first byte is asked for when git is running.
    written.get = (path) => {
      stop.abort();
      return Map.prototype.get.call(written, path);
    };
    const request = { source: 'init', paths: [ROOT], written } as const;
    await expect(vault.history.record({ ...request, signal: stop.signal })).rejects.toThrow('aborted');
    expect(await vault.history.entries()).toEqual([]);
    const leftover = join(vault.root, '.rappel/history.git/objects/pack/tmp_pack_x');
    writeFileSync(leftover, 'half of it');
    await vault.record('start');
    expect(existsSync(leftover)).toBe(false);
    expect(await vault.history.unrecorded()).toEqual([]);
  });

  it('never touches a repository of the user', async () => {
    const vault = recorded({
      'a.md': 'un\n',
      'project/.git/HEAD': 'ref: refs/heads/main\n',
      'project/b.md': 'b\n',
    });
    mkdirSync(join(vault.root, '.git'));
    writeFileSync(join(vault.root, '.git', 'HEAD'), 'ref: refs/heads/mine\n');
    const entry = await vault.record('start');
    expect(entry!.files.map(({ path }) => path)).toEqual(['a.md', 'project/b.md']);
    expect(existsSync(join(vault.root, '.git', 'objects'))).toBe(false);
  });

  it('agrees between two processes that record in turn', async () => {
    const vault = recorded({ 'a.md': '1' });
    const other = createGitHistory({ root: vault.root, clock: vault.vault.clock });
    await vault.record('one');
    vault.put('a.md', '2');
    await other.record({ source: 'tool', reason: 'two', paths: [ROOT] });
    expect(await vault.record('three')).toBeNull();
    expect(await vault.history.unrecorded()).toEqual([]);
    expect((await vault.history.lastKnown([at('a.md'), at('b.md')])).get(at('a.md'))?.toString()).toBe('2');
  });

  it('asks git for the last content of files only if they changed since', async () => {
    const vault = recorded({ 'a.md': '1', 'b.md': '1' });
    await vault.record('one');
    const calls = watchGit();
    const known = async (...names: string[]) =>
      [...(await vault.history.lastKnown(names.map(at))).values()].map(String);
    expect([await known('a.md', 'b.md'), calls()]).toEqual([['1', '1'], []]);
    vault.put('b.md', '2');
    expect([await known('a.md', 'b.md'), calls()]).toEqual([['1', '1'], ['cat-file']]);
  });
});

describe('undo', () => {
  it('takes back a change, an addition and a deletion', async () => {
    const vault = recorded({
      'a.md': `${HEAD}un\n`,
      'gone.md': `${HEAD}gone\n`,
      'b.bin': Buffer.from([0, 1]),
    });
    await vault.record('start');
    vault.put('a.md', `${HEAD}UN\n`);
    vault.put('new.md', 'new\n');
    vault.put('b.bin', Buffer.from([0, 2]));
    rmSync(join(vault.root, 'gone.md'));
    const entry = await vault.record('change');
    const undone = await vault.undo(entry!.id);
    expect(undone).toMatchObject({ source: 'undo', reason: 'Undid: change' });
    expect(vault.get('a.md')).toMatch(/\nun\n$/);
    expect(vault.get('gone.md')).toMatch(/\ngone\n$/);
    expect(vault.get('b.bin')).toBe('\0\u0001');
    expect(existsSync(join(vault.root, 'new.md'))).toBe(false);
    await vault.undo(undone.id);
    expect(vault.get('a.md')).toMatch(/\nUN\n$/);
  });

  it('keeps later changes elsewhere in the file', async () => {
    const lines = Array.from({ length: 20 }, (_, index) => `ligne ${index}`);
    const vault = recorded({ 'a.md': `${HEAD}${lines.join('\n')}\n` });
    await vault.record('start');
    const text = (change: (line: string) => string) =>
      `${HEAD.replace('tokens: 1', 'tokens: 2')}${lines.map(change).join('\n')}\n`;
    vault.put(
      'a.md',
      text((line) => (line === 'ligne 2' ? 'LIGNE 2' : line)),
    );
    const entry = await vault.record('early');
    vault.put(
      'a.md',
      text((line) => (['ligne 2', 'ligne 15'].includes(line) ? line.toUpperCase() : line)),
    );
    await vault.record('late');
    await vault.undo(entry!.id);
    expect(vault.get('a.md')).toContain('\nligne 2\n');
    expect(vault.get('a.md')).toContain('\nLIGNE 15\n');
  });

  it('refuses with the reason where later changes overlap, and changes nothing', async () => {
    const vault = recorded({ 'a.md': 'un\n', 'b.md': 'b\n' });
    await vault.record('start');
    vault.put('a.md', 'deux\n');
    vault.put('b.md', 'B\n');
    const entry = await vault.record('change');
    vault.put('a.md', 'trois\n');
    await expect(vault.undo(entry!.id)).rejects.toMatchObject({
      code: 'stale',
      message: `this can't be undone as a whole: vault/a.md was changed since in the same place, "trois"`,
      data: { obstacles: [{ path: 'vault/a.md', reason: 'changed_units' }] },
    });
    expect(vault.get('b.md')).toBe('B\n');
    await expect(vault.undo('0000000000')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('restores a file as of an entry or a time', async () => {
    const vault = recorded({ 'a.md': `${HEAD}un\n` });
    const first = await vault.record('start');
    vault.setTime('2025-07-15T12:00:00');
    vault.put('a.md', `${HEAD}deux\n`);
    await vault.record('second');
    await restorePath(vault.vault, vault.history, at('a.md'), { id: first!.id });
    expect(vault.get('a.md')).toMatch(/\nun\n$/);
    await restorePath(vault.vault, vault.history, at('a.md'), { time: new Date('2025-07-15T13:00:00') });
    await expect(
      restorePath(vault.vault, vault.history, at('x.md'), { id: first!.id }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('an edit that nobody recorded yet', () => {
  it('is in the history before a restore or an undo takes its place', async () => {
    const vault = recorded({ 'a.md': `${HEAD}un\n`, 'b.md': `${HEAD}un\ndeux\ntrois\nquatre\ncinq\n` });
    const first = await vault.record('start');
    vault.put('a.md', `${HEAD}précieux\n`);
    await restorePath(vault.vault, vault.history, at('a.md'), { id: first!.id });
    expect(vault.get('a.md')).toMatch(/\nun\n$/);
    const [restored, edit] = await vault.history.list({ limit: 2 });
    expect([restored!.source, edit!.source]).toEqual(['restore', 'outside']);
    expect(await vault.history.diff(edit!.id)).toContain('+précieux');

    vault.put('b.md', `${HEAD}UN\ndeux\ntrois\nquatre\ncinq\n`);
    const second = await vault.record('second');
    vault.put('b.md', `${HEAD}UN\ndeux\ntrois\nquatre\nprécieux\n`);
    await vault.undo(second!.id);
    expect(vault.get('b.md')).toMatch(/\nun\ndeux\ntrois\nquatre\nprécieux\n$/);
    const [undone, kept] = await vault.history.list({ limit: 2 });
    expect([undone!.source, kept!.source]).toEqual(['undo', 'outside']);
    expect(await vault.history.diff(undone!.id)).not.toContain('+précieux');
  });
});

describe('shrinking the history', () => {
  it('purges a path from every entry and keeps the ids of the others', async () => {
    const vault = recorded({ 'a.md': 'un\n', 'secret "x".md': 'mot de passe hunter2\n' });
    const first = await vault.record('start');
    vault.put('secret "x".md', 'hunter3\n');
    await vault.record('Edited vault/secret "x".md');
    vault.put('a.md', 'deux\n');
    const third = await vault.record('third');
    rmSync(join(vault.root, 'secret "x".md'));
    await vault.history.purge(at('secret "x".md'));
    const entries = await vault.history.list({ limit: 10 });
    expect(entries.map(({ id }) => id)).toEqual([third!.id, first!.id]);
    expect(JSON.stringify(entries)).not.toContain('secret');
    expect(await vault.history.diff(third!.id)).toContain('+deux');
    expect(await vault.history.unrecorded()).toEqual([]);
    expect(await vault.record('after')).toBeNull();
  });

  it('stays whole where a part of it can not be read for a purge', async () => {
    const vault = recorded({ 'a.md': 'un\n', 'secret.md': 'hunter2\n' });
    const first = await vault.record('start');
    const gitDir = join(vault.root, '.rappel', 'history.git');
    const lost = blobId(Buffer.from('un\n'));
    rmSync(join(gitDir, 'objects', lost.slice(0, 2), lost.slice(2)));
    await expect(vault.history.purge(at('secret.md'))).rejects.toMatchObject({ code: 'io' });
    expect((await vault.history.list({ limit: 10 })).map(({ id }) => id)).toEqual([first!.id]);
    expect((await vault.history.filesAt({ id: first!.id })).has(at('secret.md'))).toBe(true);
    expect(existsSync(`${gitDir}.new`)).toBe(false);
  });

  it('drops the oldest entries until it is small enough, says so, and goes on', async () => {
    const vault = recorded({ 'b.txt': 'same\n' });
    for (let round = 0; round < 12; round++) {
      vault.setTime(`2025-01-${String(round + 1).padStart(2, '0')}T12:00:00`);
      vault.put('a.txt', noise());
      await vault.record(`round ${round}`);
    }
    vault.setTime('2025-07-14T18:30:00');
    const { bytes } = await vault.history.trim({ mostBytes: 1, dryRun: true });
    expect((await vault.history.list({ limit: 100 })).length).toBe(12);
    const report = await vault.history.trim({ mostBytes: bytes / 3 });
    expect(report.bytes).toBeLessThanOrEqual(bytes / 3);
    const entries = await vault.history.list({ limit: 100 });
    expect(entries).toHaveLength(13 - report.dropped);
    expect(entries[0]!.reason).toBe('round 11');
    const day = String(report.dropped).padStart(2, '0');
    expect(entries.at(-1)).toMatchObject({
      source: 'trim',
      reason: `Dropped ${report.dropped} entries up to 2025-01-${day} 12:00`,
    });
    expect(await vault.history.unrecorded()).toEqual([]);
    vault.put('a.txt', 'end\n');
    await vault.record('end');
    await vault.undo((await vault.history.list({ limit: 1 }))[0]!.id);
    expect(vault.get('a.txt')).not.toBe('end\n');
  });

  it('never undoes what it no longer knows: the oldest entry of a shortened history', async () => {
    const vault = recorded({ 'b.txt': 'same\n' });
    vault.setTime('2025-01-01T12:00:00');
    for (const text of [noise(), noise(), noise()]) {
      vault.put('a.txt', text);
      await vault.record('noise');
    }
    vault.setTime('2025-07-14T18:30:00');
    await vault.history.trim({ mostBytes: 1 });
    const entries = await vault.history.list({ limit: 10 });
    expect(entries.map(({ source }) => source)).toEqual(['tool', 'trim']);
    await expect(vault.undo(entries[1]!.id)).rejects.toMatchObject({ code: 'no_match' });
    expect(vault.get('b.txt')).toBe('same\n');
  });
});

describe('a history that an older Rappel shortened', () => {
  it('is read from there on, and its first entry is not undone', async () => {
    const vault = recorded({ 'a.txt': 'one\n', 'b.txt': 'same\n' });
    await vault.record('one');
    vault.put('a.txt', 'two\n');
    const second = await vault.record('two');
    const folder = join(vault.root, '.rappel', 'history.git');
    const cut = readFileSync(join(folder, 'refs/heads/main'), 'utf8');
    vault.put('a.txt', 'three\n');
    const third = await vault.record('three');
    // As a shallow clone is marked, with its branch in the file that git packs them into.
    writeFileSync(join(folder, 'shallow'), cut);
    const head = readFileSync(join(folder, 'refs/heads/main'), 'utf8').trim();
    writeFileSync(join(folder, 'packed-refs'), `# pack-refs with: peeled\n${head} refs/heads/main\n`);
    rmSync(join(folder, 'refs/heads/main'));
    const history = createGitHistory({ root: vault.root, clock: vault.vault.clock });
    const reasons = async () => (await history.list({ limit: 9 })).map(({ reason }) => reason);
    expect(await reasons()).toEqual(['three', 'two']);
    await expect(undoEntry(vault.vault, history, second!.id)).rejects.toMatchObject({ code: 'no_match' });
    await history.purge(at('elsewhere.txt'));
    expect(await reasons()).toEqual(['three', 'Dropped earlier entries']);
    await undoEntry(vault.vault, history, third!.id);
    expect([vault.get('a.txt'), vault.get('b.txt')]).toEqual(['two\n', 'same\n']);
  });
});

function noise(): string {
  return Array.from({ length: 4_000 }, () => Math.random().toString(36)).join('\n');
}
