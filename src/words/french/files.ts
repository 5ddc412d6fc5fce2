import type { Catalogue } from '../catalogue.js';

/** The errors of the vault and its tools, and those of the system. */
export const files: Catalogue = {
  'the answer is too large': 'la réponse est trop longue',
  'Ask for less: fewer files, head or tail, or a range of lines.':
    'Demandez moins : moins de fichiers, head ou tail, ou une plage de lignes.',
  'no such file or folder': 'fichier ou dossier introuvable',
  'no such file or folder; did you mean {0}?': 'fichier ou dossier introuvable ; vouliez-vous dire {0} ?',
  'a part of this path is a file, not a folder': 'une partie de ce chemin est un fichier, pas un dossier',
  'already exists': 'existe déjà',
  'the system reported {0}': 'le système signale {0}',
  'Check the disk and try again.': 'Vérifiez le disque et réessayez.',
  'the disk is full': 'le disque est plein',
  'Free some space and try again.': 'Libérez de la place et réessayez.',
  'permission denied': 'accès refusé',
  'Check who owns the file and its folder.': 'Vérifiez à qui appartiennent le fichier et son dossier.',
  'the file would be larger than the system allows':
    'le fichier dépasserait la taille permise par le système',
  'Free some space or raise the limit.': 'Libérez de la place ou relevez la limite.',
  'the disk is read-only': 'le disque est en lecture seule',
  'Make it writable and try again.': 'Autorisez l’écriture et réessayez.',
  'is a folder': 'est un dossier',
  'Name a file.': 'Indiquez un fichier.',
  'the name is too long': 'le nom est trop long',
  'Choose a shorter one.': 'Choisissez-en un plus court.',
  'too many open files': 'trop de fichiers ouverts',
  'Close some programs and try again.': 'Fermez quelques programmes et réessayez.',
  'links lead in a circle': 'les liens tournent en rond',
  'Remove one of them.': 'Supprimez l’un d’eux.',
  'the file is in use': 'le fichier est utilisé',
  'Close the program that holds it and try again.': 'Fermez le programme qui l’utilise et réessayez.',

  'the file is larger than 400 MB': 'le fichier dépasse 400 Mo',
  'Split it, or keep it outside the vault.': 'Divisez-le, ou gardez-le hors du vault.',
  'the same lines were changed meanwhile': 'les mêmes lignes ont été modifiées entre-temps',
  'Choose which version to keep.': 'Choisissez la version à garder.',
  'changed since it was read, read it again': 'a changé depuis sa lecture, relisez-le',
  'was not changed: neither a field nor an answer asked for it':
    'n’a pas été modifié : ni un champ ni une réponse ne l’a demandé',
  'Send it again with the kind "correction" or "done".':
    'Renvoyez-le avec le type « correction » ou « done ».',
  'not a text file': 'ce n’est pas un fichier texte',
  'line {0} is past the end: the file has 1 line': 'la ligne {0} est après la fin : le fichier a 1 ligne',
  'line {0} is past the end: the file has {1} lines':
    'la ligne {0} est après la fin : le fichier a {1} lignes',
  'another program keeps writing to this file': 'un autre programme écrit sans cesse dans ce fichier',
  'Try again.': 'Réessayez.',
  'the path is empty; the whole vault is vault/': 'le chemin est vide ; le vault entier est vault/',
  'Name a file or folder inside the vault, like vault/projects/startup-x/state.md.':
    'Indiquez un fichier ou un dossier du vault, comme vault/projects/startup-x/state.md.',
  'the vault is gone: there is no folder {0}': 'le vault a disparu : le dossier {0} n’existe pas',
  'Restore the folder or reconnect its disk, or name another vault with --vault.':
    'Restaurez le dossier ou rebranchez son disque, ou indiquez un autre vault avec --vault.',
  'leads outside the vault': 'mène hors du vault',
  'a link on this path leads outside the vault, or nowhere':
    'un lien de ce chemin mène hors du vault, ou nulle part',
  'Move what it points to into the vault, or remove the link.':
    'Déplacez sa cible dans le vault, ou supprimez le lien.',
  '"{0}" does not name a place in the trash': '« {0} » ne désigne rien dans la corbeille',
  'there is no vault at {0}': 'il n’y a pas de vault dans {0}',
  'Create it with: rappel demo {0} (or name another with --vault)':
    'Créez-le avec : rappel demo {0} (ou indiquez-en un autre avec --vault)',
  'Create it with: rappel init {0} (or name another with --vault)':
    'Créez-le avec : rappel init {0} (ou indiquez-en un autre avec --vault)',
  '{0} is a file, not a folder': '{0} est un fichier, pas un dossier',
  'Name a folder with --vault.': 'Indiquez un dossier avec --vault.',

  'got the range "{0}", expected the form "9-14" or "1-1,9-14", from 1, ascending, not overlapping':
    'plage « {0} » reçue, attendu : la forme "9-14" ou "1-1,9-14", à partir de 1, croissante, sans chevauchement',
  'got the range "{0}", expected the form "9-14", from 1, ascending':
    'plage « {0} » reçue, attendu : la forme "9-14", à partir de 1, croissante',
  "{0} can't be edited: Rappel keeps created, updated and tokens itself":
    'impossible de modifier {0} : Rappel tient lui-même created, updated et tokens',
  'Leave those three lines out of the edit.': 'Laissez ces trois lignes hors de la modification.',
  'old_content occurs {0} times, at lines {1}': 'old_content se trouve {0} fois, aux lignes {1}',
  'old_content occurs {0} or more times, at lines {1}':
    'old_content se trouve au moins {0} fois, aux lignes {1}',
  'Give more of the text around it, or the numbered lines as shown by read.':
    'Donnez plus de texte autour, ou les lignes numérotées comme read les affiche.',
  'these lines are not in the file, neither at these numbers nor elsewhere':
    'ces lignes ne sont pas dans le fichier, ni à ces numéros ni ailleurs',
  'old_content does not occur in the file': 'old_content ne se trouve pas dans le fichier',
  'Read the file again and copy the lines exactly.': 'Relisez le fichier et copiez les lignes exactement.',
  'not a text file: this is a folder': 'ce n’est pas un fichier texte, mais un dossier',
  'Name a file in it, like {0}note.md': 'Indiquez un fichier de ce dossier, comme {0}note.md',
  'not a text file: this name is for an image':
    'ce n’est pas un fichier texte : ce nom est celui d’une image',
  'Choose another name, like {0}': 'Choisissez un autre nom, comme {0}',
  'the text seems to contain a secret, so nothing is written':
    'le texte semble contenir un secret ; rien n’est écrit',
  'Leave it out. To store it, send it with update: the user is asked, and it stays hidden from models.':
    'Retirez-le. Pour le garder, envoyez-le avec update : Rappel pose la question, et aucun modèle ne le voit.',
  'the text holds the mask of a secret, so nothing is written':
    'le texte contient le masque d’un secret ; rien n’est écrit',
  'Leave that part out, or edit only the lines around it: what it stands for stays in its file.':
    'Retirez ce passage, ou ne modifiez que les lignes autour : ce qu’il remplace reste dans son fichier.',
  "{0} seemed to contain a secret, so it can't be filed anew":
    '{0} semblait contenir un secret et ne peut pas être reclassé',
  'Answer its question with a project, or move its file: rappel move FROM TO':
    'Répondez à sa question par un projet, ou déplacez son fichier : rappel move SOURCE CIBLE',
  'the text that was set aside is not on this machine': 'le texte mis à part n’est pas sur cette machine',
  'Answer on the machine where it was given, or delete the question.':
    'Répondez sur la machine où il a été donné, ou supprimez la question.',
  'this answer seems to contain a secret, so it is not saved':
    'cette réponse semble contenir un secret ; elle n’est pas enregistrée',
  'Answer with a choice; give the secret in a note of its own, and Rappel asks what to do with it.':
    'Répondez par un choix ; donnez le secret dans une note à part, et Rappel demande quoi en faire.',
  'is generated and never edited by hand': 'est généré et ne se modifie pas à la main',
  "the vault itself can't be {0}": 'c’est impossible pour le vault lui-même',
  "a root file can't be {0}": 'c’est impossible pour un fichier racine',
  'has not been read in this session, read it first': 'n’a pas été lu dans cette session, lisez-le d’abord',
  'this session has no input to keep': 'cette session n’a rien à conserver',
  'lines: got {0}, expected lines like "9-14", ascending':
    'lines : {0} reçu, attendu : des lignes comme "9-14", en ordre croissant',
  'every image of the input is filed already': 'toutes les images de la note sont déjà classées',
  'the input has no text': 'la note n’a pas de texte',
  'the task is no longer there': 'la tâche n’est plus là',
  'Reload the file.': 'Rechargez le fichier.',
  "a folder can't be moved into itself": 'un dossier ne peut pas être déplacé dans lui-même',
  'a name that ends in / is a folder': 'un nom qui finit par / est un dossier',
  'The parameters of {0} are: {1}.': 'Les paramètres de {0} sont : {1}.',
  'unknown parameter {0}; expected {1}': 'paramètre {0} inconnu ; attendu : {1}',
  'got {0}, expected an object with {1}': '{0} reçu, attendu : un objet avec {1}',
  '{0}: got {1}, expected {2}': '{0} : {1} reçu, attendu : {2}',
  '{0}: missing, expected {1}': '{0} : manquant, attendu : {1}',
  'paths: got a range of lines together with head, tail or folded, expected one of them':
    'paths : plage de lignes reçue avec head, tail ou folded, attendu : l’un d’eux seulement',
  'head: got {0} together with tail {1}, expected one of the two':
    'head : {0} reçu avec tail {1}, attendu : l’un des deux seulement',
  'Give head or tail, or neither for the whole file.':
    'Donnez head ou tail, ou aucun des deux pour tout le fichier.',
  'folded: got true together with {0}, expected one of the two':
    'folded : true reçu avec {0}, attendu : l’un des deux seulement',
  'Leave out {0} to see the outline.': 'Retirez {0} pour voir le plan.',
  'the image is larger than 32 MB': 'l’image dépasse 32 Mo',
  'not an image, despite its name': 'ce n’est pas une image, malgré son nom',
  'the name contains a control character': 'le nom contient un caractère de contrôle',

  'the file is larger than {0} MB': 'le fichier dépasse {0} Mo',
  'Read a part of it with the tool read: head, tail or folded.':
    'Lisez-en une partie avec l’outil read : head, tail ou folded.',
  'Choose another name, or delete it first.': 'Choisissez un autre nom, ou supprimez-le d’abord.',
  'there is no project "{0}"': 'il n’y a pas de projet « {0} »',
  'List the projects with: rappel tree projects --depth 1':
    'Pour voir les projets : rappel tree projects --depth 1',

  'can be marked as global only by the user': 'seul l’utilisateur peut rendre ce fichier global',
  'Leave out "global: true", or ask the user to add it.':
    'Retirez « global: true », ou demandez à l’utilisateur de l’ajouter.',
  'is shared by all projects and can only be read here':
    'est commun à tous les projets et ne peut qu’être lu ici',
  'Write to a file of this project.': 'Écrivez dans un fichier de ce projet.',
  'no such address': 'cette adresse n’existe pas',
  'this was not done by an assistant of this project':
    'ce changement ne vient pas d’un assistant de ce projet',
  'Ask the user to undo it: rappel undo {0}': 'Demandez à l’utilisateur de l’annuler : rappel undo {0}',
  "this can't be undone: its files are no longer there":
    'impossible d’annuler : ses fichiers ne sont plus là',
  '{0} walls are in use already': '{0} murs sont déjà utilisés',
  'Restart the service: rappel stop, then: rappel serve':
    'Redémarrez le service : rappel stop, puis : rappel serve',
};
