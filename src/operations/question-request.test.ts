import { describe, expect, it } from 'vitest';
import { parseInput } from '../tools/parse-input.js';
import { parseQuestion, questionRequest } from './question-request.js';

const NONE = { scopes: null, date_from: null, max_tokens: undefined };

describe('a question of a command', () => {
  it.each([
    { question: 'why?' },
    { question: ' why? ', ...NONE },
    { question: 'why?', scopes: ['projects/'] },
    { question: 'why?', asked_on: '2025-07-14', max_tokens: 400 },
  ])('is what the schema makes of it: %j', (raw) => {
    expect(parseQuestion(raw)).toEqual(parseInput('search', questionRequest(), raw));
  });

  it.each([
    { question: ' ' },
    { question: 'x'.repeat(100_001) },
    { question: 'why?', max_tokens: 1 },
    { question: 'why?', unknown: true },
  ])('is refused as the schema refuses it (%#)', (raw) => {
    expect(() => parseQuestion(raw)).toThrow(/question|max_tokens|unknown/);
  });
});
