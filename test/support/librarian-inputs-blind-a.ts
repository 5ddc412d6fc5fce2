import type { Row } from './librarian-inputs.js';

const TIDE = 'projects/tidewater';
const HALLE = 'projects/halle-verte';
const COMPTA = 'projects/compta-2025';
const ORBIS = 'projects/orbis-sante';
const ATLAS = 'projects/atlas-sonore';

const kept = (project: string) => `${project}/changelog.md|${project}/bucket/`;

/** Forty-eight inputs written without a look at the rules, half French, six of each kind; split at random from ninety-six. */
export const BLIND_A: Record<string, readonly Row[]> = {
  note: [
    {
      text: 'neighbours are having their roof redone till the end of August, hammering until 5pm every day',
      files: { 'changelog.md|bucket/': 'roof redone' },
    },
    {
      text: 'Nadia Ferrand a pris mon appel, polie mais vague, elle parle de « régulariser à la rentrée »',
      files: { [`${kept(ORBIS)}|${kept(COMPTA)}`]: 'polie mais vague' },
    },
    {
      text: 'alors voilà je sors de chez Florence euh elle me dit que le cours de la livre est plutôt à un virgule dix-sept en ce moment mais que ça change rien pour la TVA voilà',
      files: { [kept(COMPTA)]: 'dix-sept' },
    },
    {
      text: "ok quick brain dump after the call, Tom reckons the mock data is fine but the timestamps are in UTC and the harbour masters think in local time, we'll see what the officers say",
      files: { [kept(TIDE)]: 'timestamps are in UTC' },
    },
    {
      text: 'The environmental officer opened the June archive on an old Windows machine and the accents in the file name came out garbled. (context: CSV/PDF export, Tidewater dashboard)',
      files: { [kept(TIDE)]: 'garbled' },
    },
    {
      text: "La soupe froide de Yann, pour la refaire : deux concombres, un yaourt grec, de la menthe, une demi-gousse d'ail, deux heures au frigo",
      files: { 'changelog.md|bucket/': 'yaourt grec' },
    },
  ],
  task: [
    {
      text: 'can you put on my list: new school bag for Lila before 1 sept',
      files: { 'tasks.md': ['school bag', '2025-09-01'] },
    },
    {
      text: "right so before I forget, and this is for the co-op, I gotta chase Bastien about those accounting exports, friday latest, he keeps saying he'll look",
      files: { [`${HALLE}/tasks.md`]: ['accounting exports', '2025-07-18'] },
    },
    {
      text: 'Rappelle-moi dans dix jours de vérifier si F-2025-010 a été encaissée',
      files: { [`${COMPTA}/tasks.md|${TIDE}/tasks.md`]: ['F-2025-010', '2025-07-24'] },
    },
    {
      text: 'submit the forms talk to Camille by 15 september',
      files: { 'tasks.md': ['forms talk', '2025-09-15'] },
    },
    {
      text: 'acheter pain et lait ce soir',
      files: { 'tasks.md': ['pain', 'lait'] },
    },
    {
      text: "installer l'appli sur le téléphone de test avant la séance sur le ponton à Portishead",
      files: { [`${TIDE}/tasks.md`]: 'téléphone de test' },
    },
  ],
  done: [
    {
      text: "la lettre recommandée pour Orbis est prête, Florence l'a relue hier",
      files: { [`${ORBIS}/changelog.md`]: 'relue' },
      gone: { [`${ORBIS}/tasks.md`]: 'Préparer la lettre recommandée' },
    },
    {
      text: "return leg from bristol is sorted too, 131 euros, so the train's all booked",
      files: { [`${TIDE}/changelog.md`]: '131 euros' },
      gone: { [`${TIDE}/tasks.md`]: 'Book the train to Bristol' },
    },
    {
      text: 'velo revisé 👍 plaquettes changées',
      files: { 'changelog.md': 'plaquettes' },
      gone: { 'tasks.md': 'Réviser le vélo cargo' },
    },
    {
      text: 'just finished cleaning up the Concarneau recordings, high-pass filter, you can hear the auction again',
      files: { [`${ATLAS}/changelog.md`]: 'high-pass' },
      gone: { [`${ATLAS}/tasks.md`]: 'Nettoyer les enregistrements' },
    },
    {
      text: "J'ai eu les quatre producteurs au téléphone pour les photos, c'est réglé, même la fromagerie Tessier a promis",
      files: { [`${HALLE}/changelog.md`]: 'Tessier' },
      gone: { [`${HALLE}/tasks.md`]: 'Relancer les quatre producteurs' },
    },
    {
      text: 'User confirms: the August hand-over notes are with Priya now, nothing left to write.',
      files: { [`${TIDE}/changelog.md`]: 'hand-over notes' },
      gone: { [`${TIDE}/tasks.md`]: 'Write the hand-over notes' },
    },
  ],
  decision: [
    {
      text: "Avec Yann on a choisi : pas de ski cet hiver, on garde l'argent pour la salle de bain",
      files: { 'changelog.md': ['cision]', 'salle de bain'] },
    },
    {
      text: 'Bon on part sur un appui long pour valider, comme Simone voulait',
      files: { [`${HALLE}/changelog.md`]: ['cision]', 'appui long'] },
    },
    {
      text: "After sleeping on it: I'm turning down the Lyon job, too much travel.",
      files: { 'changelog.md': ['cision]', 'Lyon job'] },
    },
    {
      text: "we're not putting CSV and PDF into one archive after all, two separate files. priya's ok with it",
      files: { [`${TIDE}/changelog.md`]: ['cision]', 'two separate files'] },
    },
    {
      text: "Chose Mollie over Stripe for the co-op's card payments, Bastien signed off on the fees",
      files: { [`${HALLE}/changelog.md`]: ['cision]', 'Mollie'] },
    },
    {
      text: "le comité d'orbis acte le retrait du module documents, la Dr Vasseur me l'a confirmé par tel",
      files: { [`${ORBIS}/changelog.md`]: ['cision]', 'module documents'] },
    },
  ],
  fact: [
    {
      text: "J'aime pas trop qu'on me tutoie dans les mails pro",
      files: { 'profile.md': 'tutoie' },
    },
    {
      text: 'priyas mobile: +44 7700 900123',
      files: { [`profile.md|${TIDE}/description.md|${kept(TIDE)}`]: '+44 7700 900123' },
    },
    {
      text: 'User prefers metric units and 24-hour times.',
      files: { 'profile.md': '24-hour' },
    },
    {
      text: "nouvelle adresse mail d'Odile : o.marchetti@halle-verte.example (l'ancienne marche plus)",
      files: { [`profile.md|${HALLE}/description.md|${kept(HALLE)}`]: 'o.marchetti@halle-verte.example' },
    },
    {
      text: "Lila vient d'avoir 7 ans",
      files: { 'profile.md': '7 ans' },
      gone: { 'profile.md': '6 ans' },
    },
    {
      text: "fyi i've gone vegetarian since june",
      files: { 'profile.md': 'vegetarian' },
    },
  ],
  correction: [
    {
      text: "pardon, l'indemnité forfaitaire c'est 45 € pas 40",
      files: { [`${COMPTA}/tasks.md`]: '45 €' },
      gone: { [`${COMPTA}/tasks.md`]: '40 €' },
    },
    {
      text: 'tidewater terms: 62 days used at the end of June, not 60',
      files: { [`${TIDE}/description.md`]: '62 days' },
      gone: { [`${TIDE}/description.md`]: '60 days used' },
    },
    {
      text: 'halle verte, jai noté quatre commandes au plus par créneau mais cest six',
      files: { [`${HALLE}/description.md`]: 'six commandes' },
      gone: { [`${HALLE}/description.md`]: 'quatre commandes' },
    },
    {
      text: 'The old staging token expired on 3 July, not 1 July. Please fix the task.',
      files: { [`${TIDE}/tasks.md`]: '3 July' },
      gone: { [`${TIDE}/tasks.md`]: 'on 1 July' },
    },
    {
      text: 'I mistyped, the passport appointment is at 10:40 not 10:20',
      files: { 'tasks.md': '10:40' },
      gone: { 'tasks.md': '10:20' },
    },
    {
      text: "l'atelier Roue Libre ferme le 9 août et non le 2",
      files: { 'tasks.md': '9 août' },
      gone: { 'tasks.md': 'le 2 août' },
    },
  ],
  appointment: [
    {
      text: "alors euh Odile m'a rappelée elle passe à l'atelier après-demain vers seize heures trente pour voir la tablette",
      files: { [`${HALLE}/state.md|${HALLE}/tasks.md`]: ['tablette', '2025-07-16'] },
    },
    {
      text: 'school meeting for Lila moved to Monday 8 Sept 6pm',
      files: { 'tasks.md': ['chool meeting', '2025-09-08'] },
    },
    {
      text: 'coiffeur samedi 11h',
      files: { 'tasks.md': ['oiffeur', '2025-07-19'] },
    },
    {
      text: 'loic needs the sound map budget from me in a fortnight',
      files: { [`${ATLAS}/state.md|${ATLAS}/tasks.md`]: ['budget', '2025-07-28'] },
    },
    {
      text: 'dentist thursday 3pm',
      files: { 'tasks.md': ['entist', '2025-07-17'] },
    },
    {
      text: 'vaccin de Lila le 22 a 17h15 chez le pediatre',
      files: { 'tasks.md': ['accin', '2025-07-22'] },
    },
  ],
  question: [
    {
      text: 'has tidewater paid F-2025-010 yet',
      says: 'en attente',
    },
    {
      text: "c'est quand déjà la réunion de rentrée du CP",
      says: '4 septembre',
    },
    {
      text: 'any idea why the launch slipped to the 21st?',
      says: 'egatta',
    },
    {
      text: 'how many harbour masters managed the date picker in the usability test',
      says: '3 of 6',
    },
    {
      text: "Quelle part des commandes n'était jamais retirée pendant le test au comptoir, tu te souviens ?",
      says: '14 %',
    },
    {
      text: 'Loïc il voulait quelle météo pour retourner à Concarneau ?',
      says: 'brume',
    },
  ],
};
