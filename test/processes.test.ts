import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BIN, type RunResult, rappel } from './support/rappel.js';
import { canMount, has, mountSmallDisk } from './support/system.js';
import { tempFolder, tempVault } from './support/temp-vault.js';

const clean = (result: RunResult) => {
  expect(result.err).not.toMatch(/\n\s+at |node:internal|unexpected problem/);
  return result;
};
const list = (calls: { tool: string; input: unknown }[]) => JSON.stringify(calls);

describe('a write that is killed', () => {
  it('leaves the old file or the new one, never half, and nothing that a tool can see', async () => {
    const { root, get } = tempVault();
    const version = (letter: string) => `${letter.repeat(99)}\n`.repeat(500);
    writeFileSync(join(root, 'a.txt'), version('0'));
    const calls = list(
      Array.from({ length: 30 }, (_, index) => [
        { tool: 'read', input: { paths: 'a.txt', head: 1 } },
        { tool: 'write', input: { path: 'a.txt', content: version('abcdefgh'[index % 8]!) } },
        { tool: 'write', input: { path: `new-${index}.txt`, content: version('n') } },
      ]).flat(),
    );
    let killed = 0;
    for (let round = 0; round < 10; round++) {
      for (const name of newFiles(root)) rmSync(join(root, name));
      const env = { PATH: process.env.PATH, RAPPEL_VAULT: root, HOME: root };
      const child = spawn(process.execPath, [BIN, 'call', '-'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
      child.stdin.on('error', () => {});
      child.stdin.end(calls);
      const closed = new Promise<void>((resolve) => child.on('close', () => resolve()));
      // It has begun to write; a few turns more or fewer, and the kill falls into another part of a write.
      while (newFiles(root).length === 0 && child.exitCode === null) await turn();
      for (let turns = 0; turns < round * 41; turns++) await turn();
      if (child.exitCode === null) killed++;
      child.kill('SIGKILL');
      await closed;
      const text = get('a.txt');
      expect(text === version(text[0]!)).toBe(true);
      expect(newFiles(root).filter((name) => get(name) !== version('n'))).toEqual([]);
    }
    expect(killed).toBeGreaterThan(0);
    const tree = clean(await rappel(['tree'], { vault: root }));
    expect(tree.out).not.toMatch(/tmp|lock|\.rappel/);
    expect((await rappel(['read', '*.tmp', '.rappel*', '*.lock'], { vault: root })).code).toBe(1);
    // Whatever was left behind does not stop the next one.
    expect(clean(await rappel(['write', 'a.txt', 'next', '--force'], { vault: root })).code).toBe(0);
  });
});

function newFiles(root: string): string[] {
  return readdirSync(root).filter((name) => name.startsWith('new-'));
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

describe('processes that write at the same time', () => {
  it('lose nothing of each other', async () => {
    const { root, get } = tempVault();
    const writers = ['a', 'b', 'c'];
    const runs = await Promise.all(
      writers.map((name) =>
        rappel(['call', '-', '--json'], {
          vault: root,
          input: list(
            Array.from({ length: 60 }, (_, index) => ({
              tool: 'append',
              input: { path: 'log.md', content: `${name}${index}.` },
            })),
          ),
        }),
      ),
    );
    for (const { code, out } of runs) {
      expect(code).toBe(0);
      expect(JSON.parse(out).filter((outcome: { ok: boolean }) => !outcome.ok)).toEqual([]);
    }
    const found = get('log.md')
      .split('\n')
      .filter((line) => /^[abc]\d+\.$/.test(line));
    for (const name of writers)
      expect(found.filter((line) => line.startsWith(name))).toEqual(
        Array.from({ length: 60 }, (_, index) => `${name}${index}.`),
      );
  });

  it('create one file, and the others hear of it', async () => {
    const { root, get } = tempVault();
    const runs = await Promise.all(
      ['one', 'two', 'three'].map((text) => rappel(['write', 'deep/er/new.md', text], { vault: root })),
    );
    expect(runs.map(clean).filter(({ code }) => code === 0)).toHaveLength(1);
    for (const { code, err } of runs)
      if (code !== 0) expect(err).toMatch(/already exists|not been read|changed since/);
    expect(get('deep/er/new.md')).toMatch(/---\n\n(?:one|two|three)\n$/);
  });

  it('may both make the vault', async () => {
    const { root } = tempVault();
    const vault = join(root, 'new', 'vault');
    const runs = await Promise.all([1, 2, 3].map(() => rappel(['init', '--vault', vault], { vault: root })));
    expect(runs.map(clean).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(
      readdirSync(vault)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual([
      'bucket',
      'changelog.md',
      'inbox',
      'overview.md',
      'profile.md',
      'projects',
      'tasks.md',
      'tree.md',
    ]);
  });
});

describe('a session', () => {
  it('refuses to write over what another program changed after it was read', async () => {
    const { put, get, call, error } = tempVault({ 'a.md': 'one\n', 'b.md': 'one\n' });
    await call('read', { paths: ['a.md', 'b.md'] });
    put('a.md', 'two\n');
    const edit = await error('edit', { path: 'a.md', old_content: 'two', new_content: 'x' });
    const write = await error('write', { path: 'a.md', content: 'x' });
    expect([edit.code, write.code, get('a.md')]).toEqual(['stale', 'stale', 'two\n']);
    // The three fields alone are no change.
    put('b.md', '---\nupdated: 2020-01-01T00:00:00\n---\n\none\n');
    await call('edit', { path: 'b.md', old_content: 'one', new_content: 'three' });
    await call('edit', { path: 'b.md', old_content: 'three', new_content: 'three!' });
    expect(get('b.md')).toMatch(/\nthree!\n$/);
  });
});

/** What stands in a vault, without what Rappel keeps there itself. */
function ownFiles(root: string): string[] {
  return readdirSync(root).filter((name) => !['.rappel', '.cache', 'tree.md'].includes(name));
}

describe('a disk that fails', () => {
  it('by a limit on the size of files: a clear error, the old file whole', async () => {
    if (!has('bash')) return;
    const { root, get } = tempVault({ 'a.txt': 'old\n' });
    const limited = ['bash', '-c', 'trap "" XFSZ; ulimit -f 64; exec "$@"', 'limited'];
    const input = 'x'.repeat(1024 * 1024);
    const over = clean(await rappel(['write', 'a.txt', '--force'], { vault: root, input, by: limited }));
    expect([over.code, over.out, over.err]).toEqual([
      1,
      '',
      expect.stringContaining('vault/a.txt: the file would be larger than the system allows'),
    ]);
    const fresh = clean(await rappel(['write', 'new.txt'], { vault: root, input, by: limited }));
    expect(fresh.code).toBe(1);
    expect(get('a.txt')).toBe('old\n');
    expect(ownFiles(root)).toEqual(['a.txt']);
  });

  it('in the middle of an import: says how far it came, and continues there', async () => {
    if (!has('bash')) return;
    const { root } = tempVault();
    const notes = join(tempFolder(), 'notes');
    mkdirSync(notes);
    writeFileSync(join(notes, 'a.md'), 'a\n');
    writeFileSync(join(notes, 'b.md'), 'long line\n'.repeat(200_000));
    const limited = ['bash', '-c', 'trap "" XFSZ; ulimit -f 1024; exec "$@"', 'limited'];
    const args = ['import', notes, '--yes'];
    const { code, err } = clean(await rappel(args, { vault: root, by: limited }));
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^\[error\] vault\/bucket\/notes\/b\.md: the file would be larger than the system allows; 1 of 2 files are imported\nFree some space or raise the limit\. Run the import again to continue\. To take them back: rappel undo \w+\n$/,
      ),
    ]);
    expect((await rappel(args, { vault: root })).out).toContain('Done: Imported 1 file into');
  });

  it.skipIf(!canMount)('because it is full: a clear error, nothing lost, nothing left', async () => {
    const disk = mountSmallDisk();
    mkdirSync(join(disk, 'vault'));
    const root = join(disk, 'vault');
    writeFileSync(join(root, 'a.txt'), 'old\n');
    writeFileSync(join(disk, 'filler'), Buffer.alloc(150 * 1024));
    const input = 'x'.repeat(200 * 1024);
    for (const args of [
      ['write', 'a.txt', '--force'],
      ['append', 'a.txt'],
      ['write', 'deep/new.txt'],
    ]) {
      const { code, out, err } = clean(await rappel(args, { vault: root, input }));
      expect([code, out, err]).toEqual([1, '', expect.stringContaining('the disk is full')]);
    }
    expect(readFileSync(join(root, 'a.txt'), 'utf8')).toBe('old\n');
    expect(ownFiles(root).filter((name) => name !== 'deep')).toEqual(['a.txt']);
    rmSync(join(disk, 'filler'));
    expect((await rappel(['append', 'a.txt', 'new'], { vault: root })).code).toBe(0);
  });

  it('by being gone: a clear error, and no new vault in its place', async () => {
    const { root } = tempVault();
    const gone = join(root, 'gone');
    for (const args of [
      ['tree'],
      ['read', 'a.md'],
      ['write', 'a.md', 'x'],
      ['append', 'a.md', 'x'],
      ['delete', 'a.md'],
      ['call', 'tree', '{}'],
    ]) {
      const { code, out, err } = clean(await rappel(args, { vault: gone }));
      expect([code, out, err]).toEqual([
        1,
        '',
        expect.stringMatching(/^\[error\] there is no vault at .*gone\n.*rappel init/),
      ]);
    }
    expect(existsSync(gone)).toBe(false);
    const file = join(root, 'file');
    writeFileSync(file, '');
    expect(clean(await rappel(['tree'], { vault: file }))).toMatchObject({
      code: 1,
      err: expect.stringContaining('is a file, not a folder'),
    });
    expect(clean(await rappel(['init'], { vault: file })).code).toBe(1);
  });
});

describe('streams', () => {
  it('of thousands of calls are answered in order', async () => {
    const { root } = tempVault({ 'a.md': 'x\n' });
    const calls = Array.from({ length: 4000 }, (_, index) =>
      index % 4 === 3
        ? { tool: 'read', input: { paths: `missing-${index}.md` } }
        : { tool: 'concat', input: { files: [{ path: 'a.md', lines: '1-1' }] } },
    );
    const { code, out } = clean(await rappel(['call', '-'], { vault: root, input: list(calls) }));
    expect(code).toBe(1);
    const parts = out.trimEnd().split('\n\n');
    expect(parts).toHaveLength(4000);
    expect(
      parts.every((part, index) =>
        index % 4 === 3
          ? part === `[error] vault/missing-${index}.md: no such file or folder`
          : part.startsWith('```vault/a.md (lines 1-1)'),
      ),
    ).toBe(true);
  });

  it('that are closed early are no failure, and full ones are told', async () => {
    if (!has('bash')) return;
    const { root } = tempVault({ 'a.md': 'line\n'.repeat(200_000) });
    const shell = (script: string) =>
      rappel(['read', 'a.md'], { vault: root, by: ['bash', '-o', 'pipefail', '-c', script, 'x'] });
    expect(clean(await shell('"$@" | head -1'))).toEqual({ code: 0, out: '```vault/a.md\n', err: '' });
    expect(clean(await shell('"$@" | true'))).toEqual({ code: 0, out: '', err: '' });
    expect(clean(await shell('"$@" 2>&- | tail -1'))).toMatchObject({ code: 0, out: '```\n' });
    expect(clean(await shell('"$1" "$2" read missing.md 2>&-'))).toMatchObject({ code: 1, out: '' });
    if (!existsSync('/dev/full')) return;
    for (const script of [
      '"$@" > /dev/full',
      '"$1" "$2" --version > /dev/full',
      '"$1" "$2" --help > /dev/full',
    ])
      expect(clean(await shell(script))).toMatchObject({
        code: 1,
        err: expect.stringContaining("can't be written"),
      });
  });
});
