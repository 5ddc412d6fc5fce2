import { HEADING } from '../analyse.js';
import { readClosely } from './close-reading.js';
import { BREAK, type StaticModel } from './static-model.js';

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
  let above: number[] = [];
  const passages = lines.map((line) => {
    const own = model.words.encode(line);
    const isHeading = HEADING.test(line);
    if (isHeading) above = own;
    const tokens = isHeading || own.length === 0 ? [] : [...above, BREAK, ...own];
    return { family: 0, place: 0, tokens: Uint16Array.from(tokens) };
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
