import { passageTokens } from '../index/passage-tokens.js';
import { createStaticEmbedder } from '../models/static/static-embedder.js';
import type { StaticModel } from '../models/static/static-model.js';
import { wordWeight } from '../models/static/word-weight.js';
import { type Rarities, type Reading, readClosely } from '../ranking/close-reading.js';
import { HEADING } from '../text/line-patterns.js';

/** A text to be compared with a question; neighbours in a file lend each other meaning. */
export interface WrittenPassage {
  /** From 1; 0 for a text that has no neighbours. */
  file: number;
  place: number;
  /** The headings above it. */
  above: string;
  text: string;
}

/** Compares passages with one question by their meaning. */
export type CloseReader = (passages: readonly WrittenPassage[]) => Reading[];

/** Whichever engine ranks, the embedded model reads. Null where its file can't be read. */
export async function createCloseReader(
  question: string,
  rarities: Rarities = (asked) => asked.map(() => 1),
  loaded: StaticModel | null = null,
): Promise<CloseReader | null> {
  const model = loaded ?? (await embedded.model().catch(() => null));
  if (model === null) return null;
  return (passages) => {
    const tokens = passages.map(({ file, place, above, text }) => ({
      family: file,
      place,
      tokens: passageTokens(model.words, [above], text),
    }));
    return readClosely(model, question, tokens, rarities);
  };
}

/** How much a word tells in its language, from 0 to 1: `every` tells little. Without the model every word does. */
export async function createWordWeigher(): Promise<(word: string) => number> {
  const model = await embedded.model().catch(() => null);
  return (word) => (model === null ? 1 : wordWeight(model, word));
}

const embedded = createStaticEmbedder();

/** The line that comes nearest to the question, counted from 0, each read with the heading above it; null where none does. */
export function nearestLine(read: CloseReader, lines: readonly string[]): number | null {
  let above = '';
  const passages = lines.map((line): WrittenPassage => {
    const isHeading = HEADING.test(line);
    if (isHeading) above = line;
    return { file: 0, place: 0, above, text: isHeading ? '' : line };
  });
  let best: number | null = null;
  let most = 0;
  read(passages).forEach(({ sense, words }, index) => {
    if (sense + words <= most || passages[index]!.text.trim() === '') return;
    most = sense + words;
    best = index;
  });
  return best;
}
