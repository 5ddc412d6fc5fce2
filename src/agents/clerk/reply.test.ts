import { describe, expect, it } from 'vitest';
import { readReply } from './reply.js';

const CHOICES = ['state.md:4: launch', 'description.md:9: opening', 'None of them'].map((label, index) => ({
  id: String(index + 1),
  label,
}));

const chosen = (answer: string) => readReply(answer, CHOICES, ['tidewater']).chosen.map(({ id }) => id);

describe('an answer names its choices', () => {
  it.each([
    ['2', ['2']],
    ['1 and 2', ['1', '2']],
    ['oui, la 1', ['1']],
    ['Yes, number 2 please.', ['2']],
    ['la première ligne', ['1']],
    ['the second one', ['2']],
    ['None of them', ['3']],
  ])('%s', (answer, ids) => {
    expect(chosen(answer)).toEqual(ids);
  });

  it.each(['7', 'le 2 juillet', 'oui', 'no', '2 of tidewater', 'one for the profile'])(
    'not in: %s',
    (answer) => {
      expect(chosen(answer)).toEqual([]);
    },
  );
});
