import { describe, expect, it } from 'vitest';
import { french, messages } from '../../src/words/french/french.js';
import { createSay } from '../../src/words/say.js';
import { MESSAGES } from '../../web/src/i18n/messages.js';
import { panelsEn } from '../../web/src/i18n/panels-en.js';
import { panelsFr } from '../../web/src/i18n/panels-fr.js';

describe('The words of the page', () => {
  it('follow French typography', () => {
    const wrong = textsIn([MESSAGES.fr, panelsFr]).filter((text) => FRENCH_MISTAKE.test(text));
    expect(wrong).toEqual([]);
  });

  it('follow English typography', () => {
    const wrong = textsIn([MESSAGES.en, panelsEn]).filter((text) => /\s[:;?!%]|"|'|\.\.\./.test(text));
    expect(wrong).toEqual([]);
  });

  it('have the same French as on the command line', () => {
    const say = createSay(french, messages);
    const [english, translated] = [textsIn(MESSAGES.en), textsIn(MESSAGES.fr)];
    const shared = english
      .map((text, at) => ({ text, onPage: translated[at]! }))
      // `2 files` is made of `{0} files` on the command line.
      .filter(
        ({ text }) => Object.hasOwn(french, text) || Object.hasOwn(french, text.replaceAll('2', '{0}')),
      );
    expect(shared.length).toBeGreaterThan(5);
    expect(shared.filter(({ text, onPage }) => say(text) !== onPage)).toEqual([]);
  });
});

/** A colon, a percent sign and quotation marks have a no-break space; other signs of two parts a narrow one. */
const FRENCH_MISTAKE = /[ \u202f][:%»]|[ \u00a0][;?!]|«[ \u202f]|"|'|\.\.\./;

/** Every text, those with a parameter filled in. */
function textsIn(messages: unknown): string[] {
  if (typeof messages === 'string') return [messages];
  // `2` is a number, a name or a range of lines to those that take one.
  if (typeof messages === 'function') return [String(messages(messages.name === 'list' ? ['2'] : '2'))];
  return Object.values(messages as object).flatMap(textsIn);
}
