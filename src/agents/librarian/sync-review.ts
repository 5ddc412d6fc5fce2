import type { Language } from '../../vault/starter.js';
import { BOTH, KEEP_IT, pick, REMOVE_IT, versionLabel } from './labels.js';
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
