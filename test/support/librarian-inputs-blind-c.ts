import type { Row } from './librarian-inputs.js';

const TIDE = 'projects/tidewater';
const HALLE = 'projects/halle-verte';
const COMPTA = 'projects/compta-2025';
const ORBIS = 'projects/orbis-sante';
const ATLAS = 'projects/atlas-sonore';

const kept = (project: string) => `${project}/changelog.md|${project}/bucket/`;
const dated = (project: string) => `${project}/state.md|${project}/tasks.md`;

/** Forty-eight inputs written without a look at the rules, half French, six of each kind. */
export const BLIND_C: Record<string, readonly Row[]> = {
  note: [
    {
      text: "Watchet's harbour master rang, he likes the big numbers but can't find the link to the tide tables",
      files: { [kept(TIDE)]: 'tide tables' },
    },
    {
      text: "Le Rucher de Sainte-Luce n'aura pas de miel de châtaignier cette année, la récolte est fichue.",
      files: { [kept(HALLE)]: 'châtaignier' },
    },
    {
      text: 'Croisé la Dr Vasseur à la gare, elle me dit que deux des cabinets utilisent déjà un autre outil pour les rendez-vous',
      files: { [kept(ORBIS)]: 'un autre outil' },
    },
    {
      text: 'The new café on quai de la Fosse has good wifi and is nearly empty before 11',
      files: { 'changelog.md|bucket/': 'quai de la Fosse' },
    },
    {
      text: 'The Plotwise tooltip was clipped on iOS Safari because the card has overflow: hidden. Setting overflow: clip on the card solved it.',
      files: { [kept(TIDE)]: 'overflow: clip' },
    },
    {
      text: 'loic a enregistré les drisses a douarnenez ce weekend, tres beau son parait il',
      files: { [kept(ATLAS)]: 'drisses' },
    },
  ],
  task: [
    {
      text: 'I need to put the calibration date of the sensors on page one of the PDF, Priya is waiting for it',
      files: { [`${TIDE}/tasks.md`]: 'calibration date' },
    },
    {
      text: 'Penser à demander à Bastien un accès au compte de test de PanierPro',
      files: { [`${HALLE}/tasks.md`]: 'compte de test' },
    },
    {
      text: 'racheter un cartable pour Lila avant la rentrée',
      files: { 'tasks.md': 'cartable' },
    },
    {
      text: 'Two things for tomorrow: call the optician, and send Priya the screenshots of the empty state',
      files: { 'tasks.md': 'optician', [`${TIDE}/tasks.md`]: 'screenshots' },
    },
    {
      text: "faut que je rappelle Mathieu Blin cet après-midi pour savoir où en est l'attestation",
      files: { [`${ORBIS}/tasks.md`]: 'Mathieu Blin' },
    },
    {
      text: 'TODO (Atlas sonore): write to Gwen Tallis and ask how the weather files should be named.',
      files: { [`${ATLAS}/tasks.md`]: 'weather files' },
    },
  ],
  done: [
    {
      text: 'Asked Tom for the staging token, he sent it straight away',
      files: { [`${TIDE}/changelog.md`]: 'staging token' },
      gone: { [`${TIDE}/tasks.md`]: '# Ask Tom for a staging token' },
    },
    {
      text: "Ça y est, j'ai inscrit Lila au centre de loisirs, dossier déposé ce midi",
      files: { 'changelog.md': 'centre de loisirs' },
      gone: { 'tasks.md': '# Inscrire Lila au centre de loisirs' },
    },
    {
      text: 'relance envoyée aux quatre producteurs pour les photos',
      files: { [`${HALLE}/changelog.md`]: 'quatre producteurs' },
      gone: { [`${HALLE}/tasks.md`]: '# Relancer les quatre producteurs sans photo' },
    },
    {
      text: 'Train to Bristol is fully booked now, return included',
      files: { [`${TIDE}/changelog.md`]: 'Bristol' },
      gone: { [`${TIDE}/tasks.md`]: '# Book the train to Bristol' },
    },
    {
      text: 'Le vélo cargo est révisé, freins et dérailleur changés, 85 €',
      files: { 'changelog.md': 'vélo cargo' },
      gone: { 'tasks.md': '# Réviser le vélo cargo' },
    },
    {
      text: 'User has archived the Orbis prototype (lot 1) offline.',
      files: { [`${ORBIS}/changelog.md`]: 'prototype' },
      gone: { [`${ORBIS}/tasks.md`]: '# Archiver le prototype du lot 1' },
    },
  ],
  decision: [
    {
      text: 'Agreed with Priya this morning: one archive with both CSV and PDF in it, no choice of format any more.',
      files: { [`${TIDE}/changelog.md`]: ['cision]', 'one archive'] },
    },
    {
      text: "C'est décidé avec Odile, on valide par un appui long sur la tablette",
      files: { [`${HALLE}/changelog.md`]: ['cision]', 'appui long'] },
    },
    {
      text: "J'ai décidé de ne pas répondre à l'appel d'offres du musée, trop de boulot cet automne",
      files: { 'changelog.md': ['cision]', 'musée'] },
    },
    {
      text: "Loïc and I settled on Opus for the atlas player, we're not going with MP3",
      files: { [`${ATLAS}/changelog.md`]: ['cision]', 'Opus'] },
    },
    {
      text: 'The user decided to use Playwright rather than Cypress for the end-to-end tests of La Halle Verte.',
      files: { [`${HALLE}/changelog.md`]: ['cision]', 'Playwright'] },
    },
    {
      text: "decision prise avec florence : on passe l'urssaf en mensuel a partir d'octobre",
      files: { [`${COMPTA}/changelog.md`]: ['cision]', 'mensuel'] },
    },
  ],
  fact: [
    {
      text: 'User prefers code samples in TypeScript, without semicolons.',
      files: { 'profile.md': 'without semicolons' },
    },
    {
      text: 'Mon tarif journalier en France est maintenant de 620 € HT',
      files: { 'profile.md': '620 €' },
      gone: { 'profile.md': '580 € HT' },
    },
    {
      text: 'Je préfère les visios courtes, 25 minutes maximum',
      files: { 'profile.md': '25 minutes' },
    },
    {
      text: 'Yann is vegetarian, no more fish either',
      files: { 'profile.md': 'vegetarian' },
    },
    {
      text: 'Lila chausse du 30 maintenant',
      files: { 'profile.md': 'chausse du 30' },
    },
    {
      text: "Florence's new mobile number: 06 44 18 27 90",
      files: { [`profile.md|${kept(COMPTA)}`]: '06 44 18 27 90' },
    },
  ],
  correction: [
    {
      text: 'Correction from the user: on Tidewater, 62 days were used until the end of June, not 60.',
      files: { [`${TIDE}/description.md`]: '62' },
      gone: { [`${TIDE}/description.md`]: '60 days used' },
    },
    {
      text: 'Je me suis trompée, la Halle Verte a treize producteurs, pas douze',
      files: { [`${HALLE}/description.md`]: 'treize' },
      gone: { [`${HALLE}/description.md`]: 'douze producteurs' },
    },
    {
      text: 'the backup disk should be 4 TB, not 2 TB',
      files: { 'tasks.md': '4 TB' },
      gone: { 'tasks.md': '2 TB' },
    },
    {
      text: 'non en fait orbis sante cest sept cabinets et pas six',
      files: { [`${ORBIS}/description.md`]: 'sept' },
      gone: { [`${ORBIS}/description.md`]: 'six cabinets' },
    },
    {
      text: 'The URSSAF direct debit is on 6 August, not 5 August.',
      files: { [`${COMPTA}/state.md`]: '2025-08-06' },
      gone: { [`${COMPTA}/state.md`]: '2025-08-05' },
    },
    {
      text: 'Erreur de date : le rendez-vous trimestriel avec Florence est le 19 septembre et non le 18',
      files: { [`${COMPTA}/state.md`]: '2025-09-19' },
      gone: { [`${COMPTA}/state.md`]: '2025-09-18' },
    },
  ],
  appointment: [
    {
      text: 'Call with Priya and Tom on Thursday at 3pm to go through the export',
      files: { [dated(TIDE)]: '2025-07-17' },
    },
    {
      text: "Rendez-vous avec Odile et Bastien vendredi à 10 h à l'entrepôt",
      files: { [dated(HALLE)]: '2025-07-18' },
    },
    {
      text: 'dentiste lila mercredi 23 juillet 16h30',
      files: { 'tasks.md': '2025-07-23' },
    },
    {
      text: 'User has a video call with Gwen Tallis on 9 October at 11:00 about hosting the recordings.',
      files: { [dated(ATLAS)]: '2025-10-09' },
    },
    {
      text: 'Mathieu Blin veut les pièces du lot 2 au plus tard le 31 juillet',
      files: { [dated(ORBIS)]: '2025-07-31' },
    },
    {
      text: 'Florence needs the bank statements for the second quarter by next Wednesday, the 23rd',
      files: { [dated(COMPTA)]: '2025-07-23' },
    },
  ],
  question: [
    {
      text: 'what time is my passport appointment',
      says: '10:20',
    },
    {
      text: "C'est combien déjà la prime de ma RC Pro ?",
      says: '286',
    },
    {
      text: 'Why did we go back to Plotwise?',
      says: 'table fallback',
    },
    {
      text: 'combien de temps le lien de connexion orbis reste valable ?',
      says: 'quinze minutes',
    },
    {
      text: 'Who organises the meet-up in Rennes again?',
      says: 'Camille Oger',
    },
    {
      text: "À quelle heure tourne l'import CSV de la Halle Verte ?",
      says: '3 h 40',
    },
  ],
};
