import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitFrontmatter } from '../../src/vault/frontmatter.js';
import { rangesIn } from '../../web/src/activity/passage-title.js';
import { fileHref, rangeOf, routeOf } from '../../web/src/frame/route.js';
import { en } from '../../web/src/i18n/en.js';
import { readReview } from '../../web/src/inbox/review.js';
import { splitFile } from '../../web/src/markdown/frontmatter.js';
import { targetOf } from '../../web/src/markdown/links.js';
import { segmentsOf } from '../../web/src/markdown/segments.js';
import { parseDiff } from '../../web/src/ui/diff.js';
import { hostileText } from '../support/arbitraries.js';

it.each([
  ['7-7', 'line 7'],
  ['7-9', 'lines 7-9'],
  ['7-7,11-11,17-71', 'lines 7, 11, 17-71'],
])('The lines %s are shown as %s', (ranges, shown) => {
  expect(en.file.lines(ranges)).toBe(shown);
});

describe('The parts of a Markdown text', () => {
  it('are together the text, each at its own line', () => {
    fc.assert(
      fc.property(hostileText, fc.integer({ min: 1, max: 50 }), (text, firstLine) => {
        const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
        for (const segment of segmentsOf(text, firstLine)) {
          const own = segment.text.split('\n');
          const at = segment.line - firstLine;
          expect(own[0]).toBe(lines[at]);
        }
        const shown = segmentsOf(text, firstLine).map(({ line }) => line);
        expect(shown).toEqual([...shown].sort((a, b) => a - b));
      }),
    );
  });

  it('keep their key where their text is the same', () => {
    const before = segmentsOf('# One\ntext\n\n# Two\ntext\n', 1);
    const after = segmentsOf('# New\n\n# One\ntext\n\n# Two\ntext\n', 1);
    expect(after.slice(1).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
  });

  it('have different keys where the text stands twice', () => {
    const keys = segmentsOf('# One\n\n# One\n\n# One\n', 1).map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
  });

  it('don’t begin inside a code block', () => {
    const text = '# A\n```\n# not a heading\n\n# nor this\n```\n# B\n';
    expect(segmentsOf(text, 1).map(({ line }) => line)).toEqual([1, 7]);
  });

  it('know the links that another part defines', () => {
    const [first] = segmentsOf('# A\n[x][ref]\n\n# B\n[ref]: https://example.org\n', 1);
    expect(first!.text).toContain('[ref]: https://example.org');
  });
});

describe('Frontmatter', () => {
  it('ends where the service says it does', () => {
    for (const text of [
      '---\ncreated: x\nabout: "a: b"\n---\n\nbody\n',
      '---\n---\nbody',
      '---\nprose between rules\n---\nmore',
      'no frontmatter\n---\n',
      '\uFEFF---\na: 1\n---\nbody',
      '---\r\na: 1\r\n---\r\nbody\r\n',
      '---\na: 1\n',
    ]) {
      expect(splitFile(text).body, text).toBe(splitFrontmatter(text).body.replace(/^\uFEFF/, ''));
    }
  });

  it('tells the line on which the text begins, and the fields', () => {
    const { fields, firstLine } = splitFile('---\ntokens: 3\nabout: "quoted"\n---\n\nbody\n');
    expect(firstLine).toBe(5);
    expect(fields).toEqual([
      { key: 'tokens', value: '3' },
      { key: 'about', value: 'quoted' },
    ]);
  });
});

describe('Links in a file', () => {
  it('lead into the vault, to the web, or nowhere', () => {
    const from = 'projects/x/state.md';
    expect(targetOf('../y/a.md#L3', from)).toEqual({ kind: 'vault', path: 'projects/y/a.md', hash: '#L3' });
    expect(targetOf('vault/tasks.md', from)).toEqual({ kind: 'vault', path: 'tasks.md', hash: '' });
    expect(targetOf('/tasks.md', from)).toEqual({ kind: 'vault', path: 'tasks.md', hash: '' });
    expect(targetOf('a%20b.md', from)).toEqual({ kind: 'vault', path: 'projects/x/a b.md', hash: '' });
    expect(targetOf('https://example.org', from).kind).toBe('web');
    for (const bad of [
      'javascript:alert(1)',
      ' JaVaScRiPt:x',
      'data:text/html,x',
      '//evil.example',
      '../../../x',
    ])
      expect(targetOf(bad, from).kind, bad).toBe('nowhere');
    for (const bad of ['.rappel/token', '..%2f..%2f..%2fx', 'a\\b', 'file:///etc', ''])
      expect(targetOf(bad, from).kind, bad).toBe('nowhere');
  });

  it('never leave the vault, whatever is written', () => {
    const part = fc.constantFrom('..', '.', 'a', '%2e%2e', '/', '//', 'vault', '.git', '%2f', '\\', 'x.md');
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const target = targetOf(parts.join('/'), 'projects/x/y.md');
        if (target.kind === 'vault')
          expect(target.path.split('/').some((name) => name.startsWith('.'))).toBe(false);
      }),
    );
  });
});

