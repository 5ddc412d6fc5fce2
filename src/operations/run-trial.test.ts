import { describe, expect, it } from 'vitest';
import { sayEnglish } from '../words/say.js';
import { judge } from './run-trial.js';

const GOOD = { error: null, toolCalls: 3, isFiled: true, isFrench: true, steps: 4, seconds: 8 };

describe('the verdict on a model', () => {
  it('says that it can do the job, and how fast', () => {
    expect(judge('m', GOOD, 180, sayEnglish)).toEqual({
      canWork: true,
      lines: [
        'm can do the job: it filed a test note in 4 steps, 2 s each.',
        'It keeps to French where a note is French.',
      ],
    });
  });

  it('says what to do about one that is slow, or writes no French', () => {
    const { canWork, lines } = judge('m', { ...GOOD, isFrench: false, seconds: 124 }, 180, sayEnglish);
    expect(canWork).toBe(true);
    expect(lines[1]).toContain('use it only if you write in English');
    expect(lines[2]).toContain('rappel setup limits seconds=620');
  });

  it('refuses one without tool calls, and one that loses the note', () => {
    expect(judge('m', { ...GOOD, toolCalls: 0, isFiled: false }, 180, sayEnglish)).toMatchObject({
      canWork: false,
      lines: ["m can't file notes: it called no tool.", expect.stringContaining('tool calls')],
    });
    expect(judge('m', { ...GOOD, isFiled: false }, 180, sayEnglish).canWork).toBe(false);
  });
});
