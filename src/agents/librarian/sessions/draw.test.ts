import { describe, expect, it } from 'vitest';
import { drawFrom } from './draw.js';
import type { SessionTurn } from './drawing.js';

/** A sentence, and what the assistant said before it where that matters. */
type Row = readonly [said: string, before?: string];

const DECISIONS: Row[] = [
  ["we'll host it on hetzner then", 'Hetzner or OVH?'],
  ['bon allez, postgres', 'Postgres ou MySQL ? Postgres me semble plus sûr.'],
  ["I'm gonna go with the blue cover", 'The blue cover or the grey one?'],
  ['nope, no typescript in this repo, too much overhead'],
  ["on abandonne l'idée du module 3"],
  ['je pars sur le carrelage gris'],
  ['scratch that, we keep the old schema'],
  ['forget docker, systemd is enough'],
  ['the api will return 404 and not 403 for hidden stuff'],
  ['on ne traduit pas les noms propres'],
  ['ça sera lundi plutôt que mardi pour les entraînements'],
  ['after talking to Lena we agreed to postpone the launch'],
  ['option B please', 'A) keep it B) drop it'],
  ['the tables stay in english'],
  ['pas de carte bancaire au premier lancement, virement seulement'],
  ['ok we do weekly releases'],
  ["let's not touch the auth module"],
  ['on met la limite à 20 Mo'],
  ["c'est bon pour moi, on valide ce plan", 'Voici le plan : trois actes et un épilogue.'],
];

const TASKS: Row[] = [
  ['I still have to email the landlord'],
  ["il faut que j'appelle le notaire demain"],
  ['need to renew the domain before may'],
  ['je dois encore faire signer la convention à Paul'],
  ['remind me to check the invoices on monday'],
  ["I'll ask Jordan for the credentials tomorrow"],
  ["faut qu'on commande le parquet"],
  ['penser à sauvegarder la base avant la migration'],
  ['note pour moi : relire le chapitre 4'],
  ['the css still needs a cleanup at some point'],
  ['gonna write the docs this weekend'],
  ["j'ai encore à remplir le dossier de subvention"],
  ['Sam has to sign off on the copy first'],
  ['on doit rappeler la mairie pour le permis'],
];

const FACTS: Row[] = [
  ['the printer is a Brother HL-2350'],
  ["notre hébergeur c'est OVH"],
  ["Karim s'occupe de la paie"],
  ["we're four in the team, two part time"],
  ['le serveur de prod a 16 Go de ram'],
  ['my daughter is allergic to nuts'],
  ['the budget for this was cut to 12k'],
  ['la maison date de 1932'],
  ['client is Bluebird, contact there is Nora Winter'],
  ['les cours ont lieu le jeudi de 18h à 20h'],
  ['the exam is on june 12'],
  ["on est 12 dans l'asso dont 3 au bureau"],
  ['mon compte pro est au Crédit Mutuel'],
  ['she moved to the Berlin office in may'],
  ["l'ancien nom du projet c'était Mirabelle"],
];

const PREFERENCES: Row[] = [
  ['always give me the command first, then the explanation'],
  ['tutoie-moi stp'],
  ["I'd rather you ask before deleting files"],
  ['stop apologizing'],
  ['pas de tirets cadratins dans mes textes'],
  ["réponds en français même si je colle de l'anglais"],
  ['no need to explain git to me, I know it'],
  ['je veux des réponses courtes, 3 lignes max'],
  ["use tabs, I can't stand spaces"],
  ["don't run the tests unless I ask"],
  ["j'aime pas les listes à puces, écris en phrases"],
  ['never commit without asking me'],
  ['évite le passé simple'],
  ['when you show code, only show the changed lines'],
  ['for the record i read on my phone so short lines please'],
];

const FIXES: Row[] = [
  ['ok so the cors error was because of the trailing slash', 'Error: CORS policy blocked'],
  ["c'était un problème de fuseau horaire, j'ai mis UTC partout et c'est bon", 'une erreur de date'],
  ['clearing the cache did it', 'Error: stale'],
  ["la fuite venait du joint, je l'ai changé", 'un problème de fuite'],
  ['found it, the env var was misspelled', 'TypeError: undefined'],
  ["en passant à la version 4 l'erreur disparaît", 'TypeError: undefined'],
  ['reinstalling node solved the gyp error', 'gyp error'],
  ["il manquait un index sur user_id, maintenant c'est rapide", 'la requête est trop lente, un problème'],
];

