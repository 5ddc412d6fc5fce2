import { sharedCount, tellingWords } from '../search/text/shared-words.js';
import type { RunChanges } from './watch-run.js';

/** Of the words of a text, the part that the vault must contain for the text to be known. */
const KNOWN_WORDS = 0.75;

/**
 * What a run that ended by itself has left to do about its input, so that `done` means that nothing was lost:
 * - `keep`: raw material (a mail, a transcript, a long text) of which it wrote only a summary.
 * - `ask`: it changed nothing, and what it saw of the vault (`seen`) does not say the same already.
 * - `none`: the content is in the vault, or an instruction was carried out that needs no content.
 */
export function unfiledText(
  text: string,
  changes: RunChanges,
  isKept: boolean,
  seen: string,
): 'keep' | 'ask' | 'none' {
  if (isKept || text.trim() === '') return 'none';
  if (!changes.isChanged) return /\?\s*$/.test(text) || isKnown(text, seen) ? 'none' : 'ask';
  const written = [...changes.texts.values()].map(({ after }) => after);
  // A run that only moved or deleted files was given an instruction.
  if (written.length === 0 || !isLong(text)) return 'none';
  const wanted = plain(text);
  return written.some((after) => plain(after).includes(wanted)) ? 'none' : 'keep';
}

/** Its like may be a mail, a transcript or minutes, which no summary replaces. */
function isLong(text: string): boolean {
  return text.length > LONG_CHARACTERS || text.trim().split('\n').length > LONG_LINES;
}

const LONG_CHARACTERS = 700;
const LONG_LINES = 6;

/** Every number of the text, and most of its words. */
function isKnown(text: string, seen: string): boolean {
  const words = tellingWords(text);
  const vault = tellingWords(seen);
  const numbers = words.filter(([word]) => /\d/.test(word!));
  return (
    words.length > 0 &&
    sharedCount(numbers, vault) === numbers.length &&
    sharedCount(words, vault) >= KNOWN_WORDS * words.length
  );
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