describe('Addresses', () => {
  it('name every view and come back', () => {
    expect(routeOf('/')).toEqual({ view: 'home' });
    expect(routeOf(fileHref('vault/projects/é à/x#y.md'))).toEqual({
      view: 'file',
      path: 'projects/é à/x#y.md',
    });
    expect(routeOf('/activity/abc')).toEqual({ view: 'activity', id: 'abc' });
    expect(routeOf('/inbox/')).toEqual({ view: 'inbox', item: null });
    expect(routeOf('/nowhere/x')).toEqual({ view: 'lost' });
    expect(routeOf('/file/%E0%A4%A')).toEqual({ view: 'file', path: '%E0%A4%A' });
  });

  it('hold a range of lines', () => {
    expect(fileHref('a.md', '9-14')).toBe('/file/a.md#L9-L14');
    expect(fileHref('a.md', '9-9')).toBe('/file/a.md#L9');
    expect(rangeOf('#L9-L14')).toEqual({ first: 9, last: 14 });
    expect(rangeOf('#L14-L9')).toEqual({ first: 9, last: 14 });
    expect(rangeOf('#L7')).toEqual({ first: 7, last: 7 });
    expect(rangeOf('#heading')).toBeNull();
    expect(rangeOf('#L0')).toBeNull();
  });
});

it('marks the lines that lie in a part of a passage', () => {
  expect(rangesIn({ firstLine: 9, text: '## Title\n```\n' }, ['10-12', '1-3,11-11', '30-31'])).toEqual([
    { first: 10, last: 12 },
    { first: 11, last: 11 },
  ]);
});

describe('A diff', () => {
  it('is read file by file, with its numbers', () => {
    const files = parseDiff(
      [
        'diff --git a/tasks.md b/tasks.md',
        'index 1..2 100644',
        '--- a/tasks.md',
        '+++ b/tasks.md',
        '@@ -3,2 +3,2 @@ heading',
        ' same',
        '--- was a rule',
        '+++ is a rule',
        '\\ No newline at end of file',
        'diff --git "a/\\303\\251t\\303\\251.md" "b/\\303\\251t\\303\\251.md"',
        'deleted file mode 100644',
        '--- "a/\\303\\251t\\303\\251.md"',
        '+++ /dev/null',
        '@@ -1 +0,0 @@',
        '-gone',
        'diff --git a/x.png b/x.png',
        'new file mode 100644',
        'Binary files /dev/null and b/x.png differ',
        '',
      ].join('\n'),
    );
    expect(files.map(({ path, change, binary }) => [path, change, binary])).toEqual([
      ['tasks.md', 'changed', false],
      ['été.md', 'deleted', false],
      ['x.png', 'added', true],
    ]);
    expect(files[0]!.lines).toEqual([
      { kind: 'same', text: 'same', number: 3 },
      { kind: 'deleted', text: '-- was a rule', number: 4 },
      { kind: 'added', text: '++ is a rule', number: 4 },
    ]);
  });
});

describe('A diff without what the service writes', () => {
  const header = (path: string) => [`diff --git a/${path} b/${path}`, `--- a/${path}`, `+++ b/${path}`];

  it('has no frontmatter in which nothing is left', () => {
    const stamps = ['+created: 2026-01-01T00:00:00', '+updated: 2026-01-01T00:00:00', '+tokens: 2'];
    const added = ['--- /dev/null', '+++ b/a.md', '@@ -0,0 +1,7 @@', '+---', ...stamps, '+---', '+', '+Text'];
    const [file] = parseDiff(['diff --git a/a.md b/a.md', 'new file mode 100644', ...added, ''].join('\n'));
    expect(file!.lines).toEqual([{ kind: 'added', text: 'Text', number: 7 }]);
  });

  it('has no file of which nothing else changed', () => {
    const counted = [...header('overview.md'), '@@ -6 +6 @@', '-inbox: 1', '+inbox: 0'];
    const written = [...header('other.md'), '@@ -6 +6 @@', '-inbox: 1', '+inbox: 0', ''];
    expect(parseDiff([...counted, ...written].join('\n')).map(({ path }) => path)).toEqual(['other.md']);
  });
});

describe('A review', () => {
  const offered = {
    choices: [{ id: '1', label: 'atlas' }],
    candidates: [{ project: 'atlas', score: 0.42, evidence: [] }],
  };

  it('gives its question; what is shown beside it is not repeated', () => {
    const review = readReview(
      '# Où classer ceci ?\n\n> le texte\n\nContenu : input.md\n\n## Ce qui a été cherché\n\nTout.\n\n## Candidats\n\n- atlas (0.42)\n  - vault/projects/atlas/state.md (lines 7-8): Status\n\n## Question\n\nQuel projet ?\n\n## Choix\n\n1. atlas\n2. jeter\n',
      offered,
    );
    expect(review).toEqual({ ask: 'Quel projet ?', reasoning: '## Ce qui a été cherché\n\nTout.' });
  });

  it('keeps candidates and choices that are written in another way', () => {
    const text = '# Why?\n\n## Candidates\n\nEither atlas, or nothing.\n\n## Choices\n\nAs you like.\n';
    const { reasoning } = readReview(text, { choices: [], candidates: [] });
    expect(reasoning).toContain('Either atlas');
    expect(reasoning).toContain('As you like');
  });
});
