import { describe, expect, it } from 'vitest';
import { UNITS } from '../ranking/parameters.js';
import { unitsOf } from './score-units.js';

const LONG = 'word '.repeat(UNITS.shortSection);

/** Each unit as its lines, and the lines above it. */
const units = (text: string) =>
  unitsOf(text.split('\n')).map(
    ({ first, last, above }) => `${first}-${last}${above.map((line) => ` <${line}`).join('')}`,
  );

describe('the units of a file', () => {
  it('are short sections with their headings, under the headings that enclose them', () => {
    const tasks = '# Call the bank\nstatus: open\n\n# Paint\ndeadline: May\n';
    expect(units(tasks)).toEqual(['1-2', '4-5']);
    expect(units('# 2025-07-14\n\n## One\nText.\n\n## Two\nText.')).toEqual(['3-4 <1', '6-7 <1']);
  });

  it('are a section of up to 120 tokens, or else its paragraphs', () => {
    const section = (length: number) => `# A\n${'x'.repeat(length)}\n\ny`;
    expect(units(section(470))).toEqual(['1-4']);
    expect(units(section(480))).toEqual(['2-2 <1', '4-4 <1']);
  });

  it('are the paragraphs of a long section, each under its headings', () => {
    expect(units(`# Title\n\n## Part\n${LONG}\n\nSecond\nparagraph.`)).toEqual(['4-4 <1 <3', '6-7 <1 <3']);
  });

  it('are list items with what is nested in them', () => {
    expect(units(`${LONG}\n\n- one\n  more\n  - nested\n\n    still\n- two\nlazy\n\nafter`)).toEqual([
      '1-1',
      '3-7',
      '8-9',
      '11-11',
    ]);
  });

  it('are table rows under the head of their table', () => {
    expect(units('| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 | 4 |\n')).toEqual(['3-3 <1 <2', '4-4 <1 <2']);
  });

  it('are turns of a chat, also without empty lines between them', () => {
    expect(units('Maya: Hello.\nAnd more.\nTom Fox: Hi.\n[10:42] **Maya:** Bye.')).toEqual([
      '1-2',
      '3-3',
      '4-4',
    ]);
    expect(units('The rule: one line\nthat goes on.')).toEqual(['1-2']);
  });

  it('are code blocks, whose comments are no headings', () => {
    expect(units('Text\n\n```sh\n# comment\n\nrun\n```\nAfter')).toEqual(['1-1', '3-7', '8-8']);
  });

  it('are at most 300 tokens long where they have several lines', () => {
    const line = 'x'.repeat(399);
    expect(units(`${line}\n${line}\n${line}\n${line}`)).toEqual(['1-3', '4-4']);
    expect(units('x'.repeat(9_999))).toEqual(['1-1']);
  });

  it('are fields of the frontmatter with the start of the text that they are about, without stamps', () => {
    expect(units('---\ntags:\n  - a\n\ntokens: 9\ntitle: B\n---\n\n# Title\nText')).toEqual([
      '2-3 <9 <10',
      '6-6 <9 <10',
      '9-10',
    ]);
    expect(units(`---\ntitle: B\n---\n# Title\n${LONG}\nmore`)).toEqual(['2-2 <4 <5', '5-6 <4']);
    expect(units('---\ntitle: B\n---\n')).toEqual(['2-2']);
  });

  it('are never a line of fields alone where text follows it', () => {
    expect(units(`# Task\nstatus: open | prio: high\n\nFirst.\n\n${LONG}`)).toEqual(['2-4 <1', '6-6 <1']);
    expect(units(`# Note\nprojet: startup-x\n\n- item\n\n${LONG}`)).toEqual(['2-4 <1', '6-6 <1']);
    expect(units(`# Chat\nMaya: Hello.\n\nTom: ${LONG}`)).toEqual(['2-2 <1', '4-4 <1']);
  });

  it('are headings that have no text and no subsections', () => {
    expect(units('# Buy milk\n\n# Buy bread\n')).toEqual(['1-1', '3-3']);
  });
});
