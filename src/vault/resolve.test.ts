import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINKS, linkedVault, path, SECRET, segment } from '../../test/support/hostile-paths.js';
import { runs } from '../../test/support/runs.js';
import { RappelError } from '../shared/errors.js';
import { leadsElsewhere, parsePath, recordedPath, type VaultPath } from './paths.js';
import { locate, resolvePath } from './resolve.js';

describe('resolvePath', () => {
  it('never leads outside the vault, nor to anything hidden in it', () => {
    const { vault } = linkedVault();
    fc.assert(
      fc.property(path, (input) => {
        const place = attempt(() => resolvePath(vault.root, input));
        if (place === null) return;
        expect(place.path.normalize('NFC')).toBe(place.path);
        for (const address of [place.entry, place.target]) {
          // A link as the last part is an entry of its own; what it leads to is the target.
          const real =
            place.target === address
              ? realAddress(address)
              : join(realAddress(dirname(address)), address.slice(dirname(address).length));
          const way = relative(vault.root, real).split(sep);
          expect(
            way.some((name) => name.startsWith('.')),
            `${input} -> ${real}`,
          ).toBe(false);
        }
      }),
      { numRuns: runs(3000) },
    );
  });

  it('refuses every form that is not a plain path below the vault', () => {
    const { vault } = linkedVault();
    const refused = [
      '..',
      '../x',
      'a/../x',
      'a/..',
      'vault/..',
      'vault/../x',
      './..',
      '/etc/passwd',
      '//etc',
      '/vault/tasks.md',
      '.',
      'a/./b',
      '.hidden',
      '.hidden/secret.md',
      'a/.x',
      '...',
      '..a',
      'a\0b',
      '\0',
      'a\\b',
      '..\\x',
      'C:\\x',
      'C:/x',
      'c:x',
      'vault/C:/x',
      '\\\\s\\x',
      'a\nb',
      'a\u007f',
      'vault/.rappel/history',
      './.hidden',
      'vault/./x',
      ...LINKS.slice(0, 11),
      'to-parent',
      'to-slash',
      'to-slash/etc/passwd',
      'out-folder/new.md',
      'out-folder/new/deep.md',
      'dangling-folder/new.md',
      'out-chain/secret.md',
      'to-parent/x.md',
      'a/up/x.md',
      'to-hidden/new.md',
      'loop-a/x.md',
    ].filter((input) => input !== '.');
    const accepted = refused.filter((input) => attempt(() => resolvePath(vault.root, input)) !== null);
    expect(accepted).toEqual([]);
  });

  it('accepts every way to write a path, and links that stay inside', () => {
    const { vault } = linkedVault();
    const at = (input: string) => {
      const { path: found, kind } = resolvePath(vault.root, input);
      return `${found} ${kind}`;
    };
    expect(['a/b/c.md', './a/b/c.md', 'vault/a/b/c.md', './vault/a//b/c.md/'].map(at)).toEqual(
      new Array(4).fill('a/b/c.md file'),
    );
    expect(['vault', 'vault/', './', '.', './vault/'].map(at)).toEqual(new Array(5).fill(' folder'));
    expect(['été/nfd.md', 'e\u0301te\u0301/nfd.md', 'vault/e\u0301té/nfd.md'].map(at)).toEqual(
      new Array(3).fill('été/nfd.md file'),
    );
    expect([at('to-inside/c.md'), at('to-inside.md'), at('to-root/a'), at('to-inside/new.md')]).toEqual([
      'to-inside/c.md file',
      'to-inside.md file',
      'to-root/a folder',
      'to-inside/new.md missing',
    ]);
    expect(at('vault/vault/x.md')).toBe('vault/x.md missing');
  });

  it('says so where the vault itself is gone', () => {
    const { vault } = linkedVault();
    rmSync(vault.root, { recursive: true });
    expect(() => resolvePath(vault.root, 'new.md')).toThrow(/vault .*gone/);
    expect(() => vault.vault.save({ ...vault.vault.resolve('new.md') }, () => 'x')).toThrow(/gone/);
    expect(existsSync(vault.root)).toBe(false);
  });
});

describe('locate', () => {
  it('leads nowhere else for a path that no gate has seen', () => {
    const { vault, outside } = linkedVault();
    const recorded = fc.array(segment, { minLength: 1, maxLength: 6 }).map((segments) => segments.join('/'));
    fc.assert(
      fc.property(recorded, (text) => {
        const place = attempt(() => locate(vault.root, text as VaultPath));
        if (place === null) return;
        const real = place.kind === 'missing' ? realAddress(place.target) : realpathSync(place.target);
        const way = relative(vault.root, real).split(sep);
        expect(
          way.some((name) => name.startsWith('.')),
          `${text} -> ${real}`,
        ).toBe(false);
      }),
      { numRuns: runs(2000) },
    );
    for (const text of ['../x.md', 'a/../../x.md', outside, '/etc/passwd', 'a//b', '.rappel/history', 'a/.x'])
      expect(() => locate(vault.root, text as VaultPath)).toThrow(
        expect.objectContaining({ code: 'outside_vault' }),
      );
  });
});

