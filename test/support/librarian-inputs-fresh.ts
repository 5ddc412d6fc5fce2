import type { Row } from './librarian-inputs.js';

const TIDE = 'projects/tidewater';
const HALLE = 'projects/halle-verte';
const COMPTA = 'projects/compta-2025';
const ORBIS = 'projects/orbis-sante';
const ATLAS = 'projects/atlas-sonore';

const kept = (project: string) => `${project}/changelog.md|${project}/bucket/`;

/** Thirty inputs written after the rules and without a look at them, half French: what the rules do with new words. */
export const FRESH: Record<string, readonly Row[]> = {
  note: [
    {
      text: 'Just got off the phone with Priya: Watchet lost its network for two days, the offline mode held up fine',
      files: { [kept(TIDE)]: 'Watchet lost its network' },
    },
    {
      text: "Bastien m'a transféré le rapport des lignes rejetées de cette nuit, trois produits sans prix au kilo",
      files: { [kept(HALLE)]: 'trois produits sans prix' },
    },
    {
      text: "Retour de la capitainerie de Roscoff pour l'atlas : Mme Le Goff est d'accord sur le principe mais attend l'avis de son chef",
      files: { [kept(ATLAS)]: 'attend l' },
    },
    {
      text: 'The screen reader reads the alert reason twice on Android. Not blocking for the Tidewater launch.',
      files: { [kept(TIDE)]: 'reads the alert reason twice' },
    },
  ],
  task: [
    {
      text: "N'oublie pas de commander le gâteau d'anniversaire de Lila pour samedi",
      files: { 'tasks.md': ['gâteau', 'deadline: 2025-07-19'] },
    },
    {
      text: 'I still have to write the alt texts for the harbour photos of Tidewater',
      files: { [`${TIDE}/tasks.md`]: 'alt texts' },
    },
    {
      text: 'À faire pour compta-2025 : envoyer à Florence les deux billets de train manquants',
      files: { [`${COMPTA}/tasks.md`]: 'billets de train manquants' },
    },
    {
      text: 'Call the dentist, pick up the parcel at the post office and back up the laptop',
      files: { 'tasks.md': ['# Call the dentist', '# Pick up the parcel', '# Back up the laptop'] },
    },
  ],
  done: [
    {
      text: "Ça y est, Lila est inscrite au centre de loisirs pour la première semaine d'août",
      files: { 'changelog.md': 'Lila' },
      gone: { 'tasks.md': 'Inscrire Lila' },
    },
    {
      text: 'Asked Tom for the staging token, he sends it tonight',
      files: { [`${TIDE}/changelog.md`]: 'staging token' },
      gone: { [`${TIDE}/tasks.md`]: 'Ask Tom for a staging token' },
    },
    {
      text: "J'ai fini de scanner les reçus de juin",
      files: { [`${COMPTA}/changelog.md`]: 'reçus de juin' },
      gone: { [`${COMPTA}/tasks.md`]: 'Scanner les reçus' },
    },
  ],
  decision: [
    {
      text: 'On a tranché avec Odile : pas de créneau de retrait le samedi après-midi',
      files: { [kept(HALLE)]: ['[décision]', 'samedi après-midi'] },
    },
    {
      text: 'Tidewater, agreed with Priya today: we ship without the PDF export and add it in September',
      files: { [kept(TIDE)]: ['[decision]', 'without the PDF export'] },
    },
    {
      text: "Finalement on garde la licence libre pour l'atlas sonore, même si la Région préfère autre chose",
      files: { [kept(ATLAS)]: ['[décision]', 'licence libre'] },
    },
    {
      text: "We're going with a 64 px button everywhere in the Halle Verte tablet app, no exceptions",
      files: { [kept(HALLE)]: '64 px button everywhere' },
    },
  ],
  fact: [
    { text: 'Je ne bois plus de café après 15 h', files: { 'profile.md': 'café' } },
    { text: "My sister's name is Maëlle and she lives in Lyon", files: { 'profile.md': 'Maëlle' } },
    {
      text: 'Mon tarif journalier passe à 620 € HT en France',
      files: { 'profile.md': '620 €', 'changelog.md': '580 €' },
    },
    {
      text: 'I always want code examples in TypeScript, never in JavaScript',
      files: { 'profile.md': 'TypeScript' },
    },
  ],
  correction: [
    {
      text: 'Erreur de ma part : le devis de la Halle Verte est de 6 400 € HT et pas 6 200',
      files: { [`${HALLE}/description.md`]: '6 400 € HT' },
      gone: { [`${HALLE}/description.md`]: '6 200 € HT' },
    },
    {
      text: 'Actually Tidewater Analytics has eleven people, not nine',
      files: { [`${TIDE}/description.md`]: 'eleven-person' },
      gone: { [`${TIDE}/description.md`]: 'nine-person' },
    },
    {
      text: 'Le rendez-vous trimestriel avec Florence est le 19 septembre, pas le 18',
      files: { [`${COMPTA}/state.md`]: '2025-09-19' },
      gone: { [`${COMPTA}/state.md`]: '2025-09-18' },
    },
  ],
  appointment: [
    {
      text: 'Dentist appointment on Thursday at 9:15',
      files: { 'tasks.md': ['entist', '2025-07-17'] },
    },
    {
      text: "Visio avec la Dr Vasseur mardi prochain à 14 h pour reparler de l'avenant",
      files: { [`${ORBIS}/state.md`]: '2025-07-22' },
    },
    {
      text: 'The invoice for Tidewater has to be out by the end of the month',
      files: { [`${TIDE}/state.md|${TIDE}/tasks.md`]: '2025-07-31' },
    },
  ],
  question: [
    { text: 'Combien coûte le paiement en ligne par commande à la Halle Verte ?', says: '1,4 %' },
    { text: 'do we still have days left on the tidewater contract', says: '70 agreed' },
  ],
  raw: [
    {
      text: `De : Odile Marchetti <odile@lahalleverte.example>
À : Inès Caradec
Date : lundi 14 juillet 2025 09:12
Objet : ouverture

Bonjour Inès,

Nous avons décidé d'ouvrir aussi le dimanche matin en septembre, de 9 h à 12 h.
Pouvez-vous ajouter ces créneaux avant le 20 août ?
Le livreur passe le vendredi comme d'habitude.

Bien à vous,
Odile`,
      asks: true,
      files: { [`${HALLE}/bucket/`]: 'Le livreur passe le vendredi' },
      choice: 'dimanche matin',
    },
    {
      text: `Stand-up 14 July, Tidewater

Tom: the endpoint is nearly done, two tests are red.
Priya: we decided to invite the Portishead harbour master to the launch.
Inès: will send the export screen on Wednesday.
Tom: nothing else.`,
      asks: true,
      files: { [`${TIDE}/bucket/`]: 'two tests are red' },
      choice: 'Portishead harbour master',
    },
    {
      text: `TypeError: Cannot read properties of undefined (reading 'readings')
    at exportCsv (src/export/csv.ts:41:18)
    at async onClick (src/export/button.tsx:22:5)

Fix: the mock server of Tidewater answers { data: { readings } }, so unwrap data first.`,
      files: { [kept(TIDE)]: 'unwrap data first' },
    },
  ],
};
