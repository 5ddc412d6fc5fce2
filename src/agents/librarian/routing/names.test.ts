import { describe, expect, it } from 'vitest';
import { namesIn } from './names.js';

const PROJECTS = ['halle-verte', 'halle', 'compta-2025', 'tidewater', 'site_web'];

describe('the projects that a text names', () => {
  it.each([
    ['Halle Verte ouvre en septembre', 'halle-verte'],
    ["L'ouverture de la halle verte est décalée", 'halle-verte'],
    ['ouverture décalée (HALLE-VERTE)', 'halle-verte'],
    ['we ship it to Tidewater on Monday', 'tidewater'],
    ["Tidewater's charts are wrong", 'tidewater'],
    ['la compta 2025 est à jour', 'compta-2025'],
    ['le site web est en panne', 'site_web'],
  ])('%s', (text, project) => {
    expect(namesIn(text, PROJECTS)).toEqual({ named: [project], marked: [] });
  });

  it.each([
    ['ouverture décalée #halle-verte', 'halle-verte'],
    ['@tidewater the charts are wrong', 'tidewater'],
    ['Halle verte : ouverture décalée', 'halle-verte'],
    ['tidewater: the charts are wrong', 'tidewater'],
  ])('beyond doubt: %s', (text, project) => {
    expect(namesIn(text, PROJECTS).marked).toEqual([project]);
  });

  it.each(['the tidewaters of Bristol', 'une halle toute verte', 'compta 20251', ''])(
    'are not in: %s',
    (text) => {
      expect(namesIn(text, ['halle-verte', 'compta-2025', 'tidewater'])).toEqual({ named: [], marked: [] });
    },
  );

  it('of one letter count only where they are marked', () => {
    expect(namesIn('x: une note', ['x'])).toEqual({ named: ['x'], marked: ['x'] });
    expect(namesIn('le rayon x', ['x'])).toEqual({ named: [], marked: [] });
  });

  it('may be several, in the order of the text', () => {
    expect(namesIn('the invoice for Tidewater goes to compta-2025', PROJECTS).named).toEqual([
      'tidewater',
      'compta-2025',
    ]);
  });
});
