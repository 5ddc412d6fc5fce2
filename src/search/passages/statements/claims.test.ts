import { describe, expect, it } from 'vitest';
import { type Claim, claimsAt, relateClaims } from './claims.js';

/** A line of a file below its headings. */
type Line = [path: string, ...lines: string[]];

const HALL = 'projects/halle-verte';
const DESCRIPTION = `${HALL}/description.md`;
const STATE = `${HALL}/state.md`;
const TASKS = `${HALL}/tasks.md`;
const CHANGELOG = `${HALL}/changelog.md`;
const TIDEWATER = 'projects/tidewater/description.md';

/** The claims of the last line. */
function claimsOf([path, ...lines]: Line): Claim[] {
  return claimsAt(path, lines, lines.length);
}

/** How the newer line relates to the older one; `replaced` is the line that it took the place of. */
function compare(older: Line, newer: Line, replaced?: string) {
  const before = replaced === undefined ? [] : claimsOf([newer[0], ...newer.slice(1, -1), replaced]);
  for (const now of claimsOf(newer))
    for (const then of claimsOf(older)) {
      const relation = relateClaims(now, then, before);
      if (relation !== null) return relation;
    }
  return null;
}

/** Older line, newer line, the value that no longer holds, and the line that the newer one replaced where that decides. */
const SUPERSEDED: [older: Line, newer: Line, was: string, replaced?: string][] = [
  [
    ['overview.md', '- **halle-verte** (actif) : site de la coopérative ; ouverture le 1er septembre.'],
    [DESCRIPTION, '## Cadre', '- Ouverture au public : 15 février 2027.'],
    '1er septembre',
    '- Ouverture au public : 1er septembre 2025.',
  ],
  [
    ['overview.md', '- **tidewater** (active): dashboard redesign; launch on 21 July, the export is a risk.'],
    [TIDEWATER, '# Tidewater', '- Launch: 4 August 2025'],
    '21 July',
  ],
  [
    [STATE, '# Deadlines', '- 2025-09-01 : ouverture au public.'],
    [DESCRIPTION, '## Cadre', '- Ouverture au public : 15 février 2027.'],
    '2025-09-01',
  ],
  [
    [DESCRIPTION, '## Cadre', "- Date d'ouverture : 1er septembre 2025."],
    [STATE, '# Échéances', '- 2027-02-15 : ouverture.'],
    '1er septembre 2025',
  ],
  [
    ['overview.md', '- **halle-verte** : la halle ouvre le 1er septembre.'],
    [DESCRIPTION, '- Ouverture : 15 février 2027'],
    '1er septembre',
  ],
  [
    ['overview.md', '| projet | ouverture |', '|---|---|', '| **halle-verte** | 1er septembre |'],
    [DESCRIPTION, '- Ouverture : 15 février 2027'],
    '1er septembre',
  ],
  [
    ['overview.md', '# Projects', '## Tidewater', 'Redesign of the dashboard, budget of 12,000 €.'],
    [TIDEWATER, '- Budget: 15,500 €'],
    '12,000 €',
  ],
  [
    [DESCRIPTION, '- Devis : 6 200 € HT'],
    [CHANGELOG, '# 2025-07-10', '## [décision] Le devis passe à 6 800 € HT'],
    '6 200 €',
  ],
  [
    ['overview.md', '- **halle-verte** : cliente : Odile Marchetti ; en cours.'],
    [DESCRIPTION, '- La cliente est maintenant Farida Benali.'],
    'Odile Marchetti',
  ],
  [
    ['overview.md', '- **tidewater**: the API, version 2.3, in production.'],
    [TIDEWATER, '- API: version 3.0'],
    'version 2.3',
  ],
  [
    [TASKS, '# Envoyer le dossier de subvention', 'deadline: 2025-07-15'],
    [STATE, '# Deadlines', '- 2025-07-29 : envoyer le dossier de subvention.'],
    '2025-07-15',
  ],
  [
    [STATE, '# Deadlines', '- 2025-08-25 : début de la recette.'],
    [CHANGELOG, '# 2025-07-10', '## Recette', 'Le début de la recette est reporté au 8 septembre.'],
    '2025-08-25',
  ],
];

