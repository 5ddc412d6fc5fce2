import type { EarlierStatement } from '../../search/engine.js';
import type { Verdict } from '../../search/passages/confidence.js';
import type { Language } from '../../words/language.js';

/** Why no model wrote the overview: there is none, it failed, or it is still working. */
export type ModelState = 'none' | 'failed' | 'pending';

/** A passage as the overview names it. */
export interface NamedPassage {
  /** Its heading, or the name of its file. */
  title: string;
  date: string | null;
  /** `vault/projects/x/state.md:14` */
  place: string;
}

export interface OverviewFacts {
  question: string;
  verdict: Verdict;
  /** The sentence that answers best or a fact in words, and where it is from; null where nothing was found at all. */
  best: (NamedPassage & { quote: string; fact: string | null }) | null;
  /** What was stated before about the same thing, where the line that answers says otherwise. */
  earlier: readonly EarlierStatement[];
  /** Words that carry the question and occur in no passage. */
  notFound: readonly string[];
  /** The folders searched; null for the whole vault. */
  scopes: readonly string[] | null;
  /** The caller may see only some of the files. */
  isWalled: boolean;
  model: ModelState;
}

/** About what the overview and the rule below it take of the room of an answer. */
export const OVERVIEW_TOKENS = 150;

/** Between the overview and the passages. */
export const RULE = '\n\n---\n\n';

/** Two to five lines of orientation, the line that answers first; the last one says that no model wrote them. */
export function writeOverview(facts: OverviewFacts, language: Language): string {
  const say = language === 'fr' ? FRENCH : ENGLISH;
  const { verdict, best, question, scopes } = facts;
  const lines: string[] = [];
  if (verdict === 'nothing' || best === null) {
    const everywhere = facts.isWalled ? say.behindWall : say.wholeVault;
    lines.push(say.nothing(question, scopes?.join(', ') ?? everywhere));
    if (best !== null) lines.push(say.nearest(named(best)));
  } else {
    lines.push(say[verdict](best.fact ?? say.quoted(best.quote), placeOf(best)));
    for (const { was, until, text, place } of facts.earlier.slice(0, MOST_EARLIER))
      lines.push(was === undefined ? say.earlier(text, place) : say.was(was, until, place));
    if (facts.notFound.length > 0) lines.push(say.notFound(facts.notFound.join(', ')));
  }
  return [...lines, say.model[facts.model]].join('\n');
}

function named({ title, date, place }: NamedPassage): string {
  return `${[title, date].filter(Boolean).join(', ')} (${place})`;
}

/** The place of a passage, behind its quote. The title is left out if the quote contains it. */
function placeOf({ quote, fact, title, date, place }: NonNullable<OverviewFacts['best']>): string {
  const names = [(fact ?? quote).includes(title.replace(/…$/, '')) ? null : title, date].filter(Boolean);
  return names.length === 0 ? `(${place})` : `— ${names.join(', ')} (${place})`;
}

/** A scope that matches nothing, as the overview names it, with the nearest folder. */
export function missingScope(scope: string, nearest: string | null, language: Language): string {
  return (language === 'fr' ? FRENCH : ENGLISH).missingScope(scope, nearest ?? '—');
}

/** The last line of every overview that no model wrote. */
export function modelLine(model: ModelState, language: Language): string {
  return (language === 'fr' ? FRENCH : ENGLISH).model[model];
}

const MOST_EARLIER = 1;

const ENGLISH = {
  wholeVault: 'the whole vault',
  behindWall: 'the part of the vault that is open here',
  missingScope: (scope: string, nearest: string) => `${scope} (not found; the nearest is ${nearest})`,
  answers: (said: string, where: string) => `Found: ${said} ${where}.`,
  may_answer: (said: string, where: string) => `Not sure, but this may answer: ${said} ${where}.`,
  quoted: (quote: string) => `“${quote}”`,
  was: (value: string, until: string, place: string) => `It was ${value} until ${until} (${place}).`,
  earlier: (text: string, place: string) => `Earlier: “${text}” (${place}).`,
  notFound: (words: string) => `These passages do not mention: ${words}.`,
  nothing: (question: string, where: string) => `Nothing in ${where} answers “${question}”.`,
  nearest: (where: string) => `The nearest is ${where}.`,
  model: {
    none: 'No model connected: passages only.',
    failed: 'The model did not answer: passages only.',
    pending: 'The model is still working: passages so far.',
  },
};

const FRENCH: typeof ENGLISH = {
  wholeVault: 'tout le vault',
  behindWall: 'la partie du vault ouverte ici',
  missingScope: (scope, nearest) => `${scope} (introuvable ; le plus proche est ${nearest})`,
  answers: (said, where) => `Trouvé : ${said} ${where}.`,
  may_answer: (said, where) => `Sans certitude, ceci répond peut-être : ${said} ${where}.`,
  quoted: (quote) => `« ${quote} »`,
  was: (value, until, place) => `Avant le ${until} : ${value} (${place}).`,
  earlier: (text, place) => `Plus tôt : « ${text} » (${place}).`,
  notFound: (words) => `Ces passages ne mentionnent pas : ${words}.`,
  nothing: (question, where) => `Rien dans ${where} ne répond à « ${question} ».`,
  nearest: (where) => `Le plus proche : ${where}.`,
  model: {
    none: 'Aucun modèle connecté : passages uniquement.',
    failed: 'Le modèle n’a pas répondu : passages uniquement.',
    pending: 'Le modèle travaille encore : premiers passages.',
  },
};
