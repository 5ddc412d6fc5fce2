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

  'unknown option {0} before the command; name the command first':
    'option {0} inconnue avant la commande ; indiquez d’abord la commande',
  'no command after {0}': 'aucune commande après {0}',
  'unknown command "{0}"': 'commande « {0} » inconnue',
  'unknown command "{0}"; did you mean "{1}"?': 'commande « {0} » inconnue ; vouliez-vous dire « {1} » ?',
  'missing argument; usage: rappel {0} {1}': 'argument manquant ; utilisation : rappel {0} {1}',
  'unexpected argument "{0}"; usage: rappel {1}': 'argument « {0} » en trop ; utilisation : rappel {1}',
  'unexpected argument "{0}"; usage: rappel {1} {2}':
    'argument « {0} » en trop ; utilisation : rappel {1} {2}',
  '--{0} takes no value': '--{0} n’accepte pas de valeur',
  '--{0} needs {1}': '--{0} demande une valeur : {1}',
  'unknown option {0}; put -- before text that starts with a dash':
    'option {0} inconnue ; placez -- devant un texte qui commence par un tiret',
  'unknown option {0}; did you mean --{1}?': 'option {0} inconnue ; vouliez-vous dire --{1} ?',
  '--{0}: got "{1}", expected {2}': '--{0} : « {1} » reçu, attendu : {2}',
  '--{0}: got "{1}", expected an address like {2}': '--{0} : « {1} » reçu, attendu : une adresse comme {2}',
  '--{0}: got "{1}", expected a whole number': '--{0} : « {1} » reçu, attendu : un nombre entier',
  '--{0}: got "{1}", expected {2} or more': '--{0} : « {1} » reçu, attendu : {2} ou plus',
  '--{0}: got "{1}", expected {2} to {3}': '--{0} : « {1} » reçu, attendu : de {2} à {3}',
  '--{0}: got "{1}", expected one of {2}': '--{0} : « {1} » reçu, attendu : {2}',
  '--{0}: got "{1}", expected a number from 0 to 1': '--{0} : « {1} » reçu, attendu : un nombre de 0 à 1',
  'RAPPEL_LANGUAGE: got "{0}", expected one of {1}': 'RAPPEL_LANGUAGE : « {0} » reçu, attendu : {1}',
  'not a terminal: give this as an option: {0}': 'pas de terminal : donnez cette valeur en option : {0}',
  'not a terminal: add --yes to confirm': 'pas de terminal : ajoutez --yes pour confirmer',

  'several models run here; choose one with --model: {0}':
    'plusieurs modèles tournent ici ; choisissez-en un avec --model : {0}',
  '--model: got "{0}", expected one of {1}': '--model : « {0} » reçu, attendu : {1}',
  '--provider: got "{0}", expected one of {1}': '--provider : « {0} » reçu, attendu : {1}',
  '--base-url: got "{0}", expected {1}': '--base-url : « {0} » reçu, attendu : {1}',
  '--model: expected the name of a model': '--model : indiquez le nom d’un modèle',
  'got "{0}", expected nothing after {1}': '« {0} » reçu, mais rien n’est attendu après {1}',
  'got "{0}", expected NAME=VALUE; the names are {1}':
    '« {0} » reçu, attendu : NOM=VALEUR ; les noms sont {1}',
  '{0}: got "{1}", expected {2}, or default': '{0} : « {1} » reçu, attendu : {2}, ou default',
  'Next: {0}': 'Ensuite : {0}',

  'got "{0}", expected on or off': '« {0} » reçu, attendu : on ou off',
  "{0} can't be started": 'impossible de lancer {0}',
  'call {0} needs its parameters as JSON, or - to read them from standard input':
    'call {0} attend ses paramètres en JSON, ou - pour les lire sur l’entrée standard',
  'unknown operation or tool "{0}"; the tools are {1}':
    'opération ou outil « {0} » inconnus ; les outils sont {1}',
  'malformed JSON: {0}': 'JSON mal formé : {0}',
  'expected a list of calls: [{"tool": NAME, "input": {…}}, …]':
    'attendu : une liste d’appels, [{"tool": NOM, "input": {…}}, …]',
  'got "{0}", expected bash, zsh or fish': '« {0} » reçu, attendu : bash, zsh ou fish',
  'not a terminal: add --yes to import, or --dry-run to see what would happen':
    'pas de terminal : ajoutez --yes pour importer, ou --dry-run pour voir ce qui se passerait',
  '--dismiss needs a question: rappel inbox 2 --dismiss':
    '--dismiss demande une question : rappel inbox 2 --dismiss',
  'memories on and off need a client: {0}': 'memories on et off demandent un client : {0}',
  'install needs a client: {0}; for any other use --print':
    'install demande un client : {0} ; pour tout autre, utilisez --print',
  'unknown client "{0}"; known: {1}; for any other: rappel install --print':
    'client « {0} » inconnu ; clients connus : {1} ; pour tout autre : rappel install --print',
  '"{0}" is not an object': '« {0} » n’est pas un objet',
  'it holds "{0}" twice': 'il contient « {0} » deux fois',
  'line {0} is not JSON ({1})': 'la ligne {0} n’est pas du JSON ({1})',
  'it is not a JSON object': 'ce n’est pas un objet JSON',
  'mcp_servers.rappel is not written as a table': 'mcp_servers.rappel n’est pas écrit sous forme de table',
  'mcp_servers is not written as tables': 'mcp_servers n’est pas écrit sous forme de tables',
  'line {0} is not TOML ({1})': 'la ligne {0} n’est pas du TOML ({1})',
  'it is not UTF-8 text': 'ce n’est pas un texte UTF-8',
  'got "{0}", expected use': '« {0} » reçu, attendu : use',
  'got "{0}", expected one of {1}': '« {0} » reçu, attendu : {1}',
  'got "{0}", expected {1}': '« {0} » reçu, attendu : {1}',
  'restore needs --at with an entry of the history or a date':
    'restore demande --at avec une entrée de l’historique ou une date',
  '--at: got "{0}", expected an id or a date like 2025-07-14T18:30':
    '--at : « {0} » reçu, attendu : un identifiant ou une date comme 2025-07-14T18:30',
  'name an update, or use --all; list them with: rappel status':
    'indiquez une note, ou utilisez --all ; pour les lister : rappel status',
  'find needs a query': 'find demande une requête',
  '"{0}" is not a day like 2025-07-14': '« {0} » n’est pas un jour comme 2025-07-14',
  'Install git; from then on every change is recorded.':
    'Installez git ; dès lors, chaque modification est enregistrée.',
  'verify needs at least one reference': 'verify demande au moins une référence',
  'search needs a question': 'search demande une question',
  'edit needs --old TEXT and --new TEXT': 'edit demande --old TEXTE et --new TEXTE',
  'Add --force to replace it.': 'Ajoutez --force pour le remplacer.',
  'choose one of --keep-changed and --take-changed': 'choisissez --keep-changed ou --take-changed',
  'nothing to remember: the text is empty': 'rien à retenir : le texte est vide',
  'got "{0}", expected create or revoke': 'reçu « {0} », attendu create ou revoke',
  'no endpoint given: name its address, or none': 'aucun point d’accès indiqué : donnez son adresse, ou none',
  'no model given: name it with --model NAME': 'aucun modèle indiqué : donnez-le avec --model NOM',
  'token {0} needs a name': 'token {0} attend un nom',

  'this directory belongs to no project; name one: rappel link PROJECT':
    'ce dossier n’appartient à aucun projet ; nommez-en un : rappel link PROJET',
  '"{0}" can\'t be the name of a project': '« {0} » ne peut pas être le nom d’un projet',
  'got "{0}", expected a folder or {1}': 'reçu « {0} », attendu un dossier ou {1}',
  '{0} takes the folder of the hub': '{0} attend le dossier du hub',
  'people takes the folder of the hub': 'people attend le dossier du hub',
  'audit takes the folder of the hub': 'audit attend le dossier du hub',
  'invite takes the folder of the hub, the name of the vault and an email address':
    'invite attend le dossier du hub, le nom du vault et une adresse e-mail',
  'remove takes the folder of the hub, then the name of a vault, an email address, or both':
    'remove demande le dossier du hub, puis le nom d’un vault, une adresse e-mail, ou les deux',
  '{0}, so it is not known who may do what': '{0}, les droits de chacun ne sont donc pas connus',
  'status takes the folder of the hub': 'status attend le dossier du hub',
  'add takes the folder of the hub and the name of the vault':
    'add attend le dossier du hub et le nom du vault',
  '{0}, so no vault was removed': '{0} : aucun vault n’a donc été retiré',
  '{0}, so no vault was added': '{0} : aucun vault n’a donc été ajouté',
  'got "{0}", expected status, on, pause, off, file or remove':
    'reçu « {0} », attendu status, on, pause, off, file ou remove',
  'choose one of --open and --project': 'choisissez --open ou --project',
  'capture remove needs a session': 'capture remove demande une session',
  'turns: {0}': 'tours : {0}',
  decision: 'décision',
  task: 'tâche',
  fix: 'solution',
  fact: 'fait',
  'suggestions: {0}, rappel inbox {1}': 'suggestions : {0}, rappel inbox {1}',
};
