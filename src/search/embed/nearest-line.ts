import { HEADING } from '../analyse.js';
import { readClosely } from './close-reading.js';
import { passageTokens } from './passage-tokens.js';
import type { StaticModel } from './static-model.js';

/**
 * Which of the lines, each read with the heading above it, comes nearest to the question in meaning; counted from 0. Null
 * where none says anything of it.
 */
export function nearestLine(
  model: StaticModel,
  question: string,
  lines: readonly string[],
  rarity: (token: number) => number,
): number | null {
  let above = '';
  const passages = lines.map((line) => {
    const isHeading = HEADING.test(line);
    if (isHeading) above = line;
    const hasWords = !isHeading && model.words.encode(line).length > 0;
    const tokens = hasWords ? passageTokens(model.words, [above], line) : new Uint16Array();
    return { family: 0, place: 0, tokens };
  });
  const readings = readClosely(model, question, passages, rarity);
  let best: number | null = null;
  let most = 0;
  readings.forEach(({ sense, words }, index) => {
    if (sense + words <= most) return;
    most = sense + words;
    best = index;
  });
  return best;
}
