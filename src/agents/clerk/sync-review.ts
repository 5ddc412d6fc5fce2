import type { Language } from '../../words/language.js';
import { writeReview } from './review.js';

/** Two machines said different things; the vault has the first version, or what one of them removed. */
export interface SyncQuestion {
  path: string;
  /** The headings above the place in the file. */
  headings: readonly string[];
  /** The machine that removed it, where the other one changed it; null where both changed it. */
  removedBy: string | null;
  versions: readonly { machine: string | null; text: string }[];
}

/** Labels of choices in both languages: an answer is read in whichever the review was written. */
export const KEEP_IT = ['It stays', 'Garder'];
export const REMOVE_IT = ['Remove it', 'Retirer'];
export const BOTH = ['Keep both', 'Garder les deux'];

const pick = (words: readonly string[], language: Language) => words[language === 'fr' ? 1 : 0]!;

/** The files of an inbox item that asks which of two versions is right. */
export function writeSyncReview(question: SyncQuestion, language: Language): Record<string, string> {
  const { path, headings, removedBy, versions } = question;
  const say = SAY[language];
  const place = headings.map((heading) => heading.replace(/^#+\s*/, '')).join(' > ');
  const named = ({ machine }: { machine: string | null }) => machine ?? say.another;
  const isRemoved = versions.length < 2;
  const review = writeReview(
    {
      asks: 'sync',
      text: place === '' ? path : `${path}: ${place}`,
      content: versions.map((_, index) => fileOf(index)),
      sections: versions.map((version) => [isRemoved ? say.text : named(version), quoted(version.text)]),
      question: isRemoved ? say.removed(removedBy ?? say.another, path) : say.which(path),
      choices: isRemoved
        ? [pick(KEEP_IT, language), pick(REMOVE_IT, language)]
        : [...versions.map((version) => versionLabel(named(version), version.text)), pick(BOTH, language)],
      path,
    },
    language,
  );
  const texts = versions.map(({ text }, index) => [fileOf(index), `${text}\n`] as const);
  return { ...Object.fromEntries(texts), 'review.md': review };
}

/** A version of a text, by its beginning and the machine that wrote it. */
function versionLabel(machine: string, text: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return `${words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN - 1)}…` : words} (${machine})`;
}

const MOST_SHOWN = 100;

/** A text may hold headings, which would be taken for those of the review. */
function quoted(text: string): string {
  return text.replaceAll(/^/gm, '> ');
}

/** The file of an item that holds a version, exactly as it stands in the vault, or would. */
function fileOf(index: number): string {
  return `version-${index + 1}.md`;
}

const SAY = {
  en: {
    another: 'another machine',
    text: 'Text',
    which: (path: string) => `Two machines changed the same place of ${path}. Which version is right?`,
    removed: (machine: string, path: string) =>
      `${machine} removed this from ${path}, and another machine changed it. Should it stay?`,
  },
  fr: {
    another: 'une autre machine',
    text: 'Texte',
    which: (path: string) =>
      `Deux machines ont modifié le même endroit de ${path}. Quelle version est la bonne ?`,
    removed: (machine: string, path: string) =>
      `${machine} a retiré ceci de ${path}, et une autre machine l'a modifié. Faut-il le garder ?`,
  },
} as const;
