import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type TempVault, tempVault } from '../../../test/support/temp-vault.js';
import { createAgents } from '../create-agents.js';
import type { UpdateOutcome } from '../update.js';

const HEAD = '---\ncreated: 2025-01-10T10:00:00\nupdated: 2025-07-10T08:00:00\ntokens: 30\n---\n\n';
const HALL = 'projects/halle-verte';
const agents = createAgents({ model: null, key: null, language: 'fr' });

/** Read on 14 July 2025. */
const hall = (files: Record<string, string> = {}) =>
  tempVault({
    'overview.md': `${HEAD}# Projets\n\n- **halle-verte** (actif) : site de la coopérative ; ouverture le 1er septembre.\n- **halle-bleue** : ouverture le 1er septembre.\n- **atlas** : carte ; reprise en octobre.\n`,
    [`${HALL}/description.md`]: `${HEAD}# La Halle Verte\n\n## Cadre\n\n- Devis : 6 200 € HT.\n- Ouverture au public : 1er septembre 2025.\n`,
    [`${HALL}/state.md`]: `${HEAD}# Status\n\nActif.\n\n# Deadlines\n\n- 2025-08-25 : début de la recette.\n- 2025-09-01 : ouverture au public.\n`,
    'projects/halle-bleue/description.md': `${HEAD}# Halle bleue\n\nUne autre halle.\n`,
    'projects/atlas/state.md': `${HEAD}# Status\n\nEn pause, reprise prévue en octobre.\n`,
    ...files,
  });

function give(vault: TempVault, text: string, inbox_ref: string | null = null): Promise<UpdateOutcome> {
  return agents.file({
    id: 'u1',
    input: { text, images: [], inbox_ref },
    context: vault.context,
    takeBack: async () => [],
    onEvent: () => {},
    signal: new AbortController().signal,
  });
}

/** Gives an update that asks about lines, and answers yes. */
async function accept(vault: TempVault, text: string): Promise<UpdateOutcome> {
  const { state, inbox } = await give(vault, text);
  expect(state).toBe('needs_answer');
  return give(vault, 'oui', inbox);
}

