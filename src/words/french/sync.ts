import type { Catalogue } from '../catalogue.js';

/** What `rappel sync` says, and what stops a sync. */
export const sync: Catalogue = {
  'Keep this vault in step with your other machines.': 'Garder ce vault à jour avec vos autres machines.',
  'what the other machines call this one (default: its host name)':
    'le nom de cette machine pour les autres (par défaut : son nom d’hôte)',
  'go on where it would ask': 'continuer là où il poserait une question',
  'Files that come here: {0}, that go there: {1}, merged: {2}; new questions: {3}.':
    'Fichiers qui arrivent : {0} ; qui partent : {1} ; fusionnés : {2} ; questions à venir : {3}.',
  'Merge them? Nothing is overwritten.': 'Les fusionner ? Rien n’est écrasé.',
  'In step. Entries received: {0}, sent: {1}; files changed here: {2}.':
    'À jour. Entrées reçues : {0} ; envoyées : {1} ; fichiers modifiés ici : {2}.',
  'Open questions: {0}. See them with: rappel inbox':
    'Questions en attente : {0}. Pour les voir : rappel inbox',
  'Off. The vault, its history and the remote stay as they are.':
    'Désactivé. Le vault, son historique et le dépôt distant restent tels quels.',
  'This vault syncs with nothing. Set it up with: rappel sync REMOTE':
    'Ce vault n’est synchronisé avec rien. Pour commencer : rappel sync DÉPÔT',
  'Syncs with {0}, as {1}': 'Synchronisé avec {0}, sous le nom {1}',
  'Never in step yet': 'Jamais à jour pour l’instant',
  'In step {0}': 'À jour {0}',
  'Entries to be sent: {0}': 'Entrées à envoyer : {0}',
  'entries to be sent to {0}: {1}; in step {2}': 'entrées à envoyer à {0} : {1} ; à jour {2}',
  'The other machines have news: rappel sync': 'Les autres machines ont du nouveau : rappel sync',
  'Failed {0}: {1}': 'Échec {0} : {1}',
  '{0}: has everything, since {1} by its own clock': '{0} : a tout, depuis {1} selon sa propre horloge',
  '{0}: not in step, last {1} by its own clock':
    '{0} : pas à jour, la dernière fois {1} selon sa propre horloge',
  '{0}: {1} entries behind, in step {2} by its own clock':
    '{0} : entrées en retard : {1}, à jour {2} selon sa propre horloge',
  'failed, see why with: rappel sync status': 'échec, pour voir pourquoi : rappel sync status',
  'never in step with {0} yet; try: rappel sync':
    'jamais à jour avec {0} pour l’instant ; essayez : rappel sync',
  'never in step with {0} yet': 'jamais à jour avec {0} pour l’instant',
  'in step with {0} {1}': 'à jour avec {0} {1}',
  'in step with {0} {1}; other machines: {2}': 'à jour avec {0} {1} ; autres machines : {2}',
  '{0} has news of other machines; in step {1}': '{0} a du nouveau d’autres machines ; à jour {1}',
  'with no other machine': 'avec aucune autre machine',
  Sync: 'Synchro',
  sync: 'synchro',
  '{0}: in step {1} by its own clock': '{0} : à jour {1} selon sa propre horloge',
  'the token of the service to sync with (else it is asked for)':
    'le jeton du service avec lequel se synchroniser (sinon il est demandé)',
  'Token of {0}: ': 'Jeton de {0} : ',
  'let the remote see only encrypted files': 'ne laisser voir au dépôt que des fichiers chiffrés',
  'the key of an encrypted remote (else it is asked for, or made)':
    'la clé d’un dépôt chiffré (sinon elle est demandée, ou créée)',
  'Key of {0}: ': 'Clé de {0} : ',
  'The key of the encrypted remote, which every machine needs:':
    'La clé du dépôt chiffré, dont chaque machine a besoin :',
  'Keep it in a password manager, or a copy of {0}. Without it nobody can read the remote, you included.':
    'Conservez-la dans un gestionnaire de mots de passe, ou gardez une copie de {0}. Sans elle, personne ne peut lire le dépôt, pas même vous.',
  'Conflict copies merged: {0}. To see what changed: rappel history':
    'Copies en conflit fusionnées : {0}. Pour voir ce qui a changé : rappel history',
  'Merged a conflict copy of {0}': 'Copie en conflit de {0} fusionnée',
  'Merged {0} conflict copies': '{0} copies en conflit fusionnées',
  '[REMOTE | here | status | off]': '[DÉPÔT | here | status | off]',
  'Merged the changes of two machines': 'Modifications de deux machines fusionnées',
  'Asked about one place that two machines changed':
    'Question posée sur un endroit que deux machines ont modifié',
  'Asked about {0} places that two machines changed':
    'Questions posées sur {0} endroits que deux machines ont modifiés',
};