const NOTHING: Row[] = [
  ["let me know when it's done"],
  ['I have to go'],
  ['je dois filer'],
  ['on y va'],
  ['can you also add a test for that'],
  ["hmm that's not what I meant"],
  ["c'est pas ce que je voulais dire"],
  ["let's see what happens"],
  ["let's look at the logs first"],
  ['on regarde les logs'],
  ['it will be dark soon lol'],
  ["I'll be back in 5"],
  ['je reviens dans 5 min'],
  ["I'll take a look"],
  ['maybe we should use redis'],
  ['on pourrait passer à vue 3'],
  ["I'm keeping an eye on it"],
  ['what should I do with the old files'],
  ['on fait comment pour les images'],
  ['il fallait me le dire mdr'],
  ['ça marche toujours pas'],
  ['this always happens to me'],
  ['why is it always the css'],
  ['I need a function that sorts by date'],
  ["j'ai besoin d'une regex"],
  ['give me three titles'],
  ['donne moi 3 idées de titre'],
  ["i'm stuck on the same error"],
  ['je comprends pas pourquoi'],
  ['it works now'],
  ['on verra demain'],
  ['the second paragraph is too long'],
  ['trop long, raccourcis'],
  ['we used to do that with perl'],
  ['dans mon ancienne boîte on utilisait jira'],
  ['is it ok if I keep both?'],
  ['go on'],
  ['continue'],
  ['same thing for the other file'],
  ["pareil pour l'autre"],
  ['wait no'],
  ['attends non'],
  ['did you read the file'],
  ['on passe à la suite'],
  ['on passe au chapitre suivant'],
];

function session(said: string, before = 'Done.'): SessionTurn[] {
  return [
    { role: 'user', text: 'hello', line: 1 },
    { role: 'assistant', text: before, line: 2 },
    { role: 'user', text: said, line: 20 },
  ];
}

describe('what is drawn from a sentence', () => {
  it.each([
    ['decision', DECISIONS],
    ['task', TASKS],
    ['fact', FACTS],
    ['preference', PREFERENCES],
    ['fix', FIXES],
  ] as const)('knows a %s', (kind, rows) => {
    for (const [said, before] of rows)
      expect(drawFrom(session(said, before)), said).toMatchObject([{ kind, lines: [20] }]);
  });

  it('draws nothing from talk about the work at hand', () => {
    for (const [said] of NOTHING) expect(drawFrom(session(said)), said).toEqual([]);
  });

  it('draws the proposal that the user accepts, and none that they leave', () => {
    const offer = 'I suggest a second bucket for thumbnails.';
    expect(drawFrom(session('yeah go for it', offer))).toEqual([
      { kind: 'decision', text: offer, lines: [2, 20], isCertain: false },
    ]);
    expect(drawFrom(session('thanks, bye', offer))).toEqual([]);
  });

  it('draws the option that the user names by its number, with certainty', () => {
    const options = 'Three ways:\n\n1. one module;\n2. two modules;\n3. none.';
    expect(drawFrom(session("let's go with 2", options))).toEqual([
      { kind: 'decision', text: "let's go with 2 (two modules)", lines: [5, 20], isCertain: true },
    ]);
  });

  it('reads neither code, quotes nor tables', () => {
    const pasted =
      '```\nTODO: I have to call Anna tomorrow\n```\n> we agreed to use React\n| always | never |';
    expect(drawFrom(session(pasted))).toEqual([]);
  });

  it('keeps a reason with its decision, and files nothing of a first turn', () => {
    const said = "let's use sqlite. we only have 40 users";
    expect(drawFrom(session(said))).toEqual([{ kind: 'decision', text: said, lines: [20], isCertain: true }]);
    const [first] = drawFrom([{ role: 'user', text: 'the exam is on june 12', line: 1 }]);
    expect(first).toMatchObject({ kind: 'fact', isCertain: false });
  });

  it.each([
    ['Décision : on garde PostgreSQL', 'decision'],
    ['Décision : PostgreSQL pour la base. Karim est prévenu.', 'decision'],
    ["we decided to drop IE11, let's use the new build", 'decision'],
    ['À faire : appeler le notaire avant vendredi', 'task'],
  ])('files a first turn that states something: %s', (text, kind) => {
    expect(drawFrom([{ role: 'user', text, line: 1 }])[0]).toMatchObject({ kind, isCertain: true });
  });

  it.each([
    'I need to write to the landlord by friday',
    'we decided to use Postgres. can you write the migration?',
    'on garde PostgreSQL mais la connexion plante',
  ])('files nothing of a first turn that says what the session is for: %s', (text) => {
    const drawn = drawFrom([{ role: 'user', text, line: 1 }]);
    expect(drawn.filter(({ isCertain }) => isCertain)).toEqual([]);
  });
});
