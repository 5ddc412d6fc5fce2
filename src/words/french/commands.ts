import type { Catalogue } from '../catalogue.js';

/** What the commands print, and ask. */
export const commands: Catalogue = {
  unchanged: 'inchangé',
  'moved to {0}': 'déplacé vers {0}',
  'changed, now at {0}:': 'modifié, à présent dans {0} :',
  gone: 'n’existe plus',

  Reading: 'Lecture',
  Importing: 'Importation',
  Exporting: 'Exportation',
  'Recording in the history': 'Enregistrement dans l’historique',
  'Changing files': 'Modification des fichiers',
  'Updating links': 'Mise à jour des liens',
  Indexing: 'Indexation',
  'Working…': 'En cours…',
  'Stopped: nothing was changed.': 'Interrompu : rien n’a changé.',
  'Stopped: {0} of {1} files are imported. To continue, run the import again.':
    'Interrompu : {0} {0|fichier importé|fichiers importés} sur {1}. Pour continuer, relancez l’importation.',

  '{0}; 20.19 or later is needed': '{0} ; il faut 20.19 ou plus récent',
  'no vault at {0}': 'pas de vault dans {0}',
  '{0} is a file': '{0} est un fichier',
  "{0} can't be written": 'impossible d’écrire dans {0}',
  "{0} folders can't be read, the first is {1}":
    '{0} {0|dossier illisible|dossiers illisibles}, le premier est {1}',
  '{0}, {1} files': '{0}, {1} {1|fichier|fichiers}',
  'empty; the first search builds it': 'vide ; la première recherche le construit',
  '{0} files, {1} chunks in {2}': '{0} {0|fichier|fichiers}, {1} {1|extrait|extraits} dans {2}',
  "Rappel's own": 'celui de Rappel',
  '{0}; its models are downloaded': '{0} ; ses modèles sont téléchargés',
  '{0}; no models': '{0} ; aucun modèle',
  '{0}; {1} of {2} models are missing': '{0} ; {1} {1|modèle manque|modèles manquent} sur {2}',
  '{0}, and no service runs to file them': '{0}, et aucun service ne tourne pour les classer',
  '{0}; {1} waits for the model: {2}': '{0} ; {1} attend le modèle : {2}',
  '{0} waiting, {1} failed, {2} filed': '{0} en attente, {1} en échec, {2} {2|classée|classées}',
  'git is not installed: nothing is recorded, undo is not possible':
    'git n’est pas installé : rien n’est enregistré, aucune annulation n’est possible',
  '{0} folders to watch, the system allows {1}':
    '{0} {0|dossier|dossiers} à surveiller, le système en permet {1}',
  'the system sets no limit': 'le système ne fixe pas de limite',
  'runs on another machine or in another container, {0}':
    'tourne sur une autre machine ou dans un autre conteneur, {0}',
  'not running: it was killed': 'à l’arrêt : il a été interrompu',
  'not running': 'à l’arrêt',
  '{0}: it was moved': '{0} : il a été déplacé',
  'runs at {0}': 'tourne à {0}',
  "{0} is the service's own": '{0} est celui du service',
  '{0} is free': '{0} est libre',
  '{0} is used by another program': '{0} est utilisé par un autre programme',
  'none (built-in rules)': 'aucun (règles intégrées)',
  'nothing yet': 'rien pour l’instant',

  'Start a new session; /mcp shows the connection.':
    'Ouvrez une nouvelle session ; /mcp montre la connexion.',
  'Quit Claude Desktop and open it again.': 'Quittez Claude Desktop et rouvrez-le.',
  'Cursor asks once whether the new server may run.':
    'Cursor demande une fois si le nouveau serveur peut être lancé.',
  'Open the chat in agent mode; the tools are in its list.':
    'Ouvrez la conversation en mode agent ; les outils sont dans sa liste.',
  'Start a new session and trust the hooks: until you do so in /hooks, Codex does not run them.':
    'Ouvrez une nouvelle session et approuvez les hooks : tant que ce n’est pas fait dans /hooks, Codex ne les exécute pas.',
  'Start a new session; /mcp shows the connection, /hooks the hooks.':
    'Ouvrez une nouvelle session ; /mcp montre la connexion, /hooks les hooks.',

  '[y/N]': '[o/N]',
  '{0}: {1}': '{0} : {1}',
  'On this machine:': 'Sur cette machine :',
  'A number, or a provider ({0}):': 'Un numéro, ou un fournisseur ({0}) :',
  'Provider ({0}):': 'Fournisseur ({0}) :',
  'Address (like http://localhost:11434/v1):': 'Adresse (par exemple http://localhost:11434/v1) :',
  'Model:': 'Modèle :',
  'Key (hidden; saved in a file only you can read):':
    'Clé (masquée ; enregistrée dans un fichier que vous seul pouvez lire) :',

  'Wrote {0}': 'Fichier écrit : {0}',
  'Ran {0}': 'Commande lancée : {0}',
  'Removed {0}': 'Fichier supprimé : {0}',
  'the command {0} failed: {1}': 'la commande {0} a échoué : {1}',
  'Rappel now starts at login. It does not see the variables of your shell: save a key with rappel setup.':
    'Rappel démarre désormais à l’ouverture de session. Il ne voit pas les variables de votre shell : enregistrez une clé avec rappel setup.',
  'Autostart is off already.': 'Le démarrage automatique est déjà désactivé.',

  'Copied the example memory to {0}': 'Mémoire d’exemple copiée dans {0}',
  'Using the copy of the example memory in {0}': 'Copie de la mémoire d’exemple utilisée : {0}',
  'Try, on the page {0}': 'Essayez, sur la page {0}',
  'the inbox: two questions wait for an answer':
    'la boîte de réception : deux questions attendent une réponse',
  'Or in another terminal:': 'Ou dans un autre terminal :',
  'Ctrl-C stops it. To remove it: rm -r {0}': 'Ctrl-C arrête le service. Pour tout supprimer : rm -r {0}',

  'Dismissed: nothing was filed. The text is kept with the last 1,000 updates; to file it: rappel retry {0}':
    'Note écartée : rien n’a été classé. Son texte est conservé avec les 1 000 dernières notes ; pour la classer : rappel retry {0}',
  ok: 'ok',
  wrong: 'problème',
  'next: {0}': 'ensuite : {0}',
  runtime: 'exécution',
  engine: 'moteur',
  queue: 'file',
  history: 'historique',
  watcher: 'veille',
  model: 'modèle',
  'install it from https://nodejs.org': 'installez-le depuis https://nodejs.org',
  'rappel stop, then: rappel serve': 'rappel stop, puis : rappel serve',
  'install git, then: rappel doctor': 'installez git, puis : rappel doctor',
  'rappel init DIR': 'rappel init DOSSIER',

  'Exported 1 file to {0}': '1 fichier exporté vers {0}',
  'Exported {0} files to {1}': '{0} {0|fichier exporté|fichiers exportés} vers {1}',
  'To ask these notes: rappel search "…" --vault {0}':
    'Pour interroger ces notes : rappel search "…" --vault {0}',
  'To import it elsewhere: rappel import {0} --vault DIR':
    'Pour l’importer ailleurs : rappel import {0} --vault DOSSIER',
  '[error] 1 entry was left out; everything else is there:':
    '[erreur] 1 élément a été laissé de côté ; tout le reste y est :',
  '[error] {0} entries were left out; everything else is there:':
    '[erreur] {0} éléments ont été laissés de côté ; tout le reste y est :',

  'Nothing found. Try other words or fewer limits.':
    'Aucun résultat. Essayez d’autres mots ou moins de filtres.',
  'Nothing found. Try other words, fewer limits, or --deep.':
    'Aucun résultat. Essayez d’autres mots, moins de filtres, ou --deep.',
  'not run: {0}': 'étapes non exécutées : {0}',
  'in the inbox': 'dans la boîte de réception',
  'was {0} until {1}': '{0} jusqu’au {1}',
  'superseded by {0}': 'remplacé par {0}',
  'why: {0}; by stage: {1} ({2})': 'pourquoi : {0} ; par étape : {1} ({2})',
  '[warning] answered without the model: {0}': '[avertissement] réponse sans le modèle : {0}',
  '1 more passage: --full': '1 autre passage : --full',
  '{0} more passages: --full': '{0} autres passages : --full',
  '1 more line': '1 autre ligne',
  '{0} more lines': '{0} autres lignes',

  'Nothing has been recorded yet.': 'Rien n’est encore enregistré.',
  '{0} has no history.': '{0} n’a pas d’historique.',
  'Nothing to drop: the history is within its limit.':
    'Rien à supprimer : l’historique ne dépasse pas sa limite.',
  'Dropped {0} entries, up to {1}.': '{0} {0|entrée supprimée|entrées supprimées}, jusqu’au {1}.',
  '1 file': '1 fichier',
  '{0} files': '{0} {0|fichier|fichiers}',
  undone: 'annulé',
  ', update {0}': ', note {0}',
  update: 'note',
  page: 'page',
  tool: 'outil',
  outside: 'extérieur',
  undo: 'annulation',
  restore: 'retour',
  init: 'création',
  trim: 'purge',
  added: 'ajouté',
  changed: 'modifié',
  deleted: 'supprimé',
  'Nothing to change: the content is the same already.': 'Rien à changer : le contenu est déjà le même.',
  '{0}: this was changed since.\n  now:      {1}\n  would be: {2}\nReplace it?':
    '{0} : ce passage a changé depuis.\n  maintenant : {1}\n  deviendrait : {2}\nLe remplacer ?',
  '{0} was moved again since. Move it back?': '{0} a encore été déplacé depuis. Le remettre à sa place ?',
  '{0} was changed since. Put the earlier version back?':
    '{0} a changé depuis. Remettre la version antérieure ?',
  'Nothing would change.': 'Rien ne changerait.',
  '{0}: would be {1}': '{0} : serait {1}',
  '{0}: would be moved to {1}': '{0} : serait déplacé vers {1}',
  '{0}: was changed since; undo asks what to do': '{0} : a changé depuis ; undo demande quoi faire',
  '{0} (+1 line)': '{0} (+1 ligne)',
  '{0} (+{1} lines)': '{0} (+{1} lignes)',
  '(nothing)': '(rien)',

  'Import 1 file?': 'Importer 1 fichier ?',
  'Import {0} files?': 'Importer {0} {0|fichier|fichiers} ?',
  'Imported {0} files': '{0} {0|fichier importé|fichiers importés}',
  'Done: {0}.': 'Terminé : {0}.',
  '{0} would become the vault at {1}.': '{0} deviendrait le vault {1}.',
  'Make {0} the vault at {1}?': 'Faire de {0} le vault {1} ?',
  'Imported {0} files: your vault is {1}': '{0} {0|fichier importé|fichiers importés} : votre vault est {1}',
  '1 update in it is not filed yet.': '1 note n’y est pas encore classée.',
  '{0} updates in it are not filed yet.': '{0} notes n’y sont pas encore classées.',
  'To see them: rappel status. To file them: rappel retry --all':
    'Pour les voir : rappel status. Pour les classer : rappel retry --all',
  'Nothing was imported.': 'Rien n’a été importé.',
  New: 'Nouveaux',
  'Changed at the source since the last import': 'Modifiés à la source depuis la dernière importation',
  'Renamed at the source since the last import': 'Renommés à la source depuis la dernière importation',
  'Imported earlier, but not in this source: {0}. They stay; to remove one: rappel delete PATH':
    'Déjà importés, mais absents de cette source : {0}. Ils restent ; pour en supprimer un : rappel delete CHEMIN',
  'Left out of these texts: {0}': 'Absents de ces textes : {0}',
  'Imported before: {0}': 'Déjà importés : {0}',
  'Skipped: {0}': 'Laissés de côté : {0}',
  'removed from the imported text': 'retirés du texte importé',
  'masked; Rappel asks whether to keep them, --skip-secrets drops them':
    'masqués ; Rappel demande s’il faut les garder, --skip-secrets les supprime',
  'Secrets: {0} ({1})': 'Secrets : {0} ({1})',
  'Nothing here can be imported.': 'Rien ici ne peut être importé.',
  'Nothing new to import.': 'Rien de nouveau à importer.',
  '{0}, {1}: {2}': '{0}, {1} : {2}',
  '… and {0} more (--json lists them all)': '… et {0} de plus (--json les liste tous)',
  '{0}, {1} tokens': '{0}, {1} tokens',

  'No questions: the inbox is empty.': 'Aucune question : la boîte de réception est vide.',
  'Your answer (number or words; Enter skips, q quits):':
    'Votre réponse (numéro ou mots ; Entrée passe, q quitte) :',
  'To answer: rappel inbox {0} 1 (or in your own words)':
    'Pour répondre : rappel inbox {0} 1 (ou avec vos mots)',
  'Accepted: {0}': 'Acceptée : {0}',
  '[error] {0} failed: {1}': '[erreur] {0} a échoué : {1}',
  'Its input is kept. To try it again: rappel retry {0}':
    'Le texte est conservé. Pour réessayer : rappel retry {0}',
  'It waits for the model: {0}': 'En attente du modèle : {0}',
  'To try it now: rappel retry {0}': 'Pour réessayer maintenant : rappel retry {0}',
  'There is no project yet.': 'Il n’y a pas encore de projet.',
  '{0} ({1} %)': '{0} ({1} %)',
  'not tried yet': 'pas encore essayé',
  '1 try so far': '1 essai jusqu’ici',
  '{0} tries so far': '{0} essais jusqu’ici',
  'Next try: {0} ({1}). It is filed when the model answers again.':
    'Prochain essai : {0} ({1}). La note sera classée dès que le modèle répondra.',
  'No update waits.': 'Rien n’est en attente.',

  '{0} files, {1} chunks; {2} indexed, {3} removed in {4} s.':
    '{0} {0|fichier|fichiers}, {1} {1|extrait|extraits} ; {2} {2|indexé|indexés}, {3} {3|retiré|retirés} en {4} s.',
  '[error] {0}; the index was not saved.': '[erreur] {0} ; l’index n’a pas été enregistré.',
  "[error] {0}\nUntil then Rappel's own index answers; it is up to date.":
    '[erreur] {0}\nD’ici là, l’index de Rappel répond ; il est à jour.',
  'Your vault is complete: {0}': 'Votre vault est complet : {0}',
  'Your vault is ready: {0}': 'Votre vault est prêt : {0}',
  'Next:': 'Ensuite :',
  'rappel update "Call Marie about the mock-ups"': 'rappel update "Appeler Marie au sujet des maquettes"',
  'rappel search "what did I want to tell Marie?"': 'rappel search "que voulais-je dire à Marie ?"',

  'Nothing was changed.': 'Rien n’a été modifié.',
  '{0} is new to Rappel: {1} notes get three fields at their top (created, updated, tokens)':
    '{0} est nouveau pour Rappel : {1} {1|note recevra|notes recevront} trois champs en tête (created, updated, tokens)',
  'Go on?': 'Continuer ?',
  '{0}; only read so far': '{0} ; seulement lu pour l’instant',
  'none yet: no change is recorded': 'aucun pour l’instant : aucun changement n’est enregistré',
  '{0} does not have Rappel: {1}': '{0} n’a pas Rappel : {1}',
  '{0} has Rappel already: {1}': '{0} a déjà Rappel : {1}',
  'Removed from {0}.': 'Rappel est retiré de {0}.',
  'Added to {0}.': 'Rappel est ajouté à {0}.',
  'Removes Rappel from {0}': 'Retire Rappel de {0}',
  'Remove Rappel from {0}?': 'Retirer Rappel de {0} ?',
  'Add Rappel to {0}?': 'Ajouter Rappel à {0} ?',
  'In {0}:': 'Dans {0} :',
  'Most clients (mcpServers):': 'La plupart des clients (mcpServers) :',
  'Command: {0}': 'Commande : {0}',
  'Also read what {0} notes for itself, now and when it changes?':
    'Lire aussi ce que {0} note pour lui-même, maintenant et à chaque changement ?',
  'What {0} notes for itself is read at each session. To stop: rappel memories off {1}':
    'Ce que {0} note pour lui-même est lu à chaque session. Pour arrêter : rappel memories off {1}',
  'No own notes of assistants are read. To read them: rappel memories on claude-code':
    'Aucune note personnelle d’assistant n’est lue. Pour les lire : rappel memories on claude-code',
  'Own notes are read of: {0}': 'Notes personnelles lues : {0}',
  'Nothing new.': 'Rien de nouveau.',
  'Hooks:   {0} (EVENT: {1})': 'Hooks :    {0} (EVENT : {1})',
  'Cursor:  {0}': 'Cursor :   {0}',
  'VS Code: {0}': 'VS Code :  {0}',
  'HTTP:    {0} (while rappel serve runs)': 'HTTP :     {0} (tant que rappel serve tourne)',

  '{0}: {1}.': '{0} : {1}.',
  '{0}: {1}; saved in {2}.': '{0} : {1} ; enregistré dans {2}.',
  '{0} at {1}': '{0} à {1}',
  'the model that comes with Rappel': 'le modèle fourni avec Rappel',
  none: 'aucun',
  '{0} MB': '{0} Mo',
  '{0}, {1}, from {2} to {3}': '{0}, {1}, de {2} vers {3}',
  'Purged {0} from files, history, index, and {1} updates.':
    '{0} est définitivement supprimé des fichiers, de l’historique, de l’index et de {1} {1|note|notes}.',

  'Model: none. Rappel answers and files by its built-in rules.':
    'Modèle : aucun. Rappel répond et classe avec ses règles intégrées.',
  'Nothing was saved. Choose another model, or add --no-check to use this one anyway.':
    'Rien n’a été enregistré. Choisissez un autre modèle, ou ajoutez --no-check pour utiliser celui-ci quand même.',
  '{0} is set. Saved in {1}.': 'Modèle choisi : {0}. Enregistré dans {1}.',
  "Search engine: Rappel's own index. Saved in {0}.":
    'Moteur de recherche : l’index de Rappel. Enregistré dans {0}.',
  'Search engine: QMD {0} on Node.js {1}. Saved in {2}.':
    'Moteur de recherche : QMD {0} avec Node.js {1}. Enregistré dans {2}.',
  'The hub no longer serves the vault "{0}".': 'Le hub ne sert plus le vault « {0} ».',
  'Its files stay in {0}': 'Ses fichiers restent dans {0}',
  'The remote {0} and the copies of all nodes stay as they are.':
    'Le dépôt distant {0} et les copies de tous les nœuds restent tels quels.',
  'Updates that are not filed yet: {0}. They stay with the vault.':
    'Mises à jour pas encore classées : {0}. Elles restent avec le vault.',
  'To serve it again: {0}': 'Pour le servir à nouveau : {0}',
  'remote of {0}': 'dépôt distant de {0}',
  'vaults in {0}: {1}; nodes that run: {2}': 'vaults dans {0} : {1} ; nœuds en marche : {2}',
  'vaults in {0}: {1}; DATABASE_URL is not set': 'vaults dans {0} : {1} ; DATABASE_URL n’est pas définie',
  '"{0}" and "{1}" are copies of one vault, so only one of them is served':
    '« {0} » et « {1} » sont des copies d’un même vault : un seul des deux est servi',
  '{0} can be reached; this node has no copy yet': '{0} répond ; ce nœud n’a pas encore de copie',
  "{0} can be reached; this node's copy is still empty": '{0} répond ; la copie de ce nœud est encore vide',
  'the copy in {0} does not sync with {1}': 'la copie dans {0} ne se synchronise pas avec {1}',
  '{0} has newer changes, which this node gets when it leads the vault; in step {1}':
    '{0} a des changements plus récents, que ce nœud obtient quand il mène le vault ; à jour {1}',
  'Deep search works without these models of QMD, on words alone. To download them: {0}':
    'La recherche approfondie marche sans ces modèles de QMD, avec les mots seuls. Pour les télécharger : {0}',
  'QMD has all its models: deep search uses them.':
    'QMD a tous ses modèles : la recherche approfondie les utilise.',
  '{0}, about {1} MB: {2}': '{0}, environ {1} Mo : {2}',
  'finds the same meaning in other words': 'trouve le même sens dit autrement',
  'reads the best files and orders them': 'lit les meilleurs fichiers et les ordonne',
  'words a question in other ways': 'reformule une question',
  default: 'par défaut',
  '{0}: filing a test note in a temporary vault …':
    '{0} : classement d’une note d’essai dans un vault temporaire…',
  '{0}: {1} …': '{0} : {1}…',
  'Choose a model that supports tool calls (its page says "tools" or "function calling").':
    'Choisissez un modèle qui sait appeler des outils (sa page indique « tools » ou « function calling »).',
  "{0} can't file notes: it called no tool.": '{0} ne sait pas classer de notes : il n’a appelé aucun outil.',
  'Choose a larger model; small ones often lose the note on the way.':
    'Choisissez un modèle plus grand ; les petits perdent souvent la note en route.',
  "{0} can't be relied on: it called one tool, but did not write the note down.":
    '{0} n’est pas fiable : il a appelé un outil, mais n’a pas écrit la note.',
  "{0} can't be relied on: it called {1} tools, but did not write the note down.":
    '{0} n’est pas fiable : il a appelé {1} outils, mais n’a pas écrit la note.',
  '{0} can do the job: it filed a test note in {1} steps, {2} s each.':
    '{0} convient : il a classé une note d’essai en {1} {1|étape|étapes}, {2} s chacune.',
  'It keeps to French where a note is French.': 'Il reste en français pour une note en français.',
  'It wrote a French note in another language: use it only if you write in English.':
    'Il a écrit une note française dans une autre langue : ne l’utilisez que si vous écrivez en anglais.',
  'It is slow: an update may need more than the limit of {0} s. Allow more time: rappel setup limits seconds={1}':
    'Il est lent : une note peut dépasser la limite de {0} s. Laissez-lui plus de temps : rappel setup limits seconds={1}',

  Vault: 'Vault',
  Service: 'Service',
  Updates: 'Notes',
  Inbox: 'Boîte de réception',
  Failed: 'Échec',
  Waiting: 'En attente',
  Problem: 'Problème',
  '{0} waiting, {1} failed': '{0} en attente, {1} en échec',
  '{0} to answer': '{0} en attente de réponse',
  '… and {0} more': '… et {0} de plus',
  'To file them now: rappel retry ID, or --all. To leave one unfiled: rappel dismiss ID':
    'Pour les classer maintenant : rappel retry ID, ou --all. Pour ne pas en classer une : rappel dismiss ID',
  'on another machine or in another container, {0}': 'sur une autre machine ou dans un autre conteneur, {0}',
  'not running (it was killed); start it with: rappel serve':
    'à l’arrêt (il a été interrompu) ; pour le démarrer : rappel serve',
  'not running; start it with: rappel serve': 'à l’arrêt ; pour le démarrer : rappel serve',
  'No service runs for this vault.': 'Aucun service ne tourne pour ce vault.',
  'Stopped the service at {0}.': 'Le service à {0} est arrêté.',
  'Rappel serves {0} at {1}': 'Rappel sert {0} à {1}',
  'Rappel serves the vaults of {0} at {1}': 'Rappel sert les vaults de {0} à {1}',
  'node {0} on {1}, Rappel {2}: leads {3}, up for {4} s':
    'nœud {0} sur {1}, Rappel {2} : mène {3} vaults, lancé depuis {4} s',
  '{0}: closed': '{0} : fermé',
  '[warning] "{0}" and "{1}" are copies of one vault, so only one of them is served. Make the copy a vault of its own: rappel hub add {2} {3}':
    '[avertissement] « {0} » et « {1} » sont des copies d’un même vault, une seule est donc servie. Pour faire de la copie un vault à part : rappel hub add {2} {3}',
  '  remote {0}, updates that wait: {1}': '  dépôt distant {0}, mises à jour en attente : {1}',
  'The nodes of the hub serve it at {0} and share it through {1}':
    'Les nœuds du hub le servent à {0} et se le partagent par {1}',
  'Invite people with: rappel hub invite {0} {1} EMAIL':
    'Pour inviter des personnes : rappel hub invite {0} {1} EMAIL',
  '{0}: led by {1} for {2} s': '{0} : mené par {1} depuis {2} s',
  '{0} can use the vault "{1}" from now on.': '{0} a désormais accès au vault « {1} ».',
  'Send this link to {0}. It works once, for a week.':
    'Envoyez ce lien à {0}. Il fonctionne une seule fois, pendant une semaine.',
  'invitation ended': 'invitation expirée',
  'invited until {0}': 'invité jusqu’au {0}',
  'joined {0}': 'inscrit le {0}',
  'Nobody was invited yet. Invite someone with: rappel hub invite FOLDER NAME EMAIL':
    'Personne n’a encore été invité. Pour inviter quelqu’un : rappel hub invite DOSSIER NOM EMAIL',
  'Removed: {0} has no access any more.': 'Supprimé : {0} n’a plus accès.',
  'Removed: {0} has no access to "{1}" any more.': 'Supprimé : {0} n’a plus accès à « {1} ».',
  refused: 'refusé',
  'Nothing was recorded yet.': 'Rien n’a encore été enregistré.',
  'There are no vaults in {0}': 'Il n’y a aucun vault dans {0}',
  'The hub serves it at {0}': 'Le hub le sert à {0}',
  'Assistants elsewhere connect to {0}': 'Les assistants d’ailleurs se connectent à {0}',
  "[note] assistants elsewhere can't sign in: that needs Node 22 or newer":
    '[note] les assistants d’ailleurs ne peuvent pas se connecter : il faut Node 22 ou plus récent',
  'Clients need the token in {0}': 'Les clients ont besoin du jeton d’accès dans {0}',
  'Open the page with this link; it works once: {0}':
    'Ouvrez la page avec ce lien ; il ne fonctionne qu’une fois : {0}',
  '[warning] another service took over this vault; stopping':
    '[avertissement] un autre service a repris ce vault ; arrêt',
  '[error] {0} of {1} calls failed': '[erreur] {0} {0|appel|appels} sur {1} {0|a échoué|ont échoué}',
  'Revoked: {0} has no access any more.': 'Révoqué : {0} n’a plus accès.',
  'Copy it now: it is shown only once. On the other machine, send it as: Authorization: Bearer TOKEN':
    'Copiez-le maintenant : il ne s’affiche qu’une fois. Sur l’autre machine, envoyez-le ainsi : Authorization: Bearer JETON',
  'No tokens. Create one with: rappel token create NAME':
    'Aucun jeton. Pour en créer un : rappel token create NOM',
  'read only': 'lecture seule',
  'never used': 'jamais utilisé',
  'last used {0}': 'utilisé le {0}',
  'created {0}': 'créé le {0}',

  'asked {0}, answered in {1} ms (answer {2})': 'posée le {0}, répondue en {1} ms (réponse {2})',
  'only in {0}': 'seulement dans {0}',
  'days: {0} to {1}, seen from {2}': 'jours : du {0} au {1}, vu du {2}',
  'at most {0} tokens': '{0} tokens au plus',
  'no history at that time': 'pas d’historique à ce moment',
  'newest entry of the history: {0}': 'dernière entrée de l’historique : {0}',
  'some changed files were not indexed yet': 'des fichiers modifiés n’étaient pas encore indexés',
  'no search': 'sans recherche',
  '{0} search, engine {1}': 'recherche {0}, moteur {1}',
  'built-in rules': 'règles intégrées',
  'by Rappel {0} ({1}): {2}': 'par Rappel {0} ({1}) : {2}',
  'stages: {0}': 'étapes : {0}',
  'No passage answers.': 'Aucun passage ne répond.',
  'Left out:': 'Écartés :',
  'taken by a rule for this kind of question': 'pris par une règle pour ce genre de question',
  'chosen by the model': 'choisi par le modèle',
  'holds {0}': 'contient {0}',
  'stands under a heading with {0}': 'se trouve sous un titre avec {0}',
  'adds {0}': 'ajoute {0}',
  'likelihood among all that was found: {0}': 'vraisemblance parmi tout ce qui a été trouvé : {0}',
  'score {0}: {1} ({2})': 'score {0} : {1} ({2})',
  'says the same as another passage': 'dit la même chose qu’un autre passage',
  'too long for what was left of the answer': 'trop long pour la place qui restait',
  'shares only common words or a distant meaning': 'n’a en commun que des mots courants ou un sens lointain',
  'does not answer the question': 'ne répond pas à la question',
  'too unlikely ({0})': 'trop peu probable ({0})',
  'No answers yet. Ask with: rappel search "…"':
    'Aucune réponse pour l’instant. Posez une question : rappel search "…"',

  '{0} belongs to no project. Link it with: rappel link PROJECT':
    '{0} n’appartient à aucun projet. Pour l’y rattacher : rappel link PROJET',
  '{0} belongs to the project {1}': '{0} appartient au projet {1}',
  '(by its name; to choose another: rappel link PROJECT)':
    '(d’après son nom ; pour en choisir un autre : rappel link PROJET)',
  '(named by .rappel.json; to choose another: rappel link PROJECT)':
    '(nommé par .rappel.json ; pour en choisir un autre : rappel link PROJET)',
  'Assistants here see the whole vault. To show them this project only: rappel link --close':
    'Ici, les assistants voient tout le vault. Pour ne leur montrer que ce projet : rappel link --close',
  'Assistants here see this project, the profile and global files. To show them the whole vault: rappel link --open':
    'Ici, les assistants voient ce projet, le profil et les fichiers globaux. Pour leur montrer tout le vault : rappel link --open',
  Wall: 'Mur',
  wall: 'mur',
  'assistants started here see the whole vault': 'les assistants lancés ici voient tout le vault',
  'assistants started here see {0}, the profile and global files':
    'les assistants lancés ici voient {0}, le profil et les fichiers globaux',
  'assistants started here see the profile and global files: another directory has this name':
    'les assistants lancés ici voient le profil et les fichiers globaux : un autre dossier porte ce nom',
  'Assistants here see the whole vault.': 'Ici, les assistants voient tout le vault.',
  'Assistants here see the profile and global files: another directory has its name.':
    'Ici, les assistants voient le profil et les fichiers globaux : un autre dossier porte ce nom.',
  'assistants started here see {0}, the profile and global files; rappel link changes it':
    'les assistants lancés ici voient {0}, le profil et les fichiers globaux ; pour le changer : rappel link',
  'opens {0}': 'ouvre {0}',
  'The memory says nothing yet.': 'La mémoire ne contient encore rien.',
  'Removed the session {0}.': 'Session {0} supprimée.',
  '{0}: what you changed since is kept, and still names the session':
    '{0} : ce que vous avez modifié depuis est conservé et renvoie encore à la session',
  'Sessions: {0}; parts waiting to be filed: {1}': 'Sessions : {0} ; parties à ranger : {1}',
  'each one is kept': 'toutes conservées',
  'paused, nothing new is kept': 'en pause, rien de nouveau n’est conservé',
  'off, nothing is kept or shown': 'désactivées, rien n’est conservé ni montré',
  '{0}: {1} tokens shown to assistants': '{0} : {1} tokens montrés aux assistants',
  'Sessions of assistants: {0}': 'Sessions des assistants : {0}',
  'Sessions in {0}: {1}': 'Sessions dans {0} : {1}',
  'whole vault': 'tout le vault',
  'No links. Link a directory with: rappel link PROJECT':
    'Aucun lien. Pour rattacher un dossier : rappel link PROJET',
};
