/**
 * The groups of words of a text with the smallest hashes: two texts that share most of their groups share most of these. So
 * texts that are nearly the same are found without comparing each with every other.
 */
export type Sketch = Uint32Array;

const GROUP = 4;
const KEPT = 16;
const FEWEST_WORDS = 80;
const MOST_WORDS = 20_000;

/** Null for a text that is too short, where two are alike by chance, or too long. */
export function sketchOf(text: string): Sketch | null {
  const words = wordHashes(text);
  if (words.length < FEWEST_WORDS || words.length > MOST_WORDS) return null;
  const sorted = Uint32Array.from(groupsOf(words)).sort();
  return sorted.filter((group, at) => group !== sorted[at - 1]).slice(0, KEPT);
}

/**
 * How much of the shorter text the longer one holds, from 0 to 1, and whether they are of about the same length. Numbers of
 * the shorter text that the longer one lacks make it another text: two invoices differ in nothing else.
 */
export function compareTexts(a: string, b: string): { held: number; isSameLength: boolean } {
  const [one, other] = [a, b].map((text) => new Set(groupsOf(wordHashes(text)))) as [
    Set<number>,
    Set<number>,
  ];
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  const [short, long] = one.size <= other.size ? [a, b] : [b, a];
  const known = new Set(long.match(NUMBER));
  if (few.size === 0 || (short.match(NUMBER) ?? []).some((number) => !known.has(number)))
    return { held: 0, isSameLength: false };
  let shared = 0;
  for (const group of few) if (many.has(group)) shared++;
  return { held: shared / few.size, isSameLength: few.size >= SAME_LENGTH * many.size };
}

const NUMBER = /\d+/g;
const SAME_LENGTH = 0.8;

function groupsOf(words: readonly number[]): number[] {
  const groups: number[] = [];
  for (let at = 0; at + GROUP <= words.length; at++) {
    let hash = 0;
    for (let next = at; next < at + GROUP; next++) hash = Math.imul(hash ^ words[next]!, 0x01000193);
    groups.push((hash ^ (hash >>> 15)) >>> 0);
  }
  return groups;
}

/** FNV-1a of each word, letters and digits only. */
function wordHashes(text: string): number[] {
  return (text.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => {
    let hash = 0x811c9dc5;
    const folded = word.toLowerCase();
    for (let at = 0; at < folded.length; at++) hash = Math.imul(hash ^ folded.charCodeAt(at), 0x01000193);
    return hash;
  });
}
