import type { Language } from '../../vault/starter.js';
import type { Passage } from './passages.js';

export interface OverviewFacts {
  question: string;
  passages: readonly (Passage & { date: string | null })[];
  /** Words of the question that no passage holds. */
  notFound: readonly string[];
  /** Where was looked; null for the whole vault. */
  scopes: readonly string[] | null;
}

/** Two to five lines of orientation, by rule and marked as such. */
export function writeOverview(facts: OverviewFacts, language: Language): string {
  const say = language === 'fr' ? FRENCH : ENGLISH;
  const [best] = facts.passages;
  if (best === undefined) {
    return [say.nothing(facts.question, facts.scopes?.join(', ') ?? say.wholeVault), say.byRule].join('\n');
  }
  const files = [...new Set(facts.passages.map(({ path }) => path))];
  const lines = [
    say.found(facts.passages.length, files.length, facts.question),
    say.best(best.path, best.headings.join(' › '), best.date),
  ];
  if (files.length > 1) lines.push(say.also(files.slice(1, 6).join(', ') + (files.length > 6 ? ', …' : '')));
  if (facts.notFound.length > 0) lines.push(say.notFound(facts.notFound.join(', ')));
  return [...lines, say.byRule].join('\n');
}

const ENGLISH = {
  wholeVault: 'the whole vault',
  found: (passages: number, files: number, question: string) =>
    `${count(passages, 'passage', 'passages')} in ${count(files, 'file', 'files')} for “${question}”.`,
  best: (path: string, heading: string, date: string | null) =>
    `Best match: ${path}${heading && `, under “${heading}”`}${date ? `, dated ${date}` : ''}.`,
  also: (files: string) => `Also: ${files}.`,
  notFound: (words: string) => `Not found in them: ${words}.`,
  nothing: (question: string, where: string) => `Nothing found for “${question}” in ${where}.`,
  byRule: '(Overview written by rule, without a model.)',
};

const FRENCH: typeof ENGLISH = {
  wholeVault: 'tout le vault',
  found: (passages, files, question) =>
    `${count(passages, 'passage', 'passages')} dans ${count(files, 'fichier', 'fichiers')} pour « ${question} ».`,
  best: (path, heading, date) =>
    `Le plus proche : ${path}${heading && `, sous « ${heading} »`}${date ? `, daté du ${date}` : ''}.`,
  also: (files) => `Aussi : ${files}.`,
  notFound: (words) => `Absents de ces passages : ${words}.`,
  nothing: (question, where) => `Rien trouvé pour « ${question} » dans ${where}.`,
  byRule: '(Aperçu rédigé par règle, sans modèle.)',
};

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}
