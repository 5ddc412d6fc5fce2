import type { Catalogue } from '../catalogue.js';

/** The service: connection, settings, history, queue, locks. */
export const service: Catalogue = {
  'Created the vault': 'Vault créé',

  '[note] access tokens that were made in another folder have ended; to make new ones: rappel token create NAME':
    '[note] les jetons d’accès créés dans un autre dossier ne sont plus valables ; pour en créer : rappel token create NAME',
  'To take it back: rappel undo {0}': 'Pour revenir en arrière : rappel undo {0}',
  'To take it back: rappel undo ENTRY': 'Pour revenir en arrière : rappel undo ENTRÉE',

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
  'its status was damaged on the disk; its input is kept':
    'son état a été abîmé sur le disque ; son texte est conservé',

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
  'this can be changed only in the page on the machine that serves it':
    'cela ne se change que dans la page ouverte sur la machine du service',
  'Open the page there, or use the command line.': 'Ouvrez la page là-bas, ou utilisez la ligne de commande.',

  'the request holds too many or too deeply nested values':
    'la requête contient trop de valeurs, ou trop imbriquées',
  'Session of {0} in {1}': 'Session de {0} dans {1}',
  '{0} sessions of assistants': '{0} sessions d’assistants',
  'Sessions of assistants': 'Sessions d’assistants',
};
