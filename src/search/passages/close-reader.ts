import { createStaticEmbedder } from '../models/static/static-embedder.js';
import { BREAK, type StaticModel } from '../models/static/static-model.js';
import { readClosely } from '../ranking/close-reading.js';
import { HEADING } from '../text/line-patterns.js';

/** The line of a few that comes nearest to a question in meaning, counted from 0; null where none says anything of it. */
export type NearestLine = (lines: readonly string[]) => number | null;

/** Whoever ranks, the embedded model points at the line. Null where its file can't be read. */
export async function createNearestLine(
  question: string,
  rarity: (token: number) => number = () => 1,
  loaded: StaticModel | null = null,
): Promise<NearestLine | null> {
  const model = loaded ?? (await embedded.model().catch(() => null));
  return model && ((lines) => nearestLine(model, question, lines, rarity));
}

const embedded = createStaticEmbedder();

/** Each line is read with the heading above it. */
function nearestLine(
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
