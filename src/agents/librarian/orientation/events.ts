import { timesIn } from '../../../search/query/asked-time.js';
import { questionPattern } from '../../../search/text/question-pattern.js';
import { wordsOf } from '../../../search/text/words.js';
import type { VaultPath } from '../../../vault/paths.js';
import type { Vault } from '../../../vault/vault.js';
import { loggedDays } from './days.js';

/** A time that a question names by what happened then. */
export interface NamedEvent {
  /** `since the launch` */
  phrase: string;
  /** The same by its day: `since 2025-07-21` */
  dated: string;
}

/**
 * Looks up `since the launch` in the changelogs: the entry whose heading says it with the fewest other words, the newest of
 * equals. Null where the question names no such time, or no heading holds all of its words.
 */
export function findEvent(
  vault: Vault,
  folders: () => readonly VaultPath[],
  question: string,
  askedOn: string,
): NamedEvent | null {
  const match = EVENT.exec(question);
  if (match === null || timesIn(match[0], askedOn).length > 0) return null;
  const wanted = stemsOf(match[2]!);
  if (wanted.length === 0 || wanted.length > MOST_WORDS) return null;
  let best: { day: string; others: number } | null = null;
  for (const { day, entries } of loggedDays(vault, folders())) {
    for (const entry of entries) {
      const stems = stemsOf(entry.heading);
      const holdsAll = wanted.every((stem) => stems.some((other) => other.some((key) => stem.includes(key))));
      const others = stems.length - wanted.length;
      if (holdsAll && (best === null || others < best.others)) best = { day, others };
    }
  }
  return best && { phrase: match[0].trim(), dated: `${match[1]} ${best.day}` };
}

const EVENT = questionPattern(
  (letters, digits) =>
    `(?<![${letters}${digits}])(since|before|after|depuis|avant|après)\\s+(?:(?:the|our|my|le|la|les|mon|ma|mes|notre|nos)\\s+|l['’])([^?!.,;:]+)`,
  'iu',
);
const MOST_WORDS = 4;

/** The stems of each telling word, in both languages. */
function stemsOf(text: string): string[][] {
  return wordsOf(text)
    .filter(({ stops }) => !stops.fr && !stops.en)
    .map(({ folded, fr, en }) => [folded, fr.text, en.text]);
}
