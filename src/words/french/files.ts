import type { Catalogue } from '../catalogue.js';

/** The errors of the vault and its tools, and those of the system. */
export const files: Catalogue = {
  'no such file or folder; did you mean {0}?': 'fichier ou dossier introuvable ; vouliez-vous dire {0} ?',
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

  'line {0} is past the end: the file has 1 line': 'la ligne {0} est après la fin : le fichier a 1 ligne',
  'line {0} is past the end: the file has {1} lines':
    'la ligne {0} est après la fin : le fichier a {1} lignes',
  'Create it with: rappel demo {0} (or name another with --vault)':
    'Créez-le avec : rappel demo {0} (ou indiquez-en un autre avec --vault)',
  'Create it with: rappel init {0} (or name another with --vault)':
    'Créez-le avec : rappel init {0} (ou indiquez-en un autre avec --vault)',

  'got the range "{0}", expected the form "9-14", from 1, ascending':
    'plage « {0} » reçue, attendu : la forme "9-14", à partir de 1, croissante',
  'old_content occurs {0} or more times, at lines {1}':
    'old_content se trouve au moins {0} fois, aux lignes {1}',
  "the vault itself can't be {0}": 'c’est impossible pour le vault lui-même',
  "a root file can't be {0}": 'c’est impossible pour un fichier racine',

  'Restart the service: rappel stop, then: rappel serve':
    'Redémarrez le service : rappel stop, puis : rappel serve',
};
