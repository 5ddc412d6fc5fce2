import fc from 'fast-check';

/** Text as files hold it: ordinary characters, and those that break naive code, in every mixture. */
export const hostileText = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom('\n', '\r\n', '\n\n', 'a', 'é', ' ', '# ', '- ') },
      {
        weight: 2,
        arbitrary: fc.constantFrom('---\n', 'key: value\n', '```\n', '~~~\n', '1  | x\n', '|', '\t'),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('\r', '\u2028', '\u0085', '\v', '\f', 'e\u0301', '😀', '\uFEFF'),
      },
      { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''));

/** The same, sometimes behind a byte order mark. */
export const hostileFile = fc
  .tuple(fc.constantFrom('', '', '', '\uFEFF'), hostileText)
  .map(([mark, text]) => mark + text);

const value = fc.constantFrom(
  'x',
  '"quoted: yes"',
  "'it''s # not a comment'",
  'plain # a comment',
  '',
  '[a, b]',
  '{ a: 1 }',
  '|\n  several\n  lines',
  '>-\n  folded\n\n  text',
  '\n  - one\n  - two',
  '\n  created: nested',
  '# only a comment',
  '"a \\" quote" # c',
  '2025-07-14T18:30:00',
  '380',
);

const key = fc.constantFrom(
  'about',
  'title',
  'tags',
  'clé',
  '"quoted key"',
  'a-b',
  'Created',
  'updated_at',
  'tokens2',
);

const foreignLine = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(key, value).map(([k, v]) => (v.startsWith('\n') ? `${k}:${v}` : `${k}: ${v}`)),
  },
  { weight: 1, arbitrary: fc.constantFrom('# a comment', '', '  # indented comment', '   ') },
  {
    weight: 1,
    arbitrary: fc.constantFrom('broken: "never closed', 'no colon here', 'bad\t: tab', '*: &x', '}', '? y'),
  },
);

const stampLine = fc
  .tuple(
    fc.constantFrom('created', 'updated', 'tokens', '"created"', "'tokens'", 'updated '),
    fc.constantFrom('2025-01-01T00:00:00', '12', '"2024-05-05"', '', '# old', '12 # why', '   7', "''", '~'),
  )
  .map(([k, v]) => `${k}: ${v}`);

/** Frontmatter lines: foreign ones of every form, in any order with stamped ones. */
export const yamlLines = fc
  .tuple(
    fc.array(foreignLine, { maxLength: 6 }),
    fc.uniqueArray(stampLine, { maxLength: 3, selector: (line) => line.replace(/["' ]|:.*/g, '') }),
    fc.array(fc.nat(6), { minLength: 3, maxLength: 3 }),
  )
  .map(([foreign, stamps, places]) => {
    const lines = foreign.map((line) => ({ line, stamp: false }));
    for (const [index, line] of stamps.entries())
      lines.splice(Math.min(places[index]!, lines.length), 0, { line, stamp: true });
    return lines;
  });

export const lineEnd = fc.constantFrom('\n', '\r\n');
export const mark = fc.constantFrom('', '\uFEFF');

/** Markdown-like lines in any order. */
export const anyMarkdown = fc
  .array(
    fc.constantFrom(
      '',
      '  ',
      '# A',
      '## B',
      '### C',
      'text',
      'more text',
      '- item',
      '  - nested',
      '    inside',
      '1. one',
      'key: value',
      '| a | b |',
      '```',
      '> quote',
      '---',
    ),
    { maxLength: 30 },
  )
  .chain((lines) =>
    fc
      .constantFrom('\n', '\r\n')
      .chain((end) => fc.constantFrom('', end).map((last) => lines.join(end) + last)),
  );
