import type { Catalogue } from '../catalogue.js';

/** What is found in the files of a vault, and what can be done about it. */
export const findings: Catalogue = {
  Secrets: 'Secrets',
  Contradictions: 'Contradictions',
  'Out of date': 'À mettre à jour',
  Links: 'Liens',
  Copies: 'Doublons',
  'Tasks outside of the tasks files': 'Tâches hors des fichiers de tâches',
  'Large notes without any use': 'Longues notes jamais exploitées',
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
  'health: got "{0}", expected fix, dismiss or restore':
    'health : « {0} » reçu, attendu : fix, dismiss ou restore',
  'health {0} needs the id of a finding': 'health {0} demande l’identifiant d’un constat',
  'there is no finding "{0}"': 'aucun constat « {0} »',
  'List them with: rappel health': 'Pour les lister : rappel health',
  'no rule can fix finding "{0}"': 'aucune règle ne peut corriger le constat « {0} »',
  'Edit {0}, line {1}; or hide it: rappel health dismiss {2}':
    'Modifiez {0}, ligne {1}, ou masquez le constat : rappel health dismiss {2}',
  'Edit {0}; or hide it: rappel health dismiss {1}':
    'Modifiez {0}, ou masquez le constat : rappel health dismiss {1}',
  'the file changed since it was examined': 'le fichier a changé depuis son examen',
  'See what is found now with: rappel health': 'Pour voir les constats actuels : rappel health',

  'replaced "{0}" by "{1}" in {2}': '« {0} » remplacé par « {1} » dans {2}',
  'pointed links to {0} at {1}': 'liens vers {0} redirigés vers {1}',
  'deleted {0}, the same as {1}': '{0} supprimé, identique à {1}',

  'Two files of {0} disagree: "{1}" here, "{2}" there. Keep the right one.':
    'Deux fichiers du {0} se contredisent : « {1} » ici, « {2} » là. Gardez la bonne valeur.',
  'This says "{0}" ({1}); a newer line says "{2}" ({3}). Update the older line.':
    'Cette ligne dit « {0} » ({1}) ; une ligne plus récente dit « {2} » ({3}). Mettez à jour la plus ancienne.',
  'This file is the same as {0}. Keep one of them.': 'Ce fichier est identique à {0}. Gardez-en un seul.',
  'This file is the same as {0}. Keep one of them; links to it follow.':
    'Ce fichier est identique à {0}. Gardez-en un seul ; les liens suivent.',
  '{0} and {1} say nearly the same: {2} % of the shorter one is in the other. Keep the better one.':
    '{0} et {1} disent presque la même chose : {2} % du plus court se trouve dans l’autre. Gardez le meilleur.',
  '"{0}" leads to no image; the only one of that name is {1}.':
    '« {0} » ne mène à aucune image ; la seule de ce nom est {1}.',
  '"{0}" leads to no file; the only one of that name is {1}.':
    '« {0} » ne mène à aucun fichier ; le seul de ce nom est {1}.',
  '"{0}" leads to no image. Create it, or correct the link.':
    '« {0} » ne mène à aucune image. Ajoutez-la ou corrigez le lien.',
  '"{0}" leads to no file. Create it, or correct the link.':
    '« {0} » ne mène à aucun fichier. Créez-le ou corrigez le lien.',
  'No note links to this one, and it links to none; the others in its folder are linked. Link to it from where it belongs.':
    'Aucun lien ne relie cette note à une autre, alors que les autres notes du dossier sont reliées. Ajoutez un lien là où elle a sa place.',
  'This file seems to hold a secret ({0}) that every assistant can read. Change it where it is used, then remove it here; a purge deletes the file and its history.':
    'Ce fichier semble contenir un secret ({0}) que tout assistant peut lire. Changez-le là où il sert, puis retirez-le d’ici ; une purge supprime le fichier et son historique.',
  'This task was due on {0}. Finish it, or give it a new deadline.':
    'Cette tâche devait être faite le {0}. Terminez-la ou donnez-lui une nouvelle échéance.',
  'This deadline passed on {0}. Say how it ended, or when it is now.':
    'Cette échéance est passée depuis le {0}. Notez ce qui s’est passé, ou la nouvelle date.',
  'This state is of {0}; the changelog goes on until {1} (newer entries: {2}). Bring it up to date.':
    'Cet état date du {0} ; le journal va jusqu’au {1} (entrées plus récentes : {2}). Mettez-le à jour.',
  'One open task is in {0}, which belongs to no project. Move it to a tasks file of a project, or to vault/tasks.md.':
    'Une tâche ouverte se trouve dans {0}, qui n’appartient à aucun projet. Déplacez-la dans le fichier de tâches d’un projet, ou dans vault/tasks.md.',
  '{0} open tasks are in {1}, which belongs to no project. Move them to a tasks file of a project, or to vault/tasks.md.':
    '{0} tâches ouvertes se trouvent dans {1}, qui n’appartient à aucun projet. Déplacez-les dans le fichier de tâches d’un projet, ou dans vault/tasks.md.',
  'One open task is in a note, where no list of tasks shows it. Add it to {0}, or tick it.':
    'Une tâche ouverte se trouve dans une note, où aucune liste de tâches ne la montre. Ajoutez-la à {0}, ou cochez-la.',
  '{0} open tasks are in a note, where no list of tasks shows them. Add them to {1}, or tick them.':
    '{0} tâches ouvertes se trouvent dans une note, où aucune liste de tâches ne les montre. Ajoutez-les à {1}, ou cochez-les.',
  'A large note ({0} tokens) that no stored answer cites and no note links to. Read it, and note what it decides.':
    'Une longue note ({0} jetons) qu’aucune réponse conservée ne cite et vers laquelle aucun lien ne mène. Lisez-la et notez ce qu’elle décide.',
  '{0} large notes ({1} tokens) that no stored answer cites and no note links to are in {2}. Read them, and note what they decide.':
    '{2} contient {0} longues notes ({1} jetons) qu’aucune réponse conservée ne cite et vers lesquelles aucun lien ne mène. Lisez-les et notez ce qu’elles décident.',
};
