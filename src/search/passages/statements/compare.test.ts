import { describe, expect, it } from 'vitest';
import { type DatedSentence, readSentence, relate } from './compare.js';

const OLD: Omit<DatedSentence, 'text'> = {
  scope: 'projects/x',
  day: '2025-05-01',
  title: new Set(),
  isKeyed: true,
};
const NEW = { ...OLD, day: '2025-06-12' };

function compare(older: string, newer: string, { old = {}, now = {} }: Contexts = {}) {
  return relate(readSentence({ ...NEW, ...now, text: newer }), readSentence({ ...OLD, ...old, text: older }));
}

interface Contexts {
  old?: Partial<DatedSentence>;
  now?: Partial<DatedSentence>;
}

const BY_HISTORY = {
  old: { day: '', written: '2025-05-01T09:00:00' },
  now: { day: '', written: '2025-06-12T09:00:00' },
};

/** Older statement, newer statement, and the value that no longer holds. */
const SUPERSEDED: [string, string, string][] = [
  ['The launch is 14 July.', 'The launch is 21 July.', '14 July'],
  ['Launch: 14 July', 'Launch: 21 July', '14 July'],
  ['The launch is planned for 14 July.', 'The launch is now planned for 28 August.', '14 July'],
  ['The capital of India is New Delhi.', 'The capital of India is Grosseto.', 'New Delhi'],
  ['The author of the report is Anna Weiss.', 'The author of the report is Ben Okafor.', 'Anna Weiss'],
  ['Marie is based in Lyon.', 'Marie is based in Nantes.', 'Lyon'],
  ['Tom lives in Bristol.', 'Tom lives in Leeds.', 'Bristol'],
  ['Tom works for Plotwise.', 'Tom works for Orbis.', 'Plotwise'],
  ["Tom's phone number is 0612345678.", "Tom's phone number is 0698765432.", '0612345678'],
  ['The atlas has 1,200 recordings.', 'The atlas has 2,100 recordings.', '1,200'],
  ['The hosting is hosted by Scaleway.', 'The hosting is hosted by OVH.', 'Scaleway'],
  ['The deadline of the grant is 3 May.', 'The deadline of the grant is 17 November.', '3 May'],
  ['The project is led by Nora Vidal.', 'The project is led by Samir Haddad.', 'Nora Vidal'],
  ['Payment terms: 30 days', 'Payment terms: 45 days', '30 days'],
  ['The budget is 12,000 euros.', 'The budget is 15,500 euros.', '12,000 euros'],
  [
    'Goaltender is associated with the sport of ice hockey.',
    'Goaltender is associated with the sport of bandy.',
    'ice hockey',
  ],
  ["L'ouverture est prévue pour le 12 mai.", "L'ouverture est prévue pour le 3 juin.", 'le 12 mai'],
  ['Ouverture : 12 mai', 'Ouverture : 3 juin', '12 mai'],
  ['Le budget est de 12 000 euros.', 'Le budget est de 15 500 euros.', '12 000 euros'],
  ['Le responsable du chantier est Bastien.', 'Le responsable du chantier est Farida.', 'Bastien'],
  ['Marie habite à Lyon.', 'Marie habite à Nantes.', 'Lyon'],
  ['Le siège de Plotwise est situé à Rennes.', 'Le siège de Plotwise est situé à Brest.', 'Rennes'],
  ['Les données sont stockées chez Scaleway.', 'Les données sont stockées chez OVH.', 'Scaleway'],
  ["L'atlas compte 1200 enregistrements.", "L'atlas compte 2100 enregistrements.", '1200'],
  ['La date de livraison est le 3 mars.', 'La date de livraison est désormais le 9 avril.', 'le 3 mars'],
  ['We use Postgres for the queue.', 'We use SQLite for the queue.', 'Postgres'],
  ['[décision] Utiliser Vite pour la page', '[décision] Utiliser Rollup pour la page', 'Vite'],
  ['Loyer : 820 €', 'Loyer : 845 €', '820'],
];

