import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMarkdown } from '../../../test/support/arbitraries.js';
import { runs } from '../../../test/support/runs.js';
import { mergeTexts } from './merge-texts.js';

const merged = (base: string, ours: string, theirs: string) => {
  const { text, conflicts } = mergeTexts(base, ours, theirs);
  expect(conflicts).toEqual([]);
  return text;
};

describe('a merge by units', () => {
  it('is theirs where ours did not change, and ours where theirs did not', () => {
    fc.assert(
      fc.property(anyMarkdown, anyMarkdown, (base, other) => {
        expect(merged(base, base, other)).toBe(other);
        expect(merged(base, other, base)).toBe(other);
        expect(merged(base, other, other)).toBe(other);
      }),
      { numRuns: runs(500) },
    );
  });

  it('keeps what both added at the same place', () => {
    expect(merged('- a\n', '- a\n- b\n', '- a\n- c\n')).toBe('- a\n- c\n- b\n');
    expect(merged('# D1\n\nx\n', '# D2\n\ny\n\n# D1\n\nx\n', '# D3\n\nz\n\n# D1\n\nx\n')).toBe(
      '# D2\n\ny\n\n# D3\n\nz\n\n# D1\n\nx\n',
    );
  });

  it('takes an entry out from between newer and older ones', () => {
    const before = '# 2026-11-14\n\n## Old\ntext\n';
    const after = '# 2026-11-15\n\n## Mine\nwords\n\n# 2026-11-14\n\n## Old\ntext\n';
    const now = '# 2026-11-15\n\n## Newer\nmore\n\n## Mine\nwords\n\n# 2026-11-14\n\n## Old\ntext\n';
    expect(merged(after, now, before)).toBe(
      '# 2026-11-15\n\n## Newer\nmore\n\n# 2026-11-14\n\n## Old\ntext\n',
    );
  });

  it('brings back a removed task where it was, below what came since', () => {
    const before = '# Call Marie\nstatus: open\n\n# Pay rent\nstatus: open\n';
    const after = '# Pay rent\nstatus: open\n';
    const now = '# Buy milk\nstatus: open\n\n# Pay rent\nstatus: open\n';
    expect(merged(after, now, before)).toBe(
      '# Buy milk\nstatus: open\n\n# Call Marie\nstatus: open\n\n# Pay rent\nstatus: open\n',
    );
  });

  it('changes one field of a line beside another', () => {
    const base = '# T\nstatus: open | prio: low\n';
    expect(merged(base, '# T\nstatus: open | prio: high\n', '# T\nstatus: done | prio: low\n')).toBe(
      '# T\nstatus: done | prio: high\n',
    );
  });

  it('merges two lines of one paragraph, and a moved section with an edit of it', () => {
    expect(merged('one\ntwo\nthree\n', 'ONE one\ntwo\nthree\n', 'one\ntwo\nthree 3\n')).toBe(
      'ONE one\ntwo\nthree 3\n',
    );
    expect(
      merged('# A\na\n# B\nb b\n# C\nc\n', '# B\nb b\n# A\na\n# C\nc\n', '# A\na\n# B\nb b b2\n# C\nc\n'),
    ).toBe('# B\nb b b2\n# A\na\n# C\nc\n');
  });

  it('follows a unit that moved to another section', () => {
    expect(merged('# A\n- the milk\n\n# B\n', '# A\n\n# B\n- the milk\n', '# A\n\n# B\n')).toBe(
      '# A\n\n# B\n',
    );
  });

  it('says which unit both changed, and keeps ours', () => {
    const { text, conflicts } = mergeTexts(
      '# State\n## Launch\ndate: 14 July\n',
      '# State\n## Launch\ndate: 21 July\n',
      '# State\n## Launch\ndate: 28 July\n',
    );
    expect(text).toBe('# State\n## Launch\ndate: 21 July\n');
    expect(conflicts).toMatchObject([
      {
        headings: ['# State', '## Launch'],
        base: 'date: 14 July',
        ours: 'date: 21 July',
        theirs: 'date: 28 July',
      },
    ]);
  });

  it('says where one removed what the other changed', () => {
    expect(mergeTexts('- a b c\n- x\n', '- a b d\n- x\n', '- x\n')).toMatchObject({
      text: '- a b d\n- x\n',
      conflicts: [{ ours: '- a b d', theirs: null }],
    });
    expect(mergeTexts('- a b c\n- x\n', '- x\n', '- a b d\n- x\n')).toMatchObject({
      text: '- x\n',
      conflicts: [{ ours: null, theirs: '- a b d' }],
    });
  });

  it('takes theirs of a conflict where the caller chooses so', () => {
    const theirs = { choose: () => 'theirs' as const };
    expect(mergeTexts('date: 14\n', 'date: 21\n', 'date: 28\n', theirs).text).toBe('date: 28\n');
    expect(mergeTexts('- a b c\n- x\n', '- a b d\n- x\n', '- x\n', theirs).text).toBe('- x\n');
    expect(mergeTexts('- a b c\n- x\n', '- x\n', '- a b d\n- x\n', theirs).text).toBe('- a b d\n- x\n');
  });

  it('keeps an emptied heading unless it goes too, and asks about an item that got something inside', () => {
    const texts = ['# Day\n- a\n- b\n', '# Day\n- a\n', '# Day\n- b\n'] as const;
    expect(mergeTexts(...texts)).toMatchObject({ text: '# Day\n', emptied: ['# Day'] });
    expect(mergeTexts(...texts, { isDropped: () => true }).text.trim()).toBe('');
    expect(mergeTexts('- a\n- b\n', '- a\n- b\n  - c\n', '- a\n')).toMatchObject({
      text: '- a\n- b\n  - c\n',
      conflicts: [{ base: '- b', ours: '- b\n  - c', theirs: null }],
    });
  });

  it('never puts two rewritten paragraphs together', () => {
    expect(mergeTexts('one\ntwo\n', 'alpha\nbeta\n', 'gamma\ndelta\n').conflicts).toHaveLength(1);
  });

  it('merges fields of frontmatter, and keeps the stamps of ours', () => {
    const file = (updated: string, rest: string) =>
      `---\ncreated: 1\nupdated: ${updated}\ntokens: 3\n${rest}---\n\nx\n`;
    expect(merged(file('1', 'tags: a\n'), file('2', 'tags: a\nowner: me\n'), file('3', 'tags: b\n'))).toBe(
      file('2', 'tags: b\nowner: me\n'),
    );
  });

  it('keeps the line ends of ours', () => {
    expect(merged('- a\r\n', '- a\r\n- b\r\n', '- 0\r\n- a\r\n')).toBe('- 0\r\n- a\r\n- b\r\n');
  });
});

