import { describe, expect, it } from 'vitest';
import { parseBound } from './date-bounds.js';

const today = '2025-07-14';

describe('a bound', () => {
  it.each([
    ['2025-07-14', '2025-07-14', '2025-07-14'],
    ['2025-02', '2025-02-01', '2025-02-28'],
    ['2024', '2024-01-01', '2024-12-31'],
    ['2025-07-14T18:30:00', '2025-07-14', '2025-07-14'],
    ['2025/07/14 (Mon) 18:30', '2025-07-14', '2025-07-14'],
    ['7 days ago', '2025-07-07', '2025-07-07'],
    ['il y a 7 jours', '2025-07-07', '2025-07-07'],
    ['Il y a 2 semaines', '2025-06-30', '2025-06-30'],
    ['a month ago', '2025-06-14', '2025-06-14'],
    ['il y a un an', '2024-07-14', '2024-07-14'],
    ['yesterday', '2025-07-13', '2025-07-13'],
    ["aujourd'hui", '2025-07-14', '2025-07-14'],
    ['last week', '2025-07-07', '2025-07-13'],
    ['la semaine dernière', '2025-07-07', '2025-07-13'],
    ['le mois dernier', '2025-06-01', '2025-06-30'],
    ['mars 2024', '2024-03-01', '2024-03-31'],
    ['March', '2025-03-01', '2025-03-31'],
    ['Monday', '2025-07-07', '2025-07-07'],
  ])('%s runs from %s to %s', (input, from, to) => {
    expect(parseBound('date_from', input, 'from', today)).toBe(from);
    expect(parseBound('date_to', input, 'to', today)).toBe(to);
  });

  it('a month before the 31st stays in that month', () => {
    expect(parseBound('date_from', '1 month ago', 'from', '2025-03-31')).toBe('2025-02-28');
  });

  it.each(['', 'soon', '2025-13', '2025-02-30', '99999999 days ago', '-3 days ago'])(
    'refuses %j and names the parameter',
    (input) => {
      expect(() => parseBound('date_from', input, 'from', today)).toThrow(
        /^date_from: got .*expected a date/,
      );
    },
  );
});
