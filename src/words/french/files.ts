import type { Catalogue } from '../catalogue.js';

/** The errors of the vault and its tools, and those of the system. */
export const files: Catalogue = {
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

  'Restart the service: rappel stop, then: rappel serve':
    'Redémarrez le service : rappel stop, puis : rappel serve',
};
