import { ENGLISH_STOP_WORDS, FRENCH_STOP_WORDS } from '../search/text/stop-words.js';
import { editDistance } from '../shared/edit-distance.js';
import { fold } from '../shared/fold.js';
import type { ProjectName } from './project-names.js';

interface NamedProject {
  project: ProjectName;
  /** Its words among those of the text. */
  start: number;
  end: number;
}

/**
 * The project that folded words name: by its folder or title in full, by the first word where that is telling, or by a near
 * miss. The longest name wins, then the first; null where none is named.
 */
export function findProject(words: readonly string[], projects: readonly ProjectName[]): NamedProject | null {
  const { begins, isOfOne } = wordsOfNames(projects);
  const near = [...begins].filter(([word]) => words.some((asked) => nearlyEqual(asked, word)));
  const inOrder = [...new Set(near.flatMap(([, places]) => places))].sort((a, b) => a - b);
  const named = inOrder.map((place) => ({
    project: projects[place]!,
    phrases: phrasesOf(projects[place]!, isOfOne),
  }));
  for (const isSame of [equal, nearlyEqual]) {
    let best: NamedProject | null = null;
    for (const { project, phrases } of named) {
      for (const phrase of phrases) {
        const start = words.findIndex((_, at) =>
          phrase.every((word, i) => isSame(words[at + i] ?? '', word)),
        );
        const length = best === null ? 0 : best.end - best.start;
        if (start !== -1 && phrase.length > length) best = { project, start, end: start + phrase.length };
      }
    }
    if (best !== null) return best;
  }
  return null;
}

/** Folded words, those of `startup-x` and `Startup X` alike. */
export function nameWords(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Which projects have a phrase that begins with a word, and whether a word is in the names of one project only. The words of each are not kept: they take much memory. */
const wordsOfNames = rememberedFor((projects: readonly ProjectName[]) => {
  const begins = new Map<string, number[]>();
  const spread = new Map<string, number>();
  for (const [place, project] of projects.entries()) {
    const names = namesOf(project);
    for (const word of new Set(names.flat())) spread.set(word, (spread.get(word) ?? 0) + 1);
    for (const word of new Set(
      names.flatMap((words) => [...words.slice(0, 1), ...tellingPart(words).slice(0, 1)]),
    )) {
      const known = begins.get(word);
      if (known === undefined) begins.set(word, [place]);
      else known.push(place);
    }
  }
  return { begins, isOfOne: (word: string) => spread.get(word) === 1 };
});

/** The words of its folder and of its title. */
function namesOf({ name, title }: ProjectName): string[][] {
  return [...new Set([name, title])].map(nameWords);
}

/** Makes something of a list once, for as long as the list is used. */
function rememberedFor<List extends object, Made>(make: (list: List) => Made): (list: List) => Made {
  const made = new WeakMap<List, Made>();
  return (list) => {
    if (!made.has(list)) made.set(list, make(list));
    return made.get(list)!;
  };
}

/** `La Halle Verte` is also called `Halle Verte`, and `Halle` where no other project's name has that word. */
function phrasesOf(project: ProjectName, isItsOwn: (word: string) => boolean): string[][] {
  const phrases = namesOf(project).flatMap((words) => {
    const telling = tellingPart(words);
    const isEnough = (telling[0]?.length ?? 0) >= SHORTEST_ALONE && isItsOwn(telling[0]!);
    return [words, telling, isEnough ? telling.slice(0, 1) : []];
  });
  return phrases.filter((phrase) => phrase.some(isTelling));
}

/** From its first telling word on; the last word where none is. */
function tellingPart(words: readonly string[]): string[] {
  return words.slice(words.findIndex(isTelling));
}

const SHORTEST_ALONE = 5;

function isTelling(word: string): boolean {
  return !FRENCH_STOP_WORDS.has(word) && !ENGLISH_STOP_WORDS.has(word);
}

function equal(a: string, b: string): boolean {
  return a === b;
}

/** Short words are like others by chance; the first letter is seldom wrong. */
function nearlyEqual(a: string, b: string): boolean {
  if (a[0] !== b[0]) return false;
  const most = b.length >= 8 ? 2 : b.length >= SHORTEST_ALONE ? 1 : 0;
  return editDistance(a, b, most) <= most;
}
