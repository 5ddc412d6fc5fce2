import type { Catalogue } from '../catalogue.js';

/** The service: connection, settings, history, queue, locks. */
export const service: Catalogue = {
  'Created the vault': 'Vault créé',
  'the file is larger than {0} bytes': 'le fichier dépasse {0} octets',
  'the service at {0} (process {1}) does not answer': 'le service à {0} (processus {1}) ne répond pas',
  'Restart it: rappel stop, then: rappel serve': 'Redémarrez-le : rappel stop, puis : rappel serve',
  'the program at {0} did not prove that it serves this vault':
    'le programme à {0} n’a pas prouvé qu’il sert ce vault',
  'Nothing was sent to it. If it is the service of this vault, stop that process and run: rappel serve':
    'Rien ne lui a été envoyé. Si c’est le service de ce vault, arrêtez ce processus et lancez : rappel serve',
  '.rappel/service.json names {0}, which is not an address of this machine':
    '.rappel/service.json indique {0}, qui n’est pas une adresse de cette machine',
  'Stop the service of this vault, delete that file, and run: rappel serve':
    'Arrêtez le service de ce vault, supprimez ce fichier et lancez : rappel serve',
  'the token in {0} is too short: it could be guessed':
    'le jeton dans {0} est trop court : on pourrait le deviner',
  'Delete that file and start again: Rappel makes a new token.':
    'Supprimez ce fichier et redémarrez : Rappel crée un nouveau jeton.',
  'the engine: got "{0}", expected {1}': 'le moteur : « {0} » reçu, attendu : {1}',
  'Set it with --engine, RAPPEL_ENGINE, or search.engine in the settings.':
    'Réglez-le avec --engine, RAPPEL_ENGINE ou search.engine dans les réglages.',
  'too many searches at once for this machine': 'trop de recherches à la fois pour cette machine',
  'Try again in a moment, or ask less often.': 'Réessayez dans un instant, ou demandez moins souvent.',
  'RAPPEL_{0}: got "{1}", expected {2}': 'RAPPEL_{0} : « {1} » reçu, attendu : {2}',
  'RAPPEL_HISTORY_LIMIT_MB: got "{0}", expected {1}': 'RAPPEL_HISTORY_LIMIT_MB : « {0} » reçu, attendu : {1}',
  'RAPPEL_LIMIT_{0}: got "{1}", expected {2}': 'RAPPEL_LIMIT_{0} : « {1} » reçu, attendu : {2}',
  "your home folder can't be found": 'votre dossier personnel est introuvable',
  'Set HOME, or name the vault with --vault (and the settings with XDG_CONFIG_HOME).':
    'Définissez HOME, ou indiquez le vault avec --vault (et les réglages avec XDG_CONFIG_HOME).',
  "the settings in {0} can't be used: {1}": 'les réglages de {0} sont inutilisables : {1}',
  'Fix the file or remove it; an example is {"vault": "~/rappel"}.':
    'Corrigez le fichier ou supprimez-le ; exemple : {"vault": "~/rappel"}.',

  'no entry "{0}" in the history': 'aucune entrée « {0} » dans l’historique',
  'List them with: rappel history': 'Pour les lister : rappel history',
  "entry {0} can't be undone: the history no longer has the files from before it":
    'impossible d’annuler l’entrée {0} : l’historique n’a plus les fichiers d’avant',
  'git {0} failed on the history: {1}': 'git {0} a échoué sur l’historique : {1}',
  'See the cause with: rappel doctor': 'Pour voir la cause : rappel doctor',
  'no history: git is not installed': 'pas d’historique : git n’est pas installé',
  'Install git; from then on every change is recorded. Deleted files are in .rappel/trash.':
    'Installez git : chaque changement sera alors enregistré. Les fichiers supprimés sont dans .rappel/trash.',
  'the history is damaged: a piece of it is missing or changed ({0})':
    'l’historique est abîmé : une partie manque ou a changé ({0})',
  'Nothing was changed. Restore .rappel/history.git from a backup, or use another entry: rappel history':
    'Rien n’a été modifié. Restaurez .rappel/history.git depuis une sauvegarde, ou utilisez une autre entrée : rappel history',
  'was not in the history then': 'n’était pas dans l’historique à ce moment-là',
  'See its entries with: rappel history {0}': 'Pour voir ses entrées : rappel history {0}',
  'is a folder now': 'est maintenant un dossier',
  'this can only be filed by the user: its place is outside this project':
    'seul l’utilisateur peut ranger ceci : sa place est hors de ce projet',
  'It stays in the inbox.': 'Cela reste dans la boîte de réception.',
  "the access tokens in {0} were not made here, and can't be replaced":
    'les jetons d’accès de {0} n’ont pas été créés ici et ne peuvent pas être remplacés',
  'Make the folder writable, or remove them.': 'Rendez le dossier accessible en écriture, ou supprimez-les.',
  '[note] access tokens that were made in another folder have ended; to make new ones: rappel token create NAME':
    '[note] les jetons d’accès créés dans un autre dossier ne sont plus valables ; pour en créer : rappel token create NAME',
  'too many sign-ins are under way': 'trop de connexions sont en cours',
  'Try again in a few minutes.': 'Réessayez dans quelques minutes.',
  'this token uses {0} different walls already': 'ce jeton utilise déjà {0} murs différents',
  'Try again in a minute.': 'Réessayez dans une minute.',
  'is a link now': 'est un lien maintenant',
  'Move it away first.': 'Déplacez-le d’abord.',
  'is too large for the history: it could not be restored':
    'est trop gros pour l’historique : impossible de le restaurer',
  'the files are still changing': 'les fichiers changent encore',
  'some files could not be put back: {0}': 'certains fichiers n’ont pas pu être remis : {0}',
  'Free the disk or the folder, then run the same command again: it puts them back first.':
    'Libérez le disque ou le dossier, puis relancez la même commande : elle les remet d’abord.',
  'the history is refused: {0}': 'l’historique est refusé : {0}',
  'Move .rappel/history.git out of the vault; a new history begins with the next change. Your files are untouched.':
    'Sortez .rappel/history.git du vault ; un nouvel historique commence au prochain changement. Vos fichiers sont intacts.',
  'nothing to undo: what this entry brought in is no longer there':
    'rien à annuler : ce que cette entrée a apporté n’y est plus',
  'this entry is not undone, so there is nothing to bring back':
    'cette entrée n’est pas annulée, il n’y a donc rien à rétablir',
  'this entry is undone already': 'cette entrée est déjà annulée',
  'Bring it back with: rappel redo {0}': 'Pour la rétablir : rappel redo {0}',
  'this undo was taken back already': 'cette annulation a déjà été reprise',
  'Undo the entry again with: rappel undo {0}': 'Pour annuler à nouveau l’entrée : rappel undo {0}',
  "this can't be undone as a whole: {0}": 'impossible de tout annuler : {0}',
  'Undo the rest and keep what was changed since with: rappel undo {0} --keep-changed, or take that out too with: --take-changed':
    'Pour annuler le reste et garder ce qui a changé depuis : rappel undo {0} --keep-changed ; pour le retirer aussi : --take-changed',
  'this vault is served already, at {0} (process {1} on {2})':
    'ce vault est déjà servi, à {0} (processus {1} sur {2})',
  'Use that one, or stop it with: rappel stop': 'Utilisez ce service, ou arrêtez-le avec : rappel stop',
  'the lock "{0}" of this vault is held by another process of Rappel':
    'un autre processus de Rappel tient le verrou « {0} » de ce vault',
  'the lock "{0}" of this vault is held by {1}': 'le verrou « {0} » de ce vault est tenu par {1}',
  'Wait for it to finish, or see what runs with: rappel status':
    'Attendez la fin, ou regardez ce qui tourne avec : rappel status',
  'the vault at {0} is out of reach': 'le vault {0} est hors d’atteinte',
  'Reconnect its disk or restore the folder; Rappel then continues by itself. If you moved it: rappel stop, then: rappel serve':
    'Rebranchez son disque ou restaurez le dossier ; Rappel reprend alors de lui-même. Si vous l’avez déplacé : rappel stop, puis : rappel serve',
  'id: got {0}, expected up to 64 letters, digits, - or _':
    'id : {0} reçu, attendu : jusqu’à 64 lettres, chiffres, - ou _',
  'an interrupted update could not be rolled back': 'une note interrompue n’a pas pu être annulée',
  'this vault was used by a newer Rappel (format {0}; this version supports {1})':
    'ce vault a servi à un Rappel plus récent (format {0} ; cette version connaît {1})',
  'Update Rappel; your files are untouched.': 'Mettez Rappel à jour ; vos fichiers sont intacts.',
  'the update "{0}" is being filed': 'la note « {0} » est en cours de classement',
  'Wait for it to finish; then undo it.': 'Attendez la fin, puis annulez-la.',
  'the update "{0}" is filed already': 'la note « {0} » est déjà classée',
  'To take it back: rappel undo {0}': 'Pour revenir en arrière : rappel undo {0}',
  'To take it back: rappel undo ENTRY': 'Pour revenir en arrière : rappel undo ENTRÉE',
  'the id "{0}" belongs to an earlier update with different content':
    'l’identifiant « {0} » appartient à une note antérieure au contenu différent',
  'Use another id, or none.': 'Utilisez un autre identifiant, ou aucun.',
  'its input.json is damaged ({0})': 'son input.json est abîmé ({0})',
  'the history no longer holds what was there before': 'l’historique n’a plus ce qu’il y avait avant',
  'no update "{0}"': 'aucune note « {0} »',
  'List them with: rappel status': 'Pour les lister : rappel status',
  'was moved to {0}': 'a été déplacé vers {0}',
  'Purge it there; its earlier names go with it: rappel purge {0} --yes':
    'Supprimez-le là ; ses anciens noms disparaissent avec lui : rappel purge {0} --yes',

  '{0} streams are open already': '{0} flux sont déjà ouverts',
  'Close one and try again.': 'Fermez-en un et réessayez.',
  'the path is not properly percent-encoded': 'le chemin n’est pas correctement encodé en pourcent',
  'choice: missing, expected a choice or a text': 'choice : manquant, attendu : un choix ou un texte',
  'the body must be JSON': 'le corps doit être du JSON',
  'Send the header content-type: application/json.': 'Envoyez l’en-tête content-type: application/json.',
  "can't listen on {0}:{1}: the port is in use":
    'impossible d’écouter sur {0}:{1} : le port est déjà utilisé',
  "can't listen on {0}:{1}: {2}": 'impossible d’écouter sur {0}:{1} : {2}',
  'Choose another with --port N.': 'Choisissez-en un autre avec --port N.',
  'only a running service can do {0}': 'seul un service en marche peut faire {0}',
  'Start it with: rappel serve': 'Démarrez-le avec : rappel serve',
  'The tools are {0}.': 'Les outils sont {0}.',
  'malformed form: {0}': 'formulaire mal formé : {0}',
  '{0} is not filed, so there is nothing to move': '{0} n’est pas classée, il n’y a donc rien à déplacer',
  'See what became of it with: rappel history': 'Pour voir ce qu’elle est devenue : rappel history',
  'this entry of the history is not a note that Rappel filed':
    'cette entrée de l’historique n’est pas une note classée par Rappel',
  'Move files with: rappel move FROM TO': 'Pour déplacer des fichiers : rappel move DE VERS',
  'another node leads this vault by now': 'un autre nœud mène désormais ce vault',
  'this service is stopping': 'ce service s’arrête',
  'this node does not lead this vault, so it changes nothing in it':
    'ce nœud ne mène pas ce vault, il n’y change donc rien',
  'this vault has no remote, so only a hub with one node can serve it':
    'ce vault n’a pas de dépôt distant, donc seul un hub d’un seul nœud peut le servir',
  'Give it one while no node serves it: rappel hub add {0} {1} --remote REMOTE':
    'Donnez-lui-en un pendant qu’aucun nœud ne le sert : rappel hub add {0} {1} --remote DÉPÔT',
  '{0}, so it is not known which updates this vault has':
    '{0} : on ne sait donc pas quelles mises à jour ce vault a reçues',
  "this vault can't be opened now, because this node can't get its newest changes: {0}":
    'ce vault ne peut pas être ouvert pour l’instant : ce nœud n’arrive pas à obtenir ses derniers changements : {0}',
  'Try again when its remote can be reached, or when the node that led it last is back.':
    'Réessayez quand son dépôt distant répond, ou quand le nœud qui le menait en dernier est de retour.',
  'the remote did not answer in time': 'le dépôt distant n’a pas répondu à temps',
  'the update "{0}" in PostgreSQL is damaged': 'la mise à jour « {0} » dans PostgreSQL est endommagée',
  '{0}, so it is not known which node leads this vault': '{0} : on ne sait donc pas quel nœud mène ce vault',
  'Try again: Rappel goes on by itself when PostgreSQL is back.':
    'Réessayez : Rappel reprend de lui-même quand PostgreSQL répond à nouveau.',
  'there is no project "{0}"; there are: {1}': 'il n’y a pas de projet « {0} » ; les projets sont : {1}',
  'there is no project "{0}"; there are: none': 'il n’y a pas de projet « {0} » ; il n’y en a encore aucun',
  'the service ended before it had answered': 'le service s’est arrêté avant d’avoir répondu',
  'Ask again; see what runs with: rappel status':
    'Demandez à nouveau ; pour voir ce qui tourne : rappel status',
  'there is no tool "{0}"': 'il n’y a pas d’outil « {0} »',
  '{0} is not a session: it has no turns': '{0} n’est pas une session : aucun tour de parole',
  'A session has headings "## User" and "## Assistant".':
    'Une session a des titres « ## User » et « ## Assistant ».',
  'text: got "", expected a text or at least one image':
    'text : "" reçu, attendu : un texte ou au moins une image',

  'Restored {0} as of {1}': 'Restauré {0} tel qu’au {1}',
  'Undid an entry': 'Entrée annulée',
  'Dropped earlier entries': 'Entrées antérieures supprimées',
  'Dropped one entry up to {0}': '1 entrée supprimée jusqu’au {0}',
  'Dropped {0} entries up to {1}': '{0} entrées supprimées jusqu’au {1}',
  "it can't be read": 'il est illisible',
  'it is not valid JSON': 'ce n’est pas du JSON valide',
  'unknown setting {0}; the settings are {1}': 'réglage {0} inconnu ; les réglages sont {1}',
  '{0}: expected {1}': '{0} : attendu : {1}',
  'the whole file: expected {0}': 'tout le fichier : attendu : {0}',
  'steps of a run': 'étapes d’une exécution',
  'tokens of a run, in and out': 'tokens d’une exécution, en entrée et en sortie',
  'tokens of one reply of the model': 'tokens d’une réponse du modèle',
  'time to file an update': 'secondes pour classer une note',
  'time to answer a question; then Rappel answers without a model':
    'secondes pour répondre à une question ; ensuite Rappel répond sans modèle',
  'repeated requests within a run': 'requêtes répétées au cours d’une exécution',
  'the database of this vault was damaged and is now .rappel/{0}; notes and history are unharmed, the rest starts anew. Delete that file to end this message':
    'la base de données de ce coffre était abîmée et s’appelle maintenant .rappel/{0} ; les notes et l’historique sont intacts, le reste repart de zéro. Supprimez ce fichier pour ne plus voir ce message',
  'the state of this vault is in use by another process':
    'l’état de ce coffre est utilisé par un autre processus',
  'its status was damaged on the disk; its input is kept':
    'son état a été abîmé sur le disque ; son texte est conservé',
  'it was interrupted': 'elle a été interrompue',
  'it was interrupted{0}': 'elle a été interrompue{0}',

  'The example memory': 'Mémoire d’exemple',
  'Undid: {0}': 'Annulé : {0}',
  'Redid: {0}': 'Rétabli : {0}',
  'Edited vault/{0}': 'Modifié : vault/{0}',
  'Deleted vault/{0}': 'Supprimé : vault/{0}',
  'Edited {0} files': '{0} fichiers modifiés',
  'last entry {0}: {1}': 'dernière entrée {0} : {1}',
  'the lock "{0}" is held by {1}': 'le verrou « {0} » est tenu par {1}',
  'process {0} on {1} since {2}': 'le processus {0} sur {1} depuis {2}',
  'process {0} on {1}': 'le processus {0} sur {1}',
  'created {0}': 'Créé : {0}',
  'replaced {0}': 'Remplacé : {0}',
  'edited {0}': 'Modifié : {0}',
  'appended to {0}': 'Complété : {0}',
  'moved {0} to {1}': 'Déplacé : {0} vers {1}',
  'deleted {0}': 'Supprimé : {0}',
  'unknown client "{0}"; known: {1}': 'client inconnu « {0} » ; connus : {1}',
  'another test is running': 'un autre essai est en cours',
  'name: expected {0}': 'name : attendu : {0}',
  'there is a token named "{0}" already': 'il y a déjà un jeton nommé « {0} »',
  'Choose another name, or revoke that one first.': 'Choisissez un autre nom, ou révoquez d’abord celui-là.',
  'there are {0} tokens already': 'il y a déjà {0} jetons',
  'Revoke one that is not used any more.': 'Révoquez-en un qui ne sert plus.',
  'no token is named "{0}"': 'aucun jeton ne s’appelle « {0} »',
  'See them with: rappel token': 'Pour les voir : rappel token',
  'this can be changed only in the page on the machine that serves it':
    'cela ne se change que dans la page ouverte sur la machine du service',
  'this sign-in is over': 'cette connexion est terminée',
  'Connect again in the assistant.': 'Connectez-vous de nouveau dans l’assistant.',
  'no assistant signs in here': 'aucun assistant ne se connecte ici',
  'only the owner of this memory can let an assistant in':
    'seul le propriétaire de cette mémoire peut laisser entrer un assistant',
  'this token is for reading only': 'ce jeton ne permet que la lecture',
  'Use a token that was made for writing too.': 'Utilisez un jeton créé aussi pour l’écriture.',
  'only a person who is signed in can let an assistant in':
    'seule une personne connectée peut laisser entrer un assistant',
  'this sign-in is for another vault': 'cette connexion concerne un autre vault',
  "Log in with the vault's own token: rappel serve prints a link that does it.":
    'Connectez-vous avec le jeton du vault : rappel serve affiche un lien pour cela.',
  'Open the page there, or use the command line.': 'Ouvrez la page là-bas, ou utilisez la ligne de commande.',
  'the key has spaces in it or is too long': 'la clé contient des espaces ou est trop longue',
  'Copy it again from the page of the provider.': 'Copiez-la à nouveau depuis la page du fournisseur.',

  'nothing was asked yet': 'aucune question n’a encore été posée',
  'there is no answer "{0}"': 'il n’y a pas de réponse « {0} »',
  'List the answers with: rappel explain': 'Liste des réponses : rappel explain',
  'autostart can’t start {0}': 'autostart ne peut pas lancer {0}',
  'Its path holds a control character. Rename the folder, then try again.':
    'Son chemin contient un caractère de contrôle. Renommez le dossier, puis réessayez.',
  'the request holds too many or too deeply nested values':
    'la requête contient trop de valeurs, ou trop imbriquées',
  'Session of {0} in {1}': 'Session de {0} dans {1}',
  '{0} sessions of assistants': '{0} sessions d’assistants',
  'Sessions of assistants': 'Sessions d’assistants',
};
