import type { Catalogue } from '../catalogue.js';

/** Agents, language models and search. */
export const models: Catalogue = {
  '"{0}" is not one of the choices: {1}': '« {0} » n’est pas l’un des choix : {1}',
  'no such inbox item': 'aucune question de ce nom dans la boîte de réception',
  'List them with: rappel tree inbox': 'Pour les lister : rappel tree inbox',
  'Raise the limit of output tokens.': 'Augmentez la limite des tokens de sortie.',
  'Raise the limit.': 'Augmentez la limite.',
  'the run was cancelled': 'l’exécution a été annulée',
  '{0} took too long': '{0} a mis trop de temps',
  'Choose a faster model with: rappel setup. Or allow more time: rappel setup limits seconds=600':
    'Choisissez un modèle plus rapide : rappel setup. Ou laissez-lui plus de temps : rappel setup limits seconds=600',
  '{0} ({1}) failed: {2}': '{0} ({1}) a échoué : {2}',
  'Check the address and the connection.': 'Vérifiez l’adresse et la connexion.',
  'Try again later.': 'Réessayez plus tard.',
  'an OpenAI-compatible model needs an address': 'un modèle compatible OpenAI demande une adresse',
  'Set it with: rappel setup': 'Réglez-la avec : rappel setup',
  'no key for {0}': 'aucune clé pour {0}',
  'Set {0}, or run: rappel setup': 'Définissez {0}, ou lancez : rappel setup',
  'the note was changed since it was filed, so it stays where it is':
    'la note a été modifiée depuis son classement, elle reste donc à sa place',
  'Move it by hand.': 'Déplacez-la à la main.',
  'images: {0} is not a PNG, JPEG, GIF or WebP image':
    'images : {0} n’est pas une image PNG, JPEG, GIF ou WebP',

  'RAPPEL_QMD_SECONDS: got "{0}", expected a number of seconds':
    'RAPPEL_QMD_SECONDS : « {0} » reçu, attendu : un nombre de secondes',
  'the search index is in use by another process': 'un autre processus utilise l’index de recherche',
  'Try again in a moment.': 'Réessayez dans un instant.',
  '{0} at {1}: {2}': '{0} à {1} : {2}',
  'Check the endpoint in the settings; search continues without it.':
    'Vérifiez le point d’accès dans les réglages ; la recherche continue sans lui.',
  "vectors can't be compared here: WebAssembly with SIMD is missing":
    'impossible de comparer des vecteurs ici : WebAssembly avec SIMD manque',
  'Search works without it, by words alone.': 'La recherche fonctionne sans, par les mots seuls.',
  'the embedded model has {0} dimensions': 'le modèle intégré a {0} dimensions',
  'This version of Rappel needs {0}. Install it again.':
    'Cette version de Rappel en demande {0}. Réinstallez-la.',
  "the embedded model's file can't be read": 'impossible de lire le fichier du modèle intégré',
  'Install Rappel again.': 'Réinstallez Rappel.',
  "the embedded model's file can't be used: {0}": 'le fichier du modèle intégré est inutilisable : {0}',
  '{0}: got {1}, expected a date like 2025-07-14 or "7 days ago"':
    '{0} : {1} reçu, attendu : une date comme 2025-07-14 ou "il y a 7 jours"',
  'Also understood: 2025-07, 2025, yesterday, last week, March, il y a 7 jours, hier.':
    'Rappel comprend aussi : 2025-07, 2025, hier, la semaine dernière, mars, il y a 7 jours, 7 days ago.',
  'queries: got [], expected at least one question or word':
    'queries : [] reçu, attendu : au moins une question ou un mot',
  'Example: ["why was the external API dropped"].': 'Exemple : ["pourquoi a-t-on abandonné l’API externe"].',
  'scopes: got {0}, which is not a path': 'scopes : {0} reçu, qui n’est pas un chemin',
  'scopes: got {0}, which {1}': 'scopes : {0} reçu, qui {1}',
  'Scopes are paths or globs, like projects/startup-x/ or projects/*/state.md.':
    'Les scopes sont des chemins ou des motifs, comme projects/startup-x/ ou projects/*/state.md.',

  'no chunk contains the quoted words: searched as plain words':
    'aucun extrait ne contient les mots entre guillemets : recherche sur les mots simples',
  '{0} chunks have no vector yet': '{0} {0|extrait n’a|extraits n’ont} pas encore de vecteur',
  'no reranker is configured': 'aucun modèle de reclassement n’est réglé',
  'no embedder is configured': 'aucun modèle d’embeddings n’est réglé',
  'some changed files may not be indexed yet':
    'certains fichiers modifiés ne sont peut-être pas encore indexés',
  '{0} did not answer in time': '{0} n’a pas répondu à temps',
  'kept in memory: {0}': 'gardé en mémoire : {0}',
  'the engine is closed': 'le moteur est fermé',
  '{0}; it is tried again in {1} s': '{0} ; nouvel essai dans {1} s',
  '{0}; answered without it': '{0} ; réponse donnée sans lui',
  'DATABASE_URL is not the address of a PostgreSQL database':
    'DATABASE_URL n’est pas l’adresse d’une base PostgreSQL',
  "PostgreSQL can't be reached at {0} ({1})": 'PostgreSQL est injoignable à {0} ({1})',
  "PostgreSQL can't be reached at {0}": 'PostgreSQL est injoignable à {0}',
  'PostgreSQL took too long to answer': 'PostgreSQL a mis trop de temps à répondre',
  'PostgreSQL at {0} refused the user or password':
    'PostgreSQL à {0} a refusé l’utilisateur ou le mot de passe',
  'PostgreSQL at {0} closed the connection': 'PostgreSQL à {0} a fermé la connexion',
  'PostgreSQL: {0}': 'PostgreSQL : {0}',
  'the tables in PostgreSQL were made by a newer Rappel':
    'les tables de PostgreSQL ont été faites par un Rappel plus récent',
  'PostgreSQL has no database {0}': 'PostgreSQL n’a pas de base {0}',
  'the user of DATABASE_URL has too few rights in {0}':
    'l’utilisateur de DATABASE_URL n’a pas assez de droits sur {0}',
  'Start PostgreSQL, or correct DATABASE_URL.': 'Démarrez PostgreSQL, ou corrigez DATABASE_URL.',
  'Try again. If it fails again, check the log of PostgreSQL.':
    'Réessayez. Si l’échec persiste, consultez le journal de PostgreSQL.',
  'Correct the user and the password in DATABASE_URL.':
    'Corrigez l’utilisateur et le mot de passe dans DATABASE_URL.',
  'Create it, or correct its name at the end of DATABASE_URL.':
    'Créez-la, ou corrigez son nom à la fin de DATABASE_URL.',
  'Name the user who owns the database in DATABASE_URL.':
    'Indiquez dans DATABASE_URL l’utilisateur à qui appartient la base.',
  'Update Rappel here.': 'Mettez Rappel à jour sur cette machine.',
  'QMD gave no answer within {0} s': 'QMD n’a pas répondu en {0} s',
  'QMD {0}': 'QMD {0}',
  'QMD sent an unreadable reply': 'QMD a envoyé une réponse illisible',
  'QMD is not installed': 'QMD n’est pas installé',
  'QMD is not in {0}, the folder in the settings': 'QMD n’est pas dans {0}, le dossier des réglages',
  'QMD {0} in {1} is newer than Rappel knows; {2} is needed':
    'QMD {0} dans {1} est plus récent que ce que Rappel connaît ; il faut {2}',
  'QMD {0} in {1} is too old; {2} is needed': 'QMD {0} dans {1} est trop ancien ; il faut {2}',
  '{0}, the path in the settings, is not Node.js': '{0}, le chemin des réglages, n’est pas Node.js',
  'QMD needs Node.js {0} or later and would get {1}':
    'QMD demande Node.js {0} ou plus récent et n’aurait que {1}',
  'QMD could make no vectors of {0} files': 'QMD n’a pas pu faire les vecteurs de {0} {0|fichier|fichiers}',
  "QMD's index can't be written": 'impossible d’écrire l’index de QMD',
  'QMD is still indexing ({0})': 'QMD indexe encore ({0})',
  'its model is not there; download it with: qmd pull': 'son modèle manque ; téléchargez-le avec : qmd pull',
  'there are no vectors yet: rappel index makes them': 'pas encore de vecteurs : rappel index les crée',
  'the words had found the answer': 'les mots ont suffi à trouver la réponse',
  'there was nothing to order': 'il n’y avait rien à ordonner',
  'no model is connected to reword questions': 'aucun modèle n’est connecté pour reformuler les questions',
};
