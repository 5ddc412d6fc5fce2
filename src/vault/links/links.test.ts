import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { movedPath, type VaultPath } from '../paths.js';
import { findLinks } from './find-links.js';
import { createNoteNames } from './note-names.js';
import { resolveLink } from './resolve-link.js';
import { rewriteLinks } from './rewrite-links.js';

const at = (path: string) => path as VaultPath;

function namesOf(paths: readonly string[], aliases: Record<string, string[]> = {}) {
  const names = createNoteNames();
  for (const path of paths) names.add(at(path), aliases[path] ?? []);
  return names;
}

/** A text after a move in a vault of these files. */
function follow(text: string, note: string, files: readonly string[], from: string, to: string) {
  const moved = (path: VaultPath) => movedPath(path, at(from), at(to)) ?? path;
  const [before, after] = [namesOf(files), namesOf(files.map((path) => moved(at(path))))];
  return rewriteLinks(text, at(note), { before, after, moved });
}

describe('findLinks', () => {
  it('finds wiki links, Markdown links, definitions and paths, and none in code', () => {
    const text = [
      '[[a]] ![[b.png]] [[c#head|alias]] [[d\\|in a table]]',
      '[x](e.md) ![y](img/f.png "title") [z](<g h.md#top>) [w](i(1).md#part)',
      'see → vault/bucket/j.png, and vault/k.md. [k]: no',
      '[ref]: ../l.md',
      '`[[no]]` and ``[no](no.md) ` `` [web](https://example.org/m.md) [mail](mailto:a@b.c) [here](#top)',
      '```',
      '[[no]]',
      '```',
      'not https://example.org/vault/no.md',
    ].join('\n');
    const found = findLinks(text);
    expect(found.map(({ address }) => address)).toEqual(
      'a b.png c d e.md img/f.png|g h.md|i(1).md|vault/bucket/j.png|vault/k.md|../l.md'
        .replaceAll(/ (?!h)/g, '|')
        .split('|'),
    );
    for (const { address, start } of found) expect(text.slice(start, start + address.length)).toBe(address);
    expect(text.slice(0, found.at(-1)!.start).split('\n')).toHaveLength(4);
  });
});

describe('createNoteNames', () => {
  it('finds by path, name, last parts and alias; beside the link first, then nearest to the root', () => {
    const names = namesOf(
      ['profile.md', 'projects/a/state.md', 'projects/b/state.md', 'deep/er/only.md', 'pic.png', 'Été.md'],
      { 'deep/er/only.md': ['One / two', 'Solo'] },
    );
    expect(names.find('Profile', 'x.md')).toBe('profile.md');
    expect(names.find('state', 'projects/b/notes.md')).toBe('projects/b/state.md');
    names.add(at('state.md'));
    expect(names.find('state', 'projects/b/notes.md')).toBe('projects/b/state.md');
    expect(names.find('/state', 'projects/b/notes.md')).toBe('state.md');
    expect(names.find('state', 'x.md')).toBe('state.md');
    names.remove(at('state.md'));
    expect(names.find('state', 'x.md')).toBe('projects/a/state.md');
    expect(names.find('b/state.md', 'projects/a/x.md')).toBe('projects/b/state.md');
    expect(names.find('solo', 'x.md')).toBe('deep/er/only.md');
    expect(names.find('one / two', 'x.md')).toBe('deep/er/only.md');
    expect(names.find('pic.png', 'x.md')).toBe('pic.png');
    expect(names.find('e\u0301te\u0301', 'x.md')).toBe('Été.md');
    expect(names.find('pic', 'x.md')).toBeNull();
    expect([names.has('deep/er'), names.has('deep/no')]).toEqual([true, false]);
    names.remove(at('deep/er/only.md'));
    expect([names.find('solo', 'x.md'), names.has('deep/er')]).toEqual([null, false]);
  });
});

