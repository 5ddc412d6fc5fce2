import { describe, expect, it } from 'vitest';
import { exampleShift, shiftDates } from './example-files.js';

describe('the dates of the example', () => {
  it('move by whole weeks, to the week that ends today', () => {
    expect(exampleShift(new Date(2025, 6, 11))).toBe(0);
    expect(exampleShift(new Date(2025, 6, 17))).toBe(0);
    expect(exampleShift(new Date(2025, 6, 18))).toBe(7);
    for (let day = 0; day < 800; day += 11) {
      const now = new Date(2026, 0, day, 23, 59);
      const last = new Date(2025, 6, 11 + exampleShift(now));
      expect(last.getDay()).toBe(5);
      expect(last.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(now.getTime() - last.getTime()).toBeLessThan(8 * 86_400_000);
    }
  });

  it.each([
    ['created: 2025-07-11T18:20:05', 'created: 2026-11-13T18:20:05'],
    ['projects/compta-2025/bucket/2025-06-28-recu.md', 'projects/compta-2026/bucket/2026-10-31-recu.md'],
    ['Date : mardi 11 mars 2025 09:47', 'Date : mardi 14 juillet 2026 09:47'],
    ['le 27 janvier', 'le 1er juin'],
    ['on 1 September', 'on 4 January'],
    ['on the 30th of June', 'on the 2nd of November'],
    ['Monday the 21st of July', 'Monday the 23rd of November'],
    [
      'Launch moved to 21 July: regatta week ends on the 13th',
      'Launch moved to 23 November: regatta week ends on the 15th',
    ],
    ['en août (du 4 au 24)', 'en décembre (du 7 au 27)'],
    ['4 to 24 August, 28 and 30 April', '7 to 27 December, 31 August and 2 September'],
    ["la première semaine d'août, les reçus de juin", "la première semaine de décembre, les reçus d'octobre"],
    ['mise en ligne en décembre 2025', 'mise en ligne en avril 2027'],
    ['Deuxième trimestre, T2, second quarter, Q2', 'Troisième trimestre, T3, third quarter, Q3'],
    ['au printemps (deuxième trimestre, avril à juin)', 'en été (troisième trimestre, juillet à septembre)'],
    ['depuis 2024, facture F-2025-006, attendre 2026', 'depuis 2025, facture F-2026-006, attendre 2027'],
    ['18 204, 60 days, farine T80, il a été refusé', '18 204, 60 days, farine T80, il a été refusé'],
  ])('become those of another time: %s', (text, moved) => {
    expect(shiftDates(text, 490)).toBe(moved);
    expect(shiftDates(text, 0)).toBe(text);
  });
});