describe('recordedPath', () => {
  it('takes every name that a disk can hold, and nothing that leads elsewhere', () => {
    for (const name of ['vault/x.md', 'a/b\\c.md', 'x:y.md', 'line\nend.md', 'CON', 'a. /b.'])
      expect(recordedPath(name)).toBe(name);
    expect(recordedPath('projects/')).toBe('projects');
    for (const name of [
      '..',
      '../x',
      'a/..',
      '/',
      '/etc/passwd',
      'a//b',
      '.git',
      'a/.git/config',
      'a\0',
      null,
      7,
      {},
    ])
      expect(() => recordedPath(name)).toThrow(expect.objectContaining({ code: 'outside_vault' }));
  });

  it('knows what other systems make of a name', () => {
    expect(['a\\..\\b', 'C:', 'x.md:stream', 'a/b:c'].map((name) => leadsElsewhere(name, 'win32'))).toEqual(
      new Array(4).fill(true),
    );
    expect(leadsElsewhere('\u200c.rappel/history', 'darwin')).toBe(true);
    expect(leadsElsewhere('a\u200c/b.md', 'darwin')).toBe(false);
    expect(leadsElsewhere('x.md:stream', 'linux')).toBe(false);
  });
});

describe('no tool, whatever its path', () => {
  it('reads or changes anything outside the vault, or hidden in it', async () => {
    const calls = fc.oneof(
      fc.record({
        tool: fc.constant('read'),
        input: fc.record({ paths: fc.array(path, { minLength: 1, maxLength: 3 }) }),
      }),
      fc.record({
        tool: fc.constant('concat'),
        input: fc.record({ files: fc.array(fc.record({ path }), { maxLength: 3 }) }),
      }),
      fc.record({ tool: fc.constant('tree'), input: fc.record({ path }) }),
      fc.record({ tool: fc.constant('write'), input: fc.record({ path, content: fc.constant('new') }) }),
      fc.record({ tool: fc.constant('append'), input: fc.record({ path, content: fc.constant('new') }) }),
      fc.record({ tool: fc.constant('move'), input: fc.record({ from: path, to: path }) }),
      fc.record({ tool: fc.constant('delete'), input: fc.record({ path }) }),
    );
    const { vault, outside } = linkedVault();
    await fc.assert(
      fc.asyncProperty(calls, async ({ tool, input }) => {
        let text = '';
        try {
          text = await vault.text(tool, input);
        } catch (error) {
          if (!(error instanceof RappelError)) throw error;
          text = error.message;
        }
        expect(text).not.toContain(SECRET);
      }),
      { numRuns: runs(1500) },
    );
    expect(everythingIn(outside)).toEqual(['folder', 'folder/secret.md', 'secret.md']);
    expect(readdirSync(dirname(outside))).toEqual(['outside', 'vault']);
    expect(readFileSync(join(outside, 'secret.md'), 'utf8')).toBe(SECRET);
    expect(readFileSync(join(outside, 'folder', 'secret.md'), 'utf8')).toBe(SECRET);
    expect(vault.get('.hidden/secret.md')).toBe(SECRET);
    expect(vault.get('.rappel/history')).toBe(SECRET);
    expect(existsSync(join(vault.root, 'tasks.md'))).toBe(true);
    expect(readdirSync(join(vault.root, '.hidden'))).toEqual(['secret.md']);
  });

  it('takes a root file for another file because a link leads there', async () => {
    const { vault } = linkedVault();
    for (const detour of ['to-root/tasks.md', 'to-root/to-root/tasks.md']) {
      expect((await vault.error('delete', { path: detour })).code).toBe('protected');
      expect((await vault.error('move', { from: detour, to: 'a/t.md' })).code).toBe('protected');
    }
    expect((await vault.error('write', { path: 'to-root/tree.md', content: 'x' })).code).toBe('protected');
    expect((await vault.error('move', { from: 'a/b/c.md', to: 'to-root/tree.md' })).code).toBe('protected');
    expect((await vault.error('delete', { path: 'to-root/a/..' })).code).toBe('outside_vault');
    // The link itself is the user's to delete.
    expect(await vault.text('delete', { path: 'to-root' })).toBe('deleted vault/to-root/');
    expect(vault.get('tasks.md')).toBe('tasks\n');
  });

  it('moves a folder into itself by way of a link', async () => {
    const { vault } = linkedVault();
    const error = await vault.error('move', { from: 'a', to: 'to-root/a/new/a' });
    expect(error.message).toMatch(/into itself/);
    expect(readdirSync(join(vault.root, 'a')).sort()).toEqual(['b', 'up']);
  });
});

describe('parsePath', () => {
  it('is idempotent, and keeps no separator, prefix or decomposed character', () => {
    fc.assert(
      fc.property(path, (input) => {
        const parsed = attempt(() => parsePath(input));
        if (parsed === null || parsed === '') return;
        expect(parsePath(`vault/${parsed}`)).toBe(parsed);
        expect(parsed).not.toMatch(/^\/|\/$|\/\/|\\|(?:^|\/)\./);
      }),
      { numRuns: runs(2000) },
    );
  });
});

function attempt<Result>(action: () => Result): Result | null {
  try {
    return action();
  } catch (error) {
    if (error instanceof RappelError) return null;
    throw error;
  }
}

/** The real address of the deepest part that exists, with the rest below it. */
function realAddress(address: string): string {
  if (lstatSync(address, { throwIfNoEntry: false }) !== undefined) return realpathSync(address);
  return join(realAddress(dirname(address)), address.slice(dirname(address).length));
}

function everythingIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
}
