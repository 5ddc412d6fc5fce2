import { describe, expect, it } from 'vitest';
import { png } from '../../test/support/images.js';
import { tempVault } from '../../test/support/temp-vault.js';

const STATE = `---
created: 2025-01-10T10:00:00
updated: 2025-07-14T18:30:00
tokens: 380
---

## Statut global
actif

## Focus actuel
Intégration du module de paiement

## Ce qui bloque
API externe : prestataire indisponible avant juin. Décision d'internaliser.
`;

const CHANGELOG = `---
created: 2025-01-10T10:00:00
updated: 2025-07-14T18:30:00
tokens: 820
---

# 2025-07-14

## [décision] Abandon de l'API externe
Le prestataire ne peut pas livrer avant juin. Notre deadline est mars.
Impact : tâches d'intégration supprimées, nouvelles tâches backend créées.

## Specs reçues du client v2.1
Changements mineurs sur le module paiement. Pas d'impact planning.
`;

const TASKS = `---
created: 2025-01-10T10:00:00
updated: 2025-07-14T08:00:00
tokens: 290
---

# Appeler le comptable pour TVA Q3
status: en-cours | prio: haute | ajoutée: 2025-07-14 | projet: —

# Valider les maquettes avec Marie
status: à-faire | prio: haute | ajoutée: 2025-07-14 | projet: startup-x
deadline: 2025-07-18
`;

const seedVault = () =>
  tempVault({
    'projects/startup-x/state.md': STATE,
    'projects/startup-x/changelog.md': CHANGELOG,
    'tasks.md': TASKS,
    'bucket/photo.png': png(2, 2),
  });

