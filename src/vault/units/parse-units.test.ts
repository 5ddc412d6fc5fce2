import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMarkdown } from '../../../test/support/arbitraries.js';
import { inOrder, parseUnits, type Unit } from './parse-units.js';

const TEXT = `Intro.

# 2026-11-15

## [decision] Two lines
first
second

- [ ] call Marie
  about the price
  - nested
- [x] done

status: open | prio: high
| a | b |
|---|---|
| 1 | 2 |

\`\`\`sh
# not a heading

still code
\`\`\`
## Next
`;

describe('the units of a text', () => {
  it('are its headings with what is below, items, rows, fields and blocks', () => {
    expect(outline(parseUnits(TEXT).units)).toEqual([
      ['block', 'Intro.'],
      [
        'heading',
        '# 2026-11-15',
        [
          [
            'heading',
            '## [decision] Two lines',
            [
              ['block', 'first\nsecond'],
              ['item', '- [ ] call Marie\n  about the price', [['item', '  - nested']]],
              ['item', '- [x] done'],
              ['field', 'status: open | prio: high'],
              ['row', '| a | b |'],
              ['row', '|---|---|'],
              ['row', '| 1 | 2 |'],
              ['block', '```sh\n# not a heading\n\nstill code\n```'],
            ],
          ],
          ['heading', '## Next'],
        ],
      ],
    ]);
  });

  it('are the text, byte for byte', () => {
    fc.assert(
      fc.property(anyMarkdown, (text) => {
        const { lead, units } = parseUnits(text);
        expect(lead + [...inOrder(units)].map((unit) => unit.text + unit.gap).join('')).toBe(text);
      }),
    );
  });
});

type Outline = [string, string, Outline[]?];

function outline(units: readonly Unit[]): Outline[] {
  return units.map(({ kind, text, children }) =>
    children.length === 0 ? [kind, text] : [kind, text, outline(children)],
  );
}
