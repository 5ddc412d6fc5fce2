import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../test/support/runs.js';
import { nameProblem, portableName, portablePath } from './portable-names.js';

const name = fc.oneof(
  fc.constantFrom('CON', 'nul.tar.gz', 'com1 .md', 'LPT¹', 'x:stream.md', 'a.', 'b ', '. .', 'é'.repeat(200)),
  fc
    .array(fc.constantFrom('con', '.', ' ', ':', '?', '"', 'a', 'é', '😀', 'x'.repeat(120)), { minLength: 1 })
    .map((parts) => parts.join('')),
);

describe('a portable name', () => {
  it('is made of every name, once and for all', () => {
    fc.assert(
      fc.property(name, (given) => {
        const made = portableName(given);
        expect(nameProblem(made)).toBeNull();
        expect(portableName(made)).toBe(made);
        if (nameProblem(given) === null) expect(made).toBe(given);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('stays close to the name that was given', () => {
    expect(
      ['CON.md', 'nul', 'x:stream.md', 'notes.', 'What now?.md', `${'x'.repeat(300)}.md`].map(portableName),
    ).toEqual(['CON_.md', 'nul_', 'x_stream.md', 'notes_', 'What now_.md', `${'x'.repeat(237)}.md`]);
  });

  it('is not made of a way out', () => {
    expect(portablePath('../what?/.git/a:b.md')).toBe('../what_/.git/a_b.md');
  });

  it('is anything that only looks like a device', () => {
    for (const fine of ['console.md', 'con-2.md', 'company1.md', 'null.md', 'com10.md', 'lpt.md', 'a.con'])
      expect(nameProblem(fine)).toBeNull();
  });
});
