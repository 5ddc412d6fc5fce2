/**
 * What people type into a memory, and what must become of it: the example memory on Monday 2025-07-14, half of the inputs
 * French, fifteen of each kind. Written before the rules. Every third row of a kind was kept aside while the rules were
 * made; `inputs.test.ts` reports both parts.
 */
export interface Row {
  text: string;
  /** What each of these files must contain afterwards, and did not before. `a|b`: one of the two files. */
  files?: Record<string, string | string[]>;
  /** What these files must no longer contain. */
  gone?: Record<string, string>;
  /** True where a person would ask, too: an inbox item with choices. */
  asks?: true;
  /** A choice that the question must offer. */
  choice?: string;
  /** What the reply must contain. */
  says?: string;
}

const TIDE = 'projects/tidewater';
const HALLE = 'projects/halle-verte';
const COMPTA = 'projects/compta-2025';
const ORBIS = 'projects/orbis-sante';
const ATLAS = 'projects/atlas-sonore';

/** A project's log, or its bucket for longer texts. */
const kept = (project: string) => `${project}/changelog.md|${project}/bucket/`;

export const INPUTS: Record<string, readonly Row[]> = {
  note: [
    {
      text: 'Tom says the /v2/readings endpoint answers in 300 ms on staging.',
      files: { [kept(TIDE)]: '300 ms' },
    },
    {
      text: 'Odile trouve le bouton « Prêt » trop petit quand elle porte ses gants.',
      files: { [kept(HALLE)]: 'gants' },
    },
    {
      text: 'Tidewater: the harbour master of Watchet reads the alerts on an old Android 9 phone.',
      files: { [kept(TIDE)]: 'Android 9' },
    },
    {
      text: 'Loïc a enregistré Douarnenez samedi, vingt minutes de drisses, peu de vent.',
      files: { [kept(ATLAS)]: 'Douarnenez' },
    },
    {
      text: 'Halle Verte : le rucher de Sainte-Luce ferme en février, leurs produits disparaîtront du catalogue.',
      files: { [kept(HALLE)]: 'ferme en février' },
    },
    {
      text: 'Priya mentioned that the Portishead marina might become a fourth pilot.',
      files: { [kept(TIDE)]: 'fourth pilot' },
    },
    {
      text: 'Mathieu Blin est en congé jusqu’au 4 août, son intérim ne suit pas l’avenant d’Orbis.',
      files: { [kept(ORBIS)]: 'intérim' },
    },
    { text: 'Plotwise 4.2 fixes the tooltip bug we saw on iOS.', files: { [kept(TIDE)]: 'tooltip' } },
    {
      text: 'La banque prend désormais 12 € par virement en livres, à voir avec Florence au prochain rendez-vous compta.',
      files: { [kept(COMPTA)]: '12 €' },
    },
    {
      text: 'fyi the contrast of the turbidity chart drops below 4.5 in full sun #tidewater',
      files: { [kept(TIDE)]: 'full sun' },
    },
    {
      text: 'PanierPro a changé le séparateur du CSV : point-virgule au lieu de virgule depuis cette nuit.',
      files: { [kept(HALLE)]: 'point-virgule' },
    },
    {
      text: 'Good article on offline-first web apps, useful for Tidewater: https://example.org/offline-first',
      files: { [kept(TIDE)]: 'https://example.org/offline-first' },
    },
    {
      text: "L'atlas sonore a eu 212 visites en juin, surtout la page du Conquet.",
      files: { [kept(ATLAS)]: '212 visites' },
    },
    {
      text: 'The URSSAF site was down this morning, compta-2025 is not affected.',
      files: { [kept(COMPTA)]: 'URSSAF site' },
    },
    {
      text: 'Dr Vasseur a changé de cabinet, elle travaille maintenant à Rezé, mais reste référente d’Orbis Santé.',
      files: { [kept(ORBIS)]: 'Rezé' },
    },
  ],
  task: [
    { text: 'Buy milk tomorrow', files: { 'tasks.md': ['Buy milk', 'deadline: 2025-07-15'] } },
    {
      text: 'Il faut rappeler la mairie pour le passeport avant vendredi',
      files: { 'tasks.md': ['mairie', 'deadline: 2025-07-18'] },
    },
    {
      text: 'Need to send Priya the updated export mock-ups by Thursday',
      files: { [`${TIDE}/tasks.md`]: ['export mock-ups', 'deadline: 2025-07-17'] },
    },
    {
      text: 'Penser à demander à Odile les horaires d’ouverture de la salle',
      files: { [`${HALLE}/tasks.md`]: 'horaires' },
    },
    { text: 'todo tidewater: write the release notes', files: { [`${TIDE}/tasks.md`]: 'release notes' } },
    {
      text: 'Acheter des piles, réserver le camping et appeler le plombier',
      files: { 'tasks.md': ['# Acheter des piles', '# Réserver le camping', '# Appeler le plombier'] },
    },
    {
      text: 'Remind me to water the plants on Saturday',
      files: { 'tasks.md': ['ater the plants', 'deadline: 2025-07-19'] },
    },
    {
      text: 'Ne pas oublier de joindre la lettre du port de Roscoff au dossier de subvention',
      files: { [`${ATLAS}/tasks.md`]: 'dossier de subvention' },
    },
    {
      text: 'Ask Tom about the rate limits and book the hotel in Bristol for Tidewater',
      files: { [`${TIDE}/tasks.md`]: ['rate limits', 'hotel in Bristol'] },
    },
    {
      text: 'Je dois envoyer la facture F-2025-011 à la Halle Verte avant la fin du mois',
      files: { [`${HALLE}/tasks.md|${COMPTA}/tasks.md`]: ['F-2025-011', 'deadline: 2025-07-31'] },
    },
    { text: 'Call the dentist', files: { 'tasks.md': '# Call the dentist' } },
    {
      text: 'Faut que je scanne les billets de train pour la compta',
      files: { [`${COMPTA}/tasks.md`]: 'billets de train' },
    },
    {
      text: "don't forget to renew the domain of the atlas sonore before 1 October",
      files: { [`${ATLAS}/tasks.md`]: ['domain', 'deadline: 2025-10-01'] },
    },
    {
      text: 'Vérifier que le paiement en ligne de la Halle Verte accepte les tickets restaurant',
      files: { [`${HALLE}/tasks.md`]: 'tickets restaurant' },
    },
    {
      text: '- call Priya about the invoice\n- relancer Odile pour les photos\n- buy stamps',
      files: { [`${TIDE}/tasks.md`]: 'Priya', [`${HALLE}/tasks.md`]: 'photos', 'tasks.md': '# Buy stamps' },
    },
  ],
  done: [
    {
      text: 'Asked Tom for the staging token, done',
      gone: { [`${TIDE}/tasks.md`]: '# Ask Tom for a staging token' },
      files: { [`${TIDE}/changelog.md`]: 'staging token' },
    },
    {
      text: "C'est fait : Lila est inscrite au centre de loisirs",
      gone: { 'tasks.md': '# Inscrire Lila' },
      files: { 'changelog.md': 'centre de loisirs' },
    },
    {
      text: 'I renewed the passport today',
      gone: { 'tasks.md': '# Renew the passport' },
      files: { 'changelog.md': 'passport' },
    },
    {
      text: "J'ai relancé les quatre producteurs sans photo",
      gone: { [`${HALLE}/tasks.md`]: '# Relancer les quatre producteurs' },
      files: { [`${HALLE}/changelog.md`]: 'producteurs' },
    },
    {
      text: 'The export screen is built against the mock data',
      gone: { [`${TIDE}/tasks.md`]: '# Build the export screen' },
      files: { [`${TIDE}/changelog.md`]: 'export screen' },
    },
    {
      text: 'TVA Q2 déclarée et payée',
      gone: { [`${COMPTA}/tasks.md`]: '# Déclarer et payer la TVA Q2' },
      files: { [`${COMPTA}/changelog.md`]: 'TVA Q2' },
    },
    {
      text: 'Vélo cargo révisé ce matin chez Roue Libre, 85 €',
      gone: { 'tasks.md': '# Réviser le vélo cargo' },
      files: { 'changelog.md': '85 €' },
    },
    {
      text: 'Train to Bristol booked for 15 and 16 July, return included',
      gone: { [`${TIDE}/tasks.md`]: '# Book the train to Bristol' },
      files: { [`${TIDE}/changelog.md`]: 'return included' },
    },
    {
      text: 'Terminé : le mode d’emploi de la tablette est écrit',
      gone: { [`${HALLE}/tasks.md`]: '# Écrire le mode d’emploi'.replace('’', "'") },
      files: { [`${HALLE}/changelog.md`]: 'mode d’emploi' },
    },
    {
      text: 'finished the hand-over notes for August',
      gone: { [`${TIDE}/tasks.md`]: '# Write the hand-over notes' },
      files: { [`${TIDE}/changelog.md`]: 'hand-over notes' },
    },
    {
      text: 'Les reçus de juin sont scannés',
      gone: { [`${COMPTA}/tasks.md`]: '# Scanner les reçus' },
      files: { [`${COMPTA}/changelog.md`]: 'reçus de juin' },
    },
    {
      text: 'I chose the backup disk: a silent Samsung T9, 2 TB',
      gone: { 'tasks.md': '# Choose a new backup disk' },
      files: { 'changelog.md': 'Samsung T9' },
    },
    {
      text: 'Le tri par allée de l’écran de préparation est terminé, mis en ligne hier',
      gone: { [`${HALLE}/tasks.md`]: '# Trier l' },
      files: { [`${HALLE}/changelog.md`]: 'mis en ligne' },
    },
    {
      text: 'Archived the lot 1 prototype of Orbis offline',
      gone: { [`${ORBIS}/tasks.md`]: '# Archiver le prototype' },
      files: { [`${ORBIS}/changelog.md`]: 'prototype' },
    },
    {
      text: 'mesuré le contraste du vert : 3,1, il faut foncer',
      gone: { [`${HALLE}/tasks.md`]: '# Mesurer le contraste' },
      files: { [`${HALLE}/changelog.md`]: 'foncer' },
    },
  ],
  decision: [
    {
      text: 'We decided to drop the PDF export for the Tidewater launch, CSV only.',
      files: { [`${TIDE}/changelog.md`]: ['## [decision]', 'PDF export'] },
    },
    {
      text: 'Décision : Halle Verte, on garde les créneaux de vingt minutes cet été.',
      files: { [`${HALLE}/changelog.md`]: ['## [décision]', 'créneaux de vingt minutes cet été'] },
    },
    {
      text: 'Finally going with Samsung for all backup disks.',
      files: { 'changelog.md': ['## [decision]', 'Samsung'] },
    },
    {
      text: 'On a décidé avec Loïc de commencer par Douarnenez en octobre.',
      files: { [`${ATLAS}/changelog.md`]: ['## [décision]', 'Douarnenez'] },
    },
    {
      text: 'Tidewater: agreed with Priya that alerts go out by SMS too.',
      files: { [`${TIDE}/changelog.md`]: ['## [decision]', 'SMS'] },
    },
    {
      text: "C'est décidé, plus de réunions le lundi matin.",
      files: { 'changelog.md': ['## [décision]', 'lundi matin'] },
    },
    {
      text: 'Decision: Orbis gets no further work before the invoice is paid, whatever they promise.',
      files: { [`${ORBIS}/changelog.md`]: ['## [decision]', 'whatever they promise'] },
    },
    {
      text: 'On abandonne les tickets restaurant pour la Halle Verte : trop de frais.',
      files: { [`${HALLE}/changelog.md`]: ['## [décision]', 'tickets restaurant'] },
    },
    {
      text: "Let's use MapLibre instead of Leaflet for the sound atlas (atlas-sonore), the licence is clearer.",
      files: { [`${ATLAS}/changelog.md`]: ['## [decision]', 'MapLibre'] },
    },
    {
      text: 'Nous avons choisi de facturer Tidewater chaque quinzaine à partir de septembre.',
      files: { [`${TIDE}/changelog.md`]: ['## [décision]', 'quinzaine'] },
    },
    {
      text: "I've decided to stop working on Fridays from September.",
      files: { 'changelog.md': ['## [decision]', 'Fridays'] },
    },
    {
      text: '[décision] compta-2025 : les frais de repas passent en note de frais mensuelle',
      files: { [`${COMPTA}/changelog.md`]: ['## [décision]', 'note de frais mensuelle'] },
    },
    {
      text: 'After the call with Tom we settled on ISO weeks for the harbour reports.',
      files: { [`${TIDE}/changelog.md`]: ['## [decision]', 'ISO weeks'] },
    },
    {
      text: 'Odile a tranché : pas de livraison à domicile en 2026 non plus.',
      files: { [`${HALLE}/changelog.md`]: ['## [décision]', 'livraison à domicile'] },
    },
    {
      text: 'We will not support Safari 15 on Tidewater, agreed in the stand-up.',
      files: { [`${TIDE}/changelog.md`]: ['## [decision]', 'Safari 15'] },
    },
  ],
  fact: [
    { text: 'I prefer window seats on trains.', files: { 'profile.md': 'window seats' } },
    { text: 'Je suis allergique aux noisettes.', files: { 'profile.md': 'noisettes' } },
    { text: 'My phone number is +33 6 12 34 56 78.', files: { 'profile.md': '+33 6 12 34 56 78' } },
    { text: "Retiens que je préfère les réunions l'après-midi.", files: { 'profile.md': 'réunions' } },
    { text: "Yann's birthday is on 3 October.", files: { 'profile.md': '3 October' } },
    { text: "L'anniversaire de Lila est le 12 mars.", files: { 'profile.md': '12 mars' } },
    {
      text: 'My daily rate in the UK is now £560.',
      files: { 'profile.md': '£560', 'changelog.md': '£520' },
      gone: { 'profile.md': '£520' },
    },
    {
      text: 'Mon tarif journalier en France passe à 620 € HT.',
      files: { 'profile.md': '620 €', 'changelog.md': '580 €' },
      gone: { 'profile.md': '580 €' },
    },
    { text: 'Remember that I never drink coffee after noon.', files: { 'profile.md': 'coffee after noon' } },
    {
      text: 'Le mail de Florence est florence@guerin-fils.example.',
      files: { 'profile.md': 'florence@guerin-fils.example' },
    },
    { text: 'Always answer me with short paragraphs, no headings.', files: { 'profile.md': 'no headings' } },
    { text: 'Je parle aussi espagnol, niveau B2.', files: { 'profile.md': 'espagnol' } },
    {
      text: "Loïc's new email address is loic@penven.example",
      files: { 'profile.md': 'loic@penven.example' },
    },
    { text: 'Ma mère s’appelle Annick et habite à Quimper.', files: { 'profile.md': 'Annick' } },
    {
      text: 'I like my summaries in ISO dates and without emojis.',
      files: { 'profile.md': 'without emojis' },
    },
  ],
  correction: [
    {
      text: 'Correction for Tidewater: it is 75 days agreed, not 70.',
      files: { [`${TIDE}/description.md`]: '75', [`${TIDE}/changelog.md`]: '70' },
    },
    {
      text: 'Erreur de ma part : le loyer des Cales est de 350 € et non 340 €.',
      files: {
        'projects/demenagement-atelier/description.md': '350 €',
        'projects/demenagement-atelier/changelog.md': '340 €',
      },
    },
    {
      text: 'The VAT for T1 was 560 €, not 506 €.',
      files: { [`${COMPTA}/state.md`]: '560 €', [`${COMPTA}/changelog.md`]: '506 €' },
    },
    {
      text: 'Halle Verte : ouverture au public le 8 septembre, pas le 1er septembre.',
      asks: true,
      choice: '2025-09-08',
    },
    {
      text: 'Actually the grant is 4,500 € instead of 4 000 €, for the atlas.',
      files: { [`${ATLAS}/description.md`]: '4,500 €', [`${ATLAS}/changelog.md`]: '4 000 €' },
    },
    { text: "Ce n'est pas Bastien Roux mais Bastien Leroux.", asks: true, choice: 'Leroux' },
    {
      text: 'Tidewater is a twelve-person company, not nine-person.',
      files: { [`${TIDE}/description.md`]: 'twelve-person', [`${TIDE}/changelog.md`]: 'nine-person' },
    },
    { text: 'Lila a 7 ans, pas 6 ans.', asks: true, choice: '7 ans' },
    { text: 'The contrast test is on 17 July, not 16 July (Tidewater).', asks: true, choice: '2025-07-17' },
    {
      text: 'Orbis : le lot 2 compte 8 jours et non 6 jours.',
      files: { [`${ORBIS}/description.md`]: '8 jours', [`${ORBIS}/changelog.md`]: '6 jours' },
    },
    { text: 'It should be Plotwise 5 rather than Plotwise 4.', asks: true, choice: 'Plotwise 5' },
    { text: 'Rectification compta : la TVA du T2 est de 343 € au lieu de 333 €.', asks: true, choice: '343' },
    {
      text: 'My blood type is A+, not O+.',
      files: { 'profile.md': 'A+', 'changelog.md': 'O+' },
      gone: { 'profile.md': 'O+' },
    },
    {
      text: 'Non, le vert de la charte est #5F904A, pas #6FA05A.',
      files: { [`${HALLE}/tasks.md`]: '#5F904A', [`${HALLE}/changelog.md`]: '#6FA05A' },
    },
    {
      text: 'Wrong: atlas-sonore covers fourteen harbours, not douze ports.',
      files: { [`${ATLAS}/description.md`]: 'fourteen harbours', [`${ATLAS}/changelog.md`]: 'ouze ports' },
    },
  ],
  appointment: [
    {
      text: 'Call with Priya on Thursday at 3pm',
      files: { [`${TIDE}/state.md`]: ['2025-07-17', 'Call with Priya'] },
    },
    {
      text: 'Rendez-vous chez le dentiste mardi prochain à 9h30',
      files: { 'tasks.md': ['dentiste', '2025-07-22'] },
    },
    {
      text: 'Tidewater: the security review is due on 18 July',
      files: { [`${TIDE}/state.md`]: ['2025-07-18', 'security review'] },
    },
    {
      text: 'Réunion avec Odile demain à 14 h, salle de retrait',
      files: { [`${HALLE}/state.md`]: ['2025-07-15', 'Odile'] },
    },
    {
      text: 'Dinner with the Martins on Friday 25 July, 8 pm',
      files: { 'tasks.md': ['Martins', '2025-07-25'] },
    },
    {
      text: 'La recette de la Halle Verte commence finalement le 27 août',
      files: { [`${HALLE}/state.md`]: '2025-08-27' },
    },
    {
      text: 'Grant deadline for the sound atlas: 15 December',
      files: { [`${ATLAS}/state.md`]: ['2025-12-15', 'rant deadline'] },
    },
    {
      text: 'Date limite pour la CFE : 15 décembre (compta)',
      files: { [`${COMPTA}/state.md`]: ['2025-12-15', 'CFE'] },
    },
    {
      text: 'Parent-teacher meeting on 3 September at 18:00',
      files: { 'tasks.md': ['Parent-teacher', '2025-09-03'] },
    },
    {
      text: 'Point avec Mathieu Blin lundi à 11h au sujet de l’avenant',
      files: { [`${ORBIS}/state.md`]: ['2025-07-21', 'Mathieu Blin'] },
    },
    {
      text: 'Workshop with the harbour masters in Watchet, July 23rd, 10:00',
      files: { [`${TIDE}/state.md`]: ['2025-07-23', 'Watchet'] },
    },
    { text: 'Lila a judo mercredi à 17h', files: { 'tasks.md': ['judo', '2025-07-16'] } },
    {
      text: 'Deadline for the Tidewater invoice is end of month',
      files: { [`${TIDE}/state.md`]: ['2025-07-31', 'invoice'] },
    },
    {
      text: 'Visite de contrôle de l’atelier dans trois semaines, le 4 août',
      files: { 'tasks.md|projects/demenagement-atelier/state.md': ['2025-08-04', 'ontrôle'] },
    },
    {
      text: 'Florence and I meet next Tuesday at 10 about compta',
      files: { [`${COMPTA}/state.md`]: ['2025-07-22', 'Florence'] },
    },
  ],
  question: [
    { text: 'When is the Tidewater launch?', says: '21 July' },
    { text: 'Quand ouvre la Halle Verte ?', says: '1er septembre' },
    { text: 'Which chart library do we use for Tidewater?', says: 'Plotwise' },
    { text: 'Combien de TVA dois-je payer pour le T2 ?', says: '333 €' },
    { text: 'What is my blood type?', says: 'O+' },
    { text: 'Qui est la comptable ?', says: 'Florence' },
    { text: 'why did we drop the native app', says: 'native app' },
    { text: "pourquoi a-t-on abandonné l'API de PanierPro", says: 'PanierPro' },
    { text: 'What does Tom owe us?', says: '/v2/readings' },
    { text: 'À combien est le devis de la Halle Verte ?', says: '6 200 €' },
    { text: 'Do we support a native app?', says: 'native app' },
    { text: 'Où en est la subvention de l’atlas ?', says: 'subvention' },
    { text: 'How much is the rent at Les Cales?', says: '340 €' },
    { text: 'Est-ce que la facture F-2025-006 est payée ?', says: 'F-2025-006' },
    { text: 'who is Priya?', says: 'Priya Nair' },
  ],
  raw: [
    {
      text: mail(
        'Priya Nair <priya@tidewater.example>',
        'Ines',
        'Pilot harbours',
        'Hi Ines,\n\nWatchet confirmed this morning. We decided to keep the three pilots and no fourth one.\nPlease send me the contrast report by 18 July.\n\nBest,\nPriya',
      ),
      asks: true,
      files: { [`${TIDE}/bucket/`]: 'Watchet confirmed this morning' },
      choice: 'contrast report',
    },
    {
      text: mail(
        'Odile Marchetti <odile@halle-verte.example>',
        'Inès',
        'Photos',
        'Bonjour Inès,\n\nLe Pain d’Émile envoie ses photos jeudi. Il faudrait aussi prévoir une page pour les paniers surprise.\n\nBien à vous,\nOdile',
      ),
      asks: true,
      files: { [`${HALLE}/bucket/`]: 'paniers surprise' },
      choice: 'paniers surprise',
    },
    {
      text: 'Transcript, call with Tom (Tidewater)\n[00:00] Ines: Hi Tom, can you hear me?\n[00:04] Tom: Yes. The endpoint is nearly there.\n[00:10] Ines: Good. When?\n[00:15] Tom: I will deliver it on 16 July.\n[00:21] Ines: Then we move the test.\n',
      asks: true,
      files: { [`${TIDE}/bucket/`]: '[00:10] Ines' },
      choice: '16 July',
    },
    {
      text: 'Inès : Bonjour Bastien, tu as cinq minutes ?\nBastien : Oui, vas-y.\nInès : C’est au sujet des exports comptables de la Halle Verte.\nBastien : Ils sont faux depuis le 3 juillet, je regarde.\nInès : Merci.\nBastien : Je te rappelle.',
      files: { [`${HALLE}/bucket/`]: 'exports comptables' },
    },
    {
      text: long(
        'The usability study of the harbour page for Tidewater went through six sessions of forty minutes each. The participants held the phone in one hand.',
      ),
      files: { [`${TIDE}/bucket/`]: 'forty minutes' },
    },
    {
      text: long(
        'Le carnet de bord de l’atlas sonore décrit chaque port, la météo du jour, la position des micros et les bruits parasites rencontrés.',
      ),
      files: { [`${ATLAS}/bucket/`]: 'bruits parasites' },
    },
    {
      text: 'From: support@panierpro.example\nTo: bastien@halle-verte.example\nSubject: Ticket 4312\n\nHello,\nyour nightly export now uses semicolons.\nRegards, PanierPro support',
      files: { [`${HALLE}/bucket/`]: 'semicolons' },
    },
    {
      text: 'De : Florence Guérin\nÀ : Inès\nObjet : CFE\n\nBonjour Inès,\nla CFE 2025 de la compta est à payer avant le 15 décembre.\nFlorence',
      asks: true,
      files: { [`${COMPTA}/bucket/`]: 'CFE 2025' },
      choice: '15 décembre',
    },
    {
      text: 'Tidewater, error log of the export:\n```\nError: ECONNRESET at /v2/readings\n    at TLSSocket.onConnectEnd (node:_tls_wrap:1732:19)\n    at endReadableNT (node:internal/streams/readable:1696:12)\n    at process.processTicksAndRejections\n```',
      files: { [kept(TIDE)]: 'ECONNRESET' },
    },
    {
      text: 'Compte rendu Halle Verte du 11 juillet\n\nPrésents : Odile, Bastien, Inès.\n\n- Démonstration de l’écran de préparation, trente minutes, sans incident.\n- Les étiquettes du froid restent à imprimer.\n- Le panneau à l’entrée plaît.\n- Photos : deux producteurs manquent.\n- Bastien montre les exports, les totaux sont bons.\n- Fin à midi.',
      asks: true,
      choice: 'imprimer',
      files: { [`${HALLE}/bucket/`]: 'Démonstration' },
    },
    {
      text: mail(
        'Mathieu Blin',
        'Inès Caradec',
        'Avenant lot 2',
        'Madame,\n\nL’avis de l’hébergeur est arrivé. L’avenant d’Orbis Santé part en signature le 22 juillet.\n\nCordialement,\nMathieu Blin',
      ),
      asks: true,
      files: { [`${ORBIS}/bucket/`]: 'hébergeur est arrivé' },
      choice: '22 juillet',
    },
    {
      text: 'Voicemail from Priya, typed up:\n\n"Hi, it is Priya. Two things about Tidewater. The board liked the demo. And Watchet wants a sticker with the address of the app on the pontoon. No hurry. Talk soon."',
      files: { [kept(TIDE)]: 'sticker' },
    },
    {
      text: 'Loïc: salut\nInès: salut !\nLoïc: le micro est réparé\nInès: super\nLoïc: il faut qu’on réserve le gîte à Douarnenez pour octobre, projet atlas sonore\nInès: ok',
      asks: true,
      files: { [`${ATLAS}/bucket/`]: 'micro est réparé' },
      choice: 'gîte',
    },
    {
      text: long(
        'Minutes of the accounting review (compta-2025). The expense categories were compared line by line with those of last year, and the differences were explained.',
      ),
      files: { [`${COMPTA}/bucket/`]: 'line by line' },
    },
    {
      text: 'Meeting notes, Tidewater, 11 July\nAttendees: Priya, Tom, Ines\n\nPriya opened with the pilot numbers.\nTom showed the staging data.\nDecision: the sparkline stays.\nAction: Ines sends the palette to Tom.\nWe ended early.\n\nNext meeting in two weeks.',
      asks: true,
      files: { [`${TIDE}/bucket/`]: 'pilot numbers' },
      choice: 'sparkline stays',
    },
  ],
};

function mail(from: string, to: string, subject: string, body: string): string {
  return `From: ${from}\nTo: ${to}\nSubject: ${subject}\nDate: Fri, 11 Jul 2025 09:12:00 +0200\n\n${body}\n`;
}

/** A page of text, as pasted from a document. */
function long(sentence: string): string {
  return Array.from({ length: 12 }, (_, part) => `${part + 1}. ${sentence}`).join('\n\n');
}
