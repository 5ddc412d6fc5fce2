import type { Catalogue } from '../catalogue.js';

/** What a parameter or a setting expects, as an error names it after "expected". */
export const parameters: Catalogue = {
  'an integer from 0': 'un entier à partir de 0',
  'an integer from 1 to 200': 'un entier de 1 à 200',
  'an integer from 1 to 200, or null': 'un entier de 1 à 200, ou null',
  'an integer from 0 to 100': 'un entier de 0 à 100',
  'an integer from 0 to 100, or null': 'un entier de 0 à 100, ou null',
  'an integer from 1 to 1000': 'un entier de 1 à 1000',
  'an integer from 1 to 1000, or null': 'un entier de 1 à 1000, ou null',
  'an integer from 100 to 50000': 'un entier de 100 à 50000',
  'an integer from 100 to 50000, or null': 'un entier de 100 à 50000, ou null',
  'an integer from 100 to 20000': 'un entier de 100 à 20000',
  'an integer from 100 to 20000, or null': 'un entier de 100 à 20000, ou null',
  'an integer from 1 to 100': 'un entier de 1 à 100',
  'an integer from 1 to 100, or null': 'un entier de 1 à 100, ou null',
  'an integer from 0, as the answer before said': 'un entier à partir de 0, comme l’a dit la réponse d’avant',
  'a number from 0 to 1': 'un nombre de 0 à 1',
  'an integer from 0, or null for everything': 'un entier à partir de 0, ou null pour tout',
  'a number from 0 to 1, or null': 'un nombre de 0 à 1, ou null',
  'a positive integer': 'un entier positif',
  'a positive integer or null': 'un entier positif, ou null',
  'a number of megabytes': 'un nombre de mégaoctets',
  'true or false': 'true ou false',
  '"fast" or "deep"': '"fast" ou "deep"',
  '"top" or "bottom"': '"top" ou "bottom"',
  '"own" or "qmd"': '"own" ou "qmd"',
  '"en" or "fr"': '"en" ou "fr"',
  'a path, like vault/projects/startup-x/state.md': 'un chemin, comme vault/projects/startup-x/state.md',
  'a path or a list of paths, like "vault/tasks.md" or ["vault/tasks.md", "vault/bucket/"]':
    'un chemin ou une liste de chemins, comme "vault/tasks.md" ou ["vault/tasks.md", "vault/bucket/"]',
  'an object with path and lines, like {"path": "vault/tasks.md", "lines": "9-14"}':
    'un objet avec path et lines, comme {"path": "vault/tasks.md", "lines": "9-14"}',
  'a range like "9-14", several like "1-1,9-14", or null for the whole file':
    'une plage comme "9-14", plusieurs comme "1-1,9-14", ou null pour tout le fichier',
  'a list of questions or words, like ["why was the external API dropped"]':
    'une liste de questions ou de mots, comme ["pourquoi a-t-on abandonné l’API externe"]',
  'a list of paths or globs, like ["projects/startup-x/", "projects/*/state.md"], or null':
    'une liste de chemins ou de motifs, comme ["projects/startup-x/", "projects/*/state.md"], ou null',
  'a date like "2025-07-14", "7 days ago" or "last week"':
    'une date comme "2025-07-14", "il y a 7 jours" ou "la semaine dernière"',
  'a date like "2025-07-14", "7 days ago" or "last week", or null':
    'une date comme "2025-07-14", "il y a 7 jours" ou "la semaine dernière", ou null',
  'the text of the file; not empty': 'le texte du fichier, non vide',
  'the text to add; not empty': 'le texte à ajouter, non vide',
  'the lines to replace, as shown by read, or an exact passage; not empty':
    'les lignes à remplacer, comme read les affiche, ou un passage exact, non vide',
  'the text to put in its place; empty removes it': 'le texte qui le remplace ; vide, il le supprime',
  'text without NUL characters': 'un texte sans caractère NUL',
  'whole Unicode characters': 'des caractères Unicode entiers',
  'a question; not empty': 'une question, non vide',
  'a question of at most 100,000 characters': 'une question d’au plus 100 000 caractères',
  'an object with name, media_type and data (base64)': 'un objet avec name, media_type et data (base64)',
  '"none", or null': '« none » ou null',
  'the name of an inbox item, like 2025-07-14-vocal-meeting-client':
    'le nom d’une question de la boîte de réception, comme 2025-07-14-vocal-meeting-client',
  'the name of a project, or "" for none': 'le nom d’un projet, ou "" pour aucun',
  'a heading for it, or null': 'son titre, ou null',
  'the day it is due, like 2025-07-14 or 2025-07-14 09:30, or null':
    'l’échéance, par exemple 2025-07-14 ou 2025-07-14 09:30, ou null',
  'the line it corrects or the task it ends, in words or as path:line, or null':
    'la ligne qu’il corrige ou la tâche qu’il termine, avec des mots ou chemin:ligne, ou null',
  'up to 64 letters, digits, - or _': 'jusqu’à 64 lettres, chiffres, - ou _',
  'an address like http://localhost:11434/v1': 'une adresse comme http://localhost:11434/v1',
  'an address without user and password; give a key instead (rappel setup, or the environment)':
    'une adresse sans utilisateur ni mot de passe ; donnez plutôt une clé (rappel setup, ou l’environnement)',
  'the name of a model': 'le nom d’un modèle',
  'a folder': 'un dossier',
  'an address': 'une adresse',
  'url and model': 'url et model',
  'the url and model of an endpoint, or null': 'l’url et le model d’un point d’accès, ou null',
  'the folder of QMD': 'le dossier de QMD',
  'the path of a Node.js': 'le chemin d’un Node.js',
  'provider and name': 'provider et name',
  'input and output': 'input et output',
  'an object with client and folder, the names of the program and the folder it comes from':
    'un objet avec client et folder, les noms du programme et du dossier d’origine',
  'an object with path, from and to: a transcript in the vault and its lines':
    'un objet avec path, from et to : une transcription du vault et ses lignes',
  'a list of files, each an object with path and lines, like {"path": "vault/tasks.md", "lines": "9-14"}':
    'une liste de fichiers, chacun un objet avec path et lines, comme {"path": "vault/tasks.md", "lines": "9-14"}',
  'the name of a project, or null': 'le nom d’un projet, ou null',
};