describe('an update that changes a value', () => {
  it('is filed where files of other projects are no text', async () => {
    const broken = ['description', 'state', 'tasks', 'changelog'].map((name) => `projects/broken/${name}.md`);
    const vault = hall(Object.fromEntries(broken.map((path) => [path, '\0\u0001'])));
    await accept(vault, "Halle Verte : l'ouverture au public est maintenant le 15 février 2027");
    expect(vault.get(`${HALL}/state.md`)).toContain('2027-02-15 : ouverture au public.');
  });

  it('changes it in every structured file that states it, in the form of each line, after one answer', async () => {
    const vault = hall();
    const outcome = await accept(
      vault,
      "Halle Verte : l'ouverture au public est maintenant le 15 février 2027",
    );
    expect(outcome).toMatchObject({ state: 'done', inbox: null });
    expect(vault.get('overview.md')).toContain('site de la coopérative ; ouverture le 15 février 2027.\n');
    expect(vault.get('overview.md')).toContain('- **halle-bleue** : ouverture le 1er septembre.\n');
    expect(vault.get(`${HALL}/description.md`)).toContain('- Ouverture au public : 15 février 2027.\n');
    expect(vault.get(`${HALL}/state.md`)).toContain('- 2027-02-15 : ouverture au public.\n');
    expect(vault.get(`${HALL}/state.md`)).not.toContain('2025-09-01');
    expect(vault.get(`${HALL}/changelog.md`)).toContain('ouverture le 1er septembre. → ');
    expect(outcome.summary).toContain('vault/overview.md:9: ');
  });

  it('asks about all of them in one question where it does not say that something changed', async () => {
    const vault = hall();
    const outcome = await give(vault, "Halle Verte : l'ouverture au public est le 15 février 2027");
    expect(outcome.state).toBe('needs_answer');
    expect(readdirSync(join(vault.root, 'inbox'))).toHaveLength(1);
    const review = vault.get(`inbox/${outcome.inbox}/review.md`);
    for (const place of ['overview.md:9', `${HALL}/state.md:14`, `${HALL}/description.md:12`])
      expect(review).toContain(`vault/${place}: `);
    expect(vault.get('overview.md')).toContain('ouverture le 1er septembre.\n- **halle-bleue**');
    await give(vault, 'oui', outcome.inbox);
    expect(vault.get('overview.md')).toContain('ouverture le 15 février 2027.\n- **halle-bleue**');
    expect(vault.get(`${HALL}/description.md`)).toContain('- Ouverture au public : 15 février 2027.');
  });

  it('leaves a shorter line alone where two things had that value', async () => {
    const site = '- Ouverture du chantier : 1er septembre 2025.\n';
    const vault = hall({
      [`${HALL}/description.md`]: `${HEAD}# La Halle Verte\n\n## Cadre\n\n- Ouverture au public : 1er septembre 2025.\n${site}`,
    });
    await accept(vault, "Halle Verte : l'ouverture au public est maintenant le 15 février 2027");
    expect(vault.get(`${HALL}/description.md`)).toContain('- Ouverture au public : 15 février 2027.');
    expect(vault.get(`${HALL}/description.md`)).toContain(site);
    expect(vault.get('overview.md')).toContain('ouverture le 1er septembre.\n- **halle-bleue**');
  });

  it('changes a month, and an amount', async () => {
    const vault = hall();
    await accept(vault, 'Atlas : la reprise est maintenant prévue en janvier');
    expect(vault.get('overview.md')).toContain('- **atlas** : carte ; reprise en janvier.\n');
    expect(vault.get('projects/atlas/state.md')).toContain('reprise prévue en janvier.\n');
    await accept(vault, 'Halle Verte : le devis passe à 6 800 € HT');
    expect(vault.get(`${HALL}/description.md`)).toContain('- Devis : 6 800 € HT.\n');
  });

  it('moves a date in the project that has it, though nothing names the project', async () => {
    const vault = hall({
      'projects/compta/state.md': `${HEAD}# Deadlines\n\n- 2025-09-18 : rendez-vous trimestriel avec Florence.\n`,
      'projects/atlas/changelog.md': `${HEAD}# 2025-07-01\n\n## Florence aime la carte\nRendez-vous au port.\n`,
    });
    const outcome = await accept(vault, 'Le rendez-vous avec Florence est déplacé au 25 septembre');
    expect(outcome).toMatchObject({ state: 'done', inbox: null });
    expect(vault.get('projects/compta/state.md')).toContain(
      '- 2025-09-25 : rendez-vous trimestriel avec Florence.\n',
    );
  });

  it('moves the only date of a project that is ahead where a text names nothing else', async () => {
    const given = async (dates: string, text: string, answer = 'oui') => {
      const vault = hall({ [`${HALL}/state.md`]: `${HEAD}# Deadlines\n\n${dates}` });
      const { inbox } = await give(vault, text);
      if (inbox !== null) await give(vault, answer, inbox);
      return vault.get(`${HALL}/state.md`).split('# Deadlines\n\n')[1];
    };
    const dates = '- 2025-07-01 : Visite du chantier.\n- 2025-07-22 : Ouverture au public.\n';
    const moved = '- 2025-07-01 : Visite du chantier.\n- 2025-07-29 : Ouverture au public.\n';
    for (const text of [
      'Halle Verte : finalement nouvelle date, le 29 juillet',
      'Halle Verte repoussée au 29 juillet',
      'Halle Verte repoussée du 22 au 29 juillet',
      "L'ouverture au public de la Halle Verte passe au 29 juillet",
      'Halle Verte : la date est décalée au 29 juillet',
    ])
      expect([text, await given(dates, text)]).toEqual([text, moved]);
    const several = `${dates}- 2025-08-22 : Fête.\n`;
    expect(await given(several, 'Halle Verte : finalement le 29 juillet', 'L’ajouter comme nouveau')).toBe(
      `${dates}- 2025-07-29 : Finalement le 29 juillet.\n- 2025-08-22 : Fête.\n`,
    );
    expect(await given(dates, 'Halle Verte : finalement déménagement le 29 juillet')).toBe(
      `${dates}- 2025-07-29 : Finalement déménagement.\n`,
    );
  });

  it('moves a meeting to its new day and time, whatever else its line says', async () => {
    const meeting = 'Réunion Halle Verte à 10h avec Odile et son comptable';
    const moved = async (line: string, text: string) => {
      const vault = hall({ [`${HALL}/state.md`]: `${HEAD}# Deadlines\n\n- 2025-07-22 : ${line}.\n` });
      const { inbox } = await give(vault, text);
      if (inbox !== null) await give(vault, 'oui', inbox);
      return vault.get(`${HALL}/state.md`).split('\n').slice(-2)[0];
    };
    expect(await moved(meeting, 'La réunion Halle Verte est reportée au 25 juillet à 9h')).toBe(
      '- 2025-07-25 : Réunion Halle Verte à 9h avec Odile et son comptable.',
    );
    const far = 'Réunion Halle Verte déplacée au jeudi 24 juillet à 14h, Odile sera en visio';
    expect(await moved(meeting, far)).toBe(
      '- 2025-07-24 : Réunion Halle Verte à 14h avec Odile et son comptable.',
    );
    expect(await moved('réunion avec Odile', 'Halle Verte : réunion reportée au 25 juillet à 9h')).toBe(
      '- 2025-07-25 : réunion avec Odile à 9h.',
    );
    expect(await moved('visite du chantier', 'Halle Verte : réunion reportée au 25 juillet')).toBe(
      '- 2025-07-25 : Réunion.',
    );
  });

  it('adds no date of something else that happens again and again to what it replaces', async () => {
    const vault = hall({
      [`${HALL}/state.md`]: `${HEAD}# Deadlines\n\n- 2025-07-16 : réunion avec Odile.\n- 2025-07-30 : réunion avec Odile.\n`,
    });
    await give(vault, 'Halle Verte : réunion avec Odile le 13 août');
    expect(vault.get(`${HALL}/state.md`)).toContain('- 2025-07-16 : réunion avec Odile.\n- 2025-07-30');
  });
});
