/** Tells whether a text has been seen already, in the same words or nearly so. */
export function createCopies() {
  const seen: Set<string>[] = [];
  return {
    add(text: string): void {
      seen.push(wordsOf(text));
    },
    has(text: string): boolean {
      const words = wordsOf(text);
      return words.size >= FEWEST_WORDS && seen.some((known) => shared(words, known) >= SAME_SHARE);
    },
  };
}

/** A text of a few words is the same by chance. */
const FEWEST_WORDS = 5;
const SAME_SHARE = 0.9;

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** The share of `words` that `known` holds. */
function shared(words: ReadonlySet<string>, known: ReadonlySet<string>): number {
  let count = 0;
  for (const word of words) if (known.has(word)) count++;
  return count / words.size;
}
