import type { Catalogue } from '../catalogue.js';

/** Why something is refused, as the end of the sentence that says so. */
export const reasons: Catalogue = {
  'the port is in use': 'le port est déjà utilisé',
  "names with {0} don't exist on Windows": 'les noms avec {0} n’existent pas sous Windows',
  'Windows drops a dot or a space at the end of a name':
    'Windows supprime un point ou une espace à la fin d’un nom',
  '{0} is a device on Windows, with any ending':
    '{0} est un périphérique sous Windows, quelle que soit l’extension',
  'the name is longer than {0} bytes': 'le nom dépasse {0} octets',
  'it is in the queue twice': 'elle est deux fois dans la file',
  'it contains more than {0} files at once': 'il contient plus de {0} fichiers à la fois',
  'it contains a path that leads outside the vault, through {0}':
    'il contient un chemin qui mène hors du vault, par {0}',
  'it contains a link or another repository': 'il contient un lien ou un autre dépôt',
  'it contains a folder that is too large': 'il contient un dossier trop grand',
  'it is damaged': 'il est abîmé',
  'it contains folders more than {0} levels deep':
    'il contient des dossiers à plus de {0} niveaux de profondeur',
  'it unpacks to more than {0} times its size': 'décompressée, elle occupe plus de {0} fois sa taille',
  'it unpacks to more than the disk of {0} has space for':
    'décompressée, elle occupe plus que la place du disque de {0}',
  'it has more than {0} entries': 'elle a plus de {0} entrées',
  "it is in the archive twice, or this disk can't store its name":
    'il est deux fois dans l’archive, ou ce disque ne peut pas enregistrer son nom',
  'it is a link or a device, not a file': 'c’est un lien ou un périphérique, pas un fichier',
  'it is a link': 'c’est un lien',
  '"hooks" is not an object': '« hooks » n’est pas un objet',
  'it contains a merge, which Rappel does not make': 'il contient une fusion, ce que Rappel ne fait pas',
  'it contains a path that leads outside the vault ({0})':
    'il contient un chemin qui mène hors du vault ({0})',
  'it contains a name that Rappel spells otherwise ({0})':
    'il contient un nom que Rappel écrit autrement ({0})',
  'it contains a commit that Rappel did not write': 'il contient un commit que Rappel n’a pas écrit',
  'an entry has an unreadable {0} ({1})': 'une entrée a un champ {0} illisible ({1})',
  'it contains more than {0} changes of files': 'il contient plus de {0} modifications de fichiers',
  'it contains something other than plain files': 'il contient autre chose que des fichiers ordinaires',
  'it contains a link to another folder': 'il contient un lien vers un autre dossier',
  'it takes its content from another folder (objects/info/alternates)':
    'il prend son contenu dans un autre dossier (objects/info/alternates)',
  '{0} is no file of git': '{0} n’est pas un fichier de git',
  'it contains a name or a text that is not UTF-8': 'il contient un nom ou un texte qui n’est pas en UTF-8',
  'the whole file': 'tout le fichier',
  'its newest entry is missing': 'son entrée la plus récente manque',
  'it is larger than a history of notes': 'il est plus gros qu’un historique de notes',
  'it contains more files than a vault of notes': 'il contient plus de fichiers qu’un vault de notes',
  'it gave {0} vectors for {1} texts': 'il a donné {0} vecteurs pour {1} textes',
  'its vectors have {0} dimensions, not {1}': 'ses vecteurs ont {0} dimensions, pas {1}',
  'it gave no vector': 'il n’a donné aucun vecteur',
  'it ranks what it was not given': 'il classe ce qu’on ne lui a pas donné',
  'its answer has another form than {0}': 'sa réponse a une autre forme que {0}',
  'it answered {0}': 'il a répondu {0}',
  'its answer is too large': 'sa réponse est trop grande',
  'its answer is not JSON': 'sa réponse n’est pas du JSON',
  'it did not answer in time': 'il n’a pas répondu à temps',
  "it can't be reached": 'il est injoignable',
  'its length is wrong': 'sa longueur est incorrecte',
  'its size is not supported': 'sa taille n’est pas prise en charge',
  'it starts otherwise': 'il commence autrement',
  'its words are damaged': 'ses mots sont abîmés',
  'its branch names no commit': 'sa branche ne désigne aucun commit',
  'it takes too long to unpack': 'le décompresser prend trop de temps',
};
