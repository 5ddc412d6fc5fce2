import type { Row } from './librarian-inputs.js';

const TIDE = 'projects/tidewater';
const HALLE = 'projects/halle-verte';
const COMPTA = 'projects/compta-2025';
const ORBIS = 'projects/orbis-sante';
const ATLAS = 'projects/atlas-sonore';
const CALES = 'projects/demenagement-atelier';

const kept = (project: string) => `${project}/changelog.md|${project}/bucket/`;
const dated = (project: string) => `${project}/state.md|${project}/tasks.md`;
const contact = (project: string) => `profile.md|${project}/description.md|${kept(project)}`;

/** Sixty-four inputs written without a look at the rules, half French, eight of each kind. */
export const BLIND_D: Record<string, readonly Row[]> = {
  note: [
    {
      text: 'Portishead say the regatta went fine, 200 boats and nobody opened the old dashboard once',
      files: { [kept(TIDE)]: '200 boats' },
    },
    {
      text: 'The blank page in the Halle Verte catalogue came from the service worker: it served an old index.html. Bumping the cache name and calling skipWaiting() cured it. Only Firefox was affected. No idea since when.',
      files: { [kept(HALLE)]: 'skipWaiting()' },
    },
    {
      text: 'lovely bakery behind the Viarme market, the rye is the good one',
      files: { 'changelog.md|bucket/': 'Viarme' },
    },
    {
      text: 'The user said that the accounting migration at Orbis Santé is still not finished and that supplier invoices are being entered by hand.',
      files: { [kept(ORBIS)]: 'entered by hand' },
    },
    {
      text: 'Bastien dit que les exports comptables tombent juste depuis lundi',
      files: { [kept(HALLE)]: 'tombent juste' },
    },
    {
      text: 'vu simone ce matin, elle trouve que la police de la tablette est trop fine',
      files: { [kept(HALLE)]: 'trop fine' },
    },
    {
      text: "Le vent a arraché la bonnette de Loïc à Douarnenez. Il a quand même quarante minutes de sons exploitables, des drisses surtout. Il est content. On écoutera ça à la rentrée pour l'atlas.",
      files: { [kept(ATLAS)]: 'quarante minutes' },
    },
    {
      text: "Florence a changé d'outil pour le dépôt des pièces, ça a l'air plus simple que l'ancien",
      files: { [kept(COMPTA)]: 'dépôt des pièces' },
    },
  ],
  task: [
    {
      text: 'need to make the date picker bigger on the harbour page',
      files: { [`${TIDE}/tasks.md`]: 'date picker' },
    },
    {
      text: "Could you please remind me to renew the library cards and to return Lila's skates? Thanks!",
      files: { 'tasks.md': ['library cards', 'skates'] },
    },
    {
      text: 'pls add: alt text on all the producer photos (halle verte)',
      files: { [`${HALLE}/tasks.md`]: 'lt text on all' },
    },
    {
      text: 'The user wants to be reminded to send Loïc the microphone quote for Atlas Sonore.',
      files: { [`${ATLAS}/tasks.md`]: 'microphone quote' },
    },
    {
      text: 'il faudrait que je vérifie les arrondis du panier avec Bastien',
      files: { [`${HALLE}/tasks.md`]: 'arrondis du panier' },
    },
    {
      text: 'acheter piles, ampoules et scotch',
      files: { 'tasks.md': ['piles', 'ampoules', 'scotch'] },
    },
    {
      text: 'À faire cette semaine : 1) envoyer à Florence le RIB de la nouvelle banque 2) expliquer NTU en une phrase sur la page du port pour Tidewater 3) prendre rdv chez le coiffeur',
      files: { [`${COMPTA}/tasks.md`]: 'RIB', [`${TIDE}/tasks.md`]: 'NTU', 'tasks.md': 'coiffeur' },
    },
    {
      text: "n'oublie pas de demander à Rosa un deuxième badge pour la porte des Cales",
      files: { [`tasks.md|${CALES}/tasks.md`]: 'deuxième badge' },
    },
  ],
  done: [
    {
      text: 'hand-over notes are written, Priya has them',
      files: { [`${TIDE}/changelog.md`]: 'and-over notes' },
      gone: { [`${TIDE}/tasks.md`]: '# Write the hand-over notes' },
    },
    {
      text: 'Finally chose a new backup disk, went for the silent 2 TB one at 89 €',
      files: { 'changelog.md': 'new backup disk' },
      gone: { 'tasks.md': '# Choose a new backup disk' },
    },
    {
      text: 'TVA Q2 declared and paid this morning',
      files: { [`${COMPTA}/changelog.md`]: 'TVA Q2' },
      gone: { [`${COMPTA}/tasks.md`]: '# Déclarer et payer la TVA Q2' },
    },
    {
      text: 'Got the letter from the port of Roscoff!! Mme Le Goff handed it to Loïc in person. So that one is off the list.',
      files: { [`${ATLAS}/changelog.md`]: 'Roscoff' },
      gone: { [`${ATLAS}/tasks.md`]: '# Obtenir une lettre du port de Roscoff' },
    },
    {
      text: "fait : tri de l'écran de préparation par allée, testé sur la tablette d'Odile",
      files: { [`${HALLE}/changelog.md`]: 'préparation par allée' },
      gone: { [`${HALLE}/tasks.md`]: "# Trier l'écran de préparation par allée" },
    },
    {
      text: "Les enregistrements de Concarneau sont nettoyés, on n'entend plus le vent",
      files: { [`${ATLAS}/changelog.md`]: 'enregistrements de Concarneau' },
      gone: { [`${ATLAS}/tasks.md`]: '# Nettoyer les enregistrements de Concarneau' },
    },
    {
      text: "J'ai terminé le mode d'emploi de la tablette, imprimé, plastifié et posé à l'entrepôt.",
      files: { [`${HALLE}/changelog.md`]: "mode d'emploi de la tablette" },
      gone: { [`${HALLE}/tasks.md`]: "# Écrire le mode d'emploi de la tablette" },
    },
    {
      text: 'Facture F-2025-011 envoyée à Tidewater, 9 jours',
      files: { [`${TIDE}/changelog.md|${COMPTA}/changelog.md`]: 'F-2025-011' },
    },
  ],
  decision: [
    {
      text: "We decided to ship the export without PDF thumbnails, Priya's fine with it",
      files: { [`${TIDE}/changelog.md`]: ['cision]', 'PDF thumbnails'] },
    },
    {
      text: "Decided: one new client per quarter, no more. I've been saying yes too often.",
      files: { 'changelog.md': ['cision]', 'ne new client'] },
    },
    {
      text: 'after much back and forth we chose Leaflet over Mapbox for the atlas sonore map',
      files: { [`${ATLAS}/changelog.md`]: ['cision]', 'Leaflet'] },
    },
    {
      text: 'Decision on pickup confirmations at La Halle Verte: email with the slot in the subject line, no push notifications. Reason: half of the members have notifications switched off. Odile and Bastien both agree.',
      files: { [`${HALLE}/changelog.md`]: ['cision]', 'no push'] },
    },
    {
      text: 'Finalement on garde le tri par créneau par défaut, Odile a tranché',
      files: { [`${HALLE}/changelog.md`]: ['cision]', 'par défaut'] },
    },
    {
      text: 'on part sur un forfait de 2 jours par mois pour la maintenance tidewater, acté avec priya ce matin',
      files: { [`${TIDE}/changelog.md`]: ['cision]', 'forfait'] },
    },
    {
      text: 'Il a été convenu avec Florence Guérin de provisionner 25 % de chaque encaissement. Cela remplace le virement fixe.',
      files: { [`${COMPTA}/changelog.md`]: ['cision]', 'provisionner'] },
    },
    {
      text: "c'est décidé j'abandonne l'idée du vélo électrique, trop cher",
      files: { 'changelog.md': ['cision]', 'vélo électrique'] },
    },
  ],
  fact: [
    {
      text: 'My day rate in the UK is £560 from now on',
      files: { 'profile.md': '£560' },
      gone: { 'profile.md': '£520' },
    },
    {
      text: 'The user likes answers that start with the conclusion.',
      files: { 'profile.md': 'conclusion' },
    },
    {
      text: "Priya's direct line: +44 117 496 0182",
      files: { [contact(TIDE)]: '+44 117 496 0182' },
    },
    {
      text: "I don't eat gluten anymore btw",
      files: { 'profile.md': 'gluten' },
    },
    {
      text: "Yann enseigne maintenant au lycée Guist'hau, toujours la physique",
      files: { 'profile.md': "Guist'hau" },
    },
    {
      text: 'retiens que je ne suis jamais dispo le lundi matin (kiné)',
      files: { 'profile.md': 'lundi matin' },
    },
    {
      text: "l'adresse mail de ma mère c'est annick.caradec@exemple.fr",
      files: { 'profile.md': 'annick.caradec@exemple.fr' },
    },
    {
      text: "J'habite à Rezé maintenant, plus à Nantes",
      files: { 'profile.md': 'Rezé' },
      gone: { 'profile.md': '34 ans, Nantes' },
    },
  ],
  correction: [
    {
      text: 'Tidewater: 75 days agreed, not 70. My mistake.',
      files: { [`${TIDE}/description.md`]: '75' },
      gone: { [`${TIDE}/description.md`]: '70 agreed' },
    },
    {
      text: 'my passport appointment is at 10:40 not 10:20',
      files: { 'tasks.md': '10:40' },
      gone: { 'tasks.md': '10:20' },
    },
    {
      text: 'Payment terms for Orbis Santé are 45 days, not 60.',
      files: { [`${COMPTA}/description.md`]: '45' },
      gone: { [`${COMPTA}/description.md`]: '60 jours' },
    },
    {
      text: "Small fix, Tom's endpoint comes on 17 July and not on 15 July",
      files: { [`${TIDE}/state.md`]: '2025-07-17' },
      gone: { [`${TIDE}/state.md`]: '2025-07-15: endpoint' },
    },
    {
      text: "pour le vélo cargo c'est freins avant, pas freins arrière",
      files: { 'tasks.md': 'reins avant' },
      gone: { 'tasks.md': 'reins arrière' },
    },
    {
      text: 'Les créneaux de retrait à la Halle Verte font trente minutes et non vingt',
      files: { [`${HALLE}/description.md`]: 'trente minutes' },
      gone: { [`${HALLE}/description.md`]: 'vingt minutes' },
    },
    {
      text: "Rectification : la personne de la capitainerie de Roscoff s'appelle Mme Le Guen et non Mme Le Goff. Merci de corriger.",
      files: { [`${ATLAS}/tasks.md`]: 'Le Guen' },
      gone: { [`${ATLAS}/tasks.md`]: 'Le Goff' },
    },
    {
      text: 'TVA du T2, erreur de ma part : 153 € déductibles, pas 163 €',
      files: { [`${COMPTA}/tasks.md`]: '153 €' },
      gone: { [`${COMPTA}/tasks.md`]: '163 €' },
    },
  ],
  appointment: [
    {
      text: 'haircut tomorrow 6pm',
      files: { 'tasks.md': '2025-07-15' },
    },
    {
      text: 'Demo of the Tidewater export for the environmental officers: Tuesday 22 July, 2:30pm, on Teams. Priya sends the link.',
      files: { [dated(TIDE)]: '2025-07-22' },
    },
    {
      text: 'Gwen would like to have our WAV files by Sept 12',
      files: { [dated(ATLAS)]: '2025-09-12' },
    },
    {
      text: 'User must send the talk abstract to Camille Oger no later than 10 September 2025.',
      files: { 'tasks.md': '2025-09-10' },
    },
    {
      text: 'rdv kiné le 22/07 à 9h15',
      files: { 'tasks.md': '2025-07-22' },
    },
    {
      text: "Odile passe à l'atelier jeudi à 14h pour voir la tablette",
      files: { [dated(HALLE)]: '2025-07-17' },
    },
    {
      text: 'Florence veut les justificatifs de frais pour vendredi 25 au plus tard',
      files: { [dated(COMPTA)]: '2025-07-25' },
    },
    {
      text: 'Réunion en visio avec la Dr Vasseur et Nadia Ferrand le 1er août à 11 h',
      files: { [dated(ORBIS)]: '2025-08-01' },
    },
  ],
  question: [
    {
      text: "who's the engineering contact at Tidewater?",
      says: 'Tom Ashdown',
    },
    {
      text: 'how many kB did Plotwise 3 add',
      says: '240 kB',
    },
    {
      text: 'Could you remind me until when I can send a proposal for the meet-up in Rennes?',
      says: '2025-09-15',
    },
    {
      text: "What sample rate does Gwen's sound archive keep its WAV files at?",
      says: '96 kHz',
    },
    {
      text: 'on avait payé combien de TVA au T1 ?',
      says: '506',
    },
    {
      text: "C'est quoi le numéro de mon contrat RC Pro déjà ?",
      says: '77-41208',
    },
    {
      text: "pourquoi on a lâché l'api de panierpro",
      says: '60 appels',
    },
    {
      text: "La réunion de rentrée du CP de Lila, c'est quand ?",
      says: '4 septembre',
    },
  ],
};
