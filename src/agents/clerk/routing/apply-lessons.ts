import { type Lesson, stemsOf } from './lessons.js';
import { projectsNamed } from './names.js';
import { ROUTING } from './parameters.js';
import type { InputOrigin } from './route.js';

/** What speaks for a project beside the words of its files. */
interface Hints {
  /** What to add to the score of a project, or of none (null). */
  scoreOf(project: string | null): number;
  /** The newest lesson about a text much like this one that belongs there. */
  similarTo(project: string | null): Lesson | null;
  /** True where the folder of the sender speaks for it, by its name or by earlier answers. */
  isFromFolder(project: string | null): boolean;
}

/** What earlier answers and the sender's folder say about a text. */
export function hintsFor(
  text: string,
  lessons: readonly Lesson[],
  projects: readonly string[],
  origin: InputOrigin | null | undefined,
): Hints {
  const similar = similarLessons(text, lessons);
  const fromHere = lessons.filter((lesson) => isSameOrigin(lesson, origin));
  const named = origin?.folder == null ? [] : projectsNamed(origin.folder, projects);

  const corrections = correctionsIn(lessons);

  /** The share of earlier inputs from the same place; a single one says little. */
  const shareOf = (project: string | null) =>
    fromHere.filter((lesson) => lesson.project === project).length / (fromHere.length + 2);
  return {
    scoreOf(project) {
      const likeness = similar.get(project)?.likeness ?? 0;
      const folder = Math.max(named.includes(project ?? '') ? 1 : 0, shareOf(project));
      return ROUTING.lesson * likeness ** 2 + ROUTING.folder * folder + (corrections.get(project) ?? 0);
    },
    similarTo: (project) => similar.get(project)?.lesson ?? null,
    isFromFolder: (project) => named.includes(project ?? '') || shareOf(project) >= 0.5,
  };
}

/** A project that wrong inputs were moved out of is a little less likely from then on, and one they went to more. */
function correctionsIn(lessons: readonly Lesson[]): Map<string | null, number> {
  const sums = new Map<string | null, number>();
  const add = (project: string | null, amount: number) => {
    const sum = (sums.get(project) ?? 0) + amount;
    sums.set(project, Math.max(-ROUTING.mostCorrection, Math.min(ROUTING.mostCorrection, sum)));
  };
  for (const { project, from } of lessons) {
    if (from === null || from === project) continue;
    add(project, ROUTING.correction);
    add(from, -ROUTING.correction);
  }
  return sums;
}

/** Of each project, the lesson whose text shares the most words with this one; later ones win. */
function similarLessons(text: string, lessons: readonly Lesson[]) {
  const stems = new Set(stemsOf(text));
  const similar = new Map<string | null, { likeness: number; lesson: Lesson }>();
  const contradicted = new Set<string>();
  for (const lesson of lessons.toReversed()) {
    const shared = lesson.words.filter((word) => stems.has(word)).length;
    const likeness = shared === 0 ? 0 : shared / Math.sqrt(stems.size * lesson.words.length);
    if (likeness < ROUTING.similar) continue;
    // The same text was said to belong elsewhere later on.
    const words = lesson.words.join(' ');
    if (contradicted.has(words)) continue;
    contradicted.add(words);
    if (likeness > (similar.get(lesson.project)?.likeness ?? 0))
      similar.set(lesson.project, { likeness, lesson });
  }
  return similar;
}

/** The folder where it is known, else the program. */
function isSameOrigin({ folder, client }: Lesson, origin: InputOrigin | null | undefined): boolean {
  if (origin == null) return false;
  if (origin.folder !== null) return folder === origin.folder;
  return origin.client !== null && folder === null && client === origin.client;
}
