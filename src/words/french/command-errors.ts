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
  'RAPPEL_MODEL: got "{0}", expected provider:model':
    'RAPPEL_MODEL : « {0} » reçu, attendu : fournisseur:modèle',
  'The providers are {0}.': 'Les fournisseurs sont {0}.',
  'RAPPEL_BASE_URL: got "{0}", expected {1}': 'RAPPEL_BASE_URL : « {0} » reçu, attendu : {1}',
  'not a terminal: give this as an option: {0}': 'pas de terminal : donnez cette valeur en option : {0}',
  'not a terminal: add --yes to confirm': 'pas de terminal : ajoutez --yes pour confirmer',

  'neither Ollama, LM Studio nor llama.cpp answers on this machine':
    'ni Ollama, ni LM Studio, ni llama.cpp ne répond sur cette machine',
  'Start one of them with a model, then try again. Looked at the ports 11434, 1234 and 8080 of 127.0.0.1.':
    'Démarrez-en un avec un modèle, puis réessayez. Ports essayés sur 127.0.0.1 : 11434, 1234 et 8080.',
  '{0} runs, but has no model': '{0} tourne, mais n’a aucun modèle',
  'Add one there (with Ollama: ollama pull MODEL), then try again.':
    'Ajoutez-en un (avec Ollama : ollama pull MODÈLE), puis réessayez.',
  'several models run here; choose one with --model: {0}':
    'plusieurs modèles tournent ici ; choisissez-en un avec --model : {0}',
  '--model: got "{0}", expected one of {1}': '--model : « {0} » reçu, attendu : {1}',
  '--provider: got "{0}", expected one of {1}': '--provider : « {0} » reçu, attendu : {1}',
  '--base-url: got "{0}", expected {1}': '--base-url : « {0} » reçu, attendu : {1}',
  '--model: expected the name of a model': '--model : indiquez le nom d’un modèle',
  'no model is set': 'aucun modèle n’est choisi',
  'Choose one with: rappel setup': 'Choisissez-en un avec : rappel setup',
  'got "{0}", expected nothing after {1}': '« {0} » reçu, mais rien n’est attendu après {1}',
  'got "{0}", expected NAME=VALUE; the names are {1}':
    '« {0} » reçu, attendu : NOM=VALEUR ; les noms sont {1}',
  '{0}: got "{1}", expected {2}, or default': '{0} : « {1} » reçu, attendu : {2}, ou default',
  'other users can read the keys in {0}': 'd’autres utilisateurs peuvent lire les clés dans {0}',
  'Make the file private: chmod 600 {0}': 'Rendez le fichier privé : chmod 600 {0}',
  "the keys in {0} can't be read": 'impossible de lire les clés dans {0}',
  'Fix the file or remove it.': 'Corrigez le fichier ou supprimez-le.',
  'Next: {0}': 'Ensuite : {0}',

  'got "{0}", expected on or off': '« {0} » reçu, attendu : on ou off',
  'autostart does not support {0}': 'autostart ne prend pas en charge {0}',
  'Set up your system to run this at login: rappel serve':
    'Réglez votre système pour lancer ceci à l’ouverture de session : rappel serve',
  'npx runs a temporary copy of Rappel, which may be removed at any time':
    'npx lance une copie temporaire de Rappel, qui peut disparaître à tout moment',
  'Install Rappel first: npm install --global, with the path of its package or of its folder':
    'Installez d’abord Rappel : npm install --global, avec le chemin de son paquet ou de son dossier',
  'The file is in place, but nothing starts it yet. On your own desktop, run: {0}\nTo undo: rm {1}':
    'Le fichier est en place, mais rien ne le lance encore. Dans votre session, lancez : {0}\nPour annuler : rm {1}',
  "{0} can't be started": 'impossible de lancer {0}',
  'call {0} needs its parameters as JSON, or - to read them from standard input':
    'call {0} attend ses paramètres en JSON, ou - pour les lire sur l’entrée standard',
  'unknown operation or tool "{0}"; the tools are {1}':
    'opération ou outil « {0} » inconnus ; les outils sont {1}',
  'malformed JSON: {0}': 'JSON mal formé : {0}',
  'expected a list of calls: [{"tool": NAME, "input": {…}}, …]':
    'attendu : une liste d’appels, [{"tool": NOM, "input": {…}}, …]',
  'got "{0}", expected bash, zsh or fish': '« {0} » reçu, attendu : bash, zsh ou fish',
  'If you mean it: rappel history --trim --yes': 'Pour confirmer : rappel history --trim --yes',
  'not a terminal: add --yes to import, or --dry-run to see what would happen':
    'pas de terminal : ajoutez --yes pour importer, ou --dry-run pour voir ce qui se passerait',
  '--dismiss needs a question: rappel inbox 2 --dismiss':
    '--dismiss demande une question : rappel inbox 2 --dismiss',
  'there is no question "{0}"': 'il n’y a pas de question « {0} »',
  'List them with: rappel inbox': 'Pour les lister : rappel inbox',
  'memories on and off need a client: {0}': 'memories on et off demandent un client : {0}',
  'install needs a client: {0}; for any other use --print':
    'install demande un client : {0} ; pour tout autre, utilisez --print',
  'unknown client "{0}"; known: {1}; for any other: rappel install --print':
    'client « {0} » inconnu ; clients connus : {1} ; pour tout autre : rappel install --print',
  "these settings can't be changed safely: {0}": 'impossible de modifier ces réglages sans risque : {0}',
  'Fix the file, or add the lines that --print shows by hand.':
    'Corrigez le fichier, ou ajoutez à la main les lignes qu’affiche --print.',
  '"{0}" is not an object': '« {0} » n’est pas un objet',
  'it holds "{0}" twice': 'il contient « {0} » deux fois',
  'line {0} is not JSON ({1})': 'la ligne {0} n’est pas du JSON ({1})',
  'it is not a JSON object': 'ce n’est pas un objet JSON',
  'mcp_servers.rappel is not written as a table': 'mcp_servers.rappel n’est pas écrit sous forme de table',
  'mcp_servers is not written as tables': 'mcp_servers n’est pas écrit sous forme de tables',
  'line {0} is not TOML ({1})': 'la ligne {0} n’est pas du TOML ({1})',
  'it is not UTF-8 text': 'ce n’est pas un texte UTF-8',
  'another program keeps changing this file': 'un autre programme modifie sans cesse ce fichier',
  'Close the client and try again.': 'Fermez le client et réessayez.',
  'got "{0}", expected use': '« {0} » reçu, attendu : use',
  'got "{0}", expected one of {1}': '« {0} » reçu, attendu : {1}',
  'got "{0}", expected {1}': '« {0} » reçu, attendu : {1}',
  '{0} would be deleted permanently, with its history':
    '{0} serait supprimé définitivement, avec son historique',
  'If you mean it: rappel purge {0} --yes': 'Pour confirmer : rappel purge {0} --yes',
  'nothing of that name is in the files or in their history':
    'rien de ce nom dans les fichiers ni dans leur historique',
  'See the names with: rappel tree, or rappel history': 'Pour voir les noms : rappel tree, ou rappel history',
  'is purged, but its content is still in {0}': 'est supprimé, mais son contenu se trouve encore dans {0}',
  'If those are copies of it, purge them as well: rappel purge PATH --yes':
    'Si ce sont des copies, supprimez-les aussi : rappel purge CHEMIN --yes',
  'nothing is undone': 'rien n’est annulé',
  'List the entries with: rappel history': 'Pour lister les entrées : rappel history',
  'no note was filed yet': 'aucune note n’est encore classée',
  'restore needs --at with an entry of the history or a date':
    'restore demande --at avec une entrée de l’historique ou une date',
  '--at: got "{0}", expected an id or a date like 2025-07-14T18:30':
    '--at : « {0} » reçu, attendu : un identifiant ou une date comme 2025-07-14T18:30',
  'name an update, or use --all; list them with: rappel status':
    'indiquez une note, ou utilisez --all ; pour les lister : rappel status',
  'find needs a query': 'find demande une requête',
  '"{0}" is not a day like 2025-07-14': '« {0} » n’est pas un jour comme 2025-07-14',
  'Install git, then run: rappel doctor': 'Installez git, puis lancez : rappel doctor',
  'Install git; from then on every change is recorded.':
    'Installez git ; dès lors, chaque modification est enregistrée.',
  'the history begins on {0}, after {1}': 'l’historique commence le {0}, après le {1}',
  'Name a day from {0} on.': 'Indiquez un jour à partir du {0}.',
  '{0} is still to come': 'le {0} n’est pas encore passé',
  'Name a day up to today, or leave out --as-of for the files as they are now.':
    'Indiquez un jour jusqu’à aujourd’hui, ou retirez --as-of pour avoir les fichiers tels qu’ils sont maintenant.',
  'this vault has no history yet': 'ce vault n’a pas encore d’historique',
  'It begins with the next change. For the files as they are now, leave out --as-of.':
    'Il commence à la prochaine modification. Pour les fichiers tels qu’ils sont maintenant, retirez --as-of.',
  'the files of a past day are exported to a folder':
    'les fichiers d’un jour passé sont exportés dans un dossier',
  'Give a name without .tar.gz.': 'Donnez un nom sans .tar.gz.',
  'verify needs at least one reference': 'verify demande au moins une référence',
  '"{0}" is not a reference': '« {0} » n’est pas une référence',
  'A reference has the form vault/tasks.md:9-14@3f9a2c; answers with --json carry them as ref.':
    'Une référence a la forme vault/tasks.md:9-14@3f9a2c ; les réponses avec --json les donnent dans ref.',
  'search needs a question': 'search demande une question',
  'process {0} does not stop': 'le processus {0} ne s’arrête pas',
  'End it with: kill -9 {0}': 'Pour y mettre fin : kill -9 {0}',
  'If process {0} is the service of this vault, end it with: kill {1}':
    'Si le processus {0} est le service de ce vault, mettez-y fin avec : kill {1}',
  'the service runs on another machine or in another container, {0}':
    'le service tourne sur une autre machine ou dans un autre conteneur, {0}',
  'Stop it there, with the same command.': 'Arrêtez-le là-bas, avec la même commande.',
  'a hub serves this vault, and others, at {0}': 'un hub sert ce vault, avec d’autres, à l’adresse {0}',
  'It closes a vault that nobody uses by itself. To end the hub on {0}: kill {1}':
    'Il ferme de lui-même un vault que personne n’utilise. Pour arrêter le hub sur {0} : kill {1}',
  'edit needs --old TEXT and --new TEXT': 'edit demande --old TEXTE et --new TEXTE',
  'Add --force to replace it.': 'Ajoutez --force pour le remplacer.',
  'choose one of --keep-changed and --take-changed': 'choisissez --keep-changed ou --take-changed',
  'nothing to undo yet': 'rien à annuler pour l’instant',
  'the history is empty': 'l’historique est vide',
  'Note something with: rappel update "…"': 'Notez quelque chose avec : rappel update "…"',
  'nothing to remember: the text is empty': 'rien à retenir : le texte est vide',
  "{0} can't be read": 'impossible de lire {0}',
  'got "{0}", expected create or revoke': 'reçu « {0} », attendu create ou revoke',
  'standard input is not text in UTF-8, UTF-16 or Windows-1252':
    'l’entrée standard n’est pas du texte en UTF-8, UTF-16 ou Windows-1252',
  'Convert it first: iconv -f ENCODING -t UTF-8 FILE | rappel update':
    'Convertissez-la d’abord : iconv -f ENCODAGE -t UTF-8 FICHIER | rappel update',
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
  'people of a hub are kept in PostgreSQL, and DATABASE_URL is not set':
    'les personnes d’un hub sont enregistrées dans PostgreSQL, et DATABASE_URL n’est pas définie',
  'See docs/teams.md; without a database, give each person the token of their vault.':
    'Voir docs/teams.md ; sans base de données, donnez à chaque personne le jeton d’accès de son vault.',
  '{0}, so it is not known who may do what': '{0}, les droits de chacun ne sont donc pas connus',
  '"{0}" is not an email address': '« {0} » n’est pas une adresse e-mail',
  'See its vaults with: rappel hub status {0}. Those of other nodes need DATABASE_URL.':
    'Pour voir ses vaults : rappel hub status {0}. Ceux d’autres nœuds demandent DATABASE_URL.',
  '"{0}" is in use and synced, so nodes may share it, but DATABASE_URL is not set: no vault was removed':
    '« {0} » est en service et synchronisé : des nœuds le partagent peut-être, mais DATABASE_URL n’est pas défini. Aucun vault n’a été retiré',
  'Set DATABASE_URL as on the nodes and try again. If the hub has no database, stop it first.':
    'Définissez DATABASE_URL comme sur les nœuds et réessayez. Si le hub n’a pas de base de données, arrêtez-le d’abord.',
  'there is no vault "{0}" in this hub': 'il n’y a pas de vault « {0} » dans ce hub',
  "an owner can't be bound to folders": 'un propriétaire ne peut pas être limité à des dossiers',
  'Choose another role: {0}.': 'Choisissez un autre rôle : {0}.',
  '{0} has no access to the vault "{1}"': '{0} n’a pas accès au vault « {1} »',
  'no account has the email address {0}': 'aucun compte n’a l’adresse e-mail {0}',
  'this can be changed only on the machine of the hub': 'cela ne se modifie que sur la machine du hub',
  'a person with the role {0} may not do this': 'une personne avec le rôle {0} n’en a pas le droit',
  'Ask for the role {0}: an owner of the vault can give it.':
    'Demandez le rôle {0} : un propriétaire du vault peut le donner.',
  'only an owner of the vault may do this': 'seul un propriétaire du vault en a le droit',
  'the vault would have no owner any more': 'le vault n’aurait plus de propriétaire',
  'Make someone else an owner first.': 'Donnez d’abord ce rôle à une autre personne.',
  '{0} is a member of this vault already': '{0} est déjà membre de ce vault',
  'there are {0} open invitations already': 'il y a déjà {0} invitations en attente',
  'Withdraw one first.': 'Annulez-en d’abord une.',
  'sign in as {0} first': 'connectez-vous d’abord en tant que {0}',
  'Then open the link of the invitation again.': 'Ouvrez ensuite de nouveau le lien de l’invitation.',
  'sign in first': 'connectez-vous d’abord',
  'wrong email address or password': 'adresse e-mail ou mot de passe incorrect',
  'this invitation was used already or has ended': 'cette invitation a déjà servi ou a expiré',
  'Ask for a new one.': 'Demandez-en une nouvelle.',
  'wrong password': 'mot de passe incorrect',
  'too many failed sign-ins': 'trop de tentatives de connexion',
  'Try again in {0} minutes, or sign in with a passkey.':
    'Réessayez dans {0} minutes, ou connectez-vous avec une clé d’accès.',
  'you have no vault "{0}"': 'vous n’avez pas de vault « {0} »',
  'no such token': 'ce jeton n’existe pas',
  'no such session': 'cette session n’existe pas',
  'no such passkey': 'cette clé d’accès n’existe pas',
  'this passkey is your only way to sign in': 'cette clé d’accès est votre seul moyen de vous connecter',
  'Add another passkey or choose a password first.':
    'Ajoutez d’abord une autre clé d’accès ou choisissez un mot de passe.',
  'this passkey is not known here': 'cette clé d’accès n’est pas connue ici',
  'the sign-in provider does not answer': 'le fournisseur de connexion ne répond pas',
  'Try again later.': 'Réessayez plus tard.',
  'nobody was invited with this account': 'personne n’a été invité avec ce compte',
  'sign-in through a provider needs {0}': 'la connexion par un fournisseur demande {0}',
  'a password has at least {0} characters': 'un mot de passe a au moins {0} caractères',
  'too many people sign in at the moment': 'trop de personnes se connectent en ce moment',
  'Try again.': 'Réessayez.',
  'See them with: rappel hub people FOLDER': 'Pour voir la liste : rappel hub people DOSSIER',
  'status takes the folder of the hub': 'status attend le dossier du hub',
  'add takes the folder of the hub and the name of the vault':
    'add attend le dossier du hub et le nom du vault',
  'there is no folder {0}': 'il n’y a pas de dossier {0}',
  'a vault with a remote needs a database, and DATABASE_URL is not set':
    'un vault avec un dépôt distant demande une base de données, et DATABASE_URL n’est pas définie',
  '{0}, so no vault was removed': '{0} : aucun vault n’a donc été retiré',
  '{0}, so no vault was added': '{0} : aucun vault n’a donc été ajouté',
  'the hub has a vault "{0}" already, with the remote {1}':
    'le hub a déjà un vault « {0} », avec le dépôt distant {1}',
  'the vault "{0}" is being served': 'le vault « {0} » est en cours de service',
  'Stop the hub or the service that serves it, then try again.':
    'Arrêtez le hub ou le service qui le sert, puis réessayez.',
  'the vault "{0}" and {1} both have files': 'le vault « {0} » et {1} ont tous deux des fichiers',
  'Merge them first with: rappel sync {0} --vault {1}': 'Fusionnez-les d’abord : rappel sync {0} --vault {1}',
  '"{0}" can\'t be the remote of a vault of a hub':
    '« {0} » ne peut pas être le dépôt distant d’un vault d’un hub',
  'Name a folder that every node has at the same path, or a git repository (git@host:memory.git) without a password in its address.':
    'Indiquez un dossier que chaque nœud a au même chemin, ou un dépôt git (git@host:memory.git) sans mot de passe dans son adresse.',
  'Create it, then add a vault with: rappel hub add FOLDER NAME':
    'Créez-le, puis ajoutez un vault : rappel hub add DOSSIER NOM',
  '"{0}" can\'t be the name of a vault': '« {0} » ne peut pas être le nom d’un vault',
  'Use up to 63 of a-z, 0-9, ".", "_" and "-"; the first and the last one are letters or digits.':
    'Utilisez au plus 63 caractères parmi a-z, 0-9, « . », « _ » et « - » ; le premier et le dernier sont des lettres ou des chiffres.',
  'there is a vault "{0}" in {1} already': 'il y a déjà un vault « {0} » dans {1}',
  'got "{0}", expected status, on, pause, off, file or remove':
    'reçu « {0} », attendu status, on, pause, off, file ou remove',
  'Rappel reads this session at the moment': 'Rappel lit cette session en ce moment',
  'choose one of --open and --project': 'choisissez --open ou --project',
  'See them with: rappel tree projects': 'Pour les voir : rappel tree projects',
  'capture remove needs a session': 'capture remove demande une session',
  'everything that this session brought in would be deleted permanently':
    'tout ce que cette session a apporté serait supprimé définitivement',
  'If you mean it: rappel capture remove {0} --yes': 'Pour confirmer : rappel capture remove {0} --yes',
  'no session "{0}"': 'aucune session « {0} »',
  'several sessions begin with "{0}"': 'plusieurs sessions commencent par « {0} »',
  'turns: {0}': 'tours : {0}',
  decision: 'décision',
  task: 'tâche',
  fix: 'solution',
  fact: 'fait',
  'suggestions: {0}, rappel inbox {1}': 'suggestions : {0}, rappel inbox {1}',
  'the session could not be removed': 'la session n’a pas pu être supprimée',
  'Try it in a terminal: rappel capture remove SESSION --yes':
    'Essayez dans un terminal : rappel capture remove SESSION --yes',
  'List them with: rappel capture status': 'Pour les voir : rappel capture status',
};
