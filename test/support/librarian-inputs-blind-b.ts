import type { Row } from './librarian-inputs.js';

const TIDE = 'projects/tidewater';
const HALLE = 'projects/halle-verte';
const COMPTA = 'projects/compta-2025';
const ORBIS = 'projects/orbis-sante';
const ATLAS = 'projects/atlas-sonore';
const DEMEN = 'projects/demenagement-atelier';

const kept = (project: string) => `${project}/changelog.md|${project}/bucket/`;

/** Forty-eight inputs written without a look at the rules, half French, six of each kind; split at random from ninety-six. */
export const BLIND_B: Record<string, readonly Row[]> = {
  note: [
    {
      text: "Simone ma dit que le telephone sonne moins le jeudi depuis qu'on a le site, une vingtaine d'appels au lieu de quarante",
      files: { [kept(HALLE)]: 'une vingtaine' },
    },
    {
      text: 'Gwen Tallis wrote again, her archive now takes FLAC as well as WAV',
      files: { [kept(ATLAS)]: 'FLAC' },
    },
    {
      text: 'interesting, half the secretaries in the workshops print every document before reading it, might matter for the layout. orbis',
      files: { [kept(ORBIS)]: 'print every document' },
    },
    {
      text: "Mme Le Goff rappelle pas, la standardiste dit qu'elle est en arret jusqu'a fin aout",
      files: { [kept(ATLAS)]: 'standardiste' },
    },
    {
      text: 'Kévin de chez PanierPro confirme que leur version 5 glisse à début 2026',
      files: { [kept(HALLE)]: 'version 5' },
    },
    {
      text: 'rosa says the shared printer at les cales works again, finally',
      files: { [`${kept(DEMEN)}|changelog.md|bucket/`]: 'printer' },
    },
  ],
  task: [
    {
      text: "Il me reste à : changer l'ampoule de l'entrée ; racheter des croquettes ; répondre à Loïc pour le micro de Concarneau",
      files: { 'tasks.md': ['ampoule', 'croquettes'], [`${ATLAS}/tasks.md|tasks.md`]: 'micro de Concarneau' },
    },
    {
      text: 'ring the vet about the cat, and send Gwen the Roscoff WAV',
      files: { 'tasks.md': 'the vet', [`${ATLAS}/tasks.md`]: 'Gwen' },
    },
    {
      text: 'faudrait que jimprime les etiquettes du froid pour Odile avant la recette',
      files: { [`${HALLE}/tasks.md`]: 'etiquettes du froid' },
    },
    {
      text: 'User asked to keep these follow-ups: (1) enlarge the date picker on the harbour page, (2) explain NTU in one sentence.',
      files: { [`${TIDE}/tasks.md`]: ['date picker', 'NTU'] },
    },
    {
      text: "note que je dois fournir l'attestation d'assurance scolaire de Lila, au plus tard mercredi",
      files: { 'tasks.md': ['attestation', '2025-07-16'] },
    },
    {
      text: 'priya wants the sensor calibration date on page one of the export - todo',
      files: { [`${TIDE}/tasks.md`]: 'calibration date' },
    },
  ],
  done: [
    {
      text: 'bought the backup disk, a Crucial X9, arrives weds',
      files: { 'changelog.md': 'Crucial X9' },
      gone: { 'tasks.md': 'Choose a new backup disk' },
    },
    {
      text: 'tva du 2e trimestre : déclarée et réglée, 333 euros débités ce matin',
      files: { [`${COMPTA}/changelog.md`]: '333 euros' },
      gone: { [`${COMPTA}/tasks.md`]: 'Déclarer et payer la TVA' },
    },
    {
      text: 'Reçu la lettre du port de Roscoff, signée par Mme Le Goff !!',
      files: { [`${ATLAS}/changelog.md`]: 'Le Goff' },
      gone: { [`${ATLAS}/tasks.md`]: 'Obtenir une lettre du port' },
    },
    {
      text: 'got the staging token from tom 🎉',
      files: { [`${TIDE}/changelog.md`]: 'token' },
      gone: { [`${TIDE}/tasks.md`]: 'Ask Tom for a staging token' },
    },
    {
      text: "passport's done, picked it up in Doulon this afternoon",
      files: { 'changelog.md': 'picked it up' },
      gone: { 'tasks.md': '# Renew the passport' },
    },
    {
      text: "cantine de Lila payée pour le trimestre, ça c'est fait",
      files: { 'changelog.md': 'cantine' },
    },
  ],
  decision: [
    {
      text: "User and Loïc have agreed that the harbour pages of the sound map won't have autoplay.",
      files: { [`${ATLAS}/changelog.md`]: ['cision]', 'autoplay'] },
    },
    {
      text: "final answer on orbis - the lot 2 quote won't be extended past september, no matter what the doctor says",
      files: { [`${ORBIS}/changelog.md`]: ['cision]', 'extended'] },
    },
    {
      text: 'ADR: the calibration date is stored per reading, not per harbour. Rationale: sensors get swapped mid-month. Status: accepted. Scope: Tidewater dashboard, export.',
      files: { [`${TIDE}/changelog.md`]: 'cision]', [kept(TIDE)]: 'per reading' },
    },
    {
      text: "Après pas mal d'allers-retours avec Tom, que je résume ici pour ne pas refaire le débat dans trois mois, les seuils d'alerte seront les mêmes pour les trois ports pilotes et on ne les rend pas réglables avant 2026. C'est acté.",
      files: { [`${TIDE}/changelog.md`]: 'cision]', [kept(TIDE)]: 'trois ports pilotes' },
    },
    {
      text: "finalement pas d'ordi neuf en 2026 non plus, vu avec Florence, on reverra en 2027",
      files: { [`${COMPTA}/changelog.md`]: ['cision]', '2027'] },
    },
    {
      text: "Va pour un seul panneau à l'entrée de la salle de retrait, validé avec Odile ce matin, hors devis",
      files: { [`${HALLE}/changelog.md`]: ['cision]', 'un seul panneau'] },
    },
  ],
  fact: [
    {
      text: 'mon medecin traitant cest le Dr Kermarrec, 02 40 00 11 22',
      files: { 'profile.md': 'Kermarrec' },
    },
    {
      text: 'our new home address is 14 rue des Olivettes, 44000 Nantes',
      files: { 'profile.md': 'rue des Olivettes' },
    },
    {
      text: 'please dont use oxford commas when you write for me',
      files: { 'profile.md': 'oxford commas' },
    },
    {
      text: 'Loic habite à Brest depuis mai, il a quitté Quimper',
      files: { 'profile.md': 'Brest' },
    },
    {
      text: "L'utilisatrice souhaite des réponses courtes, trois phrases maximum, et jamais de tableaux.",
      files: { 'profile.md': 'jamais de tableaux' },
    },
    {
      text: "Yann changed jobs, he's deputy head at the lycée in Rezé now",
      files: { 'profile.md': 'deputy head' },
    },
  ],
  correction: [
    {
      text: 'sorry, should have been 250 rather than 225',
      asks: true,
    },
    {
      text: "orbis : c'est un réseau de sept cabinets, pas six",
      files: { [`${ORBIS}/description.md`]: 'sept cabinets' },
      gone: { [`${ORBIS}/description.md`]: 'six cabinets' },
    },
    {
      text: "Je me suis plantée de date : le prélèvement de l'URSSAF tombe le 7 août, pas le 5",
      files: { [`${COMPTA}/state.md`]: '2025-08-07' },
      gone: { [`${COMPTA}/state.md`]: '2025-08-05' },
    },
    {
      // The author expected the change without a question; a name is corrected only after one.
      text: 'third pilot harbour is Minehead, not Watchet',
      asks: true,
      choice: 'Minehead',
    },
    {
      text: "À la capitainerie de Roscoff c'est Mme Le Goffic, pas Mme Le Goff",
      // As above.
      asks: true,
      choice: 'Le Goffic',
    },
    {
      text: 'wrong figure in compta, first quarter was 18 541 and not 18 451',
      files: { [`${COMPTA}/state.md`]: '541' },
      gone: { [`${COMPTA}/state.md`]: '18 451' },
    },
  ],
  appointment: [
    {
      text: 'Calendar: sync with Priya + Tom, 2025-07-18 14:30-15:00, agenda = launch checklist',
      files: { [`${TIDE}/state.md|${TIDE}/tasks.md`]: ['2025-07-18', 'launch checklist'] },
    },
    {
      text: 'Le jury de la Région se réunit le 12 décembre pour les dossiers de subvention redéposés',
      files: { [`${ATLAS}/state.md|${ATLAS}/tasks.md`]: ['jury', '2025-12-12'] },
    },
    {
      text: 'coffee with rosa tomorrow at 10 at les cales',
      files: { [`tasks.md|${DEMEN}/state.md|${DEMEN}/tasks.md`]: ['rosa', '2025-07-15'] },
    },
    {
      text: 'dernier délai pour répondre à Nadia Ferrand : lundi prochain',
      files: {
        [`${ORBIS}/state.md|${ORBIS}/tasks.md|${COMPTA}/state.md|${COMPTA}/tasks.md`]: [
          'Nadia Ferrand',
          '2025-07-21',
        ],
      },
    },
    {
      text: 'Tom pushed the endpoint to thursday',
      files: { [`${TIDE}/state.md|${TIDE}/tasks.md`]: ['2025-07-17', 'ndpoint'] },
    },
    {
      text: "Florence me propose un point compta vendredi 25 à 14 h, j'ai dit oui",
      files: { [`${COMPTA}/state.md|${COMPTA}/tasks.md`]: ['Florence', '2025-07-25'] },
    },
  ],
  question: [
    {
      text: 'cest quoi le code couleur du vert de la charte deja',
      says: '#6FA05A',
    },
    {
      text: 'remind me, how many patients took part in the orbis workshops?',
      says: 'uatorze patients',
    },
    {
      text: 'who organises that november meet-up in rennes?',
      says: 'Camille Oger',
    },
    {
      text: 'hey what was the premium of my insurance again',
      says: '286',
    },
    {
      text: "je sais plus combien on avait demandé à la Région pour l'atlas",
      says: '4 000 €',
    },
    {
      text: "dans quel ordre on prépare les commandes, le froid c'est en premier ou en dernier",
      says: 'toujours en dernier',
    },
  ],
};
