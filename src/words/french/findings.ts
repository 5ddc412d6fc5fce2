import type { Catalogue } from '../catalogue.js';

/** What is found in the files of a vault, and what can be done about it. */
export const findings: Catalogue = {
  Secrets: 'Secrets',
  'Overdue tasks': 'Tâches en retard',
  'Broken links': 'Liens morts',
  Copies: 'Doublons',
  '{0} more: rappel health --kind {1}': '{0} de plus : rappel health --kind {1}',
  'Nothing found that needs you.': 'Rien à signaler.',
  'Findings: {0}. Hide one until its lines change: rappel health dismiss ID':
    'Constats : {0}. Pour en masquer un tant que ses lignes ne changent pas : rappel health dismiss ID',
  'Dismissed: {0}. List them: rappel health --dismissed':
    'Masqués : {0}. Pour les lister : rappel health --dismissed',
  'Dismissed: {0}. Show one again: rappel health restore ID':
    'Masqués : {0}. Pour en afficher un à nouveau : rappel health restore ID',
  'No finding is dismissed.': 'Aucun constat n’est masqué.',
  'fix: {0}': 'corriger : {0}',
  'command: {0}': 'commande : {0}',
  'Fixed: {0}. To undo it: rappel undo last': 'Corrigé : {0}. Pour annuler : rappel undo last',
  'Do it ({0})?': 'Appliquer ({0}) ?',
  'Dismissed until its lines change. To see it again: rappel health restore {0}':
    'Masqué tant que ses lignes ne changent pas. Pour le revoir : rappel health restore {0}',
  'It is listed again.': 'Ce constat est de nouveau affiché.',

  'pointed links to {0} at {1}': 'liens vers {0} redirigés vers {1}',
  'deleted {0}, the same as {1}': '{0} supprimé, identique à {1}',

  'This file is the same as {0}. Keep one of them.': 'Ce fichier est identique à {0}. Gardez-en un seul.',
  'This file is the same as {0}. Keep one of them; links to it follow.':
    'Ce fichier est identique à {0}. Gardez-en un seul ; les liens suivent.',
  '"{0}" leads to no image; the only one of that name is {1}.':
    '« {0} » ne mène à aucune image ; la seule de ce nom est {1}.',
  '"{0}" leads to no file; the only one of that name is {1}.':
    '« {0} » ne mène à aucun fichier ; le seul de ce nom est {1}.',
  '"{0}" leads to no image. Create it, or correct the link.':
    '« {0} » ne mène à aucune image. Ajoutez-la ou corrigez le lien.',
  '"{0}" leads to no file. Create it, or correct the link.':
    '« {0} » ne mène à aucun fichier. Créez-le ou corrigez le lien.',
  'This file seems to hold a secret ({0}) that every assistant can read. Change it where it is used, then remove it here; a purge deletes the file and its history.':
    'Ce fichier semble contenir un secret ({0}) que tout assistant peut lire. Changez-le là où il sert, puis retirez-le d’ici ; une purge supprime le fichier et son historique.',
  'This task was due on {0}. Finish it, or give it a new deadline.':
    'Cette tâche devait être faite le {0}. Terminez-la ou donnez-lui une nouvelle échéance.',
};
