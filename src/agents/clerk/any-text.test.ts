import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../test/support/runs.js';
import { tempVault } from '../../../test/support/temp-vault.js';
import { createAgents } from '../create-agents.js';
import type { UpdateInput } from '../update.js';
import { KINDS } from './kinds.js';

const agents = createAgents({ model: null, key: null, language: 'en' });

const STATE = '# Zebra\n\nThe zebra has 4 stripes, in C++, at x[0].\nString(value) is the zebra.\n';

async function give(text: string, input: Partial<UpdateInput> = {}) {
  const vault = tempVault({ 'projects/zebra/state.md': STATE });
  const outcome = await agents.file({
    id: 'u1',
    input: { text, images: [], inbox_ref: null, ...input },
    context: vault.context,
    takeBack: async () => [],
    onEvent: () => {},
    signal: new AbortController().signal,
  });
  return { vault, outcome };
}

const ask = (question: string, state = STATE) =>
  agents.answer(tempVault({ 'projects/zebra/state.md': state }).context, { question, scopes: null });

/** What people write about programs, and what a pattern would take for a sign of its own. */
const CODE = [
  'C++',
  'x[0]',
  'x[1]',
  'String(value)',
  '(?<a',
  '$&',
  '$1',
  '\\d+',
  '[a-',
  '{2,1}',
  '*',
  'a|b',
  '^',
  '\\',
  '\\u{',
  'foo(',
  '?.',
  '.*',
  'it is',
  'not',
  'Fix:',
  'pas',
  'zebra',
  'done',
  '.',
  ',',
  '’',
  '4',
  '7 août',
  ':',
  '@zebra',
  '\n',
];

const codeLike = fc
  .array(fc.constantFrom(...CODE), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.join(' '));

describe('a text that looks like a program', () => {
  it.each([
    'The zebra is written in C++, not C',
    'Fix: String(value). Not fixed yet.',
    'zebra: it is x[0], not x[1]',
    'It is C++, not $&',
  ])('is filed or asked about: %s', async (text) => {
    const { outcome } = await give(text);
    expect(['done', 'needs_answer']).toContain(outcome.state);
  });

  it('is filed or asked about as any kind, and asked as a question', async () => {
    const kinds = fc.constantFrom(undefined, ...KINDS);
    await fc.assert(
      fc.asyncProperty(codeLike, kinds, async (text, kind) => {
        const { outcome } = await give(text, { kind });
        expect(['done', 'needs_answer']).toContain(outcome.state);
        await ask(text);
      }),
      { numRuns: runs(60) },
    );
  });
});

/** Each made a pattern somewhere start anew at every character. */
const REPEATED = [
  '<?',
  '.',
  'eyJ',
  'é',
  ' ',
  '\t',
  'aA',
  'M. ',
  'zebra: stripe\n',
  '- a\n',
  'a: b\n\n',
  'not ',
  '1 ',
  '$&',
];

describe('a text of any length', () => {
  it.each(REPEATED)(
    'is filed, searched and asked in time that grows with its length: %j',
    async (unit) => {
      const timeFor = async (characters: number) => {
        const text = unit.repeat(characters / unit.length);
        const began = performance.now();
        await give(`zebra ${text} stripe`);
        await ask('How many stripes has the zebra?', `# Zebra\n\nThe zebra ${text} has 4 stripes.\n`);
        await ask(`zebra ${text} stripe`);
        return performance.now() - began;
      };
      await timeFor(1_000);
      const [short, long] = [await timeFor(10_000), await timeFor(100_000)];
      // One that grows with the square takes a hundred times as long, and a minute.
      expect(long).toBeLessThan(30 * short + 5_000);
    },
    120_000,
  );
});
