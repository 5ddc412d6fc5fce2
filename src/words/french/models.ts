import type { Catalogue } from '../catalogue.js';

/** Agents, language models and search. */
export const models: Catalogue = {
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
