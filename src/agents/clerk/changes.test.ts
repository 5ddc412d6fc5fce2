import { describe, expect, it } from 'vitest';
import { tempVault } from '../../../test/support/temp-vault.js';
import { changesBy } from './changes.js';

const FILES = {
  'projects/atelier/description.md':
    '# Atelier\n\nLoyer : 890 € par mois. Propriétaire : M. Vandamme. Bail à partir du 1er février 2027.\n- Surface : 640 m2\n',
  'projects/atelier/state.md':
    '# Status\n\nPages in October: 29\n\n# Deadlines\n\n- 2026-12-02 : remise des clés.\n- Delivery: 06:00\n',
  'projects/atelier/tasks.md':
    '# Envoyer le devis à Paul\nstatus: à-faire | ajoutée: 2026-11-01\ndeadline: 2026-11-30\n',
  'profile.md': '# Préférences\n\n- Tarif journalier : 580 € HT.\n',
};

const linesAfter = (text: string, project: string | null = 'atelier') =>
  changesBy(tempVault(FILES).vault, text, project, '2026-11-19').map(({ after: line }) => line);

describe('a text that gives a line another value', () => {
  it.each([
    [
      "erreur de ma part : le loyer c'est 930 €, pas 890",
      'Loyer : 930 € par mois. Propriétaire : M. Vandamme. Bail à partir du 1er février 2027.',
    ],
    [
      'Le loyer passe à 930 € par mois',
      'Loyer : 930 € par mois. Propriétaire : M. Vandamme. Bail à partir du 1er février 2027.',
    ],
    ["c'est 460, pas 640 m2", '- Surface : 460 m2'],
    ['October pages were 31 not 29, two came in late', 'Pages in October: 31'],
    ['La remise des clés est repoussée au 9 décembre', '- 2026-12-09 : remise des clés.'],
    ['remise des clés le 9 décembre plutôt que le 2', '- 2026-12-09 : remise des clés.'],
    // A time is one value: half of it never takes the place of half another.
    ['delivery at 05:30 from now on, no longer 06:00', '- Delivery: 05:30'],
    ['le devis à Paul, plutôt pour le 4 décembre', 'deadline: 2026-12-04'],
    ['mon tarif journalier est maintenant 620 € HT', '- Tarif journalier : 620 € HT.'],
    [
      'le propriétaire est désormais Mme Roux',
      'Loyer : 890 € par mois. Propriétaire : Mme Roux. Bail à partir du 1er février 2027.',
    ],
  ])('is seen: %s', (text, line) => {
    expect(linesAfter(text)).toEqual([line]);
  });

  it.each([
    'Florinett : scierie à Bergün, compter 10 jours de livraison et 120 CHF de port',
    'acheter 3 pots de peinture',
    'le plombier passe le 9 décembre',
    'Réunion avec Paul le 4 décembre',
  ])('is not seen in another one: %s', (text) => {
    expect(linesAfter(text)).toEqual([]);
  });
});
