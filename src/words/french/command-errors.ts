import type { Catalogue } from '../catalogue.js';

/** What the command line reports: wrong usage, and what it could not do. */
export const commandErrors: Catalogue = {
  '[error] {0}': '[erreur] {0}',
  '[error] {0}: {1}': '[erreur] {0} : {1}',
  '[warning] {0}': '[avertissement] {0}',
  '  [warning] {0}': '  [avertissement] {0}',
  '[error] unexpected problem: {0}': '[erreur] problème inattendu : {0}',
  'To see where it happened, run the command again with RAPPEL_DEBUG=1.':
    'Pour voir où il s’est produit, relancez la commande avec RAPPEL_DEBUG=1.',
  'Help: {0}': 'Aide : {0}',
  "[error] The output can't be written: {0}": '[erreur] Impossible d’écrire le résultat : {0}',
  'Reading from standard input; end with Ctrl-D.': 'Lecture de l’entrée standard ; terminez par Ctrl-D.',

  'Next: {0}': 'Ensuite : {0}',

  "{0} can't be started": 'impossible de lancer {0}',
  '"{0}" is not an object': '« {0} » n’est pas un objet',
  'it holds "{0}" twice': 'il contient « {0} » deux fois',
  'line {0} is not JSON ({1})': 'la ligne {0} n’est pas du JSON ({1})',
  'it is not a JSON object': 'ce n’est pas un objet JSON',
  'mcp_servers.rappel is not written as a table': 'mcp_servers.rappel n’est pas écrit sous forme de table',
  'mcp_servers is not written as tables': 'mcp_servers n’est pas écrit sous forme de tables',
  'line {0} is not TOML ({1})': 'la ligne {0} n’est pas du TOML ({1})',
  'it is not UTF-8 text': 'ce n’est pas un texte UTF-8',
  'Install git; from then on every change is recorded.':
    'Installez git ; dès lors, chaque modification est enregistrée.',
  'Add --force to replace it.': 'Ajoutez --force pour le remplacer.',

  'turns: {0}': 'tours : {0}',
  decision: 'décision',
  task: 'tâche',
  fix: 'solution',
  fact: 'fait',
  'suggestions: {0}, rappel inbox {1}': 'suggestions : {0}, rappel inbox {1}',
};
