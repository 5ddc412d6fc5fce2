import { describe, expect, it } from 'vitest';
import { localTimestamp } from '../../shared/clock.js';
import { writtenDate } from './source-date.js';

const shown = (text: string) => {
  const date = writtenDate(text);
  return date === null ? null : localTimestamp(date);
};

describe('a date in frontmatter', () => {
  it.each([
    ['2024-03-04', '2024-03-04T00:00:00'],
    ['2024-03-04T10:20:30', '2024-03-04T10:20:30'],
    ['2024-03-04 10:20', '2024-03-04T10:20:00'],
    ['2024/03/04', '2024-03-04T00:00:00'],
    ['31/12/2024', '2024-12-31T00:00:00'],
    ['12/31/2024', '2024-12-31T00:00:00'],
    ['31.12.2024', '2024-12-31T00:00:00'],
    ['05/05/2024', '2024-05-05T00:00:00'],
    ['4 March 2024', '2024-03-04T00:00:00'],
    ['4 mars 2024', '2024-03-04T00:00:00'],
  ])('is understood: %s', (text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  it.each([
    '03/04/2024',
    '3.4.2024',
    '03-04-2024',
    '03/04/24',
    'le 03/04/2024',
    '2024-02-31',
    '31/31/2024',
    'soon',
    '12',
    '',
  ])('is not guessed: %s', (text) => {
    expect(shown(text)).toBeNull();
  });
});