describe('concat', () => {
  it('assembles the document of the specification', async () => {
    const text = await seedVault().text('concat', {
      files: [
        { path: 'vault/projects/startup-x/state.md', lines: null },
        { path: 'vault/projects/startup-x/changelog.md', lines: '9-14' },
        { path: 'vault/tasks.md' },
      ],
    });
    expect(text).toBe(`\`\`\`vault/projects/startup-x/state.md
1  | ---
2  | created: 2025-01-10T10:00:00
3  | updated: 2025-07-14T18:30:00
4  | tokens: 380
5  | ---
6  |
7  | ## Statut global
8  | actif
9  |
10 | ## Focus actuel
11 | Intégration du module de paiement
12 |
13 | ## Ce qui bloque
14 | API externe : prestataire indisponible avant juin. Décision d'internaliser.
\`\`\`

\`\`\`vault/projects/startup-x/changelog.md (lines 9-14)
9  | ## [décision] Abandon de l'API externe
10 | Le prestataire ne peut pas livrer avant juin. Notre deadline est mars.
11 | Impact : tâches d'intégration supprimées, nouvelles tâches backend créées.
12 |
13 | ## Specs reçues du client v2.1
14 | Changements mineurs sur le module paiement. Pas d'impact planning.
\`\`\`

\`\`\`vault/tasks.md
1  | ---
2  | created: 2025-01-10T10:00:00
3  | updated: 2025-07-14T08:00:00
4  | tokens: 290
5  | ---
6  |
7  | # Appeler le comptable pour TVA Q3
8  | status: en-cours | prio: haute | ajoutée: 2025-07-14 | projet: —
9  |
10 | # Valider les maquettes avec Marie
11 | status: à-faire | prio: haute | ajoutée: 2025-07-14 | projet: startup-x
12 | deadline: 2025-07-18
\`\`\``);
  });

  it('gives an empty text for an empty list', async () => {
    expect(await seedVault().text('concat', { files: [] })).toBe('');
  });

  it('takes an empty range as the whole file', async () => {
    const vault = seedVault();
    const whole = await vault.text('concat', { files: [{ path: 'tasks.md' }] });
    expect(await vault.text('concat', { files: [{ path: 'tasks.md', lines: '' }] })).toBe(whole);
  });

  it('ends a range at the last line, and its header shows the lines really there', async () => {
    const text = await seedVault().text('concat', { files: [{ path: 'tasks.md', lines: '11-9999' }] });
    expect(text).toBe(`\`\`\`vault/tasks.md (lines 11-12)
11 | status: à-faire | prio: haute | ajoutée: 2025-07-14 | projet: startup-x
12 | deadline: 2025-07-18
\`\`\``);
    expect(await seedVault().text('concat', { files: [{ path: 'tasks.md', lines: '1-9999' }] })).toMatch(
      /^```vault\/tasks\.md \(lines 1-12\)\n1 {2}\| ---\n/,
    );
  });

  it('shows several ranges of a file in one block, with a line for what is left out between them', async () => {
    const vault = seedVault();
    const file = { path: 'tasks.md', lines: '7-7,10-12' };
    expect(await vault.text('concat', { files: [file] })).toBe(`\`\`\`vault/tasks.md (lines 7-7, 10-12)
7  | # Appeler le comptable pour TVA Q3
...  (lines 8-9)
10 | # Valider les maquettes avec Marie
11 | status: à-faire | prio: haute | ajoutée: 2025-07-14 | projet: startup-x
12 | deadline: 2025-07-18
\`\`\``);
    for (const lines of ['7-7, 10-12', '7-7,10-11,12-99']) {
      expect(await vault.text('concat', { files: [{ ...file, lines }] })).toContain('(lines 7-7, 10-12)');
    }
    const error = await vault.error('concat', { files: [{ ...file, lines: '7-7,13-14' }] });
    expect(error.message).toContain('line 13 is past the end');
  });

  it.each([
    'abc-def',
    '5',
    '0-3',
    '9-2',
    '-3',
    '3-',
    ' 1-2',
    '1-2-3',
    '1–2',
    '1-2,',
    '3-4,1-2',
    '1-4,4-5',
    '1-2;4-5',
  ])('refuses the range %j and states the form', async (lines) => {
    const error = await seedVault().error('concat', { files: [{ path: 'tasks.md', lines }] });
    expect(error.code).toBe('bad_range');
    expect(error.message).toBe(
      `[error] vault/tasks.md: got the range "${lines}", expected the form "9-14" or "1-1,9-14", from 1, ascending, not overlapping`,
    );
  });

  it('gives the number of lines where a range starts past the end', async () => {
    const error = await seedVault().error('concat', { files: [{ path: 'tasks.md', lines: '13-14' }] });
    expect(error).toMatchObject({
      code: 'bad_range',
      message: '[error] vault/tasks.md: line 13 is past the end: the file has 12 lines',
    });
  });

  it('assembles the others where one is missing, a folder, a glob or an image', async () => {
    const { text, errors } = await seedVault().call('concat', {
      files: [
        { path: 'rien.md' },
        { path: 'projects/startup-x/' },
        { path: 'projects/*/state.md' },
        { path: 'bucket/photo.png' },
        { path: 'tasks.md', lines: '12-12' },
      ],
    });
    expect(text).toBe(`[error] vault/rien.md: no such file or folder

[error] vault/projects/startup-x/: not a text file

[error] vault/projects/*/state.md: not a text file

[error] vault/bucket/photo.png: not a text file

\`\`\`vault/tasks.md (lines 12-12)
12 | deadline: 2025-07-18
\`\`\``);
    expect(errors.map((error) => error.code)).toEqual(['not_found', 'not_text', 'not_text', 'not_text']);
  });

  it.each([
    [{}, 'files: missing, expected a list of files'],
    [{ files: 'tasks.md' }, 'files: got "tasks.md", expected a list of files'],
    [{ files: [{ lines: '1-2' }] }, 'files[0].path: missing, expected a path'],
    [{ files: [{ path: 'a.md', lines: 5 }] }, 'files[0].lines: got 5, expected a range like "9-14"'],
    [{ files: ['tasks.md'] }, 'files[0]: got "tasks.md", expected an object with path and lines'],
    [{ files: [{ path: 'a.md', range: '1-2' }] }, 'unknown parameter files[0].range; expected path, lines'],
    [[], 'got [], expected an object with files'],
  ])('refuses %j', async (input, message) => {
    const error = await seedVault().error('concat', input);
    expect(error.code).toBe('invalid_input');
    expect(error.message).toContain(message);
  });
});
