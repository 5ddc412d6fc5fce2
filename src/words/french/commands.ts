import type { Catalogue } from '../catalogue.js';

/** What the commands print, and ask. */
export const commands: Catalogue = {
  Reading: 'Lecture',
  Importing: 'Importation',
  Exporting: 'Exportation',
  'Recording in the history': 'Enregistrement dans l’historique',
  'Changing files': 'Modification des fichiers',
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
  'none: the librarian files and answers without one': 'aucun : les règles intégrées classent et répondent',
  'nothing yet': 'rien pour l’instant',

  'Start a new session; /mcp shows the connection.':
    'Ouvrez une nouvelle session ; /mcp montre la connexion.',
  'Quit Claude Desktop and open it again.': 'Quittez Claude Desktop et rouvrez-le.',
  'Cursor asks once whether the new server may run.':
    'Cursor demande une fois si le nouveau serveur peut être lancé.',
  'Open the chat in agent mode; the tools are in its list.':
    'Ouvrez la conversation en mode agent ; les outils sont dans sa liste.',
  'Start a new session; codex mcp list shows the connection.':
    'Ouvrez une nouvelle session ; codex mcp list montre la connexion.',
};
