import type { SpreadTerm } from '../../../search/engine.js';
import type { Language } from '../../../words/language.js';
import type { Lesson } from './lessons.js';
import type { FolderScore } from './score-folders.js';

/** Everything that speaks for a project. */
export interface Grounds extends FolderScore {
  isNamed: boolean;
  /** What single words say for it: names that it alone holds (a person, a client), and all others. */
  fromNames: number;
  fromWords: number;
  /** An earlier answer about a text much like this one. */
  lesson: Lesson | null;
  isFromFolder: boolean;
}

const MOST_WORDS = 3;

/** Why a text may belong to a project, in words: what names it, words that stand only there, words that mostly do. */
export function reasonsFor(
  { perTerm, isNamed, lesson, isFromFolder }: Grounds,
  terms: readonly SpreadTerm[],
  language: Language,
): string[] {
  const say = SAY[language];
  const telling = perTerm
    .map((value, index) => ({ value, term: terms[index]! }))
    .filter(({ value, term }) => value > 0 && !/^\d{1,2}$/.test(term.label))
    .sort((a, b) => b.value - a.value);
  // All chunks that hold the word add up to those of one folder: no other has it.
  const isOnlyThere = ({ chunks, elsewhere, inFolders }: SpreadTerm) =>
    Math.max(elsewhere, ...inFolders) === chunks;
  const labels = (only: boolean) =>
    telling
      .filter(({ term }) => isOnlyThere(term) === only)
      .slice(0, MOST_WORDS)
      .map(({ term }) => say.quote(term.label));
  const [only, mostly] = [labels(true), labels(false)];
  return [
    ...(isNamed ? [say.named] : []),
    ...(lesson === null ? [] : [say.lesson(lesson.day)]),
    ...(isFromFolder ? [say.folder] : []),
    ...(only.length > 0 ? [say.only(join(only, say.and), only.length > 1)] : []),
    ...(mostly.length > 0 ? [say.mostly(join(mostly, say.and), mostly.length > 1)] : []),
  ];
}

function join(labels: readonly string[], and: string): string {
  return labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} ${and} ${labels.at(-1)}`;
}

const SAY = {
  en: {
    and: 'and',
    quote: (word: string) => `'${word}'`,
    named: 'named in the text',
    lesson: (day: string) => `you put a similar note there on ${day}`,
    folder: 'it comes from a folder that belongs there',
    only: (words: string, several: boolean) => `${words} ${several ? 'occur' : 'occurs'} only there`,
    mostly: (words: string, several: boolean) => `${words} ${several ? 'occur' : 'occurs'} mostly there`,
  },
  fr: {
    and: 'et',
    quote: (word: string) => `« ${word} »`,
    named: 'nommé dans le texte',
    lesson: (day: string) => `vous y avez mis une note semblable le ${day}`,
    folder: "la note vient d'un dossier qui lui correspond",
    only: (words: string, several: boolean) => `${words} n'${several ? 'apparaissent' : 'apparaît'} que là`,
    mostly: (words: string, several: boolean) =>
      `${words} ${several ? 'apparaissent' : 'apparaît'} surtout là`,
  },
} as const;