/** Two statements that look alike, and both hold. */
const BOTH_HOLD: [string, string][] = [
  // Two people.
  ['Anna lives in Paris.', 'Ben lives in Lyon.'],
  ["Anna's room is 12.", "Ben's room is 14."],
  ['The phone number of Anna is 0612345678.', 'The phone number of Ben is 0698765432.'],
  ['Marie travaille chez Orbis.', 'Farida travaille chez Plotwise.'],
  ['Le numéro de Marie est le 0612345678.', 'Le numéro de Paul est le 0698765432.'],
  ['Anna is married to Tom.', 'Nora is married to Samir.'],
  ['My sister is called Anna.', 'My sister is called Ben.'],
  ['Mon vélo est bleu.', 'Mon vélo est rouge.'],
  ['He lives in Paris.', 'He lives in Rome.'],
  ['I work for Orbis.', 'I work for Plotwise.'],
  // Two rooms, two things.
  ['The price of the small room is 300 euros.', 'The price of the large room is 500 euros.'],
  ['The small room is located on floor 2.', 'The large room is located on floor 3.'],
  ['La salle Rouge est située au premier étage.', 'La salle Bleue est située au second étage.'],
  ['Le tarif de la salle A est de 300 €.', 'Le tarif de la salle B est de 500 €.'],
  ['The capital of India is New Delhi.', 'The capital of Italy is Rome.'],
  ['The staging server is hosted on Scaleway.', 'The production server is hosted on OVH.'],
  ['Le serveur de test est hébergé chez OVH.', 'Le serveur de production est hébergé chez Scaleway.'],
  ['Wi-Fi Lyon : halle2024', 'Wi-Fi Nantes : quai2025'],
  // Two years, two periods.
  ['The budget for 2024 is 12,000 euros.', 'The budget for 2025 is 15,000 euros.'],
  ['The budget is 12,000 euros for 2024.', 'The budget is 15,000 euros for 2025.'],
  ['The festival is scheduled for Lyon in 2024.', 'The festival is scheduled for Nantes in 2025.'],
  ['The report was written by Anna in 2023.', 'The report was written by Ben in 2024.'],
  ['Le budget 2024 est de 12 000 €.', 'Le budget 2025 est de 15 000 €.'],
  ['Le loyer est de 820 € en 2024.', 'Le loyer est de 845 € en 2025.'],
  ['Chiffre 2023 : 40 000', 'Chiffre 2024 : 52 000'],
  ['The turnover of Q1 is 40,000.', 'The turnover of Q2 is 52,000.'],
  ['Le bilan du T1 est 4000.', 'Le bilan du T2 est 5200.'],
  // Several values at once.
  ['Anna is allergic to nuts.', 'Anna is allergic to cats.'],
  ['Marie est allergique aux noix.', 'Marie est allergique aux chats.'],
  ['Anna is a doctor.', 'Anna is a mother.'],
  ['Marie est une amie.', 'Marie est une cliente.'],
  ['Anna is a member of the choir.', 'Anna is a member of the board.'],
  ['Anna likes tea.', 'Anna likes coffee.'],
  ['Marie aime le thé.', 'Marie aime le café.'],
  ['Anna visited Rome.', 'Anna visited Lyon.'],
  ['The server is slow.', 'The server is expensive.'],
  ['Le serveur est lent.', 'Le serveur est cher.'],
  ['Anna is happy.', 'Anna is tired.'],
  ['Anna is vegetarian.', 'Anna is tall.'],
  ['The team bought 12 chairs.', 'The team bought 15 chairs.'],
  ['Nous avons vendu 12 billets.', 'Nous avons vendu 15 billets.'],
  ['We use Postgres for the queue.', 'We use SQLite for the index.'],
  ['Invite Anna to the launch.', 'Invite Ben to the launch.'],
  ['Anna has a cat.', 'Anna has a dog.'],
  ['The atlas has 1,200 recordings.', 'The atlas has 14 harbours.'],
  ["L'atlas compte 1200 enregistrements.", "L'atlas compte 14 ports."],
  // Every entry says something of its own.
  ['Decision: use Postgres', 'Decision: use Vite'],
  ['Note: call Marie', 'Note: call Paul'],
  ['Décision : garder le bleu', 'Décision : inviter Paul'],
  ['Participants : Marie, Paul', 'Participants : Farida'],
  ['Source: https://a.example', 'Source: https://b.example'],
  ['Next: ship the page', 'Next: write the docs'],
  // Relative to their day.
  ['The standup is at 10:00.', 'The standup is at 14:00.'],
  ['The call is on Tuesday.', 'The call is on Friday.'],
  ['La réunion est à 10h.', 'La réunion est à 14h.'],
  ['Le prochain point est mardi.', 'Le prochain point est vendredi.'],
  // Supposed, denied, asked, offered.
  ['The launch is 14 July.', 'If the launch is 21 July, the printers are late.'],
  ['The launch is 14 July.', 'The launch is not 21 July.'],
  ['The launch is 14 July.', 'The launch might be 21 July.'],
  ['The launch is 14 July.', 'Is the launch 21 July?'],
  ['The capital of the region is Lyon.', 'The capital of the region is Lyon or Grenoble.'],
  ["L'ouverture est prévue pour le 12 mai.", "L'ouverture n'est pas prévue pour le 3 juin."],
  ['Le budget est de 12 000 €.', 'Le budget serait de 15 000 €.'],
  // The same value, or more of it.
  ['The launch is 14 July.', 'The launch is 14 July 2025.'],
  ['The launch is 14 July.', 'The launch is 14 July, in Brest.'],
  ['The launch is 21 July.', 'The launch was 14 July.'],
];