describe('rewriteLinks', () => {
  const files = ['a.md', 'dir/b.md', 'dir/c d.md', 'dir/pic.png', 'other/b.md', 'bucket/j.png'];

  it('does not take the slash of an alias for a folder', () => {
    const names = namesOf(['a.md'], { 'a.md': ['one/b'] });
    expect(names.find('b', 'one/x.md')).toBeNull();
    expect(names.find('one/b', 'x.md')).toBe('a.md');
  });

  it('follows a renamed file in every form, and keeps heading, alias and style', () => {
    const text = [
      '[[b]] [[dir/b]] ![[dir/b.md#head]] [[b|shown]] [[/dir/b#x|y]]',
      '[t](dir/b.md) [t](./dir/b.md#head "title") [t](/dir/b.md) [t](vault/dir/b.md) [t](<dir/b.md>)',
      'see vault/dir/b.md (lines 3-4)',
      '[r]: dir/b.md',
      '[[other/b]] [o](other/b.md) `[[b]]` [[missing]]',
    ].join('\n');
    const { text: after, count } = follow(text, 'a.md', files, 'dir/b.md', 'dir/new (1).md');
    expect(after.split('\n')).toEqual([
      '[[new (1)]] [[dir/new (1)]] ![[dir/new (1).md#head]] [[new (1)|shown]] [[/dir/new (1)#x|y]]',
      '[t](dir/new%20%281%29.md) [t](./dir/new%20%281%29.md#head "title") [t](/dir/new%20%281%29.md) [t](vault/dir/new%20%281%29.md) [t](<dir/new (1).md>)',
      'see [[/dir/new (1)]] (lines 3-4)',
      '[r]: dir/new%20%281%29.md',
      '[[other/b]] [o](other/b.md) `[[b]]` [[missing]]',
    ]);
    expect(count).toBe(12);
  });

  it('leaves links by name alone where the name stays', () => {
    const text = '[[c d]] [[c d#h|x]] ![[pic.png]]\n';
    expect(follow(text, 'a.md', files, 'dir', 'archive/dir').count).toBe(0);
    expect(follow('[p](dir/pic.png) vault/dir/pic.png', 'a.md', files, 'dir', 'archive').text).toBe(
      '[p](archive/pic.png) vault/archive/pic.png',
    );
    expect(follow('[f](dir/)', 'a.md', files, 'dir', 'archive').text).toBe('[f](archive/)');
  });

  it('keeps the relative links of a moved note, and those between notes that move together', () => {
    const text = '[a](../a.md) [c](<c d.md>) ![p](pic.png) [o](../other/b.md)';
    expect(follow(text, 'dir/b.md', files, 'dir/b.md', 'deep/er/b.md').text).toBe(
      '[a](../../a.md) [c](<../../dir/c d.md>) ![p](../../dir/pic.png) [o](../../other/b.md)',
    );
    expect(follow(text, 'dir/b.md', files, 'dir', 'deep/er').text).toBe(
      '[a](../../a.md) [c](<c d.md>) ![p](pic.png) [o](../../other/b.md)',
    );
  });

  it('protects links by name from a file that takes the name', () => {
    const { text } = follow('[[b]]', 'x.md', [...files, 'x.md'], 'a.md', 'b.md');
    expect(text).toBe('[[dir/b]]');
  });

  it('leads every link to the same file as before, whatever moves', () => {
    const name = fc.constantFrom('a', 'b', 'c d', 'é', 'x(1)');
    const path = fc
      .tuple(fc.subarray(['one', 'two']), name)
      .map(([folders, last]) => [...folders, `${last}.md`].join('/'));
    fc.assert(
      fc.property(
        fc.uniqueArray(path, { minLength: 3, maxLength: 8 }),
        path,
        fc.array(fc.tuple(fc.nat(20), fc.constantFrom('wiki', 'name', 'markdown', 'root')), { maxLength: 6 }),
        fc.nat(20),
        (all, to, wanted, source) => {
          const [from] = all as [string, ...string[]];
          fc.pre(!all.includes(to));
          const note = all[source % all.length]!;
          const text = wanted
            .map(([index, form]) => {
              const target = all[index % all.length]!;
              if (form === 'wiki') return `[[${target.slice(0, -3)}]]`;
              if (form === 'name') return `[[${target.split('/').at(-1)}#h|t]]`;
              if (form === 'root') return `[t](</${target}>)`;
              return `[t](/${target.replaceAll(/[ ()]/g, (one) => encodeURIComponent(one).replace('(', '%28').replace(')', '%29'))})`;
            })
            .join(' and ');
          const moved = (one: VaultPath) => movedPath(one, at(from), at(to)) ?? one;
          const [before, after] = [namesOf(all), namesOf(all.map((one) => moved(at(one))))];
          const result = rewriteLinks(text, at(note), { before, after, moved }).text;
          const then = findLinks(result).map((link) => resolveLink(link, moved(at(note)), after));
          const now = findLinks(text).map((link) => resolveLink(link, note, before));
          expect(then).toEqual(now.map((target) => target && moved(target)));
        },
      ),
    );
  });
});