describe('a merge of a large text', () => {
  const words = (name: string) =>
    Array.from({ length: 1_500 }, (_, at) => `Paragraph ${at} of ${name}, ${'word '.repeat(12)}.`);
  const above = `# Large\n\n## Above\n\n${words('above').join('\n\n')}\n\n`;
  const below = `\n\nThe first below.\n\n## Below\n\n${words('below').join('\n\n')}\n`;
  const large = (part: string) => `${above}${part}${below}`;

  it('is the merge of the part that changed, between what did not', () => {
    // With the same neighbours as in the large text. A heading would take what is below it.
    const [head, first] = [above.slice(0, above.lastIndexOf('Paragraph')), below.indexOf('Paragraph')];
    const opening = '# Large\n\n## Above\n\n';
    const small = (part: string) => large(part).replace(head, opening).slice(0, -below.slice(first).length);
    const part = anyMarkdown.filter((text) => !/^\s|\s$|^$|```|~~~|^---|^#/m.test(text));
    fc.assert(
      fc.property(part, part, part, (base, ours, theirs) => {
        const expected = mergeTexts(small(base), small(ours), small(theirs));
        const found = mergeTexts(large(base), large(ours), large(theirs));
        expect(found.text).toBe(head + expected.text.slice(opening.length) + below.slice(first));
        expect(found.conflicts).toEqual(expected.conflicts);
      }),
      { numRuns: runs(300) },
    );
  });

  it('makes two changes that are far from each other, and keeps every other byte', () => {
    const base = large('Between.');
    const ours = base.replace('Paragraph 3 of above', 'Our paragraph 3');
    const theirs = base
      .replace('Paragraph 1400 of below', 'Their paragraph')
      .replace('Between.\n', 'Between.\n\n- new\n');
    expect(merged(base, ours, theirs)).toBe(theirs.replace('Paragraph 3 of above', 'Our paragraph 3'));
    expect(merged(base, theirs, ours)).toBe(theirs.replace('Paragraph 3 of above', 'Our paragraph 3'));
    expect(merged(base, base, theirs)).toBe(theirs);
  });

  it('asks where both changed the same lines, and names the headings above', () => {
    const [base, ours, theirs] = ['Twelve seats.', 'Nine seats.', 'Ten seats.'].map(large);
    const { conflicts } = mergeTexts(base!, ours!, theirs!);
    expect(conflicts).toMatchObject([
      { headings: ['# Large', '## Above'], base: 'Twelve seats.', ours: 'Nine seats.', theirs: 'Ten seats.' },
    ]);
    // The same question, whatever stands elsewhere.
    const elsewhere = (text: string) => text.replace('Paragraph 9 of above', 'Nine');
    expect(mergeTexts(elsewhere(base!), elsewhere(ours!), elsewhere(theirs!)).conflicts).toEqual(conflicts);
  });
});
