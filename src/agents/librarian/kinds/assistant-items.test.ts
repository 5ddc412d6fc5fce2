import { describe, expect, it } from 'vitest';
import { exampleVault } from '../../../../test/support/example-vault.js';
import { createAgents } from '../../create-agents.js';

/** What an assistant stores while it works on the example memory, each in five wordings, and how it is asked for. */
const ITEMS: { item: string; question: string; says: string; wordings: string[] }[] = [
  {
    item: 'a decision',
    question: 'What did we decide about the tile server for Tidewater?',
    says: 'MapTiler',
    wordings: [
      'Decision for Tidewater: we use MapTiler as tile server, because OpenStreetMap forbids heavy use.',
      'We decided to use MapTiler as the tile server (project: tidewater). OpenStreetMap forbids heavy use.',
      '[decision] tidewater: tile server is MapTiler',
      'Tile server: after comparing prices, Tidewater goes with MapTiler. Agreed with Tom.',
      'On a décidé pour Tidewater : le serveur de tuiles (tile server) sera MapTiler.',
    ],
  },
  {
    item: 'a preference',
    question: 'How do I want my commit messages?',
    says: 'imperative',
    wordings: [
      'I prefer commit messages in the imperative, without emojis.',
      'The user prefers commit messages in the imperative, without emojis.',
      'Preference: commit messages in the imperative, no emojis.',
      'Remember that I like my commit messages in the imperative.',
      'User preference: always write commit messages in the imperative mood.',
    ],
  },
  {
    item: 'a to-do',
    question: 'What is left to do about the favicon of Halle Verte?',
    says: 'favicon',
    wordings: [
      'TODO for Halle Verte: replace the favicon before the opening.',
      'Need to replace the favicon of La Halle Verte before the opening.',
      'halle-verte: il faut remplacer le favicon avant l’ouverture',
      'Remplacer le favicon du site de la Halle Verte',
      'Task (#halle-verte): the favicon needs to be replaced.',
    ],
  },
  {
    item: 'a changed fact',
    question: 'How many days are agreed with Tidewater?',
    says: '80',
    wordings: [
      'Tidewater: 80 days are agreed now, not 70.',
      'The Tidewater budget changed from 70 to 80 days agreed.',
      'Update on tidewater: Priya raised the agreed days to 80 days.',
      'Correction: with Tidewater we have 80 days agreed instead of 70.',
      'Pour Tidewater, 80 jours sont désormais convenus (80 days agreed).',
    ],
  },
  {
    item: 'a long snippet',
    question: 'What is the nginx configuration for the Halle Verte preview?',
    says: 'vault/projects/halle-verte/bucket/2025-07-14-',
    wordings: [0, 1, 2, 3, 4].map((n) =>
      [
        [
          'halle-verte, nginx configuration of the preview:',
          'nginx configuration for the preview of La Halle Verte',
          'Config nginx de la préversion (preview), projet Halle Verte',
          '#halle-verte nginx configuration, preview',
          'Preview nginx configuration. Belongs to halle verte.',
        ][n],
        '```nginx',
        'server {',
        '  listen 443 ssl;',
        '  server_name preview.halle-verte.example;',
        ...Array.from(
          { length: 20 },
          (_, at) => `  location /part-${at} { proxy_pass http://127.0.0.1:${8000 + at}; }`,
        ),
        '}',
        '```',
      ].join('\n'),
    ),
  },
  {
    item: 'a link',
    question: 'Where is the RGAA checklist for Orbis Santé?',
    says: 'https://example.org/rgaa',
    wordings: [
      'orbis-sante: RGAA checklist https://example.org/rgaa',
      'RGAA checklist for Orbis Santé: https://example.org/rgaa',
      'https://example.org/rgaa is the RGAA checklist we follow for orbis sante',
      'Liste RGAA (checklist) à suivre pour Orbis Santé : https://example.org/rgaa',
      'Link, Orbis Sante, RGAA checklist, https://example.org/rgaa',
    ],
  },
  {
    item: 'an error with its fix',
    question: 'How did we fix the CORS error of the Tidewater staging?',
    says: 'allow-origin',
    wordings: [
      'Tidewater: the CORS error on staging came from a missing access-control-allow-origin header; Tom added it to the gateway.',
      'Fixed the CORS error of Tidewater staging by adding the access-control-allow-origin header in the gateway.',
      'Error: "blocked by CORS policy" on the staging of tidewater. Fix: send access-control-allow-origin from the gateway.',
      'On staging the browser said CORS error. Cause: no access-control-allow-origin. Fixed in the gateway. (Tidewater)',
      'Erreur CORS sur le staging de Tidewater : il manquait l’en-tête access-control-allow-origin, corrigé dans la passerelle.',
    ],
  },
  {
    item: 'a meeting summary',
    question: 'What came out of the meeting with Loïc about the atlas sonore?',
    says: 'hydrophone',
    wordings: [
      'Meeting summary, atlas-sonore: Loïc and Ines listened to five recordings. The hydrophone works. Roscoff comes first.',
      'Summary of the meeting with Loïc (Atlas sonore): the hydrophone works, Roscoff comes first, five recordings were listened to.',
      'Résumé de la réunion avec Loïc pour l’atlas sonore : l’hydrophone (hydrophone) fonctionne, Roscoff passe en premier.',
      'Met Loïc about the atlas sonore. We listened to five recordings; the hydrophone works; Roscoff comes first.',
      '#atlas-sonore meeting with Loïc: hydrophone works, five recordings heard, Roscoff comes first.',
    ],
  },
];

const LEAST_FILED = 36;

describe('what an assistant stores', () => {
  const agents = createAgents({ model: null, key: null, language: 'en' });
  const asked: string[] = [];
  const missed: string[] = [];

  it.each(ITEMS)('$item, in five wordings', { timeout: 300_000 }, async ({ question, says, wordings }) => {
    const vault = exampleVault();
    for (const text of wordings) {
      vault.reset();
      vault.setTime('2025-07-14T18:30:00');
      const input = { text, images: [], inbox_ref: null };
      const signal = new AbortController().signal;
      const outcome = await agents.file({
        id: 'u1',
        input,
        context: vault.context,
        takeBack: async () => null,
        onEvent: () => {},
        signal,
      });
      if (outcome.state !== 'done') asked.push(`${text.slice(0, 80)}\n    ${outcome.summary}`);
      vault.setTime('2025-07-15T09:00:00');
      const answer = await agents.answer(vault.context, { question });
      if (!answer.text.includes(says)) missed.push(`${text.slice(0, 80)}\n    ${outcome.summary}`);
    }
  });

  it('is filed without a question, and found the next day', () => {
    expect(40 - asked.length, asked.join('\n')).toBeGreaterThanOrEqual(LEAST_FILED);
    expect(40 - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(LEAST_FILED);
  });
});
