import type { Language } from '../../vault/starter.js';
import type { Passage } from './passages.js';

/** Why no model wrote the overview: there is none, or it failed. */
export type ModelState = 'none' | 'failed';

export interface OverviewFacts {
  question: string;
  passages: readonly (Passage & { date: string | null })[];
  /** Words of the question that occur in no passage. */
  notFound: readonly string[];
  /** The folders searched; null for the whole vault. */
  scopes: readonly string[] | null;
  model: ModelState;
}

/** Two to five lines of orientation; the last one says that no model wrote them. */
export function writeOverview(facts: OverviewFacts, language: Language): string {
  const say = language === 'fr' ? FRENCH : ENGLISH;
  const [best] = facts.passages;
  if (best === undefined) {
    return [
      say.nothing(facts.question, facts.scopes?.join(', ') ?? say.wholeVault),
      say.model[facts.model],
    ].join('\n');
  }
  const files = [...new Set(facts.passages.map(({ path }) => path))];
  const lines = [
    say.found(facts.passages.length, files.length, facts.question),
    say.best(best.path, best.headings.join(' › '), best.date),
  ];
  if (files.length > 1) lines.push(say.also(files.slice(1, 6).join(', ') + (files.length > 6 ? ', …' : '')));
  if (facts.notFound.length > 0) lines.push(say.notFound(facts.notFound.join(', ')));
  return [...lines, say.model[facts.model]].join('\n');
}

/** A scope that matches nothing, as the overview names it, with the nearest folder. */
export function missingScope(scope: string, nearest: string | null, language: Language): string {
  return (language === 'fr' ? FRENCH : ENGLISH).missingScope(scope, nearest ?? '—');
}

/** The last line of every overview that no model wrote. */
export function modelLine(model: ModelState, language: Language): string {
  return (language === 'fr' ? FRENCH : ENGLISH).model[model];
}

const ENGLISH = {
  wholeVault: 'the whole vault',
  missingScope: (scope: string, nearest: string) => `${scope} (not found; the nearest is ${nearest})`,
  found: (passages: number, files: number, question: string) =>
    `${count(passages, 'passage', 'passages')} in ${count(files, 'file', 'files')} for “${question}”.`,
  best: (path: string, heading: string, date: string | null) =>
    `Best match: ${path}${heading && `, under “${heading}”`}${date ? `, dated ${date}` : ''}.`,
  also: (files: string) => `Also: ${files}.`,
  notFound: (words: string) => `These passages do not mention: ${words}.`,
  nothing: (question: string, where: string) => `No results for “${question}” in ${where}.`,
  model: {
    none: 'No model connected: passages only.',
    failed: 'The model did not answer: passages only.',
  },
};

const FRENCH: typeof ENGLISH = {
  wholeVault: 'tout le vault',
  missingScope: (scope, nearest) => `${scope} (introuvable ; le plus proche est ${nearest})`,
  found: (passages, files, question) =>
    `${count(passages, 'passage', 'passages')} dans ${count(files, 'fichier', 'fichiers')} pour « ${question} ».`,
  best: (path, heading, date) =>
    `Meilleur résultat : ${path}${heading && `, sous « ${heading} »`}${date ? `, daté du ${date}` : ''}.`,
  also: (files) => `Aussi : ${files}.`,
  notFound: (words) => `Ces passages ne mentionnent pas : ${words}.`,
  nothing: (question, where) => `Aucun résultat pour « ${question} » dans ${where}.`,
  model: {
    none: 'Aucun modèle connecté : passages uniquement.',
    failed: 'Le modèle n’a pas répondu : passages uniquement.',
  },
};

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
