import { describe, expect, it } from 'vitest';
import { MESSAGES } from '../../web/src/i18n/messages.js';

describe('The words of the page', () => {
  it('follow French typography', () => {
    const wrong = textsIn(MESSAGES.fr).filter((text) => / [:;?!%»]|« |"|'|\.\.\./.test(text));
    expect(wrong).toEqual([]);
  });

  it('follow English typography', () => {
    const wrong = textsIn(MESSAGES.en).filter((text) => /\s[:;?!%]|"|'|\.\.\./.test(text));
    expect(wrong).toEqual([]);
  });
});

/** Every text, those with a parameter filled in. */
function textsIn(messages: unknown): string[] {
  if (typeof messages === 'string') return [messages];
  // `2` is a number, a name or a range of lines to those that take one.
  if (typeof messages === 'function') return [String(messages(messages.name === 'list' ? ['2'] : '2'))];
  return Object.values(messages as object).flatMap(textsIn);
}