/** Two lines of different forms that look alike, and both hold. Written before the rule. */
const BOTH_HOLD: [older: Line, newer: Line, replaced?: string][] = [
  // Another opening.
  [
    ['overview.md', '- **halle-verte** : ouverture du chantier le 1er septembre.'],
    [DESCRIPTION, '## Cadre', '- Ouverture au public : 15 février 2027.'],
    '- Ouverture au public : 1er septembre 2025.',
  ],
  [
    ['overview.md', '- **halle-verte** : ouverture le 1er septembre.'],
    [DESCRIPTION, '## Cadre', '- Ouverture du chantier : 15 février 2027.'],
    '- Ouverture du chantier : 3 mars 2025.',
  ],
  [
    ['overview.md', '- **halle-verte** : ouverture le 1er septembre.'],
    [DESCRIPTION, '## Chantier', '- Ouverture : 15 février 2027.'],
  ],
  [
    ['overview.md', '- **halle-verte** : ouverture du bar le 1er septembre.'],
    [DESCRIPTION, '- Ouverture : 15 février 2027.'],
    '- Ouverture : 1er septembre 2025.',
  ],
  [
    [DESCRIPTION, '- Fermeture : 1er septembre 2025.'],
    [STATE, '# Deadlines', '- 2027-02-15 : ouverture.'],
  ],
  // Another place or project in the same list.
  [
    ['overview.md', '- **halle-bleue** : ouverture le 1er septembre.'],
    [DESCRIPTION, '- Ouverture : 15 février 2027.'],
    '- Ouverture : 1er septembre 2025.',
  ],
  [
    ['overview.md', '- Rennes : ouverture le 1er septembre.'],
    [DESCRIPTION, '- Ouverture : 15 février 2027.'],
    '- Ouverture : 1er septembre 2025.',
  ],
  [
    [DESCRIPTION, '- Ouvertures : Nantes le 3 mars, Rennes le 12 avril.'],
    [STATE, '# Deadlines', '- 2025-05-06 : ouverture de Brest.'],
    '- 2025-04-12 : ouverture de Brest.',
  ],
  [
    ['projects/tidewater/state.md', '# Deadlines', '- 2025-07-21: launch.'],
    [DESCRIPTION, '- Launch: 4 August 2025'],
  ],
  // The deadline of a task, of a project.
  [
    [TASKS, '# Relancer les producteurs', 'deadline: 2025-07-15'],
    [DESCRIPTION, '- Deadline : 3 septembre 2025.'],
    '- Deadline : 15 juillet 2025.',
  ],
  [
    [DESCRIPTION, '- Deadline : 15 juillet 2025.'],
    [TASKS, '# Relancer les producteurs', 'deadline: 2025-07-22'],
    'deadline: 2025-07-15',
  ],
  [
    [TASKS, '# Write the guide', 'deadline: 2025-07-15'],
    [TASKS, '# Print the guide', 'deadline: 2025-07-22'],
  ],
  // Two years, two periods.
  [
    [DESCRIPTION, '- Budget 2024 : 12 000 €'],
    [CHANGELOG, '# 2025-07-10', 'Le budget 2025 passe à 15 000 €.'],
  ],
  [
    ['overview.md', '- **tidewater**: budget for 2024 of 12,000 €.'],
    [TIDEWATER, '- Budget for 2025: 15,500 €'],
  ],
  [
    ['overview.md', '- **halle-verte** : TVA du T2 à payer avant le 24 juillet.'],
    [STATE, '# Deadlines', '- 2025-10-24 : TVA du T3 à payer.'],
  ],
  // Two things of one kind.
  [
    [DESCRIPTION, '- Devis D-2025-01 : 6 200 € HT'],
    [STATE, '# Status', 'Devis D-2025-02 : 3 100 € HT.'],
  ],
  [
    [CHANGELOG, '# 2025-02-03', '## Acompte encaissé', 'F-2025-002, 1 860 € HT.'],
    [CHANGELOG, '# 2025-05-16', '## Deuxième échéance facturée', 'F-2025-008, 2 480 € HT.'],
  ],
  [
    [DESCRIPTION, '- La petite salle : 300 €'],
    [STATE, '# Status', 'Le tarif de la grande salle est de 500 €.'],
  ],
  [
    ['overview.md', '- **tidewater**: client: Anna Weiss; active.'],
    [TIDEWATER, '- The accountant is now Ben Okafor.'],
  ],
  // What happens again and again.
  [
    [STATE, '# Deadlines', '- 2025-07-08 : réunion avec Odile.'],
    [CHANGELOG, '# 2025-07-10', 'La réunion avec Odile est prévue le 22 juillet.'],
  ],
  [
    ['projects/tidewater/state.md', '# Deadlines', '- 2025-07-08: call with Anna.'],
    [TIDEWATER, '- Call with Anna: 22 July'],
  ],
  // Since, until, before: other sides of a thing.
  [
    [STATE, '# Validated', '- Import en production depuis le 28 avril.'],
    [CHANGELOG, '# 2025-07-10', "L'import est en production jusqu'au 3 septembre."],
  ],
  [
    ['projects/tidewater/state.md', '# Status', 'Beta open until 3 May.'],
    [TIDEWATER, '- Beta open: 17 March'],
  ],
  // Supposed, asked, denied, past.
  [
    ['overview.md', '- **halle-verte** : ouverture le 1er septembre.'],
    [CHANGELOG, '# 2025-07-10', "Si l'ouverture est le 15 février, il faut prévenir Odile."],
  ],
  [
    ['overview.md', '- **tidewater**: launch on 21 July.'],
    ['projects/tidewater/changelog.md', '# 2025-07-10', 'Could the launch be 4 August?'],
  ],
  [
    [DESCRIPTION, '- Ouverture : 15 février 2027.'],
    [CHANGELOG, '# 2025-07-10', '- Ouverture : 1er septembre 2025. → - Ouverture : 15 février 2027.'],
  ],
  // The same value in another form.
  [
    ['overview.md', '- **halle-verte** : ouverture le 15 février.'],
    [STATE, '# Deadlines', '- 2027-02-15 : ouverture.'],
  ],
  [
    [DESCRIPTION, '- Devis : 6 200 € HT'],
    [STATE, '# Status', 'Le devis est de 6200 €.'],
  ],
  [
    ['overview.md', '- **halle-verte** : cliente : Odile.'],
    [DESCRIPTION, '- Cliente : Odile Marchetti, gérante.'],
  ],
  // A period, not a day.
  [
    ['overview.md', '- **halle-verte** : congés du 4 au 24 août.'],
    [STATE, '# Deadlines', '- 2025-08-11 : congés.'],
  ],
];

describe('A newer claim in another form', () => {
  it.each(SUPERSEDED)(
    'supersedes the same attribute of the same thing: %s → %s',
    (older, newer, was, replaced) => {
      expect(compare(older, newer, replaced)).toEqual({ kind: 'superseded', was });
    },
  );

  it.each(BOTH_HOLD)('supersedes nothing where both hold: %s | %s', (older, newer, replaced) => {
    expect(compare(older, newer, replaced)).toBeNull();
  });

  it('was tried on at least twenty pairs where both hold', () => {
    expect(BOTH_HOLD.length).toBeGreaterThanOrEqual(20);
  });
});
