import type { Row } from './librarian-inputs.js';

const TIDE = 'projects/tidewater';
const HALLE = 'projects/halle-verte';
const COMPTA = 'projects/compta-2025';
const ORBIS = 'projects/orbis-sante';
const ATLAS = 'projects/atlas-sonore';

const kept = (project: string) => `${project}/changelog.md|${project}/bucket/`;
const dated = (project: string) => `${project}/state.md|${project}/tasks.md`;
const contact = (project: string) => `profile.md|${project}/description.md|${kept(project)}`;

/** Sixty-four more inputs written without a look at the rules, half French, eight of each kind. */
export const BLIND_E: Record<string, readonly Row[]> = {
  note: [
    {
      text: "Tom still hasn't answered about the staging token, third day now",
      files: { [kept(TIDE)]: 'third day' },
    },
    {
      text: 'Gwen wrote again, very kind as always, her archive is moving to a new server over the summer',
      files: { [kept(ATLAS)]: 'new server' },
    },
    {
      text: 'weird humming from the fridge again around 2am',
      files: { 'changelog.md|bucket/': 'humming' },
    },
    {
      text: "Call w/ Priya + Tom today: export demo went ok. The officer in Bristol liked the archive name. Tom's second dev is back from sick leave. Watchet grumbled about the login, as usual.",
      files: { [kept(TIDE)]: 'sick leave' },
    },
    {
      text: 'Yann a vu un gîte sympa à Belle-Île mais hors de prix',
      files: { 'changelog.md|bucket/': 'Belle-Île' },
    },
    {
      text: "pour info la fromagerie tessier vient de changer de gerant, d'apres odile",
      files: { [kept(HALLE)]: 'changer de gerant' },
    },
    {
      text: "J'ai réécouté les bandes du Conquet au casque : on entend un moteur de frigo tout du long, dommage, mais les goélands sont superbes.",
      files: { [kept(ATLAS)]: 'moteur de frigo' },
    },
    {
      text: "D'après Mathieu Blin, l'hébergeur a enfin rendu son avis mais personne ne l'a encore lu",
      files: { [kept(ORBIS)]: 'rendu son avis' },
    },
  ],
  task: [
    {
      text: 'call the plumber',
      files: { 'tasks.md': 'plumber' },
    },
    {
      text: "I should really copy the Concarneau tapes somewhere safe, and ask Gwen whether she'd take the Cancale recordings too",
      files: { [`${ATLAS}/tasks.md`]: ['Concarneau tapes', 'Cancale recordings'] },
    },
    {
      text: 'Chase Priya about who signs off the PDF layout',
      files: { [`${TIDE}/tasks.md`]: 'PDF layout' },
    },
    {
      text: 'to do tidewater:\n- darken the grey labels\n- test on an old Android\n- check the offline banner',
      files: { [`${TIDE}/tasks.md`]: ['grey labels', 'old Android', 'offline banner'] },
    },
    {
      text: 'Je dois impérativement demander à Nadia Ferrand la date de paiement de la F-2025-006.',
      files: { [`${ORBIS}/tasks.md|${COMPTA}/tasks.md`]: 'Nadia Ferrand' },
    },
    {
      text: 'mettre a jour les cgv du site halle verte stp',
      files: { [`${HALLE}/tasks.md`]: 'cgv' },
    },
    {
      text: 'alors euh il faut que je pense à appeler le vétérinaire et puis aussi à commander les fournitures scolaires',
      files: { 'tasks.md': ['vétérinaire', 'fournitures scolaires'] },
    },
    {
      text: 'Penser à noter le client au dos des billets de train pour la compta',
      files: { [`${COMPTA}/tasks.md`]: 'au dos des billets' },
    },
  ],
  done: [
    {
      text: 'Done: the export screen works against the mock data',
      files: { [`${TIDE}/changelog.md`]: 'export screen' },
      gone: { [`${TIDE}/tasks.md`]: '# Build the export screen' },
    },
    {
      text: "I've renewed the passport, picked the new one up at the mairie this morning. No queue at all!",
      files: { 'changelog.md': 'the passport' },
      gone: { 'tasks.md': '# Renew the passport' },
    },
    {
      text: 'measured the contrast du vert de la charte for Halle Verte, still 3.1',
      files: { [`${HALLE}/changelog.md`]: 'vert de la charte' },
      gone: { [`${HALLE}/tasks.md`]: '# Mesurer le contraste du vert' },
    },
    {
      text: 'The user uploaded the new producer map to the Halle Verte website.',
      files: { [kept(HALLE)]: 'producer map' },
    },
    {
      text: 'Orbis : la lettre recommandée est préparée, vue ce midi avec Florence',
      files: { [`${ORBIS}/changelog.md`]: 'avec Florence' },
      gone: { [`${ORBIS}/tasks.md`]: '# Préparer la lettre recommandée avec Florence' },
    },
    {
      text: 'reçus de juin scannés',
      files: { [`${COMPTA}/changelog.md`]: 'eçus de juin' },
      gone: { [`${COMPTA}/tasks.md`]: '# Scanner les reçus de juin' },
    },
    {
      text: 'vélo cargo récupéré chez Roue Libre, révision faite',
      files: { 'changelog.md': 'élo cargo' },
      gone: { 'tasks.md': '# Réviser le vélo cargo' },
    },
    {
      text: "Token de staging demandé à Tom tout à l'heure, c'est réglé",
      files: { [`${TIDE}/changelog.md`]: 'staging' },
      gone: { [`${TIDE}/tasks.md`]: '# Ask Tom for a staging token' },
    },
  ],
  decision: [
    {
      text: 'No dark mode for Tidewater v1, Tom and I agreed on that',
      files: { [`${TIDE}/changelog.md`]: ['cision]', 'dark mode'] },
    },
    {
      text: 'The user has decided not to discount the lot 2 quote for Orbis Santé.',
      files: { [`${ORBIS}/changelog.md`]: ['cision]', 'lot 2 quote'] },
    },
    {
      text: "settled: we spend Christmas at Yann's parents this year",
      files: { 'changelog.md': ['cision]', 'Christmas'] },
    },
    {
      text: "I've made up my mind, the invoices and VAT move to Pennylane. Florence knows the tool and it costs less than the current one.",
      files: { [`${COMPTA}/changelog.md`]: ['cision]', 'Pennylane'] },
    },
    {
      text: "Décision du jour sur l'atlas sonore : pas de vidéo, que du son et une photo par port.",
      files: { [`${ATLAS}/changelog.md`]: ['cision]', 'as de vidéo'] },
    },
    {
      text: "ok c'est acté pour la halle verte, les avoirs partent avec le ticket en pièce jointe",
      files: { [`${HALLE}/changelog.md`]: ['cision]', 'pièce jointe'] },
    },
    {
      text: "Avec Tom on a choisi de livrer l'export en zip et de laisser tomber le tar.gz",
      files: { [`${TIDE}/changelog.md`]: ['cision]', 'tar.gz'] },
    },
    {
      text: 'on a décidé que Lila ferait du judo et pas de la danse cette année',
      files: { 'changelog.md': ['cision]', 'judo'] },
    },
  ],
  fact: [
    {
      text: 'Remember that I type on a bépo keyboard layout',
      files: { 'profile.md': 'bépo' },
    },
    {
      text: "Yann's birthday is 3 March",
      files: { 'profile.md': 'birthday' },
    },
    {
      text: "User's preferred stack for new sites is SvelteKit with plain CSS. She does not want Tailwind.",
      files: { 'profile.md': 'SvelteKit' },
    },
    {
      text: 'Gwen Tallis has a new email, gwen.tallis@shoresound.example',
      files: { [contact(ATLAS)]: 'gwen.tallis@shoresound.example' },
    },
    {
      text: 'Lila est allergique aux arachides (confirmé par le pédiatre)',
      files: { 'profile.md': 'arachides' },
    },
    {
      text: 'nouveau num de loic 07 61 20 33 48',
      files: { [contact(ATLAS)]: '07 61 20 33 48' },
    },
    {
      text: "L'utilisatrice préfère recevoir les devis et les contrats en PDF, jamais en Word.",
      files: { 'profile.md': 'jamais en Word' },
    },
    {
      text: "Dorénavant je ne prends plus d'appels le jeudi après-midi non plus, c'est le jour de Yann au labo",
      files: { 'profile.md': 'jeudi après-midi' },
    },
  ],
  correction: [
    {
      text: "It's Tom Ashton, not Tom Ashdown, I've been spelling it wrong since January",
      files: { [`${TIDE}/description.md`]: 'Ashton' },
      gone: { [`${TIDE}/description.md`]: 'Ashdown' },
    },
    {
      text: 'The user corrects: her blood type is A+, not O+.',
      files: { 'profile.md': 'A+' },
      gone: { 'profile.md': 'O+' },
    },
    {
      text: 'oops, the outward journey to Bristol was 168.40 €, not 148.60 €',
      files: { [`${TIDE}/tasks.md`]: '168.40' },
      gone: { [`${TIDE}/tasks.md`]: '148.60' },
    },
    {
      text: 'The second grant application for the sound atlas is due on 17 November, not 15 November',
      files: { [`${ATLAS}/state.md`]: '2025-11-17' },
      gone: { [`${ATLAS}/state.md`]: '2025-11-15' },
    },
    {
      text: 'lot 2 orbis = 7 jours pas 6',
      files: { [`${ORBIS}/description.md`]: '7 jours' },
      gone: { [`${ORBIS}/description.md`]: 'Lot 2 : 6 jours' },
    },
    {
      text: "Pour le mode d'emploi de la tablette j'avais noté cinq images, en fait c'est six images",
      files: { [`${HALLE}/tasks.md`]: 'six images' },
      gone: { [`${HALLE}/tasks.md`]: 'cinq images' },
    },
    {
      text: 'Je corrige : la recette de la Halle Verte débute le 26 août et pas le 25 août',
      files: { [`${HALLE}/state.md`]: '2025-08-26' },
      gone: { [`${HALLE}/state.md`]: '2025-08-25' },
    },
    {
      text: 'il manque trois billets de train, pas deux',
      files: { [`${COMPTA}/tasks.md`]: 'trois billets' },
      gone: { [`${COMPTA}/tasks.md`]: 'deux billets' },
    },
  ],
  appointment: [
    {
      text: 'The Portishead harbour master wants us on site on the 23rd at 9am',
      files: { [dated(TIDE)]: '2025-07-23' },
    },
    {
      text: 'dentist next Monday 8:45am',
      files: { 'tasks.md': '2025-07-21' },
    },
    {
      text: 'Deadline for the Halle Verte label texts: 8 Aug',
      files: { [dated(HALLE)]: '2025-08-08' },
    },
    {
      text: "Please note that the VAT review with Florence Guérin's colleague has been set for Thursday, September 25th at 2 p.m. It will take place at their office.",
      files: { [dated(COMPTA)]: '2025-09-25' },
    },
    {
      text: 'après-demain 17h30 spectacle de Lila',
      files: { 'tasks.md': '2025-07-16' },
    },
    {
      text: "ecoute des bandes de l'atlas avec loic samedi 4 octobre a 15h chez lui",
      files: { [dated(ATLAS)]: '2025-10-04' },
    },
    {
      text: 'PanierPro coupe son serveur dimanche 20/07 de 2 h à 5 h',
      files: { [dated(HALLE)]: '2025-07-20' },
    },
    {
      text: "Mathieu Blin propose un point téléphonique vendredi matin à 9h sur l'avenant, j'ai dit oui",
      files: { [dated(ORBIS)]: '2025-07-18' },
    },
  ],
  question: [
    {
      text: 'how hot does the oven need to be for the seaweed bread?',
      says: '240 °C',
    },
    {
      text: 'How many harbour masters managed "show me last Tuesday" in the usability test?',
      says: '3 of 6',
    },
    {
      text: 'do you know what Priya wanted the export button to say',
      says: 'Export June',
    },
    {
      text: 'When did we decide against a native app for Tidewater?',
      says: '2025-03-05',
    },
    {
      text: "c'est qui la directrice financière d'Orbis ?",
      says: 'Nadia Ferrand',
    },
    {
      text: "Quel est l'ordre des allées, qu'est-ce qui vient en dernier dans la salle de retrait ?",
      says: 'roid',
    },
    {
      text: 'cest combien le loyer aux cales',
      says: '340 €',
    },
    {
      text: "Bonjour, pourriez-vous me rappeler le montant du dépôt de garantie de l'ancien atelier ? Merci d'avance.",
      says: '900 €',
    },
  ],
};
