import type { Embedder } from '../../../search/models/embedder.js';
import { type SameWord, sameForm, tellingWords } from '../../../search/text/shared-words.js';
import type { Task } from '../../../vault/tasks.js';
import { matchingTasks } from './done.js';

/** Words of the two languages whose vectors are as near as this mean the same: `vélo` and `bike` 0.83, `june` and `july` 0.49. */
const LEAST_COSINE = 0.55;
/** So many letters at the start make a verb and its noun one word: `relance` and `relancer`, `inscription` and `inscrire`. */
const SAME_START = 6;

/**
 * The tasks that a completion may mean, best first: those that share its words, else those with words of the same meaning,
 * in the other language or as a noun.
 */
export async function closedTasks(text: string, tasks: readonly Task[], embedder: Embedder): Promise<Task[]> {
  const byForm = matchingTasks(text, tasks);
  if (byForm.length > 0 || tasks.length === 0) return byForm;
  return matchingTasks(text, tasks, await sameMeaning([text, ...tasks.map(({ title }) => title)], embedder));
}

/** Compares the words of these texts by their meaning. */
async function sameMeaning(texts: readonly string[], embedder: Embedder): Promise<SameWord> {
  const words = [...new Set(texts.flatMap((text) => tellingWords(text).map(([word]) => word!)))];
  // Without its model, words are compared by their letters.
  const vectors = await embedder.embed(words).catch(() => []);
  const vectorOf = new Map(words.map((word, index) => [word, vectors[index]]));
  return (a, b) => {
    const [one, other] = [a[0]!, b[0]!];
    if (sameForm(a, b) || startsAlike(one, other)) return true;
    return cosine(vectorOf.get(one), vectorOf.get(other)) >= LEAST_COSINE;
  };
}

function startsAlike(a: string, b: string): boolean {
  return a.length >= SAME_START && a.slice(0, SAME_START) === b.slice(0, SAME_START);
}

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) return 0;
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0);
}
