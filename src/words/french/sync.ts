import type { Catalogue } from '../catalogue.js';

/** What `rappel sync` says, and what stops a sync. */
export const sync: Catalogue = {
  'Keep this vault in step with your other machines.': 'Garder ce vault à jour avec vos autres machines.',
  'what the other machines call this one (default: its host name)':
    'le nom de cette machine pour les autres (par défaut : son nom d’hôte)',
  'go on where it would ask': 'continuer là où il poserait une question',
  'name the machine where you set the sync up: rappel sync REMOTE --name NAME':
    'nommez la machine au moment de la mise en place : rappel sync DÉPÔT --name NOM',
  'Files that come here: {0}, that go there: {1}, merged: {2}; new questions: {3}.':
    'Fichiers qui arrivent : {0} ; qui partent : {1} ; fusionnés : {2} ; questions à venir : {3}.',
  'both sides have files: this merges them': 'les deux côtés ont des fichiers : ils seraient fusionnés',
  'If you mean it: rappel sync {0} --yes': 'Pour confirmer : rappel sync {0} --yes',
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
  'a sync needs git, which is not installed': 'la synchronisation demande git, qui n’est pas installé',
  'Install git, then try again.': 'Installez git, puis réessayez.',
  'this vault syncs with nothing yet': 'ce vault n’est encore synchronisé avec rien',
  'Name a place with: rappel sync REMOTE (a folder, or git@host:memory.git)':
    'Nommez un endroit avec : rappel sync DÉPÔT (un dossier, ou git@hote:memoire.git)',
  '"{0}" is no place to sync with': '« {0} » n’est pas un endroit avec lequel se synchroniser',
  'Name a folder, a git repository (git@host:memory.git, https://host/memory.git) or a Rappel service (https://host/)':
    'Nommez un dossier, un dépôt git (git@hote:memoire.git, https://hote/memoire.git) ou un service Rappel (https://hote/)',
  'the token of the service to sync with (else it is asked for)':
    'le jeton du service avec lequel se synchroniser (sinon il est demandé)',
  '--token-file is for a Rappel service: https://host/':
    '--token-file concerne un service Rappel : https://hote/',
  'Token of {0}: ': 'Jeton de {0} : ',
  '{0} asks for a token, or for another one': '{0} demande un jeton, ou un autre jeton',
  'Make one there with: rappel token create NAME. Then give it to this machine: rappel sync ADDRESS --token-file FILE':
    'Créez-en un là-bas : rappel token create NOM. Puis donnez-le à cette machine : rappel sync ADRESSE --token-file FICHIER',
  'no Rappel service answers at {0} (status {1})': 'aucun service Rappel ne répond à {0} (statut {1})',
  'The address of a service ends with a slash, that of a git repository does not.':
    'L’adresse d’un service se termine par une barre oblique, celle d’un dépôt git non.',
  'this service offers no sync yet': 'ce service ne propose pas encore la synchronisation',
  'On its machine, run once: rappel sync here': 'Sur sa machine, exécutez une fois : rappel sync here',
  'let the remote see only encrypted files': 'ne laisser voir au dépôt que des fichiers chiffrés',
  'the key of an encrypted remote (else it is asked for, or made)':
    'la clé d’un dépôt chiffré (sinon elle est demandée, ou créée)',
  '--encrypt is for a folder or a git repository: a service reads what it serves':
    '--encrypt concerne un dossier ou un dépôt git : un service lit ce qu’il sert',
  'Key of {0}: ': 'Clé de {0} : ',
  'The key of the encrypted remote, which every machine needs:':
    'La clé du dépôt chiffré, dont chaque machine a besoin :',
  'Keep it in a password manager, or a copy of {0}. Without it nobody can read the remote, you included.':
    'Conservez-la dans un gestionnaire de mots de passe, ou gardez une copie de {0}. Sans elle, personne ne peut lire le dépôt, pas même vous.',
  'a service reads what it serves, so it can’t be encrypted':
    'un service lit ce qu’il sert : il ne peut pas être chiffré',
  'Name a folder or a git repository.': 'Nommez un dossier ou un dépôt git.',
  'this vault has another key already': 'ce vault a déjà une autre clé',
  'Keep it if a remote needs it: move .rappel/sync-key away, then try again.':
    'Gardez-la si un dépôt en a besoin : déplacez .rappel/sync-key ailleurs, puis réessayez.',
  'this is no key of an encrypted remote': 'ce n’est pas la clé d’un dépôt chiffré',
  'It begins with AGE-SECRET-KEY-1 and is in .rappel/sync-key of the machine that set it up.':
    'Elle commence par AGE-SECRET-KEY-1 et se trouve dans .rappel/sync-key de la machine qui l’a créée.',
  '{0} is encrypted, so this machine needs its key': '{0} est chiffré : cette machine a besoin de sa clé',
  'Set it up with the key of another machine: rappel sync REMOTE --encrypt --key-file FILE':
    'Donnez la clé d’une autre machine : rappel sync DÉPÔT --encrypt --key-file FICHIER',
  'the key of this machine does not open what is on {0}':
    'la clé de cette machine n’ouvre pas ce qui est sur {0}',
  'Nothing was changed. Set it up with the key of another machine: rappel sync REMOTE --encrypt --key-file FILE':
    'Rien n’a changé. Donnez la clé d’une autre machine : rappel sync DÉPÔT --encrypt --key-file FICHIER',
  '{0} is damaged, or something in it was replaced': '{0} est endommagé, ou quelque chose y a été remplacé',
  'Nothing was changed here. From a machine that has everything, begin anew in an empty place: rappel sync REMOTE --encrypt':
    'Rien n’a changé ici. Depuis une machine qui a tout, recommencez dans un endroit vide : rappel sync DÉPÔT --encrypt',
  '{0} holds something that is not encrypted': '{0} contient quelque chose qui n’est pas chiffré',
  'Name an empty folder, or one that does not exist yet.':
    'Nommez un dossier vide, ou un dossier qui n’existe pas encore.',
  'Use an empty repository.': 'Utilisez un dépôt vide.',
  '{0} changed meanwhile, or a file of it is missing':
    '{0} a changé entre-temps, ou un de ses fichiers manque',
  'Conflict copies merged: {0}. To see what changed: rappel history':
    'Copies en conflit fusionnées : {0}. Pour voir ce qui a changé : rappel history',
  'Merged a conflict copy of {0}': 'Copie en conflit de {0} fusionnée',
  'Merged {0} conflict copies': '{0} copies en conflit fusionnées',
  'the shared history has moved on': 'l’historique commun a avancé entre-temps',
  'the body must be the bytes of a pack': 'le corps doit être les octets d’un paquet',
  'this is no id of an upload': 'ce n’est pas l’identifiant d’un envoi',
  'this part of the upload does not fit': 'cette partie de l’envoi ne convient pas',
  'this upload is not there': 'cet envoi n’existe pas',
  'too many machines sync at the moment': 'trop de machines se synchronisent en ce moment',
  '{0} holds something else': '{0} contient autre chose',
  'Name an empty folder, one that does not exist yet, or a bare git repository.':
    'Nommez un dossier vide, un dossier qui n’existe pas encore, ou un dépôt git nu.',
  '{0} keeps changing': '{0} change sans cesse',
  'Try again in a moment: rappel sync': 'Réessayez dans un instant : rappel sync',
  'Try again in a moment: rappel sync --vault {0}': 'Réessayez dans un instant : rappel sync --vault {0}',
  '{0} could not be reached: {1}': 'impossible de joindre {0} : {1}',
  'Nothing is lost: it is tried again. To see for yourself: rappel sync':
    'Rien n’est perdu : Rappel réessaie. Pour voir par vous-même : rappel sync',
  'Nothing is lost: it is tried again. To see for yourself: git ls-remote {0}':
    'Rien n’est perdu : Rappel réessaie. Pour voir par vous-même : git ls-remote {0}',
  'git has no user and password for {0}': 'git n’a ni nom d’utilisateur ni mot de passe pour {0}',
  'Store them with git as the user who runs Rappel, then try: git ls-remote {0}':
    'Enregistrez-les dans git sous l’utilisateur qui lance Rappel, puis essayez : git ls-remote {0}',
  '{0} refused the user or the password that git has for it':
    '{0} a refusé l’utilisateur ou le mot de passe que git lui présente',
  'Correct them in git as the user who runs Rappel, then try: git ls-remote {0}':
    'Corrigez-les dans git sous l’utilisateur qui lance Rappel, puis essayez : git ls-remote {0}',
  '{0} refused the ssh key of the user who runs Rappel':
    '{0} a refusé la clé ssh de l’utilisateur qui lance Rappel',
  'Add the public key of this user there, then try: git ls-remote {0}':
    'Ajoutez-y la clé publique de cet utilisateur, puis essayez : git ls-remote {0}',
  'ssh does not know the host key of {0}, or it has changed':
    'ssh ne connaît pas la clé d’hôte de {0}, ou elle a changé',
  'Connect once as the user who runs Rappel, and compare the key: git ls-remote {0}':
    'Connectez-vous une fois sous l’utilisateur qui lance Rappel, et comparez la clé : git ls-remote {0}',
  'there is no git repository at {0}, or it is not shown to the user who runs Rappel':
    'il n’y a pas de dépôt git à {0}, ou l’utilisateur qui lance Rappel ne le voit pas',
  'Create it there, or correct the address, then try: git ls-remote {0}':
    'Créez-le là-bas, ou corrigez l’adresse, puis essayez : git ls-remote {0}',
  '{0} refused the changes: {1}': '{0} a refusé les changements : {1}',
  'Allow the user of Rappel to push to every branch there, also without a fast-forward.':
    'Autorisez-y l’utilisateur de Rappel à pousser vers toutes les branches, même sans avance rapide.',
  'the remote holds a file that is too large for the history':
    'le dépôt distant contient un fichier trop grand pour l’historique',
  'Nothing was changed here. Remove it there, or use another remote.':
    'Rien n’a changé ici. Supprimez-le là-bas, ou utilisez un autre dépôt distant.',
  'what came from the remote is refused: {0}': 'ce qui vient du dépôt distant est refusé : {0}',
  'Nothing was changed here. Find out who else writes there, or leave it with: rappel sync off':
    'Rien n’a changé ici. Cherchez qui d’autre y écrit, ou quittez ce dépôt : rappel sync off',
  'another machine rewrote the shared history: it purged or trimmed something':
    'une autre machine a réécrit l’historique commun : elle y a purgé ou raccourci quelque chose',
  'this disk takes {0} and {1} for the same file, so nothing was exchanged':
    'ce disque prend {0} et {1} pour le même fichier : rien n’a été échangé',
  'Rename one of the two on another machine, then: rappel sync':
    'Renommez l’un des deux sur une autre machine, puis : rappel sync',
  '{0} is empty, although it had entries': '{0} est vide, alors qu’il contenait des entrées',
  'A drive may be missing. To send everything again: rappel sync --yes':
    'Il manque peut-être un disque. Pour tout renvoyer : rappel sync --yes',
  'A drive may be missing. To send everything again: rappel sync --yes --vault {0}':
    'Il manque peut-être un disque. Pour tout renvoyer : rappel sync --yes --vault {0}',
  'the remote no longer has entries that it had: it was restored from a backup, or they were purged':
    'le dépôt distant n’a plus certaines entrées : il a été restauré d’une sauvegarde, ou elles ont été purgées',
  'To send them again: rappel sync off, then rappel sync REMOTE. If they were purged on another machine, drop them here too: rappel sync --yes':
    'Pour les renvoyer : rappel sync off, puis rappel sync DÉPÔT. Si elles ont été purgées sur une autre machine, supprimez-les ici aussi : rappel sync --yes',
  'If you know why, take it over with: rappel sync --yes':
    'Si vous savez pourquoi, reprenez-le avec : rappel sync --yes',
  '[REMOTE | here | status | off]': '[DÉPÔT | here | status | off]',
  'changed since': 'a changé entre-temps',
  'Merged the changes of two machines': 'Modifications de deux machines fusionnées',
  'Asked about one place that two machines changed':
    'Question posée sur un endroit que deux machines ont modifié',
  'Asked about {0} places that two machines changed':
    'Questions posées sur {0} endroits que deux machines ont modifiés',
  'this machine deleted {0} of {1} files, so nothing was exchanged':
    'cette machine a supprimé {0} fichiers sur {1}, donc rien n’a été échangé',
  'another machine deleted {0} of {1} files, so nothing was exchanged':
    'une autre machine a supprimé {0} fichiers sur {1}, donc rien n’a été échangé',
  'If that is meant, go on with: rappel sync --yes. If not, see what happened with: rappel history':
    'Si c’est voulu, continuez avec : rappel sync --yes. Sinon, voyez ce qui s’est passé : rappel history',
};
