import type { SpreadTerm } from '../../../search/engine.js';
import type { Language } from '../../../vault/starter.js';
import type { FolderScore } from './score-folders.js';

const MOST_WORDS = 3;

/** Why a text may belong to a project, in words: what names it, words that stand only there, words that mostly do. */
export function reasonsFor(
  { perTerm }: FolderScore,
  terms: readonly SpreadTerm[],
  isNamed: boolean,
  language: Language,
): string[] {
  const say = SAY[language];
  const telling = perTerm
    .map((value, index) => ({ value, term: terms[index]! }))
    .filter(({ value }) => value > 0)
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
    only: (words: string, several: boolean) => `${words} ${several ? 'occur' : 'occurs'} only there`,
    mostly: (words: string, several: boolean) => `${words} ${several ? 'occur' : 'occurs'} mostly there`,
  },
  fr: {
    and: 'et',
    quote: (word: string) => `« ${word} »`,
    named: 'nommé dans le texte',
    only: (words: string, several: boolean) => `${words} n'${several ? 'apparaissent' : 'apparaît'} que là`,
    mostly: (words: string, several: boolean) =>
      `${words} ${several ? 'apparaissent' : 'apparaît'} surtout là`,
  },
} as const;
