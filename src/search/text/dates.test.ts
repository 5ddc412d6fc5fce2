import { describe, expect, it } from 'vitest';
import { dayOf } from './dates.js';

describe('the day that a text names', () => {
  it.each([
    ['2025-07-14', '2025-07-14'],
    ['lundi 14 juillet 2025', '2025-07-14'],
    ['1:56 pm on 8 May, 2023', '2023-05-08'],
    ['July 14, 2025', '2025-07-14'],
    ['14/07/2025', '2025-07-14'],
    ['1er août 2024', '2024-08-01'],
    ['2025-02-30', null],
    ['juillet 2025', null],
    ['no date', null],
  ])('%s is %s', (text, day) => expect(dayOf(text)).toBe(day));
});