describe('A newer statement', () => {
  it.each(SUPERSEDED)(
    'supersedes one that gives the same thing another value: %s → %s',
    (older, newer, was) => {
      expect(compare(older, newer)).toEqual({ kind: 'superseded', was });
    },
  );

  it.each(BOTH_HOLD)('supersedes nothing where both hold: %s | %s', (older, newer) => {
    expect(compare(older, newer)?.kind).not.toBe('superseded');
    expect(compare(older, newer, BY_HISTORY)?.kind).not.toBe('superseded');
  });

  it('was tried on at least sixty pairs where both hold', () => {
    expect(BOTH_HOLD.length).toBeGreaterThanOrEqual(60);
  });

  it('supersedes one of the same day, or without a day, by the time of its line', () => {
    const [older, newer] = ['The launch is 14 July.', 'The launch is 21 July.'];
    expect(compare(older, newer, BY_HISTORY)).toEqual({ kind: 'superseded', was: '14 July' });
    expect(compare(newer, older, { old: BY_HISTORY.now, now: BY_HISTORY.old })).toBeNull();
    expect(compare(older, newer, { ...BY_HISTORY, old: { day: '' } })).toBeNull();
    expect(compare(older, newer, { ...BY_HISTORY, old: { day: '2025-05-01' } })).toBeNull();
  });

  it('supersedes nothing of another project, of the same day, or of a later one', () => {
    const [older, newer] = ['The launch is 14 July.', 'The launch is 21 July.'];
    expect(compare(older, newer, { now: { scope: 'projects/y' } })).toBeNull();
    expect(compare(older, newer, { now: { day: OLD.day } })).toBeNull();
    expect(compare(newer, older, { now: { day: '2024-01-01' } })).toBeNull();
  });

  it('supersedes nothing below a title about something else', () => {
    const titled = (old: string, now: string) =>
      compare('Total: 300 €', 'Total: 500 €', {
        old: { title: new Set([old]) },
        now: { title: new Set([now]) },
      });
    expect(titled('venue', 'catering')).toBeNull();
    expect(titled('venue', 'venue')).toMatchObject({ was: '300' });
  });

  it('takes a name with a colon for a turn of a chat in raw material', () => {
    const raw = { old: { isKeyed: false }, now: { isKeyed: false } };
    expect(compare('Budget: 12 000 €', 'Budget: 15 000 €', raw)).toBeNull();
  });

  it('is only the newer one where the value may be one of several', () => {
    expect(compare('Anna is famous for her cakes.', 'Anna is famous for her songs.')).toEqual({
      kind: 'earlier',
    });
  });
});
