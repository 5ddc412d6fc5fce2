import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.js';
import { globBase, globMatcher, isGlob } from './globs.js';
import type { VaultPath } from './paths.js';

const matches = (pattern: string, path: string) => globMatcher(pattern)(path);

describe('globMatcher', () => {
  it.each([
    [
      'projects/*/state.md',
      ['projects/a/state.md', 'projects/é à/state.md'],
      ['projects/state.md', 'projects/a/b/state.md', 'projects/a/state.mdx'],
    ],
    ['*.md', ['a.md', 'b.md'], ['a/b.md', 'a.txt', '.hidden.md']],
    ['**/*.md', ['a.md', 'a/b.md', 'a/b/c.md'], ['a.txt', 'a/.b.md', '.a/b.md']],
    ['projects/**', ['projects/a', 'projects/a/b.md'], ['project/a', 'projectsx/a']],
    [
      'projects/**/state.md',
      ['projects/state.md', 'projects/a/state.md', 'projects/a/b/state.md'],
      ['projects/xstate.md', 'state.md'],
    ],
    ['**', ['a', 'a/b'], []],
    ['{tasks,changelog}.md', ['tasks.md', 'changelog.md'], ['state.md', '{tasks,changelog}.md']],
    ['projects/{a,b/c}/*.md', ['projects/a/x.md', 'projects/b/c/x.md'], ['projects/b/x.md']],
    ['{a,{b,c}d}.md', ['a.md', 'bd.md', 'cd.md'], ['b.md', 'd.md']],
    ['a?.md', ['ab.md', 'a😀.md'], ['a.md', 'abc.md', 'a/.md']],
    ['[a-c]x.md', ['ax.md', 'cx.md'], ['dx.md', 'x.md']],
    ['[!a-c]x.md', ['dx.md'], ['ax.md', '/x.md']],
    ['[^a]x.md', ['bx.md'], ['ax.md']],
    ['[]a]x', [']x', 'ax'], ['bx']],
    ['a[b.md', ['a[b.md'], ['ab.md']],
    ['a{b.md', ['a{b.md'], ['ab.md']],
    ['a{b}.md', ['a{b}.md'], ['ab.md']],
    ['a+(b)*', ['a+(b)', 'a+(b)c'], ['ab', 'abb']],
    ['!a*', ['!a', '!ab'], ['b']],
    ['a**b', ['ab', 'axxb'], ['a/b']],
    ['a.*', ['a.md'], ['abmd']],
    ['$*^', ['$x^'], ['x']],
  ])('%s', (pattern, yes, no) => {
    expect(yes.filter((path) => !matches(pattern, path))).toEqual([]);
    expect(no.filter((path) => matches(pattern, path))).toEqual([]);
  });

  it('takes every path without wildcards for itself alone', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zé.+()^$|!@ ]{1,12}$/), fc.string(), (path, other) => {
        fc.pre(!path.startsWith('.'));
        expect(matches(path, path)).toBe(true);
        expect(matches(path, other)).toBe(other === path);
      }),
    );
  });

  it('agrees with a plain definition of * and ?', () => {
    const pattern = fc
      .array(fc.constantFrom('*', '?', 'a', 'b', '/'), { maxLength: 8 })
      .map((all) => all.join(''));
    const path = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 8 }).map((all) => all.join(''));
    const oracle = (p: string, s: string): boolean => {
      if (p === '') return s === '';
      if (p[0] === '*') return oracle(p.slice(1), s) || (s !== '' && s[0] !== '/' && oracle(p, s.slice(1)));
      return s !== '' && (p[0] === s[0] || (p[0] === '?' && s[0] !== '/')) && oracle(p.slice(1), s.slice(1));
    };
    fc.assert(
      fc.property(pattern, path, (p, s) => {
        fc.pre(!p.split('/').includes('**'));
        expect(matches(p, s)).toBe(oracle(p, s));
      }),
      { numRuns: runs(2000) },
    );
  });

  // With a backtracking engine each of these takes longer than anyone waits; here, no time at all.
  it.each([
    ['many stars', '*a'.repeat(100), 'a'.repeat(250)],
    ['many folder stars', '**/a/'.repeat(100), 'a/'.repeat(500)],
    ['many alternatives', '{a,a}'.repeat(100), 'a'.repeat(250)],
    ['nested alternatives', '{a,'.repeat(100) + '}'.repeat(100), 'a'.repeat(250)],
    ['stars and alternatives', '{*,**}{*,a*}'.repeat(50), 'a'.repeat(250)],
    ['open braces', '{'.repeat(2000), 'a'.repeat(250)],
    ['open brackets', '['.repeat(2000), 'a'.repeat(250)],
  ])('ends at once: %s', (_, pattern, path) => {
    expect(matches(`${pattern}b`, path)).toBe(false);
  });
});

describe('globBase', () => {
  it('is the folder above the first wildcard', () => {
    expect(globBase('projects/x/*.md' as VaultPath)).toBe('projects/x');
    expect(globBase('*.md' as VaultPath)).toBe('');
    expect(globBase('projects/{a,b}/x.md' as VaultPath)).toBe('projects');
    expect(isGlob('projects/x.md')).toBe(false);
  });
});
