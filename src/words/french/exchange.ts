import type { Catalogue } from '../catalogue.js';

/** Import, export and the example memory. */
export const exchange: Catalogue = {
  'the archive is refused because of its update {0}: {1}': 'archive refusée à cause de sa note {0} : {1}',
  'Nothing was written. This archive was not made by rappel export.':
    'Rien n’a été écrit. Cette archive ne vient pas de rappel export.',
  'the archive contains a history, which only git can check':
    'l’archive contient un historique, que seul git peut vérifier',
  'Install git and import the archive again.': 'Installez git et importez l’archive à nouveau.',
  'the history in the archive is refused: {0}': 'l’historique de l’archive est refusé : {0}',
  'Nothing was imported. To import its files alone, unpack it and delete .rappel in the unpacked folder.':
    'Rien n’a été importé. Pour n’importer que ses fichiers, décompressez-la et supprimez .rappel dans le dossier obtenu.',
  'Wait for it to finish, and try again.': 'Attendez la fin, puis réessayez.',
  'the vault compresses so well that import would refuse the archive':
    'le vault se compresse si bien que import refuserait l’archive',
  'Export to a folder instead: give a name without .tar.gz.':
    'Exportez plutôt vers un dossier : donnez un nom sans .tar.gz.',
  '{0} already exists': '{0} existe déjà',
  'Choose another name.': 'Choisissez un autre nom.',
  '{0} is inside the vault': '{0} est dans le vault',
  'Name a file or folder elsewhere.': 'Indiquez un fichier ou un dossier ailleurs.',
  'the archive is refused: {0}': 'archive refusée : {0}',
  'Nothing was imported. If you trust it, unpack it elsewhere and import the folder.':
    'Rien n’a été importé. Si vous avez confiance en elle, décompressez-la ailleurs et importez le dossier.',
  '{0} is not an empty folder': '{0} n’est pas un dossier vide',
  'An archive is imported as a new vault. Name a new or empty folder with --vault, or move this one away.':
    'Une archive s’importe comme un nouveau vault. Indiquez un dossier nouveau ou vide avec --vault, ou déplacez celui-ci.',
  '{0} was not made by rappel export': '{0} ne vient pas de rappel export',
  'Unpack it and import the folder.': 'Décompressez-la et importez le dossier.',
  'the archive is damaged or incomplete': 'l’archive est abîmée ou incomplète',
  'Nothing was imported. Copy or download it again.':
    'Rien n’a été importé. Copiez-la ou téléchargez-la à nouveau.',
  'the archive is refused because of {0}: {1}': 'archive refusée à cause de {0} : {1}',
  'Nothing was imported. This archive was not made by rappel export.':
    'Rien n’a été importé. Cette archive ne vient pas de rappel export.',
  '{0} is not empty': '{0} n’est pas vide',
  'Name a folder that does not exist: rappel demo DIR':
    'Indiquez un dossier qui n’existe pas : rappel demo DOSSIER',
  'this vault already contains files: {0}': 'ce vault contient déjà des fichiers : {0}',
  'The example memory is for an empty vault. See it beside yours with: rappel demo':
    'La mémoire d’exemple demande un vault vide. Pour la voir à côté de la vôtre : rappel demo',
  '{0} and the vault at {1} overlap': '{0} et le vault {1} se recouvrent',
  'Files in the vault need no import. To use a folder of Markdown as the vault, name it with --vault.':
    'Les fichiers du vault n’ont pas besoin d’être importés. Pour utiliser un dossier de Markdown comme vault, indiquez-le avec --vault.',
  'the export ends in the middle of its JSON': 'l’export s’arrête au milieu de son JSON',
  'It may be an incomplete download: download it again.':
    'Le téléchargement est peut-être incomplet : téléchargez-le à nouveau.',
  'the export is not a JSON list of conversations': 'l’export n’est pas une liste JSON de conversations',
  'the PDF is password-protected': 'le PDF est protégé par un mot de passe',
  'not a PDF that can be read': 'ce PDF est illisible',
  '{0}: no such file or folder': '{0} : fichier ou dossier introuvable',
  "this file type can't be imported ({0})": 'ce type de fichier ne s’importe pas ({0})',
  'Import {0}, or an archive made by rappel export.': 'Importez {0}, ou une archive faite par rappel export.',
  'the inbox is for questions, not for files':
    'la boîte de réception est pour les questions, pas pour les fichiers',
  'Name a project, like --into projects/startup-x, or a folder.':
    'Indiquez un projet, comme --into projects/startup-x, ou un dossier.',
  'another file is at {0}': 'un autre fichier se trouve déjà à {0}',
  'changed at the source and in the vault ({0})': 'modifié à la source et dans le vault ({0})',
  '{0}; {1} of {2} files are imported': '{0} ; {1} fichiers importés sur {2}',
  'the archive has too many entries ({0})': 'l’archive a trop d’entrées ({0})',
  'Unpack it elsewhere and import the folder.': 'Décompressez-la ailleurs et importez le dossier.',
  'password-protected': 'protégé par un mot de passe',
  "compressed by a method ({0}) that Rappel can't read":
    'compressé par une méthode ({0}) que Rappel ne sait pas lire',
  'this is not a ZIP archive, or it is cut off': 'ce n’est pas une archive ZIP, ou elle est tronquée',
  'the ZIP archive is damaged': 'l’archive ZIP est abîmée',
  'unpacked, the archive takes {0} GB, more than the temporary folder has space for':
    'décompressée, l’archive occupe {0} Go, plus que la place du dossier temporaire',

  'it came with an imported archive and is not filed yet':
    'elle vient d’une archive importée et n’est pas encore classée',
  'it changes while it is read': 'il change pendant la lecture',
  'its name is not UTF-8': 'son nom n’est pas en UTF-8',
  'it is a link to a folder, to a place outside the vault, or to nothing':
    'c’est un lien vers un dossier, vers un endroit hors du vault, ou vers rien',
  'it is not a file': 'ce n’est pas un fichier',
  'Loaded the example memory': 'Mémoire d’exemple chargée',
  'its JSON is broken': 'son JSON est abîmé',
  'an empty conversation': 'conversation vide',
  'the log of a subagent, not of a conversation': 'journal d’un sous-agent, pas d’une conversation',
  'not a log of Claude Code or Codex': 'ce n’est pas un journal de Claude Code ou de Codex',
  '{0} (interrupted)': '{0} (interrompu)',
  'neither a note nor a file that notes can show':
    'ni une note, ni un fichier que des notes peuvent afficher',
  empty: 'vide',
  'reading it {0}': 'sa lecture {0}',
  'copied without its text: reading it {0}': 'copié sans son texte : sa lecture {0}',
  'takes too long': 'prend trop de temps',
  'needs too much memory': 'demande trop de mémoire',
  'a scan: it contains no text to search': 'un scan : il ne contient pas de texte à chercher',
  'without {0} lines of more than 50 MB': 'sans {0} {0|ligne|lignes} de plus de 50 Mo',
  'converted from {0}': 'converti depuis {0}',
  "its encoding can't be recognised; convert it to UTF-8":
    'son encodage n’est pas reconnu ; convertissez-le en UTF-8',

  'reading it failed': 'sa lecture a échoué',
  'copied without its text: reading it failed': 'copié sans son texte : sa lecture a échoué',
  'Imported {0} file into {1}: {2}': '{0} fichier importé dans {1} : {2}',
  'Imported {0} files into {1}: {2}': '{0} fichiers importés dans {1} : {2}',
  '{0} export': 'Export de {0}',
  '{0} session': 'Session de {0}',
  'Obsidian vault': 'Vault Obsidian',
  'Imported {0} file into {1}: Folder': '{0} fichier importé dans {1} : dossier',
  'Imported {0} files into {1}: Folder': '{0} fichiers importés dans {1} : dossier',
  Folder: 'Dossier',
  'Word document': 'Document Word',
  'Web page': 'Page web',
  'an export of {0} (.zip, or its conversations.json)': 'un export de {0} (.zip, ou son conversations.json)',
  'a session log of {0} (.jsonl)': 'un journal de session de {0} (.jsonl)',
  'private key': 'clé privée',
  'Anthropic key': 'clé Anthropic',
  'OpenAI key': 'clé OpenAI',
  'AWS key': 'clé AWS',
  'GitHub token': 'jeton GitHub',
  'GitLab token': 'jeton GitLab',
  'Slack token': 'jeton Slack',
  'Google key': 'clé Google',
  'Stripe key': 'clé Stripe',
  'npm token': 'jeton npm',
  'Hugging Face token': 'jeton Hugging Face',
  token: 'jeton',
  password: 'mot de passe',
  'card number': 'numéro de carte',
  'a PDF': 'un PDF',
  'a Word document (.docx)': 'un document Word (.docx)',
  'a web page (.html)': 'une page web (.html)',
  'an Obsidian vault': 'un vault Obsidian',
  'a folder of notes': 'un dossier de notes',
  PDF: 'PDF',
  'Mail message': 'Message électronique',
  Mailbox: 'boîte mail',
  'reStructuredText file': 'fichier reStructuredText',
  'a reStructuredText file (.rst)': 'un fichier reStructuredText (.rst)',
  'Org file': 'fichier Org',
  'an Org file (.org)': 'un fichier Org (.org)',
  'a mailbox (.mbox)': 'une boîte mail (.mbox)',
  'not a mail message': 'ce n’est pas un message électronique',
  'damaged, password-protected, or not a Word document':
    'abîmé, protégé par un mot de passe, ou pas un document Word',
  'damaged, or not what its name says': 'abîmé, ou autre chose que ce que dit son nom',
  'nested too deeply': 'trop de niveaux imbriqués',
  'a message without a subject': 'un message sans objet',
  "not a text file, or its encoding can't be recognised":
    'pas un fichier texte, ou son encodage n’est pas reconnu',
  'a project without instructions or documents of yours': 'un projet sans consignes ni documents de vous',
  'a mail message (.eml)': 'un message électronique (.eml)',
};
